// Kept matches, step by step, as everybody may see them.

import { html, useState, useEffect } from "/vendor/htm-preact.js";
import { Rulings, drawing } from "/board.js";
import { Things } from "/things.js";

export function Record({ line }) {
  const [matches, setMatches] = useState(null);
  const [chosen, setChosen] = useState(null);
  useEffect(() => { line.ask({ do: "matches" }).then((reply) => setMatches(reply.matches || [])); }, [line.welcome]);
  if (chosen) return html`<${Steps} line=${line} match=${chosen} back=${() => setChosen(null)} />`;
  if (!matches) return html`<p role="status">…</p>`;
  if (!matches.length) return html`<p>${line.say("record.none")}</p>`;
  return html`
    <h1>${line.say("record")}</h1>
    <ul class="choices">${matches.map((match) => html`<li key=${match.id}>
      <button onClick=${() => setChosen(match)}>
        <b>${match.title}</b> ${match.names.filter(Boolean).join(", ") || match.names.length}
        <small> #${match.id}, ${new Date(match.changed * 1000).toLocaleDateString(line.welcome.language)},
          ${line.say(`record.${match.status}`)}</small></button></li>`)}
    </ul>`;
}

function Steps({ line, match, back }) {
  const [at, setAt] = useState(0);
  const [shown, setShown] = useState(null);
  useEffect(() => {
    let late = false;
    line.ask({ do: "record", match: match.id, step: at }).then((reply) => { if (!late) setShown(reply); });
    return () => { late = true; };
  }, [at, line.welcome]);
  if (!shown) return html`<p role="status">…</p>`;
  if (shown.type !== "record") {
    return html`<p role="alert">${shown.message}</p><button onClick=${back}>${line.say("back")}</button>`;
  }
  const { state, entry } = shown;
  const Draw = drawing(state.match.game);
  const move = (to) => setAt(Math.max(0, Math.min(shown.steps, to)));
  return html`
    <h1>${state.match.title} <small>#${match.id}</small></h1>
    <p class="steps">
      <button aria-label="−1" onClick=${() => move(at - 1)} disabled=${at === 0}>◀</button>
      <input type="range" min="0" max=${shown.steps} value=${at} aria-label=${line.say("record")}
        onChange=${(event) => move(Number(event.target.value))} />
      <button aria-label="+1" onClick=${() => move(at + 1)} disabled=${at === shown.steps}>▶</button>
      <span>${line.say("record.step", { n: shown.step, of: shown.steps })}</span>
    </p>
    ${entry && html`<p class="turn"><b>${state.match.names[entry.seat - 1]}</b> ${entry.verb}
      ${Object.values(entry.args).join(", ")}</p>`}
    ${state.result && html`<p class="result">${state.result.text}</p>`}
    <${Draw} state=${state} line=${line} />
    ${Object.entries(state.scene.sheets).map(([seat, things]) => html`
      <figure key=${seat}><figcaption>${state.match.names[seat - 1]}</figcaption><${Things} things=${things} /></figure>`)}
    <${Rulings} line=${line} state=${state} />
    <button class="plain" onClick=${back}>${line.say("back")}</button>`;
}
