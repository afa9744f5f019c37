// A code that is typed: the one that lets a page in, and the one of a seat.

import { html, useState } from "/vendor/htm-preact.js";

const LENGTH = 8;

export function Typed({ line, label, begin = "", enter }) {
  const [code, setCode] = useState(begin);
  const typed = (event) => { event.preventDefault(); enter(code); };
  return html`
    <form class="typed" onSubmit=${typed}>
      <input aria-label=${label} autocapitalize="characters" autocomplete="off" spellcheck="false"
        maxlength="9" value=${code} onInput=${(event) => setCode(event.target.value)} />
      <button class="main" disabled=${code.replace(/\s/g, "").length < LENGTH}>${line.say("code.enter")}</button>
    </form>`;
}
