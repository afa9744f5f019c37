// An ask of the box on a page: what of it is chosen so far, and its choices as buttons, dice and cards.

import { html, useState } from "/vendor/htm-preact.js";
import { Dice, Die } from "/things.js";
import { leads, liesOnBoard, pictured, tells } from "/board.js";
import { brought, fits, merged, optionsOf } from "/options.js";
import { Why } from "/why.js";

// What is asked at once, without a verb first: a place takes one tap.
function atOnce(state, form) {
  const near = form.filter((option) => !option.aside);
  const verbs = new Set(form.map((option) => option.verb)), nearVerbs = new Set(near.map((option) => option.verb));
  const place = near.find((option) => option.fields.length > 0 && option.fields[0].look === "cell" && liesOnBoard(state, option.fields[0]));
  const option = place || (verbs.size === 1 || nearVerbs.size === 1 ? near[0] || form[0] : null);
  return option && option.fields.length > 0 ? option : null;
}

const NOTHING = { of: "", verb: null, args: {} };

// Only narrows the ask's own options down, as the panel does; the box judges what is sent. Gives what is asked next, and
// what the board has to know of it; nothing of it where nothing is asked.
export function useAnswer({ line, state, ask, tell }) {
  const [made, setMade] = useState(NOTHING); // so far, for the ask of this id
  const [sending, setSending] = useState("");
  const [part, setPart] = useState({ of: "", picked: [] }); // of a field that takes several values
  if (!ask) return { form: [], board: {}, picked: [] };
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
  const direct = atOnce(state, form), given = next || !direct ? args : onlyWay(ahead, direct.verb);
  const field = next ? merged(options, next.name) : direct && ahead(direct.verb, given);
  const doing = next ? verb : direct && direct.verb;
  const put = (value, more) => proceed(doing, { ...given, [field.name]: value, ...more });
  const pointed = Boolean(field && liesOnBoard(state, field));
  const called = (value) => field.labels[field.values.findIndex((one) => String(one) === String(value))];
  const board = pointed
    ? { choose: put, field, allowed: field.values, called, next: (value) => ahead(doing, { ...given, [field.name]: value }), body: state.scene.sheets[state.view] || state.scene.body }
    : { given, soon: later(state, form), ways: next ? [] : waysOf(form), take: (verb_) => proceed(verb_, {}) };
  const of = field ? `${ask.id} ${field.name}` : "", picked = part.of === of ? part.picked : [];
  return {
    form, board, field, pointed, picked, pick: (all) => setPart({ of, picked: all }), sent, put, proceed, direct, chosen: Boolean(next), back: () => setMade(NOTHING),
    brings: (value) => brought(state, doing, { ...given, [field.name]: value }, field.name),
  };
}

// What need not be asked, because there is but one: all fields before the first that leaves a choice, or before the last one.
function onlyWay(ahead, verb) {
  let args = {};
  for (let field = ahead(verb, args); field && field.type === "one" && field.values.length === 1; field = ahead(verb, args)) {
    const more = { ...args, [field.name]: field.values[0] };
    if (!ahead(verb, more)) break; // the last one is what is pressed
    args = more;
  }
  return args;
}

// The places that come into question later: they are seen before anything is chosen.
function later(state, form) {
  return form.flatMap((option) => option.fields.filter((field) => liesOnBoard(state, field) && field.look === "cell").flatMap(({ values }) => values));
}

// What needs no more than its verb.
function waysOf(form) {
  return form.filter(({ fields }) => !fields.length).map(({ verb, label }) => ({ verb, label }));
}

// The verbs of an ask, each once: those to choose among now, and those that may be done besides.
function verbsOf(form, direct) {
  const all = [...new Map(form.map((option) => [option.verb, option])).values()].filter(({ verb }) => !direct || verb !== direct.verb);
  return [all.filter(({ aside }) => !aside), all.filter(({ aside }) => aside)];
}

const ROOM = 4; // verbs that find room in the bar

// What there is to choose from, above the bar: the values of a field, and what may be done besides.
export function Options({ line, state, ask, answer }) {
  const { form, field, direct, chosen, proceed } = answer;
  const [near, besides] = verbsOf(form, direct), many = near.length > ROOM ? near : [];
  return html`
    ${field && !answer.pointed && html`<${Field} key=${`${ask.id} ${field.name}`} line=${line} state=${state} asked=${ask.prompt} answer=${answer} />`}
    ${!chosen && [...many, ...besides].length > 0 && html`<ul class="choices besides" key=${`v ${ask.id}`}>
      ${[...many, ...besides].map((option) => html`<li key=${option.verb}><${Verb} state=${state} option=${option} proceed=${proceed} /></li>`)}</ul>`}`;
}

