// The rule behind something, for whoever asks.

import { html, useState } from "/vendor/htm-preact.js";

export function Why({ line, clause }) {
  const [text, setText] = useState("");
  if (!clause) return null;
  const ask = () => (text ? setText("") : line.ask({ verb: "help", clause }, false).then((r) => setText(r.text || r.message)));
  return html`<button class="why" aria-label=${line.say("why")} aria-expanded=${Boolean(text)} onClick=${ask}>?</button>
    ${text && html`<small class="rule"><b>${clause}</b> ${text}</small>`}`;
}
