// Knight Rider with its board in the box: tiles, roads, diversions, cars with facing, the red car.

import { html } from "/vendor/htm-preact.js";
import { Things, Zoom, found, pressable, useWindow } from "/things.js";

const TILE = 40; // units of a tile; fields lie `spacing` to a tile
const CARD = 13; // half a diversion card's side
const WAYS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
const ANGLE = { N: 0, E: 90, S: 180, W: 270 };
const COLOURS = ["#0072b2", "#009e73", "#e69f00", "#cc79a7", "#56b4e9"];

// Fields that have not the look of a place, while their values lie on the board all the same.
export function places(state, field) {
  return ["tableau", "gate"].includes(field.name) && Boolean(found(state, "streets"));
}

export function draw(given) {
  const town = found(given.state, "streets");
  if (town) return html`<${Town} ...${given} town=${town} />`;
  return html`<${Things} things=${given.state.scene.body} choose=${given.choose} allowed=${given.allowed} />`;
}

// How a tile in hand lies, or what a diversion joins, beside its letters.
export function picture(name, value) {
  if (name !== "arms" && name !== "joins") return null;
  return html`<svg class="town piece" viewBox="-20 -20 40 40" aria-hidden="true">
    ${name === "arms" ? html`<${Piece} arms=${value} />` : html`<${Card} joins=${value} />`}</svg>`;
}

function Town({ state, line, town, choose, field, allowed, called, next, given }) {
  const spots = choose ? spotsOf(town, field, allowed) : [];
  const [left, low, right, high] = extent(town, spots);
  const at = (e, n) => [((e - left) * TILE), ((high - n) * TILE)];
  const on = (e, n) => at(e / town.spacing, n / town.spacing);
  const own = town.cars.filter((car) => car[2] && car[2] === state.scene.badges[state.view]).map(([e, n]) => on(e, n));
  const reach = choose ? [...own, ...spots.map((spot) => at(...spot.cell))] : [];
  const half = TILE / 2 + 8;
  const all = [-half, -half, (right - left) * TILE + 2 * half, (high - low) * TILE + 2 * half];
  const [view, turn, whole] = useWindow(all, reach, 4 * TILE);
  const ghosts = given && given.cell ? town.laying.filter(([x, y]) => x === given.cell[0] && y === given.cell[1]) : town.laying;
  const aim = given && town.tiles.find((tile) => tile[2] === String(given.tableau));
  return html`
    <${Zoom} line=${line} turn=${turn} whole=${whole} />
    <svg class="town" viewBox=${view} role=${choose ? "group" : "img"} aria-label=${state.match.title}>
      ${town.empty.map(([x, y]) => html`<${Square} key=${`-${x},${y}`} name="centre" at=${at(x, y)} />`)}
      ${town.tiles.map((tile) => html`<${Tile} key=${tile[2]} tile=${tile} at=${at(tile[0], tile[1])} />`)}
      ${ghosts.map(([x, y, arms]) => html`
        <g key=${`+${x},${y}`} class="ghost" transform=${`translate(${at(x, y)})`}><${Piece} arms=${arms} /></g>`)}
      ${[...town.notable, ...(aim ? [aim] : [])].map(([x, y]) => html`<${Square} key=${`!${x},${y}`} name="notable" at=${at(x, y)} />`)}
      ${state.trail && html`<${Trail} trail=${state.trail} at=${on} />`}
      ${spots.map((spot) => html`
        <${Place} key=${String(spot.value)} spot=${spot} at=${at(...spot.cell)} size=${spot.wide ? TILE : TILE / town.spacing}
          choose=${choose} name=${called(spot.value)} next=${next && next(spot.value)} />`)}
      ${town.cars.map((car, i) => html`
        <${Car} key=${car[2] || "red"} car=${car} at=${standing(town, i, on)} small=${beside(town, i).length > 1} name=${named(state, car[2])} />`)}
    </svg>`;
}

