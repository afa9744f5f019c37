// Kept matches, step by step, as everybody may see them.

import { html, useState, useEffect } from "/vendor/htm-preact.js";
import { End, Rulings, drawing } from "/board.js";
import { Pages, Sheets } from "/television.js";
import { Coming, useDrawing } from "/drawings.js";
import { Sign, paintOf } from "/people.js";

export function Record({ line }) {
  const [matches, setMatches] = useState(null);
  const [chosen, setChosen] = useState(null);
  const look = () => line.ask({ do: "matches" }, false).then((reply) => setMatches(reply.matches || []));
  useEffect(() => { look(); }, [line.welcome]);
  const [wanted, step] = location.hash.split("/").slice(1).map(Number); // a link to a step: #record/12/40
  const linked = wanted && matches && matches.find(({ id }) => id === wanted);
  const match = chosen || linked;
  const back = () => { setChosen(null); history.replaceState(null, "", "#record"); };
  const winners = useWinners(line, match ? [] : matches || []);
  if (match) return html`<${Steps} key=${match.id} line=${line} match=${match} from=${match === linked && !chosen ? step : undefined} back=${back} />`;
  if (!matches) return html`<p role="status">…</p>`;
  return html`
    <h1>${line.say("record")}</h1>
    ${!matches.length && html`<p>${line.say("record.none")}</p>`}
    ${line.welcome.panel && html`<${Bring} line=${line} done=${look} />`}
    <ul class="choices">${matches.map((one) => html`<li key=${one.id}>
      <button onClick=${() => setChosen(one)}>
        <b>${one.title}</b> ${one.names.filter(Boolean).join(", ") || `${line.say("setup.count")}: ${one.names.length}`}
        <small> ${[`#${one.id}`, day(line, one), line.say(`record.${one.status}`)].join(", ")}</small>
        ${winners.get(one.id) && html` <b class="victor">${winners.get(one.id)}</b>`}</button></li>`)}
    </ul>`;
}

const NAMED = 12; // so many of the last matches are asked who has won them
const won = new Map(); // "match language" -> what is said

// Who has won each of the last matches, as their last step says it; one after the other, the newest first.
function useWinners(line, matches) {
  const [, redraw] = useState(0);
  const key = ({ id, steps }) => `${id} ${steps} ${line.welcome.language}`;
  const over = matches.filter(({ status }) => status === "over").slice(0, NAMED);
  useEffect(() => {
    let left = false;
    (async () => {
      for (const one of over.filter((match) => !won.has(key(match)))) {
        const reply = await line.ask({ do: "record", match: one.id, step: one.steps }, false);
        if (left) return;
        won.set(key(one), reply.type === "record" ? outcome(reply.state.result) : "");
        redraw((n) => n + 1);
      }
    })();
    return () => { left = true; };
  }, [over.map(key).join()]);
  return new Map(over.map((one) => [one.id, won.get(key(one))]));
}

// Who has won; where none of the players has, how it ended.
export function outcome(result) {
  return result ? result.head || result.text : "";
}

function day(line, match) {
  return new Date(match.changed * 1000).toLocaleDateString(line.welcome.language);
}

const PACE = 1200; // milliseconds from step to step, where it plays by itself

