// Victory with its circuit in the box: asphalt with its points and lines, kerbs, the start, cars.

import { html, useRef } from "/vendor/htm-preact.js";
import { Mark, paintOf, seatOf } from "/people.js";
import { Sprite, Stage, Things, found, pressable, useDrive } from "/things.js";

const SIZE = 80; // units from point to point
const SHEET = "victory";
const SQUARE = 3; // points of a square's side

export const car = { sheet: SHEET, name: "car-gp", wide: 120, high: 210 };

export function draw(given) {
  const area = found(given.state, "map");
  if (area) return html`<${Circuit} ...${given} area=${area} />`;
  const { body, pages } = given.state.scene; // with the circuit on the table there is the lap pad
  return html`<${Things} things=${body.length || given.seat ? body : Object.values(pages)[0]} choose=${given.choose} allowed=${given.allowed} />`;
}

function Circuit({ state, line, area, choose, allowed }) {
  const at = ([column, row]) => [(column - 0.5) * SIZE, (area.rows - row + 0.5) * SIZE];
  const reach = choose ? (allowed || []).map((place) => at(place)) : [];
  const rim = 34;
  const all = [-rim, -rim, area.columns * SIZE + 2 * rim, area.rows * SIZE + 2 * rim];
  const heading = useHeadings(state, area);
  const edge = border(area, at);
  const ground = html`
    <${Lawn} />
    <path class="shade" d=${edge} /><path class="kerb" d=${edge} />
    ${area.tiles.map(([column, row, name]) => {
      const [x, y] = at([column, row]);
      return html`<rect key=${`${column},${row}`} class=${name === "=" ? "line" : "asphalt"} x=${x - SIZE / 2 - 0.5} y=${y - SIZE / 2 - 0.5} width=${SIZE + 1} height=${SIZE + 1} />`;
    })}
    ${area.tiles.filter(([, , name]) => name === "=").map((tile) => html`<${Start} key=${`= ${tile}`} at=${at(tile)} />`)}
    <path class="red" d=${lines(area, at, [[1, 0], [0, 1]])} /><path class="blue" d=${lines(area, at, [[1, 1], [1, -1]])} />
    <path class="dots" d=${area.tiles.map((tile) => `M${at(tile)}h0`).join("")} />
    <path class="kerb red-white" d=${edge} />`;
  return html`
    <${Stage} line=${line} name="circuit" all=${all} points=${reach} unit=${SIZE - 12} choose=${choose} label=${state.match.title} ground=${ground}>
      ${state.trail && html`<${Trail} trail=${state.trail} at=${at} />`}
      ${choose && (allowed || []).map((place) => html`<${Place} key=${place.join(",")} place=${place} at=${at(place)} choose=${choose} />`)}
      ${area.tokens.map(([column, row, name]) => html`<${Car} key=${name} place=${[column, row]} at=${at} name=${name} state=${state} turn=${heading(name)} />`)}
    <//>`;
}

function Lawn() {
  return html`
    <pattern id="lawn" width="170" height="170" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="170" height="170" fill="var(--vi-grass)" /><rect width="85" height="170" fill="var(--vi-grass2)" /></pattern>
    <rect x="-4000" y="-4000" width="9000" height="9000" fill="url(#lawn)" />`;
}

// The outline of the asphalt: every side of a point behind which there is none.
export function border(area, at) {
  const has = new Set(area.tiles.map(([column, row]) => `${column},${row}`));
  const half = SIZE / 2, found_ = [];
  for (const [column, row] of area.tiles) {
    const [x, y] = at([column, row]);
    if (!has.has(`${column - 1},${row}`)) found_.push(`M${x - half} ${y - half}v${SIZE}`);
    if (!has.has(`${column + 1},${row}`)) found_.push(`M${x + half} ${y - half}v${SIZE}`);
    if (!has.has(`${column},${row + 1}`)) found_.push(`M${x - half} ${y - half}h${SIZE}`);
    if (!has.has(`${column},${row - 1}`)) found_.push(`M${x - half} ${y + half}h${SIZE}`);
  }
  return found_.join("");
}

