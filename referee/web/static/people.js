// A person is a number, a shape and a colour: the same on boards, in lists, on phones and at the end.

import { html } from "/vendor/htm-preact.js";

const SHAPES = 7; // from the eighth person on the number stands on a neutral shape
const TRIANGLE = 3; // its number stands lower

// The number of a person: that of the own car, where the game has numbered the cars.
export function signOf(state, seat) {
  return state.scene.badges[seat] || String(seat);
}

// The class that paints in a person's colour: the own car's, where the game's cars have colours.
export function paintOf(state, seat) {
  const { cars, drivers } = state.position;
  const car = (cars && cars[seat - 1]) || (drivers && drivers[seat - 1] && drivers[seat - 1].colour);
  if (typeof car === "string" && car) return `paint-${car}`;
  const number = Number(signOf(state, seat));
  return number >= 1 && number <= SHAPES ? `p${number}` : "p0";
}

function shapeOf(sign) {
  const number = Number(sign);
  return number >= 1 && number <= SHAPES ? number : 1;
}

// The sign in a text; with a `name` where nothing else says whose it is.
export function Sign({ state, seat, name }) {
  const sign = signOf(state, seat), shape = shapeOf(sign);
  return html`<span class=${`badge ${paintOf(state, seat)} ${shape === TRIANGLE ? "low" : ""}`} ...${name ? { role: "img", "aria-label": name } : {}}>
    <svg viewBox="-24 -24 48 48" aria-hidden="true"><use href=${`/sprites/table.svg#seat-${shape}`} x="-24" y="-24" width="48" height="48" /></svg><b>${sign}</b></span>`;
}

// The sign on a drawing: `size` in the drawing's units.
export function Mark({ sign, size, x = 0, y = 0 }) {
  const shape = shapeOf(sign), side = shape === TRIANGLE ? 1.2 * size : size; // a triangle has less room
  return html`<g class="mark" transform=${`translate(${x} ${y})`}>
    <use href=${`/sprites/table.svg#seat-${shape}`} x=${-side / 2} y=${-side / 2} width=${side} height=${side} />
    <text y=${side * (shape === TRIANGLE ? 0.28 : 0.2)} font-size=${side * (shape === TRIANGLE ? 0.48 : 0.56)}>${sign}</text></g>`;
}

// The seat of a sign on the board; 0 if it is nobody's.
export function seatOf(state, sign) {
  const names = state.match.names;
  return names.findIndex((_, i) => signOf(state, i + 1) === String(sign)) + 1;
}

// Everybody, in order of play where the cars are numbered by it.
export function inOrder(state) {
  return state.match.names.map((_, i) => i + 1).sort((a, b) => Number(signOf(state, a)) - Number(signOf(state, b)));
}

// How somebody stands, from the first page with one row for each: what the row says besides the name.
export function standing(state, seat) {
  const name = state.match.names[seat - 1];
  const tables = Object.values(state.scene.pages).flat().filter(({ type }) => type === "table");
  const found = tables.find(({ rows }) => state.match.names.every((one) => rows.filter((row) => row.includes(one)).length === 1));
  if (!found) return [];
  const row = found.rows.find((cells) => cells.includes(name)), { cars } = state.position, { words = {} } = state.match;
  const shown = [name, signOf(state, seat), cars && words[`car.${cars[seat - 1]}`]]; // the car's colour is seen
  return row.map((cell, i) => [found.heads[i] || "", cell]).filter(([, cell]) => cell && !shown.includes(cell));
}
