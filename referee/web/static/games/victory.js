// Victory with its circuit in the box: asphalt with its points and lines, kerbs, the start, cars.

import { html, useRef } from "/vendor/htm-preact.js";
import { Mark, Sign, paintOf, seatOf } from "/people.js";
import { Sprite, Stage, Things, found, pressable, useDrive } from "/things.js";

const SIZE = 80; // units from point to point
const SHEET = "victory";
const SQUARE = 3; // points of a square's side

export const car = { sheet: SHEET, name: "car-gp", wide: 120, high: 210 };

// The dice of the throws before the last one: a turn is driven with all of them.
export function earlier({ position, dice }) {
  const throws = position.throws || [];
  return throws.length > 1 && throws.at(-1).join() === dice.join() ? throws.slice(0, -1).flat() : [];
}

// What a place costs, seen from the car: along a row or a column a red one, across a blue one.
export function legTo([column, row], from) {
  return !from ? "" : column === from[0] || row === from[1] ? "red" : "blue";
}

export function draw(given) {
  const area = found(given.state, "map");
  if (area) return html`<${Circuit} ...${given} area=${area} />`;
  const { body, pages } = given.state.scene; // with the circuit on the table there is the lap pad
  return html`<${Things} things=${body.length || given.seat ? body : Object.values(pages)[0]} choose=${given.choose} allowed=${given.allowed} />`;
}

function Circuit({ state, line, area, choose, allowed, called, seat }) {
  const at = ([column, row]) => [(column - 0.5) * SIZE, (area.rows - row + 0.5) * SIZE];
  const stands = area.tokens.find(([, , name]) => seatOf(state, name) === state.view), own = stands ? [at(stands)] : [];
  const reach = [...own, ...(choose ? allowed || [] : []).map((place) => at(place))];
  const rim = 44;
  const all = [-rim, -rim, area.columns * SIZE + 2 * rim, area.rows * SIZE + 2 * rim];
  const heading = useHeadings(state, area);
  const loops = outline(area).map((loop) => loop.map(([i, j]) => [i * SIZE, (area.rows - j) * SIZE]));
  const edge = loops.map((loop) => rounded(loop, 34)).join("");
  const road = racingLine(state, area, at);
  const starts = area.tiles.filter(([, , name]) => name === "=");
  const ground = html`
    <${Lawn} />
    <${Trees} area=${area} at=${at} inside=${!loops.some(roomy)} />
    <path class="verge" d=${edge} /><path class="shade" d=${edge} /><path class="asphalt" d=${edge} />
    ${road && html`<path class="rubber" d=${rounded(road, 100)} /><${Arrows} road=${road} starts=${starts.map(at)} />`}
    <path class="red" d=${lines(area, at, [[1, 0], [0, 1]])} /><path class="blue" d=${lines(area, at, [[1, 1], [1, -1]])} />
    <path class="limit" d=${edge} /><path class="kerb" d=${edge} /><path class="kerb red-white" d=${edge} />
    ${road && html`<${Boxes} area=${area} starts=${starts} ahead=${aheadOf(state, starts[0])} at=${at} />`}
    ${starts.length > 0 && html`<${Start} places=${starts.map(at)} />`}
    ${loops.filter(roomy).map((loop, i) => html`<${Stand} key=${i} loop=${loop} />`)}
    <path class="rim" d=${starts.map((tile) => `M${at(tile)}h0`).join("")} />
    <path class="dots" d=${area.tiles.map((tile) => `M${at(tile)}h0`).join("")} />`;
  return html`
    <${Stage} line=${line} name="circuit" all=${all} points=${reach} unit=${SIZE - 12} held=${Boolean(seat || choose)} choose=${choose} label=${state.match.title} ground=${ground}>
      ${state.trail && html`<${Trail} trail=${state.trail} at=${at} />`}
      ${choose && html`<g class="beckons">${(allowed || []).map((place) => html`
        <${Place} key=${place.join(",")} place=${place} at=${at(place)} leg=${legTo(place, stands)} name=${called(place)} choose=${choose} />`)}</g>`}
      ${area.tokens.map(([column, row, name]) => html`<${Car} key=${name} place=${[column, row]} at=${at} name=${name} state=${state} turn=${heading(name)} />`)}
    <//>`;
}

