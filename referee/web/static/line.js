// The line to the box: one socket that comes back by itself, requests with numbers.
//
// A request that has not been answered is sent again after a break; the box answers what it has
// done already from its memory. Presses are the exception: a press that is late is no press.

const CONNECT = 5000; // milliseconds until a socket that hangs is given up
const QUIET = 25000; // and until a silent one is asked whether it is still there
const PAUSES = [200, 500, 1000, 2000, 4000];

export class Line {
  constructor(changed) {
    this.changed = changed; // called with the line after everything that a page may show
    this.state = null; // the last `state` of the match
    this.frame = null; // the last picture of the panel
    this.drawn = null; // who draws it as soon as it comes
    this.welcome = null;
    this.live = false;
    this.lostAt = 0;
    this.number = Date.now() % 1e9; // a page that reloads goes on with greater numbers
    this.page = [...crypto.getRandomValues(new Uint32Array(2))].join("-"); // the same after a break
    this.waiting = new Map(); // number -> {request, resolve, keep}
    this.tries = 0;
    this.frames = false;
    this.open();
    const back = () => document.visibilityState === "visible" && this.wake();
    document.addEventListener("visibilitychange", back);
    window.addEventListener("pageshow", (event) => event.persisted && back());
    window.addEventListener("online", back);
    let before = Date.now();
    setInterval(() => {
      const now = Date.now();
      if (now - before > 8000) this.wake(); // the phone slept
      before = now;
      if (this.live && now - this.heard > QUIET) this.ask({ do: "ping" }, false);
      if (this.live && now - this.heard > 2 * QUIET) this.reopen();
    }, 2000);
  }

  get token() {
    try { return localStorage.getItem("token") || ""; } catch { return this.kept || ""; }
  }

  set token(value) {
    this.kept = value;
    try { localStorage.setItem("token", value); } catch { /* a private window forgets */ }
  }

  get language() {
    try {
      const chosen = localStorage.getItem("language");
      if (chosen) return chosen;
    } catch { /* a private window forgets */ }
    return (navigator.language || "de").startsWith("de") ? "de" : "en";
  }

  set language(value) {
    try { localStorage.setItem("language", value); } catch { /* a private window forgets */ }
    this.hello();
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket = socket;
    const hanging = setTimeout(() => this.socket === socket && !this.live && this.reopen(), CONNECT);
    socket.onopen = () => {
      clearTimeout(hanging);
      this.live = true;
      this.tries = 0;
      this.heard = Date.now();
      this.hello();
      for (const [n, { request, keep }] of this.waiting) {
        if (keep) this.send({ ...request, n });
        else this.waiting.delete(n);
      }
      this.changed(this);
    };
    socket.onmessage = (event) => this.socket === socket && this.hear(JSON.parse(event.data));
    socket.onclose = () => this.socket === socket && this.reopen();
  }

  reopen() {
    if (this.live) this.lostAt = Date.now();
    this.live = false;
    const old = this.socket;
    this.socket = null;
    if (old) { old.onclose = old.onmessage = old.onopen = null; old.close(); }
    const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)];
    clearTimeout(this.timer);
    if (document.visibilityState === "visible") this.timer = setTimeout(() => this.open(), pause);
    this.changed(this);
  }

  wake() {
    this.tries = 0;
    if (!this.live) { this.reopen(); return; }
    const asked = Date.now();
    this.ask({ do: "ping" }, false);
    setTimeout(() => this.live && this.heard < asked && this.reopen(), 1500);
  }

  hello() {
    const { token, language, frames, page } = this;
    return this.ask({ do: "hello", token, language, frames, page }, false);
  }

  ask(request, keep = true) {
    const n = ++this.number;
    return new Promise((resolve) => {
      this.waiting.set(n, { request, resolve, keep });
      this.send({ ...request, n });
    });
  }

  send(data) {
    if (this.live && this.socket) this.socket.send(JSON.stringify(data));
  }

  hear(message) {
    this.heard = Date.now();
    if (message.type === "state") this.state = message;
    else if (message.type === "frame") { this.pictured(message); return; }
    else if (message.n !== undefined) this.answered(message);
    if (message.type === "welcome") this.greeted(message);
    if (["state", "welcome"].includes(message.type)) this.changed(this);
  }

  // The picture is to be seen first; its words and the lamps come right after it.
  pictured(frame) {
    this.frame = frame;
    if (this.drawn) this.drawn(frame);
    requestAnimationFrame(() => setTimeout(() => this.frame === frame && this.changed(this)));
  }

  answered(message) {
    const waiting = this.waiting.get(message.n);
    this.waiting.delete(message.n);
    if (waiting) waiting.resolve(message);
  }

  greeted(message) {
    const build = document.querySelector("meta[name=build]").getAttribute("content");
    if (message.build !== build && !sessionStorage.getItem(`reloaded ${message.build}`)) {
      sessionStorage.setItem(`reloaded ${message.build}`, "1"); // once, never in a circle
      location.reload();
      return;
    }
    if (message.token) this.token = message.token;
    this.welcome = message;
    document.documentElement.lang = message.language;
  }

  say(key, args = {}) {
    const found = (this.welcome && this.welcome.words[key]) || key;
    return found.replace(/\{(\w+)\}/g, (gap, name) => (name in args ? args[name] : gap));
  }
}
