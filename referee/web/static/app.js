// The pages: which one is shown, the bar above it, and what to do first.

import { html, render, useErrorBoundary, useState, useEffect, useLayoutEffect } from "/vendor/htm-preact.js";
import { Line } from "/line.js";
import { Typed } from "/code.js";
import { Coming, styled, useDrawing } from "/drawings.js";
import { Volume } from "/calling.js";
import "/touch.js";

const PAGES = {};
// These come when they are opened.
const LATER = {
  seat: () => import("/seat.js").then(({ Seat }) => Seat),
  board: () => Promise.all([import("/television.js"), styled("/styles/television.css")]).then(([{ Board }]) => Board),
  panel: () => import("/panel.js").then(({ Panel }) => Panel), record: () => import("/record.js").then(({ Record }) => Record),
  setup: () => import("/setup.js").then(({ Setup }) => Setup), care: () => import("/care.js").then(({ Care }) => Care),
};
const OWNERS = ["panel", "setup", "care"]; // for those who were let in at the panel

function doors(line) {
  return ["panel", "setup", "board", "seat", "record", "care"].filter((name) => line.welcome.panel || !OWNERS.includes(name));
}

function App({ line }) {
  const [, redraw] = useState(0);
  const here = () => location.hash.slice(1).split("/")[0]; // what follows belongs to the page
  const [page, setPage] = useState(here);
  const [trouble, setTrouble] = useState(""); // why a code does not open anything
  const enter = (code) => line.ask({ do: "code", code }).then((reply) => {
    setTrouble(reply.type === "welcome" ? "" : reply.message);
    if (!location.hash) location.hash = "seat";
  });
  useAwake(page === "board");
  useLayoutEffect(() => { // not after the first picture: a tab behind another draws none, and the line has spoken by then
    line.changed = () => redraw((n) => n + 1);
    const turned = () => setPage(here());
    window.addEventListener("hashchange", turned);
    return () => window.removeEventListener("hashchange", turned);
  }, []);
  const greeted = Boolean(line.welcome);
  useEffect(() => {
    const code = greeted && scanned();
    if (code) enter(code);
  }, [greeted]);
  if (!greeted) return html`<p class="wait" role="status">…</p>`;
  if (!line.welcome.known) return html`<${Code} line=${line} enter=${enter} trouble=${trouble} />`;
  const open = doors(line).includes(page);
  return html`
    <${Bar} line=${line} page=${page} />
    <main class=${page || "start"}>${open ? html`<${Guarded} key=${page} line=${line} page=${page} />` : html`<${Start} line=${line} />`}</main>
    ${trouble && html`<p role="alert">${trouble}</p>`}
    ${!line.live && html`<${Lost} line=${line} />`}`;
}

// A page that fails says so, and leaves the others alone.
function Guarded({ line, page }) {
  const [error, again] = useErrorBoundary((found) => console.error(found));
  // Tries are less than none when it did not come.
  const [tries, came] = useState(0);
  const { ready, failed } = useDrawing(line.state && line.state.match && line.state.match.game);
  useEffect(() => {
    if (PAGES[page]) return;
    LATER[page]().then((Page) => { PAGES[page] = Page; came((n) => n + 1); }, () => setTimeout(() => came((n) => n - 1), 2000));
  });
  if (error) return html`<div role="alert"><p>${line.say("broken")}</p><p><button class="main" onClick=${again}>${line.say("broken.again")}</button></p></div>`;
  return PAGES[page] && ready ? html`<${PAGES[page]} line=${line} />` : html`<${Coming} line=${line} failed=${failed || tries < 0} />`;
}

// A television stays awake, where the browser lets a page ask for it: not over plain http.
function useAwake(wanted) {
  useEffect(() => {
    if (!wanted || !navigator.wakeLock) return undefined;
    const ask = () => document.visibilityState === "visible" && navigator.wakeLock.request("screen").catch(() => {});
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => document.removeEventListener("visibilitychange", ask);
  }, [wanted]);
}

// The other pages: side by side where there is room, else behind a button.
function Bar({ line, page }) {
  const other = line.welcome.languages.find((name) => name !== line.welcome.language);
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [page]);
  const shut = (event) => { if (event.key === "Escape") setOpen(false); };
  return html`
    <nav aria-label=${line.say("pages")} onKeyDown=${shut}>
      <button class="menu plain" aria-expanded=${open} aria-label=${line.say("pages")} onClick=${() => setOpen(!open)}><span aria-hidden="true">≡</span></button>
      <div class=${open ? "links open" : "links"}>
        ${doors(line).map((name) => html`
          <a href=${`#${name}`} aria-current=${page === name ? "page" : null} onClick=${() => setOpen(false)}>${line.say(name)}</a>`)}
        ${page === "board" && html`<${Volume} line=${line} small />`}
        <button class="plain" lang=${other} onClick=${() => { line.language = other; setOpen(false); }}>
          ${other.toUpperCase()}</button>
      </div>
    </nav>`;
}

function Lost({ line }) {
  const [, tick] = useState(0);
  useEffect(() => { const t = setInterval(() => tick((n) => n + 1), 1000); return () => clearInterval(t); }, []);
  const seconds = Math.round((Date.now() - line.lostAt) / 1000);
  return html`<p class="lost" role="status">${line.say("lost", { seconds })}</p>`;
}

function Start({ line }) {
  return html`
    <h1>Tabletop Referee</h1>
    <ul class="doors">
      ${doors(line).map((name) => html`
        <li><a href=${`#${name}`}><b>${line.say(name)}</b>${line.say(`${name}.what`)}</a></li>`)}
    </ul>`;
}

// The code of a QR code that led here; it does not stay in an address that is shared.
function scanned() {
  const found = location.pathname.match(/^\/J\/(\w+)$/i);
  if (!found) return "";
  history.replaceState(null, "", "/");
  location.hash = "seat";
  return found[1];
}

function Code({ line, enter, trouble }) {
  return html`
    <main class="code">
      <h1>${line.say("code")}</h1>
      <p>${line.say("code.how")}</p>
      <${Typed} line=${line} label=${line.say("code")} enter=${enter} />
      <p role="alert">${trouble}</p>
    </main>`;
}

// What moves is at its end as soon as somebody touches the page or a key.
function arrive() {
  for (const motion of document.getAnimations()) if (motion.effect.getComputedTiming().iterations !== Infinity) motion.finish();
}
window.addEventListener("pointerdown", arrive);
window.addEventListener("keydown", arrive);

// On paper nothing can be opened.
window.addEventListener("beforeprint", () => {
  for (const shut of document.querySelectorAll("main details:not([open])")) { shut.setAttribute("open", ""); shut.setAttribute("data-printed", ""); }
});
window.addEventListener("afterprint", () => {
  for (const opened of document.querySelectorAll("details[data-printed]")) { opened.removeAttribute("open"); opened.removeAttribute("data-printed"); }
});

// Most who come sit down: the seat comes while the line is opened.
if (["", "seat"].includes(location.hash.slice(1))) LATER.seat().catch(() => {});
const line = new Line(() => {});
document.getElementById("app").replaceChildren();
render(html`<${App} line=${line} />`, document.getElementById("app"));