// A car to choose, in its colour.
export function picture(state, name, value) {
  return name === "car" ? html`<svg class=${`carpic paint-${value}`} viewBox="-60 -105 120 210" aria-hidden="true"><${Sprite} ...${car} /></svg>` : null;
}

// The lap pad: who has crossed the line in which order, lap by lap.
export function Story({ state }) {
  const [pad] = Object.values(state.scene.pages).flat().filter(({ type }) => type === "table");
  const laps = state.position.pad || [];
  if (!pad || pad.heads.length !== laps.length) return null;
  return html`<table class="pad"><thead><tr>${pad.heads.map((head) => html`<th key=${head} scope="col">${head}</th>`)}</tr></thead>
    <tbody>${[...Array(Math.max(...laps.map((lap) => lap.length)))].map((_, row) => html`<tr key=${row}>${laps.map((lap, i) => html`
      <td key=${i}>${lap[row] && html`<${Sign} state=${state} seat=${lap[row]} name=${state.match.names[lap[row] - 1]} />`}</td>`)}</tr>`)}</tbody></table>`;
}

function Lawn() {
  return html`
    <pattern id="lawn" width="170" height="170" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="170" height="170" fill="var(--vi-grass)" /><rect width="85" height="170" fill="var(--vi-grass2)" /></pattern>
    <rect x="-4000" y="-4000" width="9000" height="9000" fill="url(#lawn)" />`;
}

// The outlines of the asphalt, the outer one and one for every hole: closed, as corners of the raster from
// the lower left, where place [1, 1] lies between 0 and 1.
export function outline(area) {
  const has = new Set(area.tiles.map(([column, row]) => `${column},${row}`));
  const ahead = new Map(); // from corner to corner, the asphalt at the right hand
  const add = (from, to) => ahead.set(from.join(), [...(ahead.get(from.join()) || []), to]);
  for (const [c, r] of area.tiles) {
    if (!has.has(`${c - 1},${r}`)) add([c - 1, r - 1], [c - 1, r]);
    if (!has.has(`${c},${r + 1}`)) add([c - 1, r], [c, r]);
    if (!has.has(`${c + 1},${r}`)) add([c, r], [c, r - 1]);
    if (!has.has(`${c},${r - 1}`)) add([c, r - 1], [c - 1, r - 1]);
  }
  const loops = [];
  for (const start of ahead.keys()) {
    const loop = [];
    for (let key = start; (ahead.get(key) || []).length; key = loop[loop.length - 1].join()) loop.push(ahead.get(key).pop());
    if (loop.length) loops.push(loop.filter(([x, y], i) => {
      const [a, b] = loop.at(i - 1), [c, d] = loop[(i + 1) % loop.length];
      return !(a === x && x === c) && !(b === y && y === d); // corners alone
    }));
  }
  return loops;
}

// A closed path through these corners, each rounded by as much as its sides allow.
function rounded(corners, radius) {
  const cut = corners.map((corner, i) => {
    const [x, y] = corner;
    const toward = ([x2, y2]) => {
      const long = Math.hypot(x2 - x, y2 - y), by = Math.min(radius, long / 2) / (long || 1);
      return [x + (x2 - x) * by, y + (y2 - y) * by];
    };
    return [toward(corners.at(i - 1)), corner, toward(corners[(i + 1) % corners.length])];
  });
  return `${cut.map(([from, by, to], i) => `${i ? "L" : "M"}${from}Q${by} ${to}`).join("")}Z`;
}

// The middle of the road, square by square, in the direction of the race; nothing where the squares are not known.
function racingLine(state, area, at) {
  const { squares, direction } = state.position;
  if (!squares || squares.length < 3) return null;
  const [west, south] = [Math.min(...squares.map(([x]) => x)), Math.min(...squares.map(([, y]) => y))];
  const way = squares.map(([x, y]) => at([(x - west) * SQUARE + 2, (y - south) * SQUARE + 2]));
  return forward(squares, direction) ? way : way.reverse();
}

