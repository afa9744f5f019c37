// Knight Rider with its board in the box: tiles, roads, cars with facing, the red car, diversions.

import { html } from "/vendor/htm-preact.js";
import { Things, Zoom, found, pressable, useWindow } from "/things.js";

const TILE = 40; // units of a tile; fields lie `spacing` to a tile
const WAYS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
const ANGLE = { N: 0, E: 90, S: 180, W: 270 };
const COLOURS = ["#0072b2", "#009e73", "#e69f00", "#cc79a7", "#56b4e9"];

export function draw(given) {
  const town = found(given.state, "streets");
  if (town) return html`<${Town} ...${given} town=${town} />`;
  return html`<${Things} things=${given.state.scene.body} choose=${given.choose} allowed=${given.allowed} />`;
}

function Town({ state, line, town, choose, allowed }) {
  const unit = TILE / town.spacing;
  const xs = town.tiles.map(([x]) => x), ys = town.tiles.map(([, y]) => y);
  const cells = town.cells ? allowed || [] : [];
  const left = Math.min(...xs, ...cells.map(([x]) => x), 0), right = Math.max(...xs, ...cells.map(([x]) => x), 0);
  const low = Math.min(...ys, ...cells.map(([, y]) => y), 0), high = Math.max(...ys, ...cells.map(([, y]) => y), 0);
  const width = (right - left + 1) * TILE, height = (high - low + 1) * TILE;
  const at = (e, n) => [(e - left * town.spacing) * unit + TILE / 2, (high * town.spacing - n) * unit + TILE / 2];
  const place = (e, n) => (town.cells ? at(e * town.spacing, n * town.spacing) : at(e, n));
  const own = town.cars.filter((car) => car[2] && car[2] === state.scene.badges[state.view]).map(([e, n]) => at(e, n));
  const reach = choose ? [...own, ...(allowed || []).map(([e, n]) => place(e, n))] : [];
  const [view, turn, whole] = useWindow([-8, -8, width + 16, height + 16], reach, 4 * TILE);
  return html`
    <${Zoom} line=${line} turn=${turn} whole=${whole} />
    <svg class="town" viewBox=${view} role=${choose ? "group" : "img"} aria-label=${state.match.title}>
      ${town.tiles.map((tile) => html`<${Tile} key=${tile[2]} tile=${tile} at=${at(tile[0] * town.spacing, tile[1] * town.spacing)} />`)}
      ${state.trail && html`<${Trail} trail=${state.trail} at=${at} />`}
      ${choose && (allowed || []).map(([e, n]) => html`
        <${Place} key=${`${e},${n}`} value=${[e, n]} at=${place(e, n)} size=${town.cells ? TILE : unit} choose=${choose}
          says=${(town.previews.find(([a, b]) => a === e && b === n) || [])[2]} />`)}
      ${town.cars.map(([e, n, number, facing, roof], i) => html`
        <${Car} key=${number || "red"} at=${at(e, n)} number=${number} facing=${facing} roof=${roof} shift=${shift(town, i)} />`)}
    </svg>`;
}

// Cars on the same field stand beside each other.
function shift(town, i) {
  const [e, n] = town.cars[i];
  const before = town.cars.slice(0, i).filter(([a, b]) => a === e && b === n).length;
  return before * 7;
}

function Tile({ tile: [, , number, arms, open, turned], at: [x, y] }) {
  const half = TILE / 2;
  return html`
    <g transform=${`translate(${x} ${y})`}>
      <rect x=${-half} y=${-half} width=${TILE - 1} height=${TILE - 1} rx="2" class=${turned ? "ground changed" : "ground"} />
      ${[...(arms || "")].map((arm) => {
        const [dx, dy] = WAYS[arm];
        const closed = open !== undefined && open !== null && !open.includes(arm);
        return html`<path class=${closed ? "street closed" : "street"} d=${`M0 0L${dx * half} ${dy * half}`} />`;
      })}
      <text class="number" x=${-half + 2} y=${half - 3}>${number}</text>
    </g>`;
}

function Car({ at: [x, y], number, facing, roof, shift: aside }) {
  const red = !number;
  return html`
    <g class="racer" transform=${`translate(${x + aside} ${y - aside})`}>
      <g class="body" transform=${`rotate(${ANGLE[facing] || 0}) scale(1.35)`}>
        <path d="M-5 7V-4L0 -9L5 -4V7Z" fill=${red ? "#d40000" : COLOURS[(Number(number) - 1) % COLOURS.length]} class=${roof ? "roof" : ""} />
      </g>
      <text y="4" text-anchor="middle">${red ? "★" : number}</text>
      <title>${red ? "★" : number}${roof ? " ↺" : ""}</title>
    </g>`;
}

function Place({ value, at: [x, y], size, choose, says }) {
  return html`
    <rect class="can" ...${pressable(() => choose(value), `${value.join("/")} ${says || ""}`)} x=${x - size / 2} y=${y - size / 2}
      width=${size - 1} height=${size - 1} rx="3"><title>${says || value.join("/")}</title></rect>`;
}

// The last move, from where it began.
function Trail({ trail, at }) {
  if (trail.places.length < 2) return null;
  const points = trail.places.map((place) => at(...place).join(","));
  return html`<g class="trail"><polyline class="under" points=${points.join(" ")} /><polyline points=${points.join(" ")} />
    <circle cx=${points[0].split(",")[0]} cy=${points[0].split(",")[1]} r="3.4" /></g>`;
}