// The outermost cells: west, south, east, north.
function extent(town, spots) {
  const before = town.cars.filter((car) => car[5]).map(([e, n, , facing]) => [
    e / town.spacing - WAYS[facing][0] * 0.4, n / town.spacing + WAYS[facing][1] * 0.4]);
  const cells = [[0, 0], ...town.tiles, ...town.empty, ...town.laying, ...spots.map((spot) => spot.cell), ...before];
  const xs = cells.map(([x]) => x), ys = cells.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

// Where the values of a field lie: cells, fields, tiles by number, road ends of the tile in the frame.
function spotsOf(town, field, allowed) {
  const s = town.spacing;
  if (field.name === "tableau") {
    return town.tiles.filter((tile) => allowed.includes(Number(tile[2])))
      .map((tile) => ({ value: Number(tile[2]), cell: [tile[0], tile[1]], wide: true }));
  }
  if (field.name === "gate") {
    return town.notable.flatMap(([x, y]) => allowed.map((side) => (
      { value: side, cell: [x + WAYS[side][0] / 2, y - WAYS[side][1] / 2] })));
  }
  return allowed.map(([e, n]) => ({
    value: [e, n], cell: town.cells ? [e, n] : [e / s, n / s], wide: town.cells,
    says: (town.previews.find(([a, b]) => a === e && b === n) || [])[2],
  }));
}

// The cars that stand in the same place, as their numbers in the list.
function beside(town, i) {
  const key = ([e, n, , , , outside]) => `${e},${n},${outside}`;
  return town.cars.map((_, other) => other).filter((other) => key(town.cars[other]) === key(town.cars[i]));
}

// Cars in the same place stand side by side; one that has not started stands before the road end.
function standing(town, i, on) {
  const [e, n, , facing, , outside] = town.cars[i];
  const here = beside(town, i), shift = (2 * here.indexOf(i) - here.length + 1) * 6.5;
  const [x, y] = on(e, n);
  const [dx, dy] = outside && facing ? WAYS[facing] : [0, 0];
  return [x + shift - dx * 17, y - dy * 17];
}

function named(state, sign) {
  const seat = Object.keys(state.scene.badges).find((number) => state.scene.badges[number] === sign);
  return seat ? state.match.names[Number(seat) - 1] : "";
}

function Square({ name, at: [x, y] }) {
  return html`<rect class=${name} x=${x - TILE / 2 + 1} y=${y - TILE / 2 + 1} width=${TILE - 3} height=${TILE - 3} rx="2" />`;
}

function Tile({ tile: [, , number, arms, open, , covers], at }) {
  const top = covers[covers.length - 1];
  const says = covers.length ? `${number}: ${covers.map(([name]) => name).reverse().join(", ")}` : number;
  return html`
    <g transform=${`translate(${at})`}><title>${says}</title>
      <${Piece} arms=${arms} open=${open} />
      ${top && html`<${Card} joins=${top[1]} />`}
      <text class="number" x=${-TILE / 2 + 2} y=${TILE / 2 - 3}>${number}</text>
      ${covers.length > 1 && html`<text class="number" x=${TILE / 2 - 10} y=${7 - TILE / 2}>×${covers.length}</text>`}
    </g>`;
}

// The ground with its roads; arms that a diversion has cut off are barred.
function Piece({ arms, open }) {
  const half = TILE / 2;
  return html`
    <rect x=${0.5 - half} y=${0.5 - half} width=${TILE - 1} height=${TILE - 1} rx="2" class="ground" />
    ${[...arms].map((arm) => {
      const [dx, dy] = WAYS[arm];
      const cut = open !== undefined && !open.includes(arm);
      return html`<path key=${arm} class=${cut ? "street closed" : "street"} d=${`M0 0L${dx * half} ${dy * half}`} />`;
    })}
    <circle class="crossing" r="6.5" />`;
}

// A diversion card with its road; the roadblock joins nothing.
function Card({ joins }) {
  return html`
    <g class="diversion"><rect x=${-CARD} y=${-CARD} width=${2 * CARD} height=${2 * CARD} rx="2" />
      ${[...joins].map((side) => html`<path key=${side} class="street" d=${`M0 0L${WAYS[side][0] * CARD} ${WAYS[side][1] * CARD}`} />`)}
      ${joins && html`<circle r="4.5" />`}
      ${!joins && html`<path class="barrier" d=${`M${-CARD + 2} ${CARD - 2}L${CARD - 2} ${-CARD + 2}M${-CARD + 2} ${-CARD + 2}L${CARD - 2} ${CARD - 2}`} />`}
    </g>`;
}

function Car({ car: [, , number, facing, roof], at, small, name }) {
  const red = !number;
  return html`
    <g class="racer" transform=${`translate(${at})`}>
      <g class="body" transform=${`rotate(${ANGLE[facing] || 0}) scale(${small ? 1.05 : 1.35})`}>
        <path d="M-5 7V-4L0 -9L5 -4V7Z" fill=${red ? "#d40000" : COLOURS[(Number(number) - 1) % COLOURS.length]} class=${roof ? "roof" : ""} />
      </g>
      <text y="4" text-anchor="middle">${red ? "★" : number}</text>
      <title>${red ? "★" : `${number} ${name}`}${roof ? " ↺" : ""}</title>
    </g>`;
}

// One press: where a car may face several ways at its end, every part of the place is one of them.
function Place({ spot: { value, says }, at: [x, y], size, choose, name, next }) {
  const label = `${name}${says ? ` - ${says}` : ""}`;
  const ways = next && next.name === "facing" && next.values.length > 1 && window.innerWidth >= 700 ? next.values : null;
  if (!ways) {
    return html`
      <rect class=${size === TILE ? "can wide" : "can"} ...${pressable(() => choose(value), label)} x=${x - size / 2} y=${y - size / 2}
        width=${size - 1} height=${size - 1} rx="3"><title>${label}</title></rect>`;
  }
  return html`<g transform=${`translate(${x} ${y})`}>${ways.map((way, i) => html`
    <g key=${way}>
      <path class="can" ...${pressable(() => choose(value, { facing: way }), `${label}, ${next.labels[i]}`)}
        d=${part(way, ways, size / 2 - 0.5)}><title>${label}, ${next.labels[i]}</title></path>
      <path class="way" transform=${`rotate(${ANGLE[way]})`} d=${`M-2.2 ${3.4 - size / 2}L0 ${0.9 - size / 2}L2.2 ${3.4 - size / 2}`} />
    </g>`)}</g>`;
}

// The part of a square, cut into eighths from its middle, that lies nearest to this side of those.
function part(side, sides, half) {
  const round = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
  const turn = (a, b) => Math.min((a - b + 360) % 360, (b - a + 360) % 360);
  const far = (i, way) => turn(45 * i + 22.5, ANGLE[way]);
  const own = (i) => sides.every((other) => far(i % 8, side) <= far(i % 8, other));
  const first = round.findIndex((_, i) => own(i) && !own(i + 7));
  const corners = [];
  for (let i = first; own(i) || i === first; i += 1) corners.push(round[i % 8], round[(i + 1) % 8]);
  return `M0 0${corners.map(([x, y]) => `L${x * half} ${y * half}`).join("")}Z`;
}

// The last move, from where it began.
function Trail({ trail, at }) {
  if (trail.places.length < 2) return null;
  const points = trail.places.map((place) => at(...place).join(","));
  return html`<g class="trail"><polyline class="under" points=${points.join(" ")} /><polyline points=${points.join(" ")} />
    <circle cx=${points[0].split(",")[0]} cy=${points[0].split(",")[1]} r="3.4" /></g>`;
}
