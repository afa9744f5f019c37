// D'raf: the whole motorway, lying; traffic drives to the right, lane 1 at the top.

import { html, useEffect, useRef } from "/vendor/htm-preact.js";
import { pressable } from "/things.js";

const SIZE = 24;
const COLOURS = { red: "#d55e00", blue: "#0072b2", yellow: "#f0e442", green: "#009e73", white: "#f7f7f2" };

const SIGNS = {
  police: html`<circle cx="12" cy="12" r="8" fill="#0072b2" /><text x="12" y="16" fill="#fff">P</text>`,
  ramp: html`<path d="M3 19L21 19L21 6Z" fill="#e69f00" />`,
  water: html`<path d="M2 9q5-5 10 0t10 0v8q-5 5-10 0t-10 0z" fill="#56b4e9" />`,
  caltrops: html`<path d="M12 3l2 6 7-1-5 5 4 7-8-4-8 4 4-7-5-5 7 1z" fill="#1c1b1a" stroke="#fff" />`,
  truck: html`<path d="M2 7h13v10H2zM16 10h4l2 4v3h-6z" fill="#cc79a7" /><circle cx="6" cy="18" r="2.4" /><circle cx="17" cy="18" r="2.4" />`,
  service: html`<path d="M9 3h6v6h6v6h-6v6H9v-6H3V9h6z" fill="#f0e442" />`,
  joker: html`<text x="12" y="18" fill="#fff" class="large">★</text>`,
  covered: null,
  plain: null,
};

export function draw({ state, choose, allowed }) {
  const { road, drivers } = state.position;
  const lanes = road.lanes.length;
  const rows = Math.max(8, ...road.lanes.flatMap((lane) => Object.keys(lane).map(Number)),
    ...drivers.map((driver) => driver.row), ...(allowed || []).map(([, row]) => row)) + 2;
  const frame = useRef(null);
  const focus = focusRow(state, allowed);
  useEffect(() => {
    const box = frame.current;
    if (box) box.scrollLeft = (focus / rows) * box.scrollWidth - box.clientWidth * 0.6;
  }, [focus, rows]);
  return html`
    <div class="road" ref=${frame} tabindex="0" role="region" aria-label=${state.match.title}>
      <svg viewBox=${`0 -12 ${rows * SIZE} ${lanes * SIZE + 14}`} role="img">
        <title>${state.match.title}</title>
        ${[...Array(rows)].map((_, i) => (i + 1) % 5 === 0 && html`
          <text class="row" x=${i * SIZE + 12} y="-3" text-anchor="middle">${i + 1}</text>`)}
        ${road.lanes.map((lane, l) => Object.entries(lane).map(([row, name]) => html`
          <${Tile} key=${`${l}.${row}`} x=${(row - 1) * SIZE} y=${l * SIZE} name=${name} />`))}
        ${Object.entries(road.ends || {}).map(([lane, row]) => html`
          <path key=${`end ${lane}`} class="barrier" d=${`M${Number(row) * SIZE} ${(lane - 1) * SIZE}v${SIZE}`} />`)}
        ${drivers.map((driver, i) => driver.row > 0 && html`
          <${Car} key=${`car ${i}`} driver=${driver} number=${i + 1} />`)}
        ${choose && (allowed || []).map(([lane, row]) => html`
          <${Place} key=${`at ${lane}.${row}`} lane=${lane} row=${row} choose=${choose} />`)}
      </svg>
    </div>`;
}

function focusRow(state, allowed) {
  if (allowed && allowed.length) return Math.max(...allowed.map(([, row]) => row));
  const { drivers, turn } = state.position;
  const seat = state.view || turn;
  const own = seat && drivers[seat - 1] && !drivers[seat - 1].out ? drivers[seat - 1].row : 0;
  return own || Math.max(...drivers.filter((driver) => !driver.out).map((driver) => driver.row), 1);
}

function Tile({ x, y, name }) {
  return html`
    <g class="tile" transform=${`translate(${x} ${y})`}>
      <title>${name}</title>
      <rect width=${SIZE - 1} height=${SIZE - 1} rx="2" class=${name} />
      ${SIGNS[name]}
    </g>`;
}

function Car({ driver, number }) {
  const x = (driver.row - 1) * SIZE, y = (driver.lane - 1) * SIZE;
  return html`
    <g class=${`car ${driver.out ? "out" : ""}`} transform=${`translate(${x} ${y})`}>
      <path d="M2 5h13l7 7-7 7H2z" fill=${COLOURS[driver.colour] || "#999"} />
      <text x="10" y="16">${number}</text>
    </g>`;
}

function Place({ lane, row, choose }) {
  return html`
    <rect class="can" ...${pressable(() => choose([lane, row]), `${lane}/${row}`)} x=${(row - 1) * SIZE} y=${(lane - 1) * SIZE}
      width=${SIZE - 1} height=${SIZE - 1} rx="2" />`;
}
