// The board for all: a tablet on the table or a television.

import { html, useState } from "/vendor/htm-preact.js";
import { Dice, Sprite, Things } from "/things.js";
import { Sign, inOrder, paintOf, standing } from "/people.js";
import { Why } from "/seat.js";
import * as draf from "/games/draf.js";
import * as victory from "/games/victory.js";
import * as knightRider from "/games/knight-rider.js";
import * as knister from "/games/knister.js";
import * as fetteAutos from "/games/fette-autos.js";

const DRAWINGS = { draf, victory, knister, "knight-rider": knightRider, "fette-autos": fetteAutos };

// How a game is drawn: its own module, or the widgets of its scene as they are.
export function drawing(game) {
  return DRAWINGS[game] ? DRAWINGS[game].draw : Plain;
}

// Whether the values of a field lie on the board, where they can be pointed at.
export function liesOnBoard(state, field) {
  const { places } = DRAWINGS[state.match.game] || {};
  return (field.look === "cell" && hasBoard(state)) || Boolean(places && places(state, field));
}

// Whether there is something to point at: before the first tile there is none.
function hasBoard({ scene, view }) {
  const things = [...scene.body, ...Object.values(scene.pages).flat(), ...(scene.sheets[view] || [])];
  return things.some(({ type }) => ["grid", "map", "streets"].includes(type));
}

// What a value looks like, where a game draws it.
export function pictured(game, name, value) {
  const { picture } = DRAWINGS[game] || {};
  return picture ? picture(name, value) : null;
}

// The sheets of all seats, where a game's own drawing has not drawn them.
export function Sheets({ state }) {
  const sheets = Object.entries(state.scene.sheets);
  if (!sheets.length || (DRAWINGS[state.match.game] || {}).sheetsToo) return null;
  return html`<div class="sheets">${sheets.map(([seat, things]) => html`
    <figure key=${seat}><figcaption>${state.match.names[Number(seat) - 1]}</figcaption><${Things} things=${things} /></figure>`)}</div>`;
}

function Plain({ state, choose, allowed, body }) {
  return html`<${Things} things=${body || state.scene.body} choose=${choose} allowed=${allowed} />`;
}

// The cards that somebody holds, as the game draws them; nothing for games that have none.
export function Hand({ state, seat }) {
  const { Hand: Held } = DRAWINGS[state.match.game] || {};
  return Held ? html`<${Held} state=${state} seat=${seat} />` : null;
}

// A person's car, where the game has cars; upright, for lists.
function CarOf({ state }) {
  const { car } = DRAWINGS[state.match.game] || {};
  if (!car) return null;
  return html`<svg class="carpic" viewBox=${[-car.wide / 2, -car.high / 2, car.wide, car.high].join(" ")} aria-hidden="true"><${Sprite} ...${car} /></svg>`;
}

export function Board({ line }) {
  const state = line.state;
  if (!state || !state.match) return html`<p>${line.say("none")}</p>`;
  const { game, title } = state.match;
  const Draw = drawing(game);
  const { rail } = DRAWINGS[game] || {};
  return html`
    <h1 class="unseen">${title}</h1>
    <div class=${`table ${rail || "beside"}`} data-game=${game}>
      <section class="game" tabindex="0" aria-label=${line.say("board")}><${Draw} state=${state} line=${line} />
        <${Sheets} state=${state} /></section>
      <aside>
        <${Turn} line=${line} state=${state} />
        <${Told} line=${line} state=${state} />
        <${Thrown} state=${state} />
        <${Players} line=${line} state=${state} />
        <div class="events"><${Rulings} line=${line} state=${state} /><${Seating} state=${state} /></div>
        <div class="pages"><${Pages} state=${state} /></div>
      </aside>
    </div>`;
}