// Rubber on the road, arrows that say which way, trees where nobody drives.
function Arrows({ road, starts }) {
  return html`${road.map(([x, y], i) => {
    const [x2, y2] = road[(i + 1) % road.length], [mx, my] = [(x + x2) / 2, (y + y2) / 2];
    if (starts.some(([a, b]) => Math.hypot(a - mx, b - my) < 2 * SIZE)) return null;
    return html`<path key=${i} class="arrow" transform=${`translate(${mx} ${my}) rotate(${angle(x2 - x, y - y2)})`} d="M0-52 26-14H10V48H-10V-14H-26Z" />`;
  })}`;
}

function Trees({ area, at, inside }) {
  const has = new Set(area.tiles.map(([column, row]) => `${column},${row}`));
  const free = (c, r) => [-1, 0, 1].every((dx) => [-1, 0, 1].every((dy) => !has.has(`${c + dx},${r + dy}`)));
  const found_ = [];
  for (let c = -5; c < area.columns + 6; c += 1) for (let r = -5; r < area.rows + 6; r += 1) {
    const chance = (((c + 9) * 37 + (r + 9) * 61) * 29) % 17;
    const within = c > 0 && c <= area.columns && r > 0 && r <= area.rows;
    if (free(c, r) && chance < 5 && (inside || !within)) found_.push([c, r, chance]);
  }
  return html`${found_.map(([c, r, chance]) => {
    const [x, y] = at([c, r]), wide = 62 + chance * 11;
    return html`<${Sprite} key=${`${c},${r}`} sheet="table" name="tree" wide=${wide} high=${wide} x=${x + chance * 6 - 12} y=${y - chance * 7 + 14} />`;
  })}`;
}

function frame(loop) {
  const xs = loop.map(([x]) => x), ys = loop.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
}

// Whether it is a hole, and one with room for a grandstand.
function roomy(loop) {
  const [, , wide, high] = frame(loop);
  const twice = loop.reduce((sum, [x, y], i) => sum + x * loop[(i + 1) % loop.length][1] - loop[(i + 1) % loop.length][0] * y, 0);
  return twice < 0 && -twice / 2 > wide * high - 1 && wide >= 3 * SIZE && high >= 2.4 * SIZE;
}

// A grandstand full of people, and before it the winners' podium; that alone where there is less room.
function Stand({ loop }) {
  const [left, top, wide, high] = frame(loop);
  const both = wide >= 520, long = Math.min(wide - (both ? 330 : 120), 420), [x, y] = [left + wide / 2, top + high / 2];
  const podium = html`<${Sprite} sheet=${SHEET} name="podium" wide=${200} high=${191} x=${both ? x + long / 2 + 5 : x} y=${y - 12} />`;
  if (!both) return podium;
  return html`${podium}<g class="stand" transform=${`translate(${x - long / 2 - 115} ${y - 52})`}>
    <rect class="below" x="8" y="10" width=${long} height="104" rx="6" /><rect class="seats" width=${long} height="104" rx="6" />
    ${[0, 1, 2, 3].map((row) => html`<path key=${row} class=${`crowd c${row % 3}`} d=${[...Array(Math.floor((long - 20) / 17))]
      .map((__, i) => ((i * 7 + row * 5) % 11 > 1 ? `M${16 + i * 17 + (row % 2) * 6} ${38 + row * 18}h0` : "")).join("")} />`)}
    <rect class="roof" y="-10" x="-6" width=${long + 12} height="30" rx="6" /><path class="roof-edge" d=${`M-6 20H${long + 6}`} />
    ${[0, 0.5, 1].map((part) => html`<path key=${part} class="flag" transform=${`translate(${part * long} -10)`} d="M0 0V-42L26-33 0-24" />`)}</g>`;
}

// Brackets on the road behind the line: where cars wait for the start.
function Boxes({ area, starts, ahead: [east, north], at }) {
  const has = new Set(area.tiles.map(([column, row]) => `${column},${row}`));
  const turn = angle(east, north);
  const behind = starts.flatMap(([c, r], i) => [1 + (i % 2), 3 + (i % 2)].map((back) => [c - east * back, r - north * back]))
    .filter((place) => has.has(place.join()));
  return html`${behind.map((place) => html`<path key=${place.join()} class="box" transform=${`translate(${at(place)}) rotate(${turn})`} d="M-28-4V-34H28V-4" />`)}`;
}

