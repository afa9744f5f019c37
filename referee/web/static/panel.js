// The panel itself: the same picture that the display shows, the same buttons.

import { End } from "/board.js";
import { html, useEffect, useLayoutEffect, useRef } from "/vendor/htm-preact.js";

const KEYS = {
  ArrowUp: "up", ArrowDown: "down", Enter: "ok", Backspace: "back", Escape: "back", " ": "roll",
};
const WIDTH = 128, HEIGHT = 64;
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
    <${Picture} line=${line} frame=${frame} />
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
  useEffect(() => {
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

function Picture({ line, frame }) {
  const canvas = useRef(null);
  useLayoutEffect(() => {
    line.drawn = (fresh) => paint(canvas.current, fresh); // at once: the words may come after it
    if (line.frame) line.drawn(line.frame);
    return () => { line.drawn = null; };
  }, []);
  const words = frame ? frame.words.join("\n") : "";
  return html`
    <div class="screen">
      <canvas ref=${canvas} width=${WIDTH} height=${HEIGHT} role="img" aria-label=${words || line.say("panel")}></canvas>
      <div class="unseen" aria-live="polite">${words}</div>
    </div>`;
}

function paint(canvas, frame) {
  const context = canvas.getContext("2d");
  const image = context.createImageData(WIDTH, HEIGHT);
  const pixels = new Uint32Array(image.data.buffer);
  const bytes = atob(frame.picture);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    pixels[at] = (bytes.charCodeAt(at >> 3) >> (7 - (at & 7))) & 1 ? LIT : DARK;
  }
  context.putImageData(image, 0, 0);
}
