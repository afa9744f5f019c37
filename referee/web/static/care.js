// Settings of the household, and what the self-test finds, the seat box among it.

import { html, useEffect, useState } from "/vendor/htm-preact.js";

const SIGNS = { good: "✓", note: "•", bad: "✗" };

export function Care({ line }) {
  return html`
    <h1>${line.say("care")}</h1>
    <${Settings} line=${line} />
    <${Findings} line=${line} />`;
}

function Settings({ line }) {
  const [held, setHeld] = useState(null);
  const put = (set) => line.ask({ do: "settings", set }).then(setHeld);
  useEffect(() => { put({}); }, [line.welcome]);
  if (!held) return html`<p role="status">…</p>`;
  if (held.type !== "settings") return html`<p role="alert">${held.message}</p>`;
  const { labels } = held;
  const mute = (kind, on) => put({ muted: on ? held.muted.filter((k) => k !== kind) : [...held.muted, kind] });
  return html`
    <form class="setup">
      <fieldset><legend>${line.say("care.settings")}</legend>
        <${Pick} label=${labels.language} value=${held.language} choices=${Object.entries(held.languages)}
          put=${(language) => put({ language })} />
        <label><input type="checkbox" checked=${held.sound} onChange=${(event) => put({ sound: event.target.checked })} />
          <span>${labels.sound}</span></label>
        <${Pick} label=${labels.contrast} value=${held.contrast} choices=${[...Array(held.contrasts)].map((_, i) => [i, i + 1])}
          put=${(contrast) => put({ contrast: Number(contrast) })} />
        ${held.speech !== null && html`<${Pick} label=${labels.speech} value=${held.speech}
          choices=${Object.entries(held.levels)} put=${(speech) => put({ speech })} />`}
      </fieldset>
      <details class="group"><summary>${labels.sounds}</summary>
        ${Object.entries(held.sounds).map(([kind, name]) => html`<label key=${kind}>
          <input type="checkbox" checked=${!held.muted.includes(kind)} onChange=${(event) => mute(kind, event.target.checked)} />
          <span>${name}</span></label>`)}
      </details>
    </form>`;
}

function Pick({ label, value, choices, put }) {
  return html`<label><span>${label}</span>
    <select value=${value} onChange=${(event) => put(event.target.value)}>
      ${choices.map(([key, name]) => html`<option value=${key}>${name}</option>`)}</select></label>`;
}

function Findings({ line }) {
  const [found, setFound] = useState(null);
  const look = () => { setFound(null); line.ask({ do: "care" }, false).then(setFound); };
  useEffect(look, [line.welcome]);
  if (!found) return html`<p role="status">…</p>`;
  if (found.type !== "care") return html`<p role="alert">${found.message}</p>`;
  return html`
    <h2>${line.say("care.findings")}</h2>
    ${found.findings.length === 0 && html`<p>${line.say("care.none")}</p>`}
    <ul class="findings">${found.findings.map((one, i) => html`<li key=${i} class=${one.grade}>
      <span aria-hidden="true">${SIGNS[one.grade]}</span> <span class="unseen">${line.say(`care.${one.grade}`)}:</span>
      <b>${one.part}</b> ${one.text}</li>`)}</ul>
    ${found.lost.map((part) => html`<p role="alert">${line.say("care.lost", { part })}</p>`)}
    <p><button onClick=${look}>${line.say("care.again")}</button></p>
    <p class="hint">Tabletop Referee ${found.version}</p>`;
}
