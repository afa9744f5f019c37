// A seat on a phone: whose turn it is, and the own asks as buttons, dice, grids and maps.

import { html, useEffect, useState } from "/vendor/htm-preact.js";
import { Volume, useCall, useFocus } from "/calling.js";
import { Dice, Die } from "/things.js";
import { End, Hand, Nothing, Rulings, Seating, Thrown, Told, drawing, leads, liesOnBoard, pictured } from "/board.js";
import { Sign, inOrder, paintOf } from "/people.js";
import { brought, fits, merged, optionsOf } from "/options.js";

export function Seat({ line }) {
  const state = line.state;
  if (!state || !state.match) return html`<${Nothing} line=${line} />`;
  if (state.view === null) return html`<${Seats} line=${line} />`;
  return html`<${Own} key=${state.match.commitment} line=${line} state=${state} seat=${state.view} />`;
}

function Seats({ line }) {
  const { names, players } = line.state.match;
  const taken = new Set(line.state.taken);
  const [no, setNo] = useState({ key: "", message: "" }); // why not
  const sit = (seat) => { line.ask({ do: "claim", seat }).then(setNo); };
  const enter = (code) => { line.ask({ do: "code", code }).then(({ message }) => setNo({ key: message ? no.key : "", message })); };
  return html`
    <h1>${line.say("who")}</h1>
    <ul class="choices">${names.map((name, i) => !players[i] && html`<li key=${i}>
      <button class=${taken.has(i + 1) ? "" : "main"} onClick=${() => sit(i + 1)}>
        <${Sign} state=${line.state} seat=${i + 1} /> ${name} ${taken.has(i + 1) && html`<small>${line.say("taken")}</small>`}</button></li>`)}
      ${line.welcome.panel && html`<li><button onClick=${() => { location.hash = "panel"; }}>${line.say("shared")}</button></li>`}
      <li><button onClick=${() => { location.hash = "board"; }}>${line.say("watch")}</button></li>
    </ul>
    <p role="alert">${no.message}</p>
    ${["web.given", "web.uninvited"].includes(no.key) && html`<${Typed} line=${line} label=${line.say("code")} enter=${enter} />`}
    <${Seating} state=${line.state} />`;
}

// A code: the one that lets a page in, and the one of a seat.
export function Typed({ line, label, enter }) {
  const [code, setCode] = useState("");
  return html`
    <form class="typed" onSubmit=${(event) => { event.preventDefault(); enter(code); }}>
      <input aria-label=${label} autocapitalize="characters" autocomplete="off" spellcheck="false"
        maxlength="9" value=${code} onInput=${(event) => setCode(event.target.value)} />
      <button class="main" disabled=${code.replace(/\s/g, "").length < 8}>${line.say("code.enter")}</button>
    </form>`;
}

function Own({ line, state, seat }) {
  const [trouble, setTrouble] = useState(""); // why the last answer was refused, in this match
  const [leaving, setLeaving] = useState(false); // it has been said what that means
  const leave = () => { if (state.guarded && !leaving) setLeaving(true); else line.ask({ do: "leave" }); };
  const mine = state.asks.filter((ask) => ask.id); // and what is told for the box's seats
  const own = mine.filter((ask) => ask.seats.includes(seat));
  const moment = own.length > 0 && own[0].id;
  useCall(line, moment);
  useEffect(() => {
    const late = () => setTrouble(line.say("late"));
    window.addEventListener("gone", late);
    return () => window.removeEventListener("gone", late);
  }, []);
  useFocus(moment);
  const Draw = drawing(state.match.game);
  const mapped = mine.some((ask) => mappedIn(state, optionsOf(ask)));
  return html`
    <div class=${`own ${paintOf(state, seat)} ${own.length ? "now" : ""}`} data-game=${state.match.game}>
      <header><${Sign} state=${state} seat=${seat} /><h1>${state.match.names[seat - 1]}</h1><${Order} state=${state} seat=${seat} /></header>
      ${(mine.length === 0 || !(state.told && state.told.passes)) && html`<${Told} line=${line} state=${state} />`}
      ${mine.length === 0 && html`<${Waiting} line=${line} state=${state} />`}
      ${mine.map((ask, i) => html`<${Ask} key=${`ask ${i}`} line=${line} ask=${ask} state=${state} tell=${setTrouble} />`)}
      ${state.undo && html`<p class="back"><button onClick=${() => line.ask({ verb: "undo", seq: state.seq }).then((reply) => setTrouble(reply.message || ""))}>
        <svg viewBox="-12 -12 24 24" aria-hidden="true"><use href="/sprites/table.svg#undo" x="-12" y="-12" width="24" height="24" /></svg> ${line.say("undo")}</button></p>`}
      ${!state.result && html`<${Hand} state=${state} seat=${seat} />`}
      ${!state.result && html`<${Thrown} state=${state} />`}
      ${!mapped && html`<${Draw} state=${state} line=${line} seat=${seat} />`}
      <${Rulings} line=${line} state=${state} />
      <${Seating} state=${state} />
      <p class="foot">
        <button class="plain" onClick=${leave}>${line.say(leaving ? "leave.sure" : "leave")}</button>
        <${Volume} line=${line} />
      </p>
      <p role="alert">${trouble}</p>
      <p class="unseen" role="status">${own.length > 0 && `${line.say("turn")}: ${own[0].prompt}`}</p>
    </div>`;
}

