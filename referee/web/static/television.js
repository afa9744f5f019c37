// The board for all: a tablet on the table or a television.

import { html, useLayoutEffect, useRef } from "/vendor/htm-preact.js";
import { Before, CarOf, End, Join, Nothing, Rulings, Seating, Thrown, Told, drawing } from "/board.js";
import { useSounds } from "/calling.js";
import { drawn } from "/drawings.js";
import { Sign, inOrder, paintOf, standing } from "/people.js";
import { Things } from "/things.js";
import { Why } from "/why.js";

// The sheets of all seats, where a game's own drawing has not drawn them.
export function Sheets({ state }) {
  const sheets = Object.entries(state.scene.sheets);
  if (!sheets.length || drawn(state.match.game).sheetsToo) return null;
  return html`<div class="sheets">${sheets.map(([seat, things]) => html`
    <figure key=${seat}><figcaption>${state.match.names[Number(seat) - 1]}</figcaption><${Things} things=${things} /></figure>`)}</div>`;
}

export function Board({ line }) {
  const state = line.state;
  if (!state || !state.match) return html`<${Nothing} line=${line} join />`;
  const { game, title } = state.match;
  const Draw = drawing(game);
  const { rail } = drawn(game);
  useSounds(heard(state));
  return html`
    <h1 class="unseen">${title}</h1>
    <div class=${`table ${rail || "beside"}`} data-game=${game}>
      <section class="game" tabindex="0" aria-label=${line.say("board")}><${Draw} state=${state} line=${line} />
        <${Sheets} state=${state} /><${Before} line=${line} state=${state} /></section>
      <aside>
        <${Turn} line=${line} state=${state} />
        <${Told} line=${line} state=${state} />
        <${Thrown} state=${state} />
        <${Players} line=${line} state=${state} />
        <${Events} line=${line} state=${state} />
        ${line.welcome.panel && !state.result && html`<${Join} line=${line} />`}
        <div class="pages"><${Pages} state=${state} /></div>
      </aside>
    </div>`;
}

// What a television sounds for: the dice on the table, the last collision, who acts, the end.
function heard(state) {
  const { knocks } = drawn(state.match.game);
  const [hit] = knocks ? state.rulings.filter(({ key }) => knocks(key)).slice(-1) : [];
  return {
    dice: state.dice.length ? `${state.cast} ${state.dice}` : "", knock: hit ? `${hit.entry} ${hit.key}` : "",
    turn: state.asks.flatMap((ask) => ask.seats).join(), end: state.result ? "end" : "",
  };
}

// Who is on turn, on a plate in the own colour; neutral where several act at once.
function Turn({ line, state }) {
  if (state.result) return html`<${End} line=${line} state=${state} />`;
  const seats = [...new Set(state.asks.flatMap((ask) => ask.seats))];
  const names = seats.length === state.match.names.length && seats.length > 1
    ? line.say("everybody") : seats.map((n) => state.match.names[n - 1]).join(", ");
  const [ask] = state.asks;
  return html`
    <div class=${`turn ${seats.length === 1 ? paintOf(state, seats[0]) : "all"}`} key=${seats.join()} aria-live="polite">
      ${seats.length === 1 && html`<${Sign} state=${state} seat=${seats[0]} />`}
      <p><small class="match"><b>${state.match.title}</b> ${state.scene.lines[0]}</small>
        <b class="who">${names}</b> <span class="do">${ask && ask.prompt} ${ask && html`<${Why} line=${line} clause=${ask.clause} />`}</span></p></div>`;
}

function Players({ line, state }) {
  const acting = new Set(state.asks.flatMap((ask) => ask.seats));
  return html`
    <ol class="players">${inOrder(state).map((seat) => html`<${Player} key=${seat} line=${line} state=${state} seat=${seat} acts=${acting.has(seat)} />`)}</ol>
    ${state.scene.lines.length > 1 && html`<ul class="facts">${state.scene.lines.slice(1).map((text) => html`<li>${text}</li>`)}</ul>`}`;
}

function Player({ line, state, seat, acts }) {
  const facts = standing(state, seat), { Holds } = drawn(state.match.game);
  const [[, sum] = []] = facts.length === 1 && !facts[0][0] ? facts : [];
  return html`
    <li class=${`${paintOf(state, seat)} ${acts ? "acting" : ""}`} data-seat=${seat}>
      <${Sign} state=${state} seat=${seat} />
      <span class="name">${state.match.names[seat - 1]}
        ${!sum && facts.length > 0 && html` <small>${facts.map(([head, cell]) => `${head} ${cell}`.trim()).join(" · ")}</small>`}
        ${state.scene.marks[seat] && html` <small class="state">${state.scene.marks[seat]}</small>`}</span>
      ${Holds && html`<${Holds} state=${state} seat=${seat} />`}
      ${sum && html`<b class="num">${sum}</b>`}
      <${CarOf} state=${state} />
      ${acts && html`<span class="unseen">${line.say("turn")}</span>`}</li>`;
}

// What has happened, as many whole lines as there is room for; all of them where the page is scrolled.
function Events({ line, state }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const fit = () => {
      const lines = [...box.current.querySelectorAll(".rulings > li")], { bottom } = box.current.getBoundingClientRect();
      for (const one of lines) one.hidden = false;
      const full = window.matchMedia("(min-width: 900px)").matches && lines.findIndex((one, i) => i > 0 && one.getBoundingClientRect().bottom > bottom - 4);
      if (full > 0) for (const one of lines.slice(full)) one.hidden = true;
    };
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(box.current);
    return () => watch.disconnect();
  });
  return html`<div ref=${box} class="events"><${Rulings} line=${line} state=${state} /><${Seating} state=${state} /></div>`;
}

// What can be called up: the lap pad, the standings, explanations.
export function Pages({ state }) {
  const pages = Object.entries(state.scene.pages);
  return html`${pages.map(([name, things]) => html`
    <details key=${name}><summary>${name}</summary><${Things} things=${things} /></details>`)}`;
}