// The action at the thumb, what else there is to choose, and the way back.
export function Bar({ line, state, ask, answer, undo }) {
  const { form, field, direct, chosen, proceed, picked, pick, put } = answer;
  const [near] = ask ? verbsOf(form, direct) : [[]], verbs = chosen || near.length > ROOM ? [] : near;
  const enough = field && field.type === "pick" && picked.length >= field.low && picked.length <= field.high;
  const part = Boolean(field && field.type === "each" && picked.length);
  const back = part ? () => pick(picked.slice(0, -1)) : answer.back;
  const hint = answer.pointed && field.question;
  if (!chosen && !part && !undo && !verbs.length && !hint && !(field && field.type === "pick")) return null;
  return html`
    <div class="bar">
      ${chosen || part ? html`<button key="back" class="plain" onClick=${back}><b aria-hidden="true">←</b> ${line.say("back")}</button>`
        : undo && html`<button key="undo" class="plain" title=${line.say("undo")} aria-label=${line.say("undo")} onClick=${undo}>
          <${Undo} /> <span aria-hidden="true">${line.say("undo.short")}</span></button>`}
      ${field && field.type === "pick" && html`<button key="done" class="main" disabled=${!enough} onClick=${() => put(inRow(field, picked))}>
        ${line.say("done", { n: picked.length, high: field.high })}</button>`}
      ${verbs.length > 0 && html`<ul class="choices" key=${`v ${ask.id}`}>${verbs.map((option, i) => html`
        <li key=${option.verb} class=${i || direct ? "" : "first"}><${Verb} state=${state} option=${option} proceed=${proceed} first=${!i && !direct} rolls=${ask.rolls} /></li>`)}</ul>`}
      ${hint && !verbs.length && html`<p key="hint" class="hint">${hint}</p>`}
    </div>`;
}

function Undo() {
  return html`<svg viewBox="-12 -12 24 24" aria-hidden="true"><use href="/sprites/table.svg#undo" x="-12" y="-12" width="24" height="24" /></svg>`;
}

function Verb({ state, option, proceed, first, rolls }) {
  const said = [option.note, brought(state, option.verb, {})].filter(Boolean).join(" ");
  const look = rolls ? "main roll" : first ? "main" : option.aside ? "aside" : "";
  return html`<button class=${look} onClick=${() => proceed(option.verb, {})}>
    ${leads(state, option.verb)} ${option.label} ${said && html`<small>${said}</small>`}</button>`;
}

// What may not be done now stands behind one line: it is read, not chosen.
export function Refusals({ line, ask }) {
  const general = ask.refusals.filter((no) => Object.keys(no.args).length === 0);
  if (!general.length) return null;
  return html`
    <details class="refused"><summary>${line.say("refusals")}</summary>
      <dl>${general.map((no) => html`<dt>${no.label}</dt><dd>${no.reason} <${Why} line=${line} clause=${no.clause} /></dd>`)}</dl>
    </details>`;
}

function Field({ line, state, asked, answer }) {
  const { field, put, brings } = answer;
  if (field.type === "each") return html`<${Each} line=${line} answer=${answer} />`;
  if (field.type === "pick") return html`<${Picks} state=${state} answer=${answer} />`;
  const question = !asked.toLowerCase().endsWith(field.question.toLowerCase()) && html`<p>${field.question}</p>`;
  const looks = field.values.map((value) => pictured(state, field.name, value)), told = tells(state, field.name);
  return html`
    ${question}
    <ul class=${["number", "tile"].includes(field.look) || field.labels.every((label) => label.length < 3) ? "numbers" : looks.some(Boolean) ? "choices cards" : "choices"}>
      ${field.values.map((value, i) => html`<li key=${i}>
        <button onClick=${() => put(value)}>${looks[i]} <${Label} state=${state} field=${field} i=${i} />
          ${brings(value) && html` <small>${brings(value)}</small>`}
          ${field.notes[i] && !told && !(field.look === "buttons" && looks[i]) && html` <small>${field.notes[i]}</small>`}</button></li>`)}
    </ul>`;
}

function Label({ state, field, i }) {
  const { labels, notes } = field;
  return tells(state, field.name) ? html`<span class="unseen">${[labels[i], notes[i]].filter(Boolean).join(" ")}</span>` : labels[i];
}

function Each({ answer: { field, picked, pick, put } }) {
  const add = (value) => {
    const all = [...picked, value];
    if (all.length === field.count) put(all);
    else pick(all);
  };
  return html`
    <p>${field.question} ${picked.length > 0 && html`<${Dice} faces=${picked} />`}</p>
    <div class="faces">${field.values.map((value, i) => html`
      <button key=${i} aria-label=${field.labels[i]} onClick=${() => add(value)}><${Die} face=${value} /></button>`)}</div>`;
}

function Picks({ state, answer: { field, picked, pick } }) {
  const toggle = (i) => {
    const all = picked.includes(i) ? picked.filter((n) => n !== i) : [...picked, i];
    pick(all.slice(-field.high));
  };
  const full = field.high > 1 && picked.length === field.high; // then one of them goes back first
  return html`
    <p>${field.question}</p>
    <ul class="cards">${field.values.map((value, i) => html`<li key=${i}>
      <button aria-pressed=${picked.includes(i)} disabled=${full && !picked.includes(i)} onClick=${() => toggle(i)}>
        ${pictured(state, field.name, value)} <${Label} state=${state} field=${field} i=${i} />
        ${field.ordered && picked.includes(i) && html`<small>${picked.indexOf(i) + 1}</small>`}</button></li>`)}
    </ul>`;
}

// The values that were picked: in the order of picking where that means something.
function inRow(field, picked) {
  return (field.ordered ? picked : [...picked].sort((a, b) => a - b)).map((i) => field.values[i]);
}
