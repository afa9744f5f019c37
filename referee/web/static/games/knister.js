// Knister: everybody's sheet as it lies on the table, the number to write, the numbers called so far.

import { html } from "/vendor/htm-preact.js";
import { pressable } from "/things.js";

const SIZE = 20, RIM = 15; // units of a cell, and of the margin that the points stand in
const SIDE = 5;

export const sheetsToo = true; // it draws the sheets itself

export function draw({ state, choose, allowed, seat }) {
  const sheets = Object.entries(state.scene.sheets);
  if (choose) {
    const [own] = state.scene.sheets[state.view] || [];
    return html`<div class="knister one"><${Sheet} grid=${own} name=${state.match.names[state.view - 1]} choose=${choose} allowed=${allowed} /></div>`;
  }
  const shown = seat ? sheets.filter(([number]) => Number(number) === seat) : sheets;
  const { sums } = state.position;
  return html`
    <div class=${`knister ${shown.length === 1 ? "one" : ""}`} data-count=${shown.length > 6 ? "many" : shown.length}>
      ${shown.map(([number, [grid]]) => html`<${Sheet} key=${number} grid=${grid} name=${state.match.names[number - 1]}
        waits=${state.asks.some((ask) => ask.seats.includes(Number(number)))} />`)}
    </div>
    ${!shown.length && sums.length > 0 && html`<${Called} sums=${sums} />`}`;
}

function Sheet({ grid, name, waits, choose, allowed }) {
  const side = SIDE * SIZE + 2 * RIM;
  const free = new Set((allowed || []).map(String));
  const says = new Map(grid.previews.map(([r, c, text]) => [`${r},${c}`, text]));
  const marked = new Set(grid.marked.map(String));
  const label = `${name}: ${grid.cells.map((row) => row.map((cell) => cell || "–").join(" ")).join("; ")}`;
  const [left, right] = grid.corners;
  return html`
    <figure class=${waits ? "waits" : ""}>
      <figcaption>${name}</figcaption>
      <svg viewBox=${`0 0 ${side} ${side}`} role=${choose ? "group" : "img"} aria-label=${label}>
        ${grid.cells.map((row, r) => row.map((text, c) => html`<${Cell} key=${`${r}.${c}`} r=${r} c=${c} text=${text}
          hint=${marked.has(`${r + 1},${c + 1}`)} says=${says.get(`${r + 1},${c + 1}`)}
          choose=${choose && free.has(`${r + 1},${c + 1}`) ? choose : null} />`))}
        ${grid.right.map((note, r) => html`<text class="points" x=${side - RIM / 2} y=${RIM + r * SIZE + 13}>${note}</text>`)}
        ${grid.above.map((note, c) => html`<text class="points" x=${RIM + c * SIZE + SIZE / 2} y=${RIM - 4}>${note}</text>`)}
        <text class="points" x=${RIM / 2} y=${RIM - 4}>${left}</text>
        <text class="points" x=${side - RIM / 2} y=${RIM - 4}>${right}</text>
      </svg>
    </figure>`;
}

function Cell({ r, c, text, hint, says, choose }) {
  const x = RIM + c * SIZE, y = RIM + r * SIZE;
  const kind = `cell ${(r === c || r + c === SIDE - 1) ? "diagonal" : ""} ${hint ? "hint" : ""}`;
  return html`
    <g transform=${`translate(${x} ${y})`}>
      <rect class=${kind} width=${SIZE} height=${SIZE} />
      <text x=${SIZE / 2} y="14.5">${text}</text>
      ${choose && html`<rect class="can" ...${pressable(() => choose([r + 1, c + 1]), `${r + 1}/${c + 1} ${says || ""}`)}
        x="1" y="1" width=${SIZE - 2} height=${SIZE - 2} rx="2"><title>${says}</title></rect>`}
    </g>`;
}

function Called({ sums }) {
  return html`<ol class="called">${sums.map((sum, i) => html`<li key=${i} class=${i === sums.length - 1 ? "last" : ""}>${sum}</li>`)}</ol>`;
}
