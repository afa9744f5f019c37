// The pages' own program without a browser: many pages in one process, each with a document, modules
// and a clock of its own. A line of JSON is what happens to one of them: what it is told, what
// somebody touches. It answers with what the page sends and what can be touched.
//
//   node --experimental-vm-modules page.mjs FOLDER
//
// FOLDER: where jsdom lies. A page begins with what it remembers (``storage``) and with faults
// (``planted``), each a module, what stands in it and what is to stand there.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";
import { SourceTextModule } from "node:vm";

const { JSDOM, VirtualConsole } = createRequire(`${process.argv[2]}/`)("jsdom");
const STATIC = new URL("../../referee/web/static/", import.meta.url);
const SHELL = readFileSync(new URL("index.html", STATIC), "utf8").replace("{{build}}", "").replace(/<(script|link)[^>]*>(<\/script>)?/g, "");
const BEGINS = 1.8e12; // milliseconds since 1970 when a page is opened
const FRAME = 16, STEP = 20, REST = 60; // milliseconds: of a picture, of time that passes at once, after what happens

const calm = () => new Promise((resolve) => { setImmediate(resolve); });

// Time that passes only when it is told to.
class Clock {
  now = BEGINS;
  #waiting = new Map();
  #last = 0;

  later(what, after, every) {
    this.#waiting.set(++this.#last, { at: this.now + after, what, every });
    return this.#last;
  }

  clear(number) { this.#waiting.delete(number); }

  tick(milliseconds) {
    this.now += milliseconds;
    for (let next = this.#next(); next; next = this.#next()) {
      const [number, one] = next;
      if (one.every) one.at += one.every; else this.#waiting.delete(number);
      one.what();
    }
  }

  #next() {
    const due = [...this.#waiting].filter(([, { at }]) => at <= this.now);
    return due.reduce((first, one) => (first && first[1].at <= one[1].at ? first : one), null);
  }
}

// What a browser's window has, and jsdom's has not, or otherwise.
function furnish(window, clock, language, Socket) {
  const Real = window.Date;
  const soon = (every) => (what, after = 0, ...more) => clock.later(() => what(...more), after, every && after);
  Object.assign(window, {
    Date: class extends Real {
      constructor(...given) { super(...(given.length ? given : [clock.now])); }
      static now() { return clock.now; }
    },
    setTimeout: soon(false), setInterval: soon(true),
    clearTimeout: (number) => clock.clear(number), clearInterval: (number) => clock.clear(number),
    requestAnimationFrame: (draw) => clock.later(() => draw(clock.now), FRAME, 0), cancelAnimationFrame: (number) => clock.clear(number),
    WebSocket: Socket,
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
    ResizeObserver: class { observe() {} disconnect() {} },
    DOMPoint: class { constructor(x, y) { Object.assign(this, { x, y }); } matrixTransform() { return this; } },
  });
  window.document.getAnimations = () => [];
  window.Element.prototype.animate = () => ({ finished: Promise.resolve(), cancel() {}, finish() {} });
  window.Element.prototype.scrollIntoView = () => {};
  window.SVGElement.prototype.getScreenCTM = () => null; // nothing has a place here
  Object.defineProperty(window.navigator, "language", { value: language });
  // A style has come as soon as it is asked for.
  new window.MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const one of addedNodes) if (one.localName === "link") one.dispatchEvent(new window.Event("load"));
  }).observe(window.document.head, { childList: true });
}

const compiled = new Map(); // modules are compiled once, not for every page

// The pages' modules as one page has them: "/things.js" lies in referee/web/static.
class Modules {
  #known = new Map();

  constructor(context, planted) { Object.assign(this, { context, planted }); }

  async load(name) {
    const module = this.#module(new URL(name.slice(1), STATIC).href);
    if (module.status === "linked" || module.status === "unlinked") module.instantiate();
    await module.evaluate();
    return module.namespace;
  }

  #module(url) {
    if (this.#known.has(url)) return this.#known.get(url);
    const [source, planted] = this.#source(url);
    const module = new SourceTextModule(source, {
      context: this.context, identifier: url, cachedData: planted ? undefined : compiled.get(url),
      importModuleDynamically: (name) => this.load(name),
    });
    if (!planted && !compiled.has(url)) compiled.set(url, module.createCachedData());
    this.#known.set(url, module);
    const where = (name) => (name.startsWith("/") ? new URL(name.slice(1), STATIC) : new URL(name, url)).href;
    module.linkRequests(module.moduleRequests.map(({ specifier }) => this.#module(where(specifier))));
    return module;
  }

  #source(url) {
    let source = readFileSync(new URL(url), "utf8"), planted = false;
    for (const [file, is, becomes] of this.planted) {
      if (!url.endsWith(file)) continue;
      if (!source.includes(is)) throw new Error(`${file} has no ${is}`);
      [source, planted] = [source.replace(is, becomes), true];
    }
    return [source, planted];
  }
}

const called = (one) => one.getAttribute("aria-label") || one.textContent.trim() || one.getAttribute("title") || "";

class Page {
  sent = [];
  faults = [];
  socket = null;
  #clock = new Clock();

