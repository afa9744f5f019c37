// The line to the box in this very browser. One worker is the box for all tabs: the tab that holds the
// lock keeps it, and when that tab goes or sleeps, the next one starts it anew, from what was kept.

const HERE = new URL("./", location.href).pathname;
const query = new URLSearchParams(location.search);
const german = (read("language") || navigator.language || "").startsWith("de");
const WORDS = german
  ? {
    load: "Das Gerät wird geladen …", bytes: "Das Gerät wird geladen: {had} von {all} MB", start: "Das Gerät startet …",
    unkept: "Dieser Browser bewahrt keine Partien auf: Diese hier endet mit der Seite.",
    old: "Dieser Browser ist zu alt dafür. Nimm einen neueren: Chrome, Edge, Firefox oder Safari.",
    failed: "Das Gerät startet nicht: {why} Lade die Seite neu; hilft das nicht, lösche die Daten dieser Website im Browser.",
  }
  : {
    load: "Loading the box …", bytes: "Loading the box: {had} of {all} MB", start: "Starting the box …",
    unkept: "This browser keeps no matches: this one ends with the page.",
    old: "This browser is too old for this. Take a newer one: Chrome, Edge, Firefox or Safari.",
    failed: "The box does not start: {why} Load the page anew; if that does not help, clear this site's data in your browser.",
  };

// A page that shows an example of the rules, ?example=KR-EX-1, or the game of the editor around it, has
// a box of its own.
const alone = query.has("example") || query.has("workshop") ? unique() : "";
const BOX = `referee ${HERE} ${alone}`.trim();
const editor = query.has("workshop") && parent.workshop;

// A tab that was opened as somebody else, ?as=2, has a token of its own, which the pages do not know.
const own = query.get("as") && `token ${query.get("as")}`;
let token = ""; // of somebody with a box of their own

const channel = new BroadcastChannel(BOX);
let wanted = query.get("game"); // begun once, as soon as the box knows this page
let door = null;
let live = false; // the box has been heard of

// As much of a WebSocket as the line uses.
class Door {
  constructor() {
    door = this;
    this.opened = false;
    this.onopen = this.onmessage = this.onclose = () => {};
    this.page = unique();
    this.knock();
  }

  knock() {
    channel.postMessage({ to: "box", page: this.page, open: true });
    look();
  }

  open() {
    if (this.opened) return;
    this.opened = live = true;
    progress(1);
    this.onopen?.();
  }

  send(line) {
    if ((own || alone) && line.includes('"do":"hello"')) line = JSON.stringify({ ...JSON.parse(line), token: own ? read(own) || "" : token });
    channel.postMessage({ to: "box", page: this.page, line });
    look();
  }

  close() {
    channel.postMessage({ to: "box", page: this.page, shut: true });
  }

  hear(line) {
    const welcome = line.startsWith('{"type":"welcome"') && JSON.parse(line);
    if (welcome && (own || alone)) {
      if (own) write(own, welcome.token);
      else token = welcome.token;
      line = JSON.stringify({ ...welcome, token: "" });
    }
    this.onmessage?.({ data: line });
    if (wanted === null || !welcome) return;
    channel.postMessage({ to: "box", page: this.page, game: wanted });
    wanted = null;
    history.replaceState(null, "", location.href.replace(/([?&])game=[\w-]+&?/, "$1").replace(/\?(?=#|$)/, ""));
  }
}

globalThis.WebSocket = /** @type {any} */ (Door); // the pages need no other line

channel.onmessage = ({ data }) => {
  if (data.to === "keeper" && worker) channel.postMessage({ to: "asker" });
  if (!["keeper", "box"].includes(data.to)) seen();
  if (data.to === "all") said(data);
  else if (door && data.to === door.page && data.opened) door.open();
  else if (door && data.to === door.page) door.hear(data.line);
};
window.addEventListener("pagehide", () => door && door.close());
window.addEventListener("pageshow", (event) => { if (event.persisted) door?.onclose?.(); });

// What the worker tells all tabs.
function said({ up, done, had, all, unkept, failed, faults }) {
  if (editor) editor.hear({ up, done, failed, faults });
  if (faults) progress(1);
  else if (up) {
    progress(1);
    if (door?.opened) door.onclose?.(); // it is another one, which knows nobody yet
    else door?.knock();
    navigator.serviceWorker?.register("./sw.js").catch(() => {}); // without it, it needs the network
  } else if (unkept) tell(WORDS.unkept);
  else if (failed) tell(WORDS.failed.replace("{why}", failed));
  else if (!live) progress(done, had, all);
  live = live || up;
}

function progress(done, had = 0, all = 0) {
  let bar = document.querySelector(".loading");
  if (done >= 1) { bar?.remove(); return; }
  if (!bar) {
    bar = Object.assign(document.createElement("div"), { className: "loading" });
    bar.innerHTML = `<label><span>${WORDS.load}</span> <progress max="1"></progress></label>`;
    document.body.prepend(bar);
  }
  bar.querySelector("progress").value = done;
  if (done) bar.querySelector("span").textContent = had < all ? megabytes(had, all) : WORDS.start;
}

function megabytes(...bytes) {
  const [had, all] = bytes.map((count) => (count / 1e6).toLocaleString(german ? "de" : "en", { maximumFractionDigits: 1 }));
  return WORDS.bytes.replace("{had}", had).replace("{all}", all);
}

function tell(text) {
  progress(1);
  const told = Object.assign(document.createElement("p"), { className: "unwell", textContent: text });
  told.setAttribute("role", "alert");
  document.body.prepend(told);
}

function unique() {
  return [...crypto.getRandomValues(new Uint32Array(2))].join("-");
}

function read(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

function write(key, value) {
  try { localStorage.setItem(key, value); } catch { /* a private window forgets */ }
}

// Whose tab keeps the box says so at once, however long the box itself computes. A tab that the browser
// has frozen in the background does not: then another one goes on, from what was kept.
const FROZEN = 4000; // milliseconds
let worker = null; // of the tab that keeps the box
let looks = 0;

function look() {
  if (worker || looks) return;
  const asked = Date.now();
  channel.postMessage({ to: "keeper" });
  looks = setTimeout(() => {
    looks = 0;
    if (Date.now() - asked > 2 * FROZEN) look(); // it was this tab that slept
    else if (document.visibilityState === "visible") hold({ steal: true });
  }, FROZEN);
}

function seen() {
  clearTimeout(looks);
  looks = 0;
}

// Wait until this tab keeps the box, or take it from the one that does.
function hold(how) {
  navigator.locks.request(BOX, how, keep).catch(() => {
    worker?.terminate();
    worker = null;
    hold({}); // another tab has taken it
  });
}

function keep() {
  seen();
  const build = document.querySelector("meta[name=build]").getAttribute("content");
  const name = [build, alone, query.get("example")].join(" ").trim(); // all that a worker is told
  worker = new Worker("./worker.js", { type: "module", name });
  if (editor) worker.postMessage(editor.files);
  worker.onerror = (event) => tell(WORDS.failed.replace("{why}", event.message || "?"));
  return new Promise(() => {}); // for as long as this tab lives
}

document.documentElement.lang = german ? "de" : "en";
if (navigator.locks && window.WebAssembly) {
  progress(0);
  if (alone) keep();
  else hold({});
} else tell(WORDS.old);
