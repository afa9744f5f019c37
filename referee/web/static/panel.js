// The panel itself: the same picture that the display shows, the same buttons.

import { End } from "/board.js";
import { html, useEffect, useLayoutEffect, useRef } from "/vendor/htm-preact.js";

const KEYS = {
  ArrowUp: "up", ArrowDown: "down", Enter: "ok", Backspace: "back", Escape: "back", " ": "roll",
};
const WIDTH = 128, HEIGHT = 64; // until the first picture says how wide it is
const [LIT, DARK] = new Uint32Array(new Uint8ClampedArray([205, 240, 255, 255, 8, 12, 16, 255]).buffer);
const LONG = 550; // milliseconds: a press that is held means something else

export function Panel({ line }) {
  const frame = line.frame;
  useEffect(() => {
    line.frames = true;
    line.hello();
    return () => { line.frames = false; line.hello(); };
  }, []);
  useKeys(line);
  const names = line.state && line.state.match ? line.state.match.names : [];
  return html`
    <h1 class="unseen">${line.say("panel")}</h1>
    <${Picture} line=${line} />
    ${frame && html`<${Said} line=${line} screen=${frame.screen} />`}
    <div class="buttons">
      <${Button} line=${line} name="up" label="▲" title=${line.say("button.up")} />
      <${Button} line=${line} name="down" label="▼" title=${line.say("button.down")} />
      <${Button} line=${line} name="ok" label="OK" title=${line.say("button.ok")} />
      <${Button} line=${line} name="back" label=${line.say("button.back")} title=${line.say("button.back.hold")} />
      <${Button} line=${line} name="roll" label=${line.say("button.roll")} lamp=${lamp(frame, "roll")} />
    </div>
    <div class="seats">
      ${names.map((name, i) => html`
        <${Button} line=${line} key=${i} name=${`seat${i + 1}`} label=${name} number=${i + 1}
          lamp=${lamp(frame, `seat${i + 1}`)} />`)}
    </div>
    ${line.state && line.state.result && html`<${End} line=${line} state=${line.state} />`}
    <p class="hint">${line.say("panel.keys")}</p>`;
}

function lamp(frame, name) {
  return (frame && frame.lamps[name]) || ["off", "white"];
}

function useKeys(line) {
  useLayoutEffect(() => {
    const down = (event) => {
      if (event.target.matches("input, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
      const on = event.target.matches("button, a:not([aria-current])") && ["Enter", " "].includes(event.key);
      const button = KEYS[event.key] || (/^[1-9]$/.test(event.key) ? `seat${event.key}` : null);
      if (!button || on) return;
      event.preventDefault();
      press(line, button, event.shiftKey ? "hold" : "tap");
    };
    window.addEventListener("keydown", down);
    return () => window.removeEventListener("keydown", down);
  }, []);
}

function press(line, button, gesture) {
  line.ask({ do: "press", button, gesture }, false);
}

function Button({ line, name, label, title, number, lamp: light }) {
  const held = useRef(null);
  const begin = (event) => {
    if (event.button) return;
    held.current = setTimeout(() => { held.current = null; press(line, name, "hold"); }, LONG);
  };
  const end = () => {
    if (held.current === null) return;
    clearTimeout(held.current);
    held.current = null;
    press(line, name, "tap");
  };
  const typed = (event) => { if (event.detail === 0) press(line, name, event.shiftKey ? "hold" : "tap"); };
  const [pattern, colour] = light || [];
  return html`
    <button class=${`press ${name}`} title=${title} onPointerDown=${begin} onPointerUp=${end}
        onPointerLeave=${() => { clearTimeout(held.current); held.current = null; }} onClick=${typed}>
      ${light && html`<span class=${`lamp ${pattern}`} data-colour=${colour} aria-hidden="true"></span>`}
      ${number && html`<b>${number}</b>`} ${label}
      ${light && pattern !== "off" && html`<span class="unseen">${line.say(`lamp.${pattern}`)}</span>`}
    </button>`;
}

function Picture({ line }) {
  const canvas = useRef(null);
  useLayoutEffect(() => {
    line.drawn = (fresh) => paint(canvas.current, fresh); // at once: the words may come after it
    if (line.frame) line.drawn(line.frame);
    return () => { line.drawn = null; };
  }, []);
  return html`
    <div class="screen">
      <canvas ref=${canvas} width=${WIDTH} height=${HEIGHT} aria-hidden="true"></canvas>
    </div>`;
}

// The same screen in words, and its choices as buttons: what they bring, or why they may not be chosen.
function Said({ line, screen }) {
  const { title, badge, dice, number, text, facts, happened, about, note, widgets, choices, keys, moment } = screen;
  const choose = (choice) => line.ask({ do: "choose", choice, moment }, false);
  return html`
    <section class="said" aria-label=${line.say("panel")}>
      <div aria-live="polite">
        <h2>${[badge, title, number].filter(Boolean).join(" ")} ${dice.map((face) => `[${face}]`).join(" ")}</h2>
        <p>${text} ${note && html`<small>${note}</small>`}</p>
        ${facts.map((fact, i) => html`<p key=${i}>${fact}</p>`)}
        ${happened.map((one, i) => html`<p class="hint" key=${i}>${one}</p>`)}
        ${about && !happened.includes(about) && html`<p class="hint">${about}</p>`}
      </div>
      ${widgets.map((rows, i) => rows.length === 1
        ? html`<p key=${i}>${rows[0]}</p>`
        : html`<pre key=${i} tabindex="0">${rows.join("\n")}</pre>`)}
      ${choices.length > 0 && html`<ul class="choices">${choices.map((one, i) => html`<li key=${i}>
        <button class=${one.selected ? "main" : ""} aria-current=${one.selected ? "true" : null} onClick=${() => choose(i)}>
          ${[one.tick, one.label, one.right].filter(Boolean).join(" ")}
          ${one.refused && html`<span aria-hidden="true"> ✗</span>`}
          ${one.about && html`<small> ${one.about}</small>`}
        </button></li>`)}</ul>`}
      ${keys.map((key) => html`<p class="hint" key=${key.button}>${key.button}: ${key.label}</p>`)}
    </section>`;
}

function paint(canvas, frame) {
  const { width } = frame;
  if (canvas.width !== width) canvas.width = width;
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, HEIGHT);
  const pixels = new Uint32Array(image.data.buffer);
  const bytes = atob(frame.picture);
  for (let at = 0; at < width * HEIGHT; at++) {
    pixels[at] = (bytes.charCodeAt(at >> 3) >> (7 - (at & 7))) & 1 ? LIT : DARK;
  }
  context.putImageData(image, 0, 0);
}