// The lines from point to point: red ones along the rows, blue ones across.
function lines(area, at, ways) {
  const has = new Set(area.tiles.map(([column, row]) => `${column},${row}`));
  return area.tiles.flatMap(([column, row]) => ways.filter(([e, n]) => has.has(`${column + e},${row + n}`))
    .map(([e, n]) => `M${at([column, row])}L${at([column + e, row + n])}`)).join("");
}

// Chequered across the road, with a gantry's posts at its ends.
function Start({ places }) {
  const xs = places.map(([x]) => x), ys = places.map(([, y]) => y), side = SIZE / 5;
  const upright = Math.max(...xs) - Math.min(...xs) < 1; // the line runs up the picture
  const long = (upright ? Math.max(...ys) - Math.min(...ys) : Math.max(...xs) - Math.min(...xs)) + SIZE;
  const [x, y] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  const count = Math.round(long / side);
  return html`<g class="start" transform=${`translate(${x} ${y})${upright ? "" : " rotate(90)"}`}>
    <rect x=${-1.5 * side} y=${-long / 2} width=${3 * side} height=${long} />
    <path class="dark" d=${[...Array(3 * count)].map((_, i) => ((i % 3 + Math.floor(i / 3)) % 2 ? ""
      : `M${(i % 3 - 1.5) * side} ${-long / 2 + Math.floor(i / 3) * side}h${side}v${Math.min(side, long - Math.floor(i / 3) * side)}h${-side}z`)).join("")} />
    ${[-1, 1].map((end) => html`<g key=${end} transform=${`translate(0 ${end * long / 2})`}><rect class="post" x="-20" y="-11" width="40" height="22" rx="6" />
      <path class="lights" d="M-9 0h0M0 0h0M9 0h0" /></g>`)}</g>`;
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

// Whether the race goes along the squares as they are listed.
function forward(squares, direction) {
  const turns = squares.reduce((sum, [x, y], i) => {
    const [x2, y2] = squares[(i + 1) % squares.length];
    return sum + x * y2 - x2 * y;
  }, 0);
  return (turns < 0) === (direction === "clockwise");
}

// One place on from this place's square to the next one: east, north.
function aheadOf(state, place) {
  const { squares, direction } = state.position;
  if (!place || !squares || squares.length < 3) return [0, 1];
  const [column, row] = place;
  const [west, south] = [Math.min(...squares.map(([x]) => x)), Math.min(...squares.map(([, y]) => y))];
  const here = squares.findIndex(([x, y]) => x - west === Math.floor((column - 1) / SQUARE) && y - south === Math.floor((row - 1) / SQUARE));
  if (here < 0) return [0, 1];
  const next = squares[(here + (forward(squares, direction) ? 1 : squares.length - 1)) % squares.length];
  return [next[0] - squares[here][0], next[1] - squares[here][1]];
}

function along(state, place) {
  return angle(...aheadOf(state, place));
}

function Car({ place, at, name, state, turn }) {
  const [x, y] = at(place);
  const driven = useDrive(place, state.trail && state.trail.sign === name ? state.trail.places : null, (...to) => at(to));
  const seat = seatOf(state, name) || Number(name);
  return html`
    <g ref=${driven} class=${`racer ${paintOf(state, seat)}`} transform=${`translate(${x} ${y})`}>
      <g class="body" transform=${`rotate(${turn})`}><${Sprite} sheet=${SHEET} name="car-gp" wide=${66} high=${115} /></g>
      <${Mark} sign=${name} size=${38} />
      <title>${state.match.names[seat - 1] || name}</title>
    </g>`;
}

function Place({ place, at: [x, y], leg, name, choose }) {
  return html`<circle class=${`can ${leg}`} ...${pressable(() => choose(place), name)} cx=${x} cy=${y} r=${SIZE / 2 - 6} />`;
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
