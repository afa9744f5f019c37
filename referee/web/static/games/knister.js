// Knister: everybody's sheet in a pencil's hand, as it lies on the table; the number to write.

import { html } from "/vendor/htm-preact.js";
import { Sign, paintOf, standing } from "/people.js";
import { Sprite, pressable, useLanding, useSettled, useSure } from "/things.js";

const SIZE = 73, LEFT = 22, TOP = 96; // units of a cell, and where the first one stands
const SIDE = 5;
const NOTE = 50; // the box of a line's points
const HATCH = [0, 24, 48].map((by) => `M${by} 0 ${SIZE} ${SIZE - by}${by ? `M0 ${by} ${SIZE - by} ${SIZE}` : ""}`).join(""); // along the diagonal
const WIDE = LEFT + SIDE * SIZE + 62, HIGH = TOP + SIDE * SIZE + 16;

const MOST = 4; // sheets that find room beside the ranking

export const sheetsToo = true; // it draws the sheets itself

export function draw({ state, line, choose, allowed, seat }) {
  const sheets = Object.entries(state.scene.sheets);
  if (choose) {
    const [own] = state.scene.sheets[state.view] || [];
    return html`<div class="knister one"><${Sheet} state=${state} line=${line} grid=${own} seat=${state.view} choose=${choose} allowed=${allowed} /></div>`;
  }
  const shown = seat ? sheets.filter(([number]) => Number(number) === seat) : sheets;
  const { sums } = state.position;
  const wide = columns(shown.length), hole = shown.length > 2 ? (wide - (shown.length % wide)) % wide : 0;
  return html`
    ${shown.length > 0 && html`<div class=${`knister ${shown.length === 1 ? "one" : ""}`} data-count=${shown.length}
      style=${`--columns: ${wide}; --rows: ${Math.ceil(shown.length / wide)};`}>
      ${shown.map(([number, [grid]]) => html`<${Sheet} key=${number} state=${state} grid=${grid} seat=${Number(number)}
        own=${shown.length === 1} waits=${state.asks.some((ask) => ask.seats.includes(Number(number)))} />`)}
      ${hole > 0 && html`<div class="aside" style=${`grid-column: span ${hole};`}><${Combinations} state=${state} /><${Called} sums=${sums} /></div>`}
    </div>`}
    ${!shown.length && sums.length > 0 && html`<${Called} sums=${sums} />`}`;
}

const DESK = [1420, 1060]; // a television's pixels beside the rail

// How many sheets stand side by side, so that they are as large as they can be on a wide screen.
export function columns(count) {
  const scale = (wide) => Math.min((DESK[0] / wide - 12) / (WIDE + 40), (DESK[1] / Math.ceil(count / wide) - 57) / (HIGH - 34));
  return [...Array(count)].map((_, i) => i + 1).reduce((best, wide) => (scale(wide) > scale(best) + 0.001 ? wide : best), 1);
}

function Sheet({ state, line, grid, seat, waits, choose, allowed, own }) {
  const [ask, sure] = useSure(line);
  const name = state.match.names[seat - 1];
  const free = new Set((allowed || []).map(String));
  const says = new Map(grid.previews.map(([r, c, text]) => [`${r},${c}`, text]));
  const marked = new Set(grid.marked.map(String));
  const label = `${name}: ${grid.cells.map((row) => row.map((cell) => cell || "–").join(" ")).join("; ")}`;
  const [left, right] = grid.corners;
  const points = (standing(state, seat)[0] || [])[1];
  return html`
    <figure class=${`${paintOf(state, seat)} ${waits ? "waits" : ""}`}>
      <figcaption><${Sign} state=${state} seat=${seat} /> ${name}${points && html` <b class="num">${points}</b>`}</figcaption>
      <svg ref=${useSettled()} viewBox=${`-40 34 ${WIDE + 40} ${HIGH - 34}`} role=${choose ? "group" : "img"} aria-label=${label} onClickCapture=${ask}>
        ${grid.cells.map((row, r) => row.map((text, c) => html`<${Cell} key=${`${r}.${c}`} r=${r} c=${c} text=${text}
          hint=${marked.has(`${r + 1},${c + 1}`)} says=${says.get(`${r + 1},${c + 1}`)}
          choose=${choose && free.has(`${r + 1},${c + 1}`) ? choose : null} />`))}
        <rect class="frame" x=${LEFT} y=${TOP} width=${SIDE * SIZE} height=${SIDE * SIZE} rx="3" />
        ${grid.right.map((note, r) => html`<${Points} key=${`r${r}`} x=${LEFT + SIDE * SIZE + 33} y=${TOP + (r + 0.5) * SIZE} text=${note} />`)}
        ${grid.above.map((note, c) => html`<${Points} key=${`c${c}`} x=${LEFT + (c + 0.5) * SIZE} y=${TOP - 33} text=${note} />`)}
        <${Points} x=${LEFT - 33} y=${TOP - 33} text=${left} strong /><${Points} x=${LEFT + SIDE * SIZE + 33} y=${TOP - 33} text=${right} strong />
      </svg>
      ${(choose || own) && html`<${Combinations} state=${state} />`}
      ${sure}
    </figure>`;
}

