// Victory with its circuit in the box: points on asphalt, the line, the cars in their colours.

import { html } from "/vendor/htm-preact.js";
import { Things } from "/things.js";

const SIZE = 20;
const COLOURS = {
  red: "#d40000", blue: "#0072b2", green: "#009e73", yellow: "#f0e442", white: "#fafafa", black: "#1c1b1a",
};

export function draw({ state, choose, allowed }) {
  const area = state.scene.body.find((thing) => thing.type === "map");
  if (!area) return html`<${Things} things=${state.scene.body} choose=${choose} allowed=${allowed} />`;
  const at = ([column, row]) => [(column - 1) * SIZE, (area.rows - row) * SIZE];
  return html`
    <svg class="circuit" viewBox=${`-1 -1 ${area.columns * SIZE + 2} ${area.rows * SIZE + 2}`} role="img"
        aria-label=${state.match.title}>
      ${area.tiles.map(([column, row, name]) => {
        const [x, y] = at([column, row]);
        return html`<g key=${`${column},${row}`} transform=${`translate(${x} ${y})`}>
          <rect width=${SIZE + 0.5} height=${SIZE + 0.5} class=${name === "=" ? "line" : "asphalt"} />
          <circle cx=${SIZE / 2} cy=${SIZE / 2} r="1.6" /></g>`;
      })}
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
  const pressed = (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), choose(place));
  return html`
    <rect class="can" role="button" tabindex="0" aria-label=${place.join("/")} x=${x} y=${y} width=${SIZE} height=${SIZE} rx="4"
      onClick=${() => choose(place)} onKeyDown=${pressed} />`;
}