// The signs of all others, in order of play; whoever is on turn stands out.
function Order({ state, seat }) {
  const acting = new Set(state.asks.flatMap((ask) => ask.seats));
  return html`<ol class="order">${inOrder(state).filter((other) => other !== seat).map((other) => html`
    <li key=${other} class=${acting.has(other) ? "acting" : ""} title=${state.match.names[other - 1]}><${Sign} state=${state} seat=${other} name=${state.match.names[other - 1]} /></li>`)}</ol>`;
}

function Waiting({ line, state }) {
  if (state.result) return html`<${End} line=${line} state=${state} />`;
  const seats = [...new Set(state.asks.flatMap((ask) => ask.seats))];
  return html`<p class="waiting">${line.say("waits", { who: seats.map((n) => state.match.names[n - 1]).join(", ") })}</p>`;
}

// Whether something of these options is chosen on the board: then the ask shows it.
function mappedIn(state, form) {
  return form.some((option) => option.fields.some((field) => liesOnBoard(state, field)));
}

// What is asked at once, without a verb first: a place takes one tap.
function atOnce(state, form) {
  const near = form.filter((option) => !option.aside);
  const verbs = new Set(form.map((option) => option.verb)), nearVerbs = new Set(near.map((option) => option.verb));
  const place = near.find((option) => option.fields.length > 0 && option.fields[0].look === "cell" && liesOnBoard(state, option.fields[0]));
  const option = place || (verbs.size === 1 || nearVerbs.size === 1 ? near[0] || form[0] : null);
  return option && option.fields.length > 0 ? option : null;
}

const NOTHING = { of: "", verb: null, args: {} };

// Only narrows the ask's own options down, as the panel does; the box judges what is sent.
function Ask({ line, ask, state, tell }) {
  const [made, setMade] = useState(NOTHING); // so far, for the ask of this id
  const [sending, setSending] = useState("");
  const { verb, args } = made.of === ask.id ? made : NOTHING, sent = sending === ask.id;
  const form = optionsOf(ask);
  const options = form.filter((option) => option.verb === verb && fits(option, args));
  const next = verb && options[0] && options[0].fields.find((field) => !(field.name in args));
  const ahead = (verb_, args_) => {
    const left = form.filter((option) => option.verb === verb_ && fits(option, args_));
    const open = left[0] && left[0].fields.find((field) => !(field.name in args_));
    return open && merged(left, open.name);
  };
  const send = (verb_, args_) => {
    if (sent) return;
    setSending(ask.id);
    tell("");
    const seat = ask.seats.includes(state.view) ? state.view : ask.seats[0];
    line.ask({ ask: ask.id, seat, verb: verb_, args: args_ }).then((reply) => {
      setSending("");
      if (reply.type !== "done") { tell(reply.message || reply.reason); setMade(NOTHING); }
    });
  };
  const proceed = (verb_, args_) => {
    const open = ahead(verb_, args_);
    if (open && open.type === "one" && open.values.length === 1) return proceed(verb_, { ...args_, [open.name]: open.values[0] });
    if (!open) return send(verb_, args_);
    return setMade({ of: ask.id, verb: verb_, args: args_ });
  };
  const direct = atOnce(state, form);
  const field = next ? merged(options, next.name) : direct && ahead(direct.verb, {});
  const doing = next ? verb : direct && direct.verb;
  const put = (value, more) => proceed(doing, { ...args, [field.name]: value, ...more });
  const Draw = drawing(state.match.game), pointed = Boolean(field && liesOnBoard(state, field));
  const called = (value) => field.labels[field.values.findIndex((one) => String(one) === String(value))];
  // One board for all questions, wherever it stands: a new one takes long to draw.
  const board = pointed
    ? html`<${Draw} key="board" state=${state} line=${line} choose=${put} field=${field} allowed=${field.values} called=${called}
        next=${(value) => ahead(doing, { ...args, [field.name]: value })} body=${state.scene.sheets[state.view] || state.scene.body} />`
    : mappedIn(state, form) && html`<${Draw} key="board" state=${state} line=${line} seat=${state.view} given=${args} />`;
  const parts = [
    !ask.seats.includes(state.view) && html`<p key="for" class="for">${line.say("for", { who: ask.seats.map((n) => state.match.names[n - 1]).join(", ") })}</p>`,
    html`<h2 key=${`h ${ask.id}`} tabindex="-1">${ask.prompt} <${Why} line=${line} clause=${ask.clause} /></h2>`,
    field && html`<${Field} key=${`${ask.id} ${field.name}`} line=${line} state=${state} asked=${ask.prompt} field=${field} put=${put} pointed=${pointed}
      brings=${(value) => brought(state, doing, { ...args, [field.name]: value }, field.name)} />`,
    pointed && board,
    next
      ? html`<button key="back" class="plain" onClick=${() => setMade(NOTHING)}>${line.say("back")}</button>`
      : html`<${Verbs} key=${`v ${ask.id}`} state=${state} ask=${ask} form=${form} proceed=${proceed} direct=${direct} />`,
    !pointed && board,
    !next && html`<${Refusals} key=${`r ${ask.id}`} line=${line} ask=${ask} />`,
  ];
  return html`<section class="ask" aria-busy=${sent} data-moment=${ask.id}>${parts.filter(Boolean)}</section>`;
}

