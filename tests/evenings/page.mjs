// The pages' own program without a browser, a line of JSON for each thing that happens to it: what
// it is told, what somebody touches. It answers with what it sends and what can be touched.
//
//   node page.mjs FOLDER LANGUAGE STORAGE PLANTED
//
// FOLDER: where jsdom lies; STORAGE: what it remembers; PLANTED: faults, each a module, what stands
// in it and what is to stand there.

import { createRequire, registerHooks } from "node:module";
import { createInterface } from "node:readline";
import { mock } from "node:test";
import { readFileSync } from "node:fs";
import "../web/js/pages.mjs";

const [folder, language, storage, planted] = process.argv.slice(2);
const { JSDOM, VirtualConsole } = createRequire(`${folder}/`)("jsdom");
const shell = new URL("../../referee/web/static/index.html", import.meta.url);
const { setTimeout: truly } = globalThis;
const file = () => new Promise((resolve) => { truly(resolve, 2); });
const FRAME = 16, STEP = 20, REST = 60; // milliseconds: of a picture, of time that passes at once, after what happens

registerHooks({
  load(url, context, next) {
    const module = next(url, context);
    for (const [file, is, becomes] of JSON.parse(planted)) {
      if (!url.endsWith(file)) continue;
      const source = String(module.source);
      if (!source.includes(is)) throw new Error(`${file} has no ${is}`);
      module.source = source.replace(is, becomes);
    }
    return module;
  },
});

const { window } = new JSDOM(readFileSync(shell, "utf8").replace("{{build}}", "").replace(/<(script|link)[^>]*>(<\/script>)?/g, ""), {
  url: "http://table.test/#seat", pretendToBeVisual: true, virtualConsole: new VirtualConsole(),
});
mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1.8e12 });
const { setTimeout: later } = globalThis;
globalThis.setTimeout = (what, after = 0, ...more) => later(what, after, ...more); // never, without one

let sent = [], faults = [], socket = null;
const fault = (what) => faults.push(String((what && what.stack) || what));
process.on("uncaughtException", fault);
process.on("unhandledRejection", fault);
console.error = console.warn = (...told) => fault(told.map((one) => (one && one.stack) || one).join(" "));

class Socket {
  constructor() { socket = this; }
  send(text) { sent.push(JSON.parse(text)); }
  close() { if (socket === this) socket = null; }
}

Object.assign(window, {
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  ResizeObserver: class { observe() {} disconnect() {} },
});
window.document.getAnimations = () => [];
window.Element.prototype.animate = () => ({ finished: Promise.resolve(), cancel() {}, finish() {} });
window.Element.prototype.scrollIntoView = () => {};
window.SVGElement.prototype.getScreenCTM = () => null; // nothing has a place here
for (const name of ["window", "document", "location", "history", "localStorage", "sessionStorage", "navigator", "Event",
  "CustomEvent", "MouseEvent", "Node", "Element", "HTMLElement", "ResizeObserver"]) {
  Object.defineProperty(globalThis, name, { value: name === "window" ? window : window[name], configurable: true, writable: true });
}
Object.defineProperty(window.navigator, "language", { value: language });
Object.assign(globalThis, {
  WebSocket: Socket, matchMedia: window.matchMedia, addEventListener: window.addEventListener.bind(window),
  DOMPoint: class { constructor(x, y) { Object.assign(this, { x, y }); } matrixTransform() { return this; } },
  requestAnimationFrame: (draw) => setTimeout(() => draw(Date.now()), FRAME), cancelAnimationFrame: clearTimeout,
});
for (const [key, value] of Object.entries(JSON.parse(storage))) window.localStorage.setItem(key, value);

const calm = () => new Promise((resolve) => { setImmediate(resolve); });
async function pass(milliseconds) {
  for (let left = milliseconds; left > 0; left -= STEP) {
    await calm();
    mock.timers.tick(Math.min(STEP, left));
  }
  await calm();
}

// What plays on: nothing that only explains, goes back, or leads away.
function touchable() {
  const found = window.document.querySelectorAll(".ask button:not(:disabled), .ask .can, .code button:not(:disabled)");
  return [...found].filter((one) => !one.closest(".why, .plain, details, [aria-hidden=true]"));
}

const called = (one) => one.getAttribute("aria-label") || one.textContent.trim() || one.getAttribute("title") || "";

// A style has come as soon as it is asked for.
new window.MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const one of addedNodes) if (one.localName === "link") one.dispatchEvent(new window.Event("load"));
}).observe(window.document.head, { childList: true });

// A game's drawing comes from a file.
const loads = () => [...window.document.querySelectorAll("main > p[role=status]")].some((one) => one.textContent === "…");

const HAPPENS = {
  pass: ({ seconds }) => pass(1000 * seconds),
  open() { if (socket && socket.onopen) socket.onopen(); },
  hear({ texts }) { for (const data of texts) if (socket && socket.onmessage) socket.onmessage({ data }); },
  lose() { if (socket && socket.onclose) socket.onclose(); },
  touch({ number }) {
    const one = touchable()[number];
    one.focus();
    one.dispatchEvent(new window.MouseEvent("click", { bubbles: true }));
  },
  write({ text }) {
    const field = window.document.querySelector(".code input");
    field.value = text;
    field.dispatchEvent(new window.Event("input", { bubbles: true }));
  },
};

await import("/app.js");
await pass(REST);
for await (const line of createInterface({ input: process.stdin })) {
  const happened = JSON.parse(line);
  try { await HAPPENS[happened.what](happened); } catch (error) { fault(error); }
  await pass(REST);
  for (let tries = 0; tries < 500 && loads(); tries++) { await file(); await pass(REST); }
  const can = touchable().map((one) => ({ looks: one.getAttribute("class") || "", name: called(one) }));
  const text = window.document.getElementById("app").textContent;
  const troubles = [...window.document.querySelectorAll("[role=alert]")].map((one) => one.textContent).filter(Boolean);
  const focused = window.document.activeElement !== window.document.body;
  const reply = { sent, can, text, troubles, focused, faults, waits: Boolean(socket), storage: { ...window.localStorage } };
  sent = [];
  faults = [];
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
process.exit(0);