function Steps({ line, match, from, back }) {
  const [at, setAt] = useState(from === undefined ? match.steps : from); // it opens where it stands; the box knows how far that is
  const [plays, setPlays] = useState(false);
  const [shown, setShown] = useState(null);
  useEffect(() => {
    let late = false;
    line.ask({ do: "record", match: match.id, step: at }).then((reply) => { if (!late) setShown(reply); });
    history.replaceState(null, "", `#record/${match.id}/${at}`);
    return () => { late = true; };
  }, [at, line.welcome]);
  const last = !shown || shown.type !== "record" || shown.step >= shown.steps;
  useEffect(() => {
    if (!plays || last) return undefined;
    const timer = setTimeout(() => setAt(shown.step + 1), PACE); // after the step before has come
    return () => clearTimeout(timer);
  }, [plays, shown]);
  const { ready, failed } = useDrawing(shown && shown.type === "record" && shown.state.match.game);
  if (!shown || !ready) return html`<${Coming} line=${line} failed=${failed} />`;
  if (shown.type !== "record") {
    return html`<p role="alert">${shown.message}</p><button onClick=${back}>${line.say("back")}</button>`;
  }
  const { state, entry } = shown;
  const Draw = drawing(state.match.game);
  const move = (to) => { setPlays(false); setAt(Math.max(0, Math.min(shown.steps, to))); };
  const play = () => { if (!plays && last) setAt(0); setPlays(!plays); };
  return html`
    <h1>${state.match.title} <small>#${match.id}</small></h1>
    <p class="steps">
      <button aria-label="−1" onClick=${() => move(shown.step - 1)} disabled=${shown.step === 0}>◀</button>
      <input type="range" min="0" max=${shown.steps} value=${shown.step} aria-label=${line.say("record")}
        onChange=${(event) => move(Number(event.target.value))} />
      <button aria-label="+1" onClick=${() => move(shown.step + 1)} disabled=${shown.step === shown.steps}>▶</button>
      <button onClick=${play} aria-pressed=${plays && !last}>${line.say(plays && !last ? "record.pause" : "record.play")}</button>
      <span>${line.say("record.step", { n: shown.step, of: shown.steps })}</span>
    </p>
    ${entry && html`<div class=${`turn said ${paintOf(state, entry.seat)}`}><${Sign} state=${state} seat=${entry.seat} /><p>${entry.said}</p></div>`}
    ${state.result && html`<${End} line=${line} state=${state} kept />`}
    <${Draw} state=${state} line=${line} />
    <${Sheets} state=${state} />
    <${Rulings} line=${line} state=${state} />
    <${Pages} state=${state} />
    <${Doings} line=${line} match=${match} />
    <button class="plain" onClick=${back}>${line.say("back")}</button>`;
}

function Doings({ line, match }) {
  const [trouble, setTrouble] = useState("");
  const done = (reply) => (reply.type === "done" ? (location.hash = "board") : setTrouble(reply.message));
  const resume = () => line.ask({ do: "resume", match: match.id }).then(done);
  const save = () => line.ask({ do: "export", match: match.id }, false).then((reply) => {
    if (reply.type === "export") saveFile(`match-${match.id}.jsonl`, `${reply.lines.join("\n")}\n`);
    else setTrouble(reply.message);
  });
  return html`
    <p class="foot">
      ${match.status === "open" && line.welcome.panel && html`<button class="main" onClick=${resume}>${line.say("record.resume")}</button>`}
      ${match.status === "over" && html`<button onClick=${save}>${line.say("record.export")}</button>`}
      <button onClick=${() => window.print()}>${line.say("print")}</button>
    </p>
    <p role="alert">${trouble}</p>`;
}

function saveFile(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const PART = 2000; // characters of a file that go into one request: each may be four bytes

function Bring({ line, done }) {
  const [told, setTold] = useState("");
  const bring = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    const text = await file.text();
    let reply = null;
    for (let at = 0; at < text.length; at += PART) {
      const [first, last] = [at === 0, at + PART >= text.length];
      reply = await line.ask({ do: "import", part: text.slice(at, at + PART), first, last });
      if (!["done", "imported"].includes(reply.type)) break;
      await new Promise((go) => setTimeout(go, 60)); // no faster than the box lets pages talk
    }
    const kept = reply && reply.type === "imported";
    setTold(kept ? [line.say("record.imported", { n: reply.match }), ...reply.dropped].join(" ") : (reply || {}).message || "");
    done();
  };
  return html`<p><label class="file">${line.say("record.import")} <input type="file" onChange=${bring} /></label>
    <span role="status">${told}</span></p>`;
}