// Who has won, who came where and with how much; whoever plays may begin once more.
export function End({ line, state, kept }) {
  const { head, text, clause, places, winners } = state.result;
  const [trouble, setTrouble] = useState("");
  const again = () => line.ask({ do: "rematch", seq: state.seq }).then((reply) => setTrouble(reply.message || ""));
  const plays = !kept && (state.view !== null || line.welcome.panel);
  const [winner] = winners;
  return html`
    <section class="end">
      <div class=${`won ${winners.length === 1 ? paintOf(state, winner) : "p0"}`}>
        ${winners.length === 1 && html`<div class="podium"><svg class="crown" viewBox="-24 -20 48 40" aria-hidden="true"><${Sprite} sheet="table" name="crown" wide=${48} high=${40} /></svg>
          <${CarOf} state=${state} /><${Sign} state=${state} seat=${winner} /></div>`}
        ${head && html`<p class="winner" role="status">${head}</p>`}
        <p class=${head ? "result" : "result alone"}>${text} <${Why} line=${line} clause=${clause} /></p></div>
      <div class="ranking">
        ${places.length > 0 && html`<table><caption class="unseen">${line.say("end.ranking")}</caption>
          <tbody>${places.map(([rank, seat, score]) => html`
            <tr key=${seat} class=${`${paintOf(state, seat)} ${winners.includes(seat) ? "first" : ""}`}>
              <td>${rank}</td><th scope="row"><${Sign} state=${state} seat=${seat} /> ${state.match.names[seat - 1]}</th><td>${score}</td></tr>`)}</tbody></table>`}
        ${plays && html`<button class="main" onClick=${again}>${line.say("end.rematch")}</button>`}
        <p role="alert">${trouble}</p>
      </div>
    </section>`;
}

// What is told over the match. Where nothing has to be moved by hand it goes by itself; whoever plays
// may send it on.
export function Told({ line, state }) {
  const { told } = state;
  if (!told) return null;
  const plays = state.view !== null || line.welcome.panel;
  return html`<section class="told" role="status">
    <p>${told.text} <${Why} line=${line} clause=${told.clause} /></p>
    ${plays && html`<button class=${told.passes ? "" : "main"} onClick=${() => line.ask({ do: "read", told: told.number })}>
      ${line.say("read")}</button>`}
    ${!plays && !told.passes && html`<small>${line.say("read.who")}</small>`}</section>`;
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
      <p><b class="who">${names}</b> <span class="do">${ask && ask.prompt} ${ask && html`<${Why} line=${line} clause=${ask.clause} />`}</span></p></div>`;
}

// The dice with the name of whoever threw them, and the one number that matters now.
export function Thrown({ state }) {
  const { dice, roller } = state, { big, unit } = state.scene;
  if (!dice.length && !big) return null;
  return html`
    <div class="thrown">
      ${big && html`<p class="big"><b class="num">${big}</b> ${unit}</p>`}
      ${dice.length > 0 && html`<p key=${`${state.seq} ${dice}`} class="cast"><${Dice} faces=${dice} />${roller && html` <span>${state.match.names[roller - 1]}</span>`}</p>`}
    </div>`;
}

function Players({ line, state }) {
  const acting = new Set(state.asks.flatMap((ask) => ask.seats));
  return html`
    <ol class="players">${inOrder(state).map((seat) => html`<${Player} key=${seat} line=${line} state=${state} seat=${seat} acts=${acting.has(seat)} />`)}</ol>
    ${state.scene.lines.length > 0 && html`<ul class="facts">${state.scene.lines.map((text) => html`<li>${text}</li>`)}</ul>`}`;
}

function Player({ line, state, seat, acts }) {
  const facts = standing(state, seat), { Holds } = DRAWINGS[state.match.game] || {};
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

export function Rulings({ line, state }) {
  if (!state.rulings.length) return null;
  return html`<div>
    <h2>${line.say("happened")}</h2>
    <ol class="rulings" reversed>${[...state.rulings].reverse().map((ruling, i) => html`
      <li key=${`${ruling.entry}.${i}`}>${ruling.seat && html`<${Sign} state=${state} seat=${ruling.seat} />`}
        <span>${ruling.text} <${Why} line=${line} clause=${ruling.clause} /></span></li>`)}
    </ol></div>`;
}

// Who has taken or left a seat lately.
export function Seating({ state }) {
  if (!state.seating.length) return null;
  return html`
    <div role="status">
      <ul class="facts">${state.seating.map((text, i) => html`<li key=${i}>${text}</li>`)}</ul>
    </div>`;
}

// What can be called up: the lap pad, the standings, explanations.
export function Pages({ state }) {
  const pages = Object.entries(state.scene.pages);
  return html`${pages.map(([name, things]) => html`
    <details key=${name}><summary>${name}</summary><${Things} things=${things} /></details>`)}`;
}