// The lines from point to point: red ones along the rows, blue ones across.
function lines(area, at, ways) {
  const has = new Set(area.tiles.map(([column, row]) => `${column},${row}`));
  return area.tiles.flatMap(([column, row]) => ways.filter(([e, n]) => has.has(`${column + e},${row + n}`))
    .map(([e, n]) => `M${at([column, row])}L${at([column + e, row + n])}`)).join("");
}

function Start({ at: [x, y] }) {
  const side = SIZE / 4;
  return html`<g transform=${`translate(${x - SIZE / 2} ${y - SIZE / 2})`} class="start"><rect width=${SIZE} height=${SIZE} />
    ${[...Array(8)].map((_, i) => html`<rect key=${i} class="dark" x=${(i % 2) * 2 * side + (Math.floor(i / 2) % 2) * side} y=${Math.floor(i / 2) * side} width=${side} height=${side} />`)}</g>`;
}

// Where each car heads to: as it drove last, before that along the circuit.
function useHeadings(state, area) {
  const known = useRef({ match: "", places: {}, turns: {} });
  if (known.current.match !== state.match.commitment) known.current = { match: state.match.commitment, places: {}, turns: {} };
  const { places, turns } = known.current;
  for (const [column, row, name] of area.tokens) {
    const before = places[name];
    if (!before) turns[name] = along(state, [column, row]);
    else if (before[0] !== column || before[1] !== row) turns[name] = angle(column - before[0], row - before[1]);
    places[name] = [column, row];
  }
  const { sign, places: driven } = state.trail || { places: [] };
  if (sign && driven.length > 1) {
    const [from, to] = driven.slice(-2);
    turns[sign] = angle(to[0] - from[0], to[1] - from[1]);
  }
  return (name) => turns[name] || 0;
}

export function angle(east, north) {
  return (Math.atan2(east, north) * 180) / Math.PI;
}

// The way from this place's square to the next one.
function along(state, [column, row]) {
  const { squares, direction } = state.position;
  if (!squares || squares.length < 3) return 0;
  const [west, south] = [Math.min(...squares.map(([x]) => x)), Math.min(...squares.map(([, y]) => y))];
  const here = squares.findIndex(([x, y]) => x - west === Math.floor((column - 1) / SQUARE) && y - south === Math.floor((row - 1) / SQUARE));
  if (here < 0) return 0;
  const turns = squares.reduce((sum, [x, y], i) => {
    const [x2, y2] = squares[(i + 1) % squares.length];
    return sum + x * y2 - x2 * y;
  }, 0);
  const step = (turns < 0) === (direction === "clockwise") ? 1 : squares.length - 1;
  const next = squares[(here + step) % squares.length];
  return angle(next[0] - squares[here][0], next[1] - squares[here][1]);
}

function Car({ place, at, name, state, turn }) {
  const [x, y] = at(place);
  const driven = useDrive(place, state.trail && state.trail.sign === name ? state.trail.places : null, (...to) => at(to));
  const seat = seatOf(state, name) || Number(name);
  return html`
    <g ref=${driven} class=${`racer ${paintOf(state, seat)}`} transform=${`translate(${x} ${y})`}>
      <g class="body" transform=${`rotate(${turn})`}><${Sprite} sheet=${SHEET} name="car-gp" wide=${66} high=${115} /></g>
      <${Mark} sign=${name} size=${34} />
      <title>${state.match.names[seat - 1] || name}</title>
    </g>`;
}

function Place({ place, at: [x, y], choose }) {
  return html`<circle class="can" ...${pressable(() => choose(place), place.join("/"))} cx=${x} cy=${y} r=${SIZE / 2 - 6} />`;
}

// The last move, from where it began: each leg in the colour of the die that it took.
function Trail({ trail, at }) {
  if (trail.places.length < 2) return null;
  const legs = trail.places.slice(1).map((to, i) => [trail.places[i], to]);
  const [x, y] = at(trail.places[0]);
  return html`<g class="legs">
    ${legs.map(([from, to], i) => html`<g key=${i}><path class="under" d=${`M${at(from)}L${at(to)}`} />
      <path class=${from[0] === to[0] || from[1] === to[1] ? "red" : "blue"} d=${`M${at(from)}L${at(to)}`} /></g>`)}
    <circle cx=${x} cy=${y} r="12" /></g>`;
}