// The sheets with the points of their lines: how the sums came about.
export function Story({ state }) {
  const seats = state.result.places.map(([, seat]) => seat).filter((seat) => state.scene.sheets[seat]).slice(0, MOST);
  return seats.length > 0 && html`<div class="knister came" style=${`--columns: ${seats.length}; --rows: 1;`}>${seats.map((seat) => html`
    <${Sheet} key=${seat} state=${state} grid=${state.scene.sheets[seat][0]} seat=${seat} />`)}</div>`;
}

// Where the points of the ranking come from.
export function facts(state, seat) {
  const [grid] = state.scene.sheets[seat] || [], { words } = state.match;
  if (!grid) return [];
  const sum = (notes) => notes.reduce((all, note) => all + (Number(note) || 0), 0);
  return [["rows", grid.right], ["columns", grid.above], ["diagonals", grid.corners]].map(([name, notes]) => words[name].replace("{n}", sum(notes)));
}

// What a line may bring, as a page of the scene lists it; where a phone has room below the sheet.
function Combinations({ state }) {
  const list = Object.values(state.scene.pages).flat().find(({ type, heads, rows }) => type === "table" && !heads.join("") && rows.length > 4
    && !rows.some(([name]) => state.match.names.includes(name)));
  if (!list) return null;
  return html`<dl class="combinations">${list.rows.map(([name, points]) => html`<div key=${name}><dt>${name}</dt><dd>${points}</dd></div>`)}</dl>`;
}

function Cell({ r, c, text, hint, says, choose }) {
  const x = LEFT + c * SIZE, y = TOP + r * SIZE;
  const kind = `cell ${(r === c || r + c === SIDE - 1) ? "diagonal" : ""} ${hint ? "hint" : ""}`;
  return html`
    <g transform=${`translate(${x} ${y})`}>
      <rect class=${kind} width=${SIZE} height=${SIZE} />
      ${r === c && html`<path class="double" d=${HATCH} />`}${r + c === SIDE - 1 && html`<path class="double" transform=${`translate(${SIZE}) scale(-1 1)`} d=${HATCH} />`}
      <${Written} key=${text} text=${text} x=${SIZE / 2} y=${SIZE / 2} high=${46} lean=${(r * 7 + c * 11) % 9 - 4} />
      ${choose && html`<rect class="can" ...${pressable(() => choose([r + 1, c + 1]), `${"ABCDE"[c]}${r + 1}${says ? ` · ${says}` : ""}`)}
        x="1" y="1" width=${SIZE - 2} height=${SIZE - 2} rx="8"><title>${says}</title></rect>
        ${brings(says) && html`<text class="brings" x=${SIZE / 2} y=${SIZE / 2 + 8}>${brings(says)}</text>`}`}
    </g>`;
}

// The points that a cell brings, as its preview begins: "+8".
function brings(says) {
  return ((says || "").match(/^\+\d+/) || [""])[0];
}

// Digits in a pencil's hand, a little askew.
function Written({ text, x, y, high, lean = 0 }) {
  const signs = [...String(text || "")].map((sign) => sign.toLowerCase()).filter((sign) => /[0-9x]/.test(sign));
  const wide = high * 34 / 50, step = wide * 0.82;
  return html`<g ref=${useLanding()} class="written laid" transform=${`translate(${x} ${y}) rotate(${lean})`}>${signs.map((sign, i) => html`
    <${Sprite} key=${i} sheet="knister" name=${`pen-${sign}`} wide=${wide} high=${high} x=${(i - (signs.length - 1) / 2) * step} />`)}</g>`;
}

function Points({ x, y, text, strong }) {
  return html`<g class="points"><rect class=${strong ? "strong" : ""} x=${x - NOTE / 2} y=${y - NOTE / 2} width=${NOTE} height=${NOTE} rx="5" />
    <${Written} text=${text} x=${x} y=${y} high=${34} lean=${-4} /></g>`;
}

function Called({ sums }) {
  return html`<ol class="called">${sums.map((sum, i) => html`<li key=${i} class=${i === sums.length - 1 ? "last" : ""}>${sum}</li>`)}</ol>`;
}
