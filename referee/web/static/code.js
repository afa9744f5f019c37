// Where a code from the panel is typed: to come in, or for a seat.

import { html, useState } from "/vendor/htm-preact.js";

export function Typed({ line, label, enter }) {
  const [code, setCode] = useState("");
  return html`
    <form class="typed" onSubmit=${(event) => { event.preventDefault(); enter(code); }}>
      <input aria-label=${label} autocapitalize="characters" autocomplete="off" spellcheck="false"
        maxlength="9" value=${code} onInput=${(event) => setCode(event.target.value)} />
      <button class="main" disabled=${code.replace(/\s/g, "").length < 8}>${line.say("code.enter")}</button>
    </form>`;
}
