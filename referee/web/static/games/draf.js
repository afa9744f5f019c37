// D'raf: the motorway, from the scene's own map.

import { html } from "/vendor/htm-preact.js";
import { Things } from "/things.js";

export function draw({ state, choose, allowed, body }) {
  return html`<${Things} things=${body || state.scene.body} choose=${choose} allowed=${allowed} />`;
}
