// A new match: which game, who plays, with which options.

import { html, useEffect, useRef, useState } from "/vendor/htm-preact.js";

export function Setup({ line }) {
  const [offer, setOffer] = useState(null);
  const [chosen, setChosen] = useState(null);
  const begun = useRef({}); // by game, what has been chosen so far: going back loses none of it
  useEffect(() => { line.ask({ do: "setup" }, false).then(setOffer); }, [line.welcome]);
  if (!offer) return html`<p role="status">…</p>`;
  if (offer.type !== "setup") return html`<p role="alert">${offer.message}</p>`;
  const game = offer.games.find((one) => one.name === chosen) || (offer.games.length === 1 ? offer.games[0] : null);
  if (game && !game.broken) {
    return html`<${Round} key=${game.name} line=${line} offer=${offer} game=${game} begun=${begun.current} back=${() => setChosen(null)} />`;
  }
  return html`
    <h1>${line.say("setup")}</h1>
    ${offer.playing && html`<p>${line.say("setup.playing")}</p>`}
    <ul class="choices">${offer.games.map((one) => html`<li key=${one.name}>
      <button disabled=${Boolean(one.broken)} onClick=${() => setChosen(one.name)}><b>${one.title}</b>${" "}
        ${one.broken ? html`<small>${one.broken}</small>`
          : html`<small>${line.say("setup.seats", { from: one.seats[0], to: one.seats[one.seats.length - 1] })}</small>`}
      </button></li>`)}</ul>`;
}

// The last players again, if they are as many as may play this game.
function people(offer, game) {
  const { last } = offer;
  const names = last && game.seats.includes(last.names.length) ? last.names : Array(Math.max(2, game.seats[0])).fill("");
  const levels = last ? last.players : [];
  const plays = (level) => game.levels.some((one) => one.name === level);
  return names.map((name, i) => ({ name: levels[i] ? "" : name, level: plays(levels[i]) ? levels[i] : "" }));
}

