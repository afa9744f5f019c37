// The box: the referee's own program in Python, in a worker. Pages talk to it over a channel; it waits
// for them and for the time that it has asked for, and for nothing else.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const HERE = new URL("./", location.href);
const FOLDER = "/tabletop-referee"; // also the name of the database in the browser that it is kept in
// A box of one page's own keeps nothing; it shows an example of the rules, or plays the game of an editor.
const [BUILD, ALONE, SHOWN] = self.name.split(" ");
const channel = new BroadcastChannel(["referee", HERE.pathname, ALONE].join(" ").trim());
const waiting = []; // lines to pages, until what they tell is kept
let python, tab, timer, begun = "", kept = "", busy = false;

// Where the time of a cold start goes: first the network, then the processor.
const LOADED = 0.6;

const example = ALONE && SHOWN && fetch(new URL(`examples/${SHOWN}.jsonl`, HERE));
const texts = ALONE && !SHOWN && new Promise((come) => { self.onmessage = ({ data }) => come(data); });

async function main() {
  const cache = await self.caches?.open(CACHE).catch(() => undefined);
  const [known, files] = await Promise.all([cache?.match(MEMORY), fetch(new URL("files.json", HERE)).then((told) => told.json())]);
  if (known) tell({ done: LOADED }); // then all is in the cache, and Pyodide takes by itself what it needs
  const wheels = await fetched(known ? files.filter(({ name }) => name.endsWith(".whl")) : files, known ? () => {} : tell);
  const remember = await started(wheels, cache, known);
  tell({ done: 0.95 });
  const language = navigator.language.startsWith("de") ? "de" : "en";
  const faults = texts ? take(await texts, language) : [];
  if (faults.length) {
    tell({ faults });
    if (remember) remember();
    return;
  }
  await mounted();
  const begin = python.runPython("lambda folder, *rest: Tab(Path(folder), rest[0], rest[1], time.time, *rest[2:])");
  const send = (page, line) => waiting.push({ to: page, line });
  tab = begin(FOLDER, send, () => performance.now() / 1000, BUILD, language);
  if (example) tab.show(await (await example).text());
  channel.onmessage = ({ data }) => data.to === "box" && hear(data);
  tell({ up: true, warm: !remember });
  step();
  if (remember) remember();
}

// -- the start -----------------------------------------------------------------------------------
//
// A cold start runs hundreds of modules. What the memory looks like then is kept, so that a warm start
// only reads that. Pyodide can do so as long as the memory has not grown, hence no more of the games
// than the first one. Whatever is wrong with it, a cold start is always possible.

const CACHE = `tabletop-referee ${BUILD}`; // the service worker's, which ends with this build
const MEMORY = new URL("memory", HERE).href;
const MODULES = `
import time
from pathlib import Path

from referee.kernel.game import find_game
from referee.web.tab import Tab

find_game("knister")
`;

// Starts Python; returns what keeps its memory, to be called when nobody waits, or nothing.
async function started(wheels, cache, known) {
  const indexURL = new URL("pyodide/", HERE).href;
  if (known) {
    try {
      python = await loadPyodide({ indexURL, _loadSnapshot: new Uint8Array(await known.arrayBuffer()) });
      unpack(wheels);
      return null;
    } catch {
      await cache.delete(MEMORY);
    }
  }
  python = await loadPyodide({ indexURL, _makeSnapshot: Boolean(cache) });
  const room = python._module.HEAP8.length;
  tell({ done: 0.8 });
  unpack(wheels);
  python.runPython(MODULES);
  const memory = cache && python._module.HEAP8.length === room && python.makeMemorySnapshot();
  return () => memory && cache.put(MEMORY, new Response(memory)).catch(() => {}); // there may be no room
}

// The package of an editor; what is wrong with it. What goes wrong later is told then.
function take(files, language) {
  const { games, take_in, watch } = python.pyimport("referee.web.workshop");
  const written = python.toPy(files);
  const faults = take_in(python.pyimport("pathlib").Path("/workshop"), written, language).toJs();
  if (!faults.length) [begun] = games(written).toJs();
  if (!faults.length) watch(written, language, (fault) => tell({ faults: [fault] }));
  return faults;
}

function unpack(wheels) {
  for (const wheel of wheels) python.unpackArchive(wheel, "wheel");
}

// Fetches files, and says how much of them is there; returns the wheels.
async function fetched(files, say) {
  const all = files.reduce((sum, { size }) => sum + size, 0);
  let had = 0;
  const bodies = await Promise.all(files.map(async ({ name }) => {
    const parts = [], reader = (await fetch(new URL(name, HERE))).body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      had += part.value.length;
      say({ done: LOADED * had / all, had, all });
    }
    return name.endsWith(".whl") ? new Blob(parts).arrayBuffer() : null;
  }));
  return bodies.filter((body) => body);
}

function tell(news) {
  channel.postMessage({ to: "all", ...news });
}

// -- pages ---------------------------------------------------------------------------------------

function hear({ page, open, shut, line, game }) {
  if (open) {
    tab.join(page);
    waiting.push({ to: page, opened: true });
  } else if (shut) tab.part(page);
  else if (game) tab.quick(page, begun || game);
  else tab.hear(page, line);
  step();
}

function step() {
  clearTimeout(timer);
  timer = setTimeout(step, Math.min(tab.step(), 60) * 1000);
  settle();
}

// What a page is told has been kept before.
async function settle() {
  if (busy) return;
  busy = true;
  while (waiting.length) {
    const lines = waiting.splice(0);
    await save();
    for (const line of lines) channel.postMessage(line);
  }
  busy = false;
}

// -- what is kept --------------------------------------------------------------------------------

async function mounted() {
  python.FS.mkdirTree(FOLDER);
  if (ALONE) { kept = null; return; }
  await taken();
  try {
    python.FS.mount(python.FS.filesystems.IDBFS, {}, FOLDER);
    await synced(true);
    navigator.storage?.persist?.();
  } catch {
    python.FS.unmount(FOLDER);
    kept = null;
    tell({ unkept: true });
  }
}

// A tab that was asleep may awake with a box that another one has taken meanwhile: what that one keeps
// must not be written over. Whoever came last has this lock, and the browser knows who that is.
const WRITES = `referee ${HERE.pathname} writes`;
let mine;

async function taken() {
  await new Promise((come) => {
    const keep = () => { come(); return new Promise(() => {}); };
    navigator.locks.request(WRITES, { steal: true }, keep).catch(() => self.close());
  });
  mine = await writer();
}

async function writer() {
  return (await navigator.locks.query()).held.find(({ name }) => name === WRITES)?.clientId;
}

function synced(populate) {
  return new Promise((done, failed) => { python.FS.syncfs(populate, (error) => error ? failed(error) : done()); });
}

async function save() {
  if (kept === null) return; // it is told already, or meant
  const now = python.FS.readdir(FOLDER).map((name) => {
    const { size, mtime } = python.FS.stat(`${FOLDER}/${name}`);
    return `${name} ${size} ${mtime.getTime()}`;
  }).join();
  if (now === kept) return;
  if (await writer() !== mine) { self.close(); return; }
  try {
    await synced(false);
    kept = now;
  } catch {
    kept = null;
    tell({ unkept: true });
  }
}

main().catch((error) => { tell({ failed: `${error.message || error}`.trim().split("\n").pop() }); });