  constructor({ language, storage, planted }) {
    const page = this, heard = new VirtualConsole();
    for (const kind of ["error", "warn"]) heard.on(kind, (...told) => this.fault(told.map((one) => (one && one.stack) || one).join(" ")));
    heard.on("jsdomError", (error) => error.type === "unhandled-exception" && this.fault(error.cause || error));
    this.dom = new JSDOM(SHELL, { url: "http://table.test/#seat", pretendToBeVisual: true, runScripts: "outside-only", virtualConsole: heard });
    this.window = this.dom.window;
    furnish(this.window, this.#clock, language, class {
      constructor() { page.socket = this; }
      send(text) { page.sent.push(JSON.parse(text)); }
      close() { if (page.socket === this) page.socket = null; }
    });
    for (const [key, value] of Object.entries(storage)) this.window.localStorage.setItem(key, value);
    this.modules = new Modules(this.dom.getInternalVMContext(), planted);
  }

  fault(what) { this.faults.push(String((what && what.stack) || what)); }

  async pass(milliseconds) {
    for (let left = milliseconds; left > 0; left -= STEP) {
      await calm();
      this.#clock.tick(Math.min(STEP, left));
    }
    await calm();
  }

  // What plays on: nothing that only explains, goes back, or leads away.
  touchable() {
    const found = this.window.document.querySelectorAll(".ask button:not(:disabled), .ask .can, .code button:not(:disabled)");
    return [...found].filter((one) => !one.closest(".why, .plain, details, [aria-hidden=true]"));
  }

  // A game's drawing comes from a file.
  loads() { return [...this.window.document.querySelectorAll("main > p[role=status]")].some((one) => one.textContent === "…"); }

  shows() {
    const { document, localStorage } = this.window;
    const can = this.touchable().map((one) => ({ looks: one.getAttribute("class") || "", name: called(one) }));
    const troubles = [...document.querySelectorAll("[role=alert]")].map((one) => one.textContent).filter(Boolean);
    const shown = {
      sent: this.sent, can, text: document.getElementById("app").textContent, troubles, focused: document.activeElement !== document.body,
      faults: this.faults, waits: Boolean(this.socket), storage: { ...localStorage },
    };
    [this.sent, this.faults] = [[], []];
    return shown;
  }
}

const HAPPENS = {
  begin: (page) => page.modules.load("/app.js"),
  pass: (page, { seconds }) => page.pass(1000 * seconds),
  open({ socket }) { if (socket && socket.onopen) socket.onopen(); },
  hear(page, { texts }) { for (const data of texts) if (page.socket && page.socket.onmessage) page.socket.onmessage({ data }); },
  lose({ socket }) { if (socket && socket.onclose) socket.onclose(); },
  touch(page, { number }) {
    const one = page.touchable()[number];
    one.focus();
    one.dispatchEvent(new page.window.MouseEvent("click", { bubbles: true }));
  },
  write({ window }, { text }) {
    const field = window.document.querySelector(".code input");
    field.value = text;
    field.dispatchEvent(new window.Event("input", { bubbles: true }));
  },
};

const pages = new Map();
let now = null; // to which something happens
const fault = (what) => now.fault(what);
process.on("uncaughtException", fault);
process.on("unhandledRejection", fault);

for await (const line of createInterface({ input: process.stdin })) {
  const { page: number, what, ...happened } = JSON.parse(line);
  if (what === "end") {
    pages.get(number).window.close();
    pages.delete(number);
    continue;
  }
  if (what === "begin") pages.set(number, new Page(happened));
  now = pages.get(number);
  try { await HAPPENS[what](now, happened); } catch (error) { fault(error); }
  await now.pass(REST);
  for (let tries = 0; tries < 500 && now.loads(); tries++) await now.pass(REST);
  const { user, system } = process.cpuUsage();
  process.stdout.write(`${JSON.stringify({ ...now.shows(), spent: (user + system) / 1e6 })}\n`);
}
process.exit(0);
