// The board for all: a tablet on the table or a television.

import { html, useState, useEffect } from "/vendor/htm-preact.js";
import { Dice, Things } from "/things.js";
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
    <figure key=${seat}><figcaption>${state.match.names[seat - 1]}</figcaption><${Things} things=${things} /></figure>`)}</div>`;
}

function Plain({ state, choose, allowed, body }) {
  return html`<${Things} things=${body || state.scene.body} choose=${choose} allowed=${allowed} />`;
}

export function Board({ line }) {
  const state = line.state;
  if (!state || !state.match) return html`<p>${line.say("none")}</p>`;
  const Draw = drawing(state.match.game);
  return html`
    <header>
      <h1>${state.match.title}</h1>
      <${Turn} line=${line} state=${state} />
    </header>
    <${Told} line=${line} state=${state} />
    <div class="table">
      <section class="game" tabindex="0" aria-label=${line.say("board")}><${Draw} state=${state} line=${line} />
        <${Sheets} state=${state} /></section>
      <aside>
        <${Players} line=${line} state=${state} />
        <${Rulings} line=${line} state=${state} />
        <${Seating} state=${state} />
        <div><${Pages} state=${state} /></div>
      </aside>
    </div>`;
}

// Who has won, who came where and with how much; whoever plays may begin once more.
export function End({ line, state, kept }) {
  const { head, text, clause, places, winners } = state.result;
  const [trouble, setTrouble] = useState("");
  const again = () => line.ask({ do: "rematch", seq: state.seq }).then((reply) => setTrouble(reply.message || ""));
  const plays = !kept && (state.view !== null || line.welcome.panel);
  return html`
    <section class="end">
      <div>${head && html`<p class="winner" role="status">${head}</p>`}
        <p class=${head ? "result" : "result alone"}>${text} <${Why} line=${line} clause=${clause} /></p></div>
      ${places.length > 0 && html`<table><caption class="unseen">${line.say("end.ranking")}</caption>
        <tbody>${places.map(([rank, seat, score]) => html`
          <tr key=${seat} class=${winners.includes(seat) ? "won" : ""}>
            <td>${rank}</td><th scope="row">${state.match.names[seat - 1]}</th><td>${score}</td></tr>`)}</tbody></table>`}
      ${plays && html`<button class="main" onClick=${again}>${line.say("end.rematch")}</button>`}
      <p role="alert">${trouble}</p>
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

function Turn({ line, state }) {
  const seats = [...new Set(state.asks.flatMap((ask) => ask.seats))];
  const names = seats.length === state.match.names.length
    ? line.say("everybody") : seats.map((n) => state.match.names[n - 1]).join(", ");
  if (state.result) return html`<${End} line=${line} state=${state} />`;
  return html`
    <p class="turn" aria-live="polite"><b>${names}</b> ${state.asks[0] && state.asks[0].prompt}
      ${state.asks[0] && html`<${Why} line=${line} clause=${state.asks[0].clause} />`}</p>
    ${state.dice.length > 0 && html`<${Dice} faces=${state.dice} />`}
    ${state.scene.big && html`<p class="big"><b>${state.scene.big}</b> ${state.scene.unit}</p>`}`;
}

function Players({ line, state }) {
  const acting = new Set(state.asks.flatMap((ask) => ask.seats));
  return html`
    <ol class="players">${state.match.names.map((name, i) => html`
      <li key=${i} class=${acting.has(i + 1) ? "acting" : ""} data-seat=${i + 1}>
        <span class="badge">${state.scene.badges[i + 1] || i + 1}</span> ${name}
        ${state.scene.marks[i + 1] && html` <small>${state.scene.marks[i + 1]}</small>`}
        ${acting.has(i + 1) && html`<span class="unseen">${line.say("turn")}</span>`}</li>`)}
    </ol>
    ${state.scene.lines.length > 0 && html`<ul class="facts">${state.scene.lines.map((text) => html`<li>${text}</li>`)}</ul>`}`;
}

export function Rulings({ line, state }) {
  if (!state.rulings.length) return null;
  return html`<div>
    <h2>${line.say("happened")}</h2>
    <ol class="rulings" reversed>${[...state.rulings].reverse().map((ruling, i) => html`
      <li key=${`${ruling.entry}.${i}`}>${ruling.text} <${Why} line=${line} clause=${ruling.clause} /></li>`)}
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