function Verbs({ state, ask, form, proceed, direct }) {
  const verbs = [...new Map(form.map((option) => [option.verb, option])).values()];
  const first = verbs.find((option) => !option.aside);
  const said = (option) => [option.note, brought(state, option.verb, {})].filter(Boolean).join(" ");
  return html`
    <ul class="choices">
      ${verbs.filter((option) => !(direct && option.verb === direct.verb)).map((option) => html`<li key=${option.verb}>
        <button class=${ask.rolls ? "main roll" : option === first ? "main" : ""} onClick=${() => proceed(option.verb, {})}>
          ${leads(state, option.verb)} ${option.label} ${said(option) && html`<small>${said(option)}</small>`}</button></li>`)}
    </ul>`;
}

// What may not be done now stands behind one line: it is read, not chosen.
function Refusals({ line, ask }) {
  const general = ask.refusals.filter((no) => Object.keys(no.args).length === 0);
  if (!general.length) return null;
  return html`
    <details class="refused"><summary>${line.say("refusals")}</summary>
      <dl>${general.map((no) => html`<dt>${no.label}</dt><dd>${no.reason} <${Why} line=${line} clause=${no.clause} /></dd>`)}</dl>
    </details>`;
}

function Field({ line, state, asked, field, put, pointed, brings }) {
  if (field.type === "each") return html`<${Each} line=${line} field=${field} put=${put} />`;
  if (field.type === "pick") return html`<${Picks} line=${line} state=${state} field=${field} put=${put} />`;
  const question = !asked.toLowerCase().endsWith(field.question.toLowerCase()) && html`<p>${field.question}</p>`;
  if (pointed) return html`${question}`;
  return html`
    ${question}
    <ul class=${["number", "tile"].includes(field.look) ? "numbers" : "choices"}>
      ${field.values.map((value, i) => html`<li key=${i}>
        <button onClick=${() => put(value)}>${pictured(state, field.name, value)} ${field.labels[i]}
          ${brings(value) && html` <small>${brings(value)}</small>`}
          ${field.notes[i] && !(field.look === "buttons" && pictured(state, field.name, value)) && html` <small>${field.notes[i]}</small>`}</button></li>`)}
    </ul>`;
}

function Each({ line, field, put }) {
  const [given, setGiven] = useState([]);
  const add = (value) => {
    const all = [...given, value];
    if (all.length === field.count) put(all);
    else setGiven(all);
  };
  return html`
    <p>${field.question} ${given.length > 0 && html`<${Dice} faces=${given} />`}</p>
    <div class="faces">${field.values.map((value, i) => html`
      <button key=${i} aria-label=${field.labels[i]} onClick=${() => add(value)}><${Die} face=${value} /></button>`)}</div>
    ${given.length > 0 && html`<button class="plain" onClick=${() => setGiven(given.slice(0, -1))}>${line.say("back")}</button>`}`;
}

function Picks({ line, state, field, put }) {
  const [taken, setTaken] = useState([]);
  const toggle = (i) => {
    const all = taken.includes(i) ? taken.filter((n) => n !== i) : [...taken, i];
    setTaken(all.slice(-field.high));
  };
  const full = field.high > 1 && taken.length === field.high; // then one of them goes back first
  const done = taken.length >= field.low && taken.length <= field.high;
  const order = field.ordered ? taken : [...taken].sort((a, b) => a - b);
  return html`
    <p>${field.question}</p>
    <ul class="cards">${field.values.map((_, i) => html`<li key=${i}>
      <button aria-pressed=${taken.includes(i)} disabled=${full && !taken.includes(i)} onClick=${() => toggle(i)}>${pictured(state, field.name, field.values[i])} ${field.labels[i]}
        ${field.ordered && taken.includes(i) && html`<small>${taken.indexOf(i) + 1}</small>`}</button></li>`)}
    </ul>
    <button class="main" disabled=${!done} onClick=${() => put(order.map((i) => field.values[i]))}>
      ${line.say("done", { n: taken.length, high: field.high })}</button>`;
}

export function Why({ line, clause }) {
  const [text, setText] = useState("");
  if (!clause) return null;
  const ask = () => (text ? setText("") : line.ask({ verb: "help", clause }, false).then((r) => setText(r.text || r.message)));
  return html`<button class="why" aria-label=${line.say("why")} aria-expanded=${Boolean(text)} onClick=${ask}>?</button>
    ${text && html`<small class="rule"><b>${clause}</b> ${text}</small>`}`;
}
