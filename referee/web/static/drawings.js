// How each game is drawn: a module and its styles, which come when the game is played.

import { html, useEffect, useState } from "/vendor/htm-preact.js";

const GAMES = ["draf", "fette-autos", "knight-rider", "knister", "victory"];
const AGAIN = 2000; // milliseconds until what did not come is asked for once more
const known = new Map(); // game -> its module

// The module of a game; empty for one that has no drawing of its own.
export function drawn(game) {
  return known.get(game) || {};
}

// Fetches a sheet of styles; it stands before those of the games, whenever it comes.
export function styled(href) {
  return new Promise((done, broken) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror: broken });
    if (href.startsWith("/games/")) document.head.append(link);
    else document.querySelector("link[href$='styles/boards.css']").after(link);
  });
}

// Whether all is there that draws this game, and whether it has been asked for in vain; the page is drawn anew as soon as
// that changes.
export function useDrawing(game) {
  const [{ failed }, tell] = useState({ failed: false });
  const wanted = GAMES.includes(game) && !known.has(game);
  useEffect(() => {
    if (!wanted) return undefined;
    let left = false, timer;
    const load = () => Promise.all([import(`/games/${game}.js`), styled(`/games/${game}.css`)])
      .then(([module]) => { known.set(game, module); if (!left) tell({ failed: false }); })
      .catch(() => { if (!left) tell({ failed: true }); timer = setTimeout(load, AGAIN); });
    load();
    return () => { left = true; clearTimeout(timer); };
  }, [game]);
  return { ready: !wanted, failed: wanted && failed };
}

// Instead of a page of which something is still on its way, or has not come.
export function Coming({ line, failed }) {
  if (!failed) return html`<p role="status">…</p>`;
  return html`<div role="alert"><p>${line.say("unloaded")}</p><p><button class="main" onClick=${() => location.reload()}>${line.say("reload")}</button></p></div>`;
}
