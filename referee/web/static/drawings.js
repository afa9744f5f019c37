// How each game is drawn: a module and its styles, which come when the game is played.

import { useEffect, useState } from "/vendor/htm-preact.js";

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

// Whether all is there that draws this game; the page is drawn anew as soon as it is.
export function useDrawing(game) {
  const [, redraw] = useState(0);
  const wanted = GAMES.includes(game) && !known.has(game);
  useEffect(() => {
    if (!wanted) return undefined;
    let left = false, timer;
    const load = () => Promise.all([import(`/games/${game}.js`), styled(`/games/${game}.css`)])
      .then(([module]) => { known.set(game, module); if (!left) redraw((n) => n + 1); })
      .catch(() => { timer = setTimeout(load, AGAIN); });
    load();
    return () => { left = true; clearTimeout(timer); };
  }, [game]);
  return !wanted;
}
