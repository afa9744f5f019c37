// Victory with its circuit in the box: points on asphalt, the line, the cars in their colours.

import { html } from "/vendor/htm-preact.js";
import { Things, Zoom, found, pressable, useWindow } from "/things.js";

const SIZE = 20;
const COLOURS = {
  red: "#d40000", blue: "#0072b2", green: "#009e73", yellow: "#f0e442", white: "#fafafa", black: "#1c1b1a",
};

export function draw(given) {
  const area = found(given.state, "map");
  if (area) return html`<${Circuit} ...${given} area=${area} />`;
  const { body, pages } = given.state.scene; // with the circuit on the table there is the lap pad
  return html`<${Things} things=${body.length || given.seat ? body : Object.values(pages)[0]} choose=${given.choose} allowed=${given.allowed} />`;
}

function Circuit({ state, line, area, choose, allowed }) {
  const at = ([column, row]) => [(column - 1) * SIZE, (area.rows - row) * SIZE];
  const reach = choose ? (allowed || []).map((place) => at(place)) : [];
  const [view, turn, whole] = useWindow([-1, -1, area.columns * SIZE + 2, area.rows * SIZE + 2], reach, 9 * SIZE);
  return html`
    <${Zoom} line=${line} turn=${turn} whole=${whole} />
    <svg class="circuit" viewBox=${view} role=${choose ? "group" : "img"} aria-label=${state.match.title}>
      ${area.tiles.map(([column, row, name]) => {
        const [x, y] = at([column, row]);
        return html`<g key=${`${column},${row}`} transform=${`translate(${x} ${y})`}>
          <rect width=${SIZE + 0.5} height=${SIZE + 0.5} class=${name === "=" ? "line" : "asphalt"} />
          <circle cx=${SIZE / 2} cy=${SIZE / 2} r="1.6" /></g>`;
      })}
      ${state.trail && html`<${Trail} trail=${state.trail} at=${at} />`}
      ${choose && (allowed || []).map((place) => html`<${Place} key=${place.join(",")} place=${place} at=${at(place)} choose=${choose} />`)}
      ${area.tokens.map(([column, row, name]) => html`<${Car} key=${name} at=${at([column, row])} name=${name} state=${state} />`)}
    </svg>`;
}

function Car({ at: [x, y], name, state }) {
  const seat = Object.entries(state.scene.badges).find(([, badge]) => badge === name);
  const number = seat ? Number(seat[0]) : Number(name);
  const colour = (state.position.cars || [])[number - 1];
  return html`
    <g class="racer" transform=${`translate(${x + SIZE / 2} ${y + SIZE / 2})`}>
      <circle r="8.5" fill=${COLOURS[colour] || "#9b1c15"} /><text y="4" text-anchor="middle">${name}</text>
      <title>${state.match.names[number - 1] || name}</title>
    </g>`;
}

function Place({ place, at: [x, y], choose }) {
  return html`
    <rect class="can" ...${pressable(() => choose(place), place.join("/"))} x=${x} y=${y} width=${SIZE} height=${SIZE} rx="4" />`;
}

// The last move, from where it began.
function Trail({ trail, at }) {
  if (trail.places.length < 2) return null;
  const points = trail.places.map((place) => at(place).map((side) => side + SIZE / 2).join(","));
  return html`<g class="trail"><polyline class="under" points=${points.join(" ")} /><polyline points=${points.join(" ")} />
    <circle cx=${points[0].split(",")[0]} cy=${points[0].split(",")[1]} r="3.4" /></g>`;
}
