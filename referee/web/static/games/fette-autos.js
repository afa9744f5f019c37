// Fette Autos: the track, the cars in their order, everybody's open cards.

import { html } from "/vendor/htm-preact.js";
import { Things } from "/things.js";

const SHAPES = {
  straight: "M12 30V4", left70: "M16 30C16 16 14 10 3 8", left90: "M15 30C15 18 13 12 6 6",
  right70: "M8 30C8 16 10 10 21 8", right90: "M9 30C9 18 11 12 18 6",
};
const ROAD_SIGNS = { up: "▲", down: "▼", wind_left: "W►", wind_right: "◄W", bump: "•••", jam: "■■" };

export function draw({ state }) {
  const { track, section, drivers, places } = state.position;
  return html`
    <div class="fette">
      ${track && track.length > 0 && html`<ol class="track">${track.map((part, i) => html`
        <${Section} key=${i} number=${i + 1} part=${part} here=${section === i + 1} known=${section >= i + 1 || section === 0} />`)}</ol>`}
      ${places && places.length > 0 && html`<ol class="cars">${places.map((seat, i) => html`
        <${Car} key=${seat} seat=${seat} place=${i + 1} state=${state} driver=${seat > 0 ? drivers[seat - 1] : null} />`)}</ol>`}
      ${state.scene.body.length > 0 && html`<${Things} things=${state.scene.body} />`}
    </div>`;
}

function Section({ number, part, here }) {
  const [form, sign] = part || [];
  const speed = form && form !== "straight" ? form.replace(/\D/g, "") : "";
  return html`
    <li class=${here ? "here" : ""} aria-current=${here ? "step" : null}>
      <b>${number}</b>
      <svg viewBox="0 0 24 32" aria-hidden="true">${form && html`<path d=${SHAPES[form]} />`}</svg>
      <span>${speed} ${ROAD_SIGNS[sign] || ""}</span>
    </li>`;
}

function Car({ seat, place, state, driver }) {
  const name = seat > 0 ? state.match.names[seat - 1] : state.match.words.hase;
  const cards = driver ? driver.open : [];
  const sum = cards.reduce((all, card) => all + (card ? card[0] : 0), 0);
  return html`
    <li class=${seat > 0 ? "" : "hase"}>
      <b>${place}.</b> <span class="badge">${seat > 0 ? seat : "H"}</span> <span class="name">${name}</span>
      <span class="open">${cards.map((card, i) => html`<${Card} key=${i} card=${card} words=${state.match.words} />`)}</span>
      ${cards.length > 0 && html`<strong>${sum}</strong>`}
      ${driver && driver.stock !== null && driver.stock !== undefined && html`<span class="chips">● ${driver.stock}</span>`}
    </li>`;
}

function Card({ card, words }) {
  if (!card) return html`<span class="card back">?</span>`;
  return html`<span class=${`card ${card[1]}`}>${card[0]}<small>${words[card[1]] || ""}</small></span>`;
}