function Round({ line, offer, game, begun, back }) {
  const before = begun[game.name] || {};
  const [seats, setSeats] = useState(() => before.seats || people(offer, game));
  const [options, setOptions] = useState(() => before.options || Object.fromEntries(game.options.map((one) => [one.key, one.value])));
  begun[game.name] = { seats, options };
  const [trouble, setTrouble] = useState("");
  const needs = Object.assign({}, ...seats.map((seat) => needed(game, seat.level)));
  const resize = (count) => setSeats([...Array(count)].map((_, i) => seats[i] || { name: "", level: "" }));
  const change = (i, seat) => setSeats(seats.map((old, at) => (at === i ? { ...old, ...seat } : old)));
  const begin = async (event) => {
    event.preventDefault();
    const reply = await line.ask({
      do: "begin", playing: line.state && line.state.match ? line.state.match.id : null, game: game.name, options: { ...options, ...needs },
      names: seats.map((seat, i) => (seat.level ? boxName(line, seats, i) : seat.name)),
      players: seats.map((seat) => seat.level),
    });
    if (reply.type === "done") location.hash = "seat"; // where everybody says who they are
    else setTrouble(reply.message || reply.reason);
  };
  return html`
    <h1>${game.title}</h1>
    <form class="setup" onSubmit=${begin}>
      <fieldset><legend>${line.say("setup.who")}</legend>
        <label>${line.say("setup.count")}
          <select value=${seats.length} onChange=${(event) => resize(Number(event.target.value))}>
            ${game.seats.map((count) => html`<option value=${count}>${count}</option>`)}</select></label>
        <datalist id="known">${offer.names.map((name) => html`<option value=${name} />`)}</datalist>
        <ol>${seats.map((seat, i) => html`<li key=${i}><${Seat} line=${line} game=${game} seat=${seat} number=${i + 1} box=${boxName(line, seats, i)}
          change=${(changed) => change(i, changed)} /></li>`)}</ol>
      </fieldset>
      ${groups(game, { ...options, ...needs }).map(([name, label, specs]) => html`<${Group} key=${name} label=${label} open=${name === "facts"}>
        ${specs.map((spec) => html`<${Choice} key=${spec.key} line=${line} spec=${spec} forced=${needs[spec.key]}
          value=${options[spec.key]} put=${(value) => setOptions({ ...options, [spec.key]: value })} />`)}<//>`)}
      <p role="alert">${trouble}</p>
      <p class="foot"><button class="main">${line.say("setup.begin")}</button>
        <button type="button" class="plain" onClick=${back}>${line.say("back")}</button></p>
    </form>`;
}

function needed(game, level) {
  const found = game.levels.find((one) => one.name === level);
  return found ? found.needs : {};
}

// No number, which would seem a seat's: Robot, Robot B, Robot C.
function boxName(line, seats, at) {
  const before = seats.slice(0, at).filter((seat) => seat.level).length;
  return before ? line.say("setup.boxes", { letter: String.fromCharCode(65 + before) }) : line.say("setup.box");
}

function Seat({ line, game, seat, number, box, change }) {
  return html`
    ${seat.level ? html`<span class="name">${box}</span>` : html`
      <input list="known" maxlength="40" autocomplete="off" value=${seat.name} placeholder=${line.say("setup.seat", { n: number })}
        aria-label=${line.say("setup.name", { n: number })} onInput=${(event) => change({ name: event.target.value })} />`}
    ${game.levels.length > 0 && html`
      <select aria-label=${line.say("setup.plays", { n: number })} value=${seat.level}
          onChange=${(event) => change({ level: event.target.value })}>
        <option value="">${line.say("setup.person")}</option>
        ${game.levels.map((level) => html`<option value=${level.name}>${line.say("setup.level", { level: level.label })}</option>`)}
      </select>`}`;
}

// Some options mean nothing but under a value of another.
function matters(spec, chosen) {
  const [key, value] = spec.under;
  return key === undefined || chosen[key] === value;
}

// The options that matter now, by group; a group of which none matters is left out.
export function groups(game, chosen) {
  const found = new Map();
  for (const spec of game.options.filter((one) => matters(one, chosen))) {
    const name = ["variant", "rule"].includes(spec.group) ? spec.group : "facts";
    if (!found.has(name)) found.set(name, [name, spec.group_label, []]);
    found.get(name)[2].push(spec);
  }
  return [...found.values()];
}

// Where a value stands in the list, the lowest number first; what is no number keeps its order.
export function inOrderOf(values) {
  const all = values.map((_, i) => i);
  return values.every((value) => typeof value === "number") ? all.sort((a, b) => values[a] - values[b]) : all;
}

function Group({ label, open, children }) {
  if (open) return html`<fieldset><legend class=${label ? "" : "unseen"}>${label || "–"}</legend>${children}</fieldset>`;
  return html`<details class="group"><summary>${label}</summary>${children}</details>`;
}

function Choice({ line, spec, value, forced, put }) {
  const [told, setTold] = useState(false);
  const shown = forced === undefined ? value : forced;
  const pick = (event) => put(spec.values[Number(event.target.value)]);
  const plain = typeof spec.values[0] === "boolean";
  return html`
    <div class="option">
      <label>${plain && html`<input type="checkbox" checked=${shown} disabled=${forced !== undefined}
          onChange=${(event) => put(event.target.checked)} />`}
        <span>${spec.label}</span>
        ${!plain && html`<select value=${spec.values.indexOf(shown)} disabled=${forced !== undefined} onChange=${pick}>
          ${inOrderOf(spec.values).map((i) => html`<option value=${i}>${spec.labels[i]}</option>`)}</select>`}</label>
      ${spec.explained && html`<button type="button" class="why" aria-label=${`${line.say("why")} ${spec.label}`}
        aria-expanded=${told} onClick=${() => setTold(!told)}>?</button>`}
      ${spec.detail && html`<small class="detail">${spec.detail}</small>`}
      ${forced !== undefined && html`<small class="detail">${line.say("setup.forced")}</small>`}
      ${told && html`<small class="rule"><b>${spec.clause}</b> ${spec.explained}</small>`}
    </div>`;
}
