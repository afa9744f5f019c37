// What scenes are made of, drawn for any game: words, dice, grids, tables, maps, pictures.

import { html, useEffect, useLayoutEffect, useRef, useState } from "/vendor/htm-preact.js";
import { byFinger, momentOf } from "/touch.js";

// What makes a drawn place a button, for fingers and keys.
export function pressable(act, label) {
  const pressed = (event) => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); }
  };
  return { role: "button", tabindex: 0, "aria-label": label.trim(), onClick: act, onKeyDown: pressed };
}

// A thing of this kind that the scene shows now, or has on a page to be called up.
export function found(state, type, body) {
  const all = [...(body || state.scene.body), ...Object.values(state.scene.pages).flat()];
  return all.find((thing) => thing.type === type);
}

const FINGER = 46; // pixels of the smallest place that a finger hits
const SURE = 52; // and of one that it hits without a second look

// A finger that may have meant the place beside is asked once more: the same place again, or the button that comes, does it.
// Gives what a drawing takes as `onClickCapture`, and that button.
export function useSure(line) {
  const [meant, setMeant] = useState(null); // { on, moment }
  const on = meant && meant.on.isConnected && momentOf(meant.on) === meant.moment ? meant.on : null;
  useLayoutEffect(() => {
    if (!on) return undefined;
    on.classList.add("meant");
    return () => on.classList.remove("meant");
  }, [on]);
  const ask = (event) => {
    const place = event.target.closest(".can"), { width, height } = place ? place.getBoundingClientRect() : {};
    if (!place) setMeant(null); // beside all of them: none
    if (!place || place === on || !byFinger() || Math.min(width, height) >= SURE) return;
    event.stopPropagation();
    setMeant({ on: place, moment: momentOf(place) });
  };
  const act = () => { setMeant(null); on.dispatchEvent(new MouseEvent("click", { bubbles: true })); };
  return [ask, on && html`<p class="sure"><button class="main" onClick=${act}>${line.say("sure", { what: on.getAttribute("aria-label") })}</button></p>`];
}

// A drawing with places to point at, on a page that is held in a hand (`held`). It is shown whole where they are large enough for
// a finger; else near, round `points`, to be moved about; a piece at `besides` is then seen whole or not at all, and
// `pointer` stands at the edge where it is to be looked for. `all` is its frame and `unit` a place's side, in the drawing's units.
// The `ground` lies below in a picture of its own: where a car drives over it, it is not painted again.
export function Stage({ line, name, all, points, unit, held, choose, label, ground, besides, pointer, children }) {
  const box = useSettled();
  const [room, setRoom] = useState(null);
  const [whole, setWhole] = useState(false);
  useLayoutEffect(() => {
    if (!held) return undefined;
    const measure = () => {
      const { clientWidth, clientHeight } = box.current;
      setRoom((known) => (known && known[0] === clientWidth && known[1] === clientHeight ? known : [clientWidth, clientHeight]));
    };
    measure();
    const watch = new ResizeObserver(measure); // a phone that is turned, a longer question
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [Boolean(held)]);
  const fit = room ? Math.min(room[0] / all[2], room[1] / all[3]) : 1;
  const near = Boolean(held && room && points.length && unit * fit < FINGER), close = FINGER / unit;
  const moment = JSON.stringify([points, room]);
  useLayoutEffect(() => {
    if (!near || whole) return;
    const along = (axis, room_) => begin(points.map((point) => (point[axis] - all[axis]) * close), besides && (besides[axis] - all[axis]) * close, room_, all[2 + axis] * close);
    box.current.scrollLeft = along(0, room[0]);
    box.current.scrollTop = along(1, room[1]);
  }, [moment, near, whole, close]);
  const [ask, sure] = useSure(line);
  const shown = near && !whole, beyond = useBeyond(box, shown && pointer ? besides : null, moment);
  // Never smaller than the room, so that there is landscape all around.
  const size = shown ? `width: ${Math.max(room[0], all[2] * close)}px; height: ${Math.max(room[1], all[3] * close)}px` : null;
  return html`
    ${near && html`<button class="plain zoom" onClick=${() => setWhole(!whole)}>${line.say(whole ? "zoom.near" : "zoom.whole")}</button>`}
    <div ref=${box} class=${shown ? "stage near" : "stage"} ...${shown ? { tabindex: 0, role: "region", "aria-label": label } : {}}>
      <svg class=${`${name} ground scene`} viewBox=${all.join(" ")} style=${size} aria-hidden="true">${ground}</svg>
      <svg class=${`${name} scene`} viewBox=${all.join(" ")} style=${size} role=${choose ? "group" : "img"} aria-label=${label}
        onClickCapture=${near && whole ? (event) => { event.stopPropagation(); setWhole(false); } : ask}>
        ${children}</svg></div>
    ${beyond && html`<svg class="beyond" viewBox="-34 -34 68 68" style=${`left: ${beyond.x}px; top: ${beyond.y}px`} aria-hidden="true">
      <path transform=${`rotate(${beyond.turn})`} d="M20-11 33 0 20 11Z" />${pointer}</svg>`}
    ${sure}`;
}

const MARGIN = 26; // pixels that the pointer keeps from the edge

// Where at the edge of a drawing's window a pointer stands, and how far it is turned, to a place that is not seen.
function useBeyond(box, place, moment) {
  const [seen, point] = useState(null);
  useLayoutEffect(() => {
    if (!place) { point(null); return undefined; }
    const look = () => {
      const drawing_ = box.current.lastElementChild, { left, top, width, height } = box.current.getBoundingClientRect();
      const at = new DOMPoint(...place).matrixTransform(drawing_.getScreenCTM()), px = at.x - left, py = at.y - top;
      if (px > 0 && px < width && py > 0 && py < height) { point(null); return; }
      const x = Math.max(MARGIN, Math.min(width - MARGIN, px)), y = Math.max(MARGIN, Math.min(height - MARGIN, py));
      point({ x, y, turn: (Math.atan2(py - y, px - x) * 180) / Math.PI });
    };
    look();
    const window_ = box.current;
    window_.addEventListener("scroll", look, { passive: true });
    return () => window_.removeEventListener("scroll", look);
  }, [String(place), moment]);
  return seen;
}

const ROUND = 52, EDGE = 38; // pixels to each side that a piece beside takes, and a place to point at

// Where a view of `room` on a drawing of `full` begins that has all `values` in its middle; moved by so much that what lies at
// `besides` is not cut in two, if the values allow it.
export function begin(values, besides, room, full) {
  const [low, high] = [Math.min(...values), Math.max(...values)], last = Math.max(0, full - room);
  const from = Math.max(0, Math.min(last, (low + high - room) / 2));
  if (besides === undefined) return from;
  const fits = (start) => start >= 0 && start <= last && low - EDGE >= start && high + EDGE <= start + room;
  const inside = (start) => besides - ROUND >= start && besides + ROUND <= start + room;
  const cut = (start) => !inside(start) && besides + ROUND > start && besides - ROUND < start + room;
  if (!cut(from)) return from;
  return [besides - ROUND, besides + ROUND - room, besides + ROUND, besides - ROUND - room]
    .filter((start) => fits(start) && !cut(start)).sort((a, b) => Math.abs(a - from) - Math.abs(b - from))[0] ?? from;
}

const STEP = 180, LONGEST = 1600; // milliseconds a field, and of a whole way

// A car drives along the way it took: give its element what this returns as `ref`.
export function useDrive(place, trail, at) {
  const element = useRef(null), before = useRef(place);
  useLayoutEffect(() => {
    const from = before.current.join();
    before.current = place;
    if (from === place.join() || !element.current || still()) return;
    const places = (trail || []).map((one) => one.join()), start = places.lastIndexOf(from);
    if (start < 0 || places[places.length - 1] !== place.join()) return;
    const way = trail.slice(start).map((one) => ({ transform: `translate(${at(...one).map((n) => `${n}px`).join(", ")})` }));
    element.current.animate(way, { duration: Math.min(LONGEST, STEP * (way.length - 1)), easing: "cubic-bezier(.45, .05, .35, 1)" });
  }, [place.join()]);
  return element;
}

// Whether nothing is to move here.
export function still() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// What has come into a drawing that was there before it lands there, if it is `fresh`: its element's `ref`.
export function useLanding(fresh = true) {
  const element = useRef(null);
  useLayoutEffect(() => {
    if (!fresh || still() || !element.current.closest("[data-settled]")) return;
    element.current.animate([{ scale: 1.5, opacity: 0 }, { scale: 0.94, opacity: 1, offset: 0.7 }, { scale: 1 }], { duration: 320, easing: "ease-out" });
  }, []);
  return element;
}

// A drawing that has been shown: what comes into it from now on lands. Its element's `ref`.
export function useSettled() {
  const element = useRef(null);
  useLayoutEffect(() => { element.current.dataset.settled = ""; }, []);
  return element;
}

// A car that is hit is shaken: `moment` names the last time.
export function useKnock(element, moment) {
  const before = useRef(moment);
  useEffect(() => {
    const hit = moment && moment !== before.current;
    before.current = moment;
    if (!hit || still()) return;
    element.current.animate([[0, 0], [7, -4], [-7, 3], [6, 3], [-4, -3], [0, 0]].map(([x, y]) => ({ translate: `${x}px ${y}px` })), { duration: 360, delay: 250 });
  }, [moment]);
}

// The last time that this seat's car was in a collision, by the number of its entry; `is`: whether a ruling is one.
export function knockOf(state, seat, is) {
  const [last] = state.rulings.filter((ruling) => is(ruling.key) && [ruling.seat, ...Object.values(ruling.args)].includes(seat)).slice(-1);
  return last ? `${last.entry} ${last.key}` : "";
}

export function Dice({ faces }) {
  return html`<span class="dice">${faces.map((face, i) => html`<${Die} key=${i} face=${face} />`)}</span>`;
}

const DRAWN = { 1: "die-1", 2: "die-2", 3: "die-3", 4: "die-4", 5: "die-5", 6: "die-6", R: "die-r", B: "die-b", X: "die-x" };

export function Die({ face }) {
  return html`
    <svg class="die" viewBox="-52 -52 104 108" role="img" aria-label=${String(face)}>
      ${DRAWN[face]
        ? html`<${Sprite} sheet="table" name=${DRAWN[face]} wide=${104} high=${108} y=${2} />`
        : html`<rect x="-46" y="-46" width="92" height="92" rx="20" /><text y="18">${face}</text>`}
    </svg>`;
}

// One of the drawings in sprites/, by its middle: where it stands and how large, turned by degrees.
export function Sprite({ sheet, name, wide, high, x = 0, y = 0, turn = 0 }) {
  return html`<use href=${`/sprites/${sheet}.svg#${name}`} x=${-wide / 2} y=${-high / 2} width=${wide} height=${high}
    transform=${`translate(${x} ${y})${turn ? ` rotate(${turn})` : ""}`} />`;
}

export function Things({ things, chosen, choose, allowed }) {
  return html`${(things || []).map((thing, i) => html`
    <${Thing} key=${i} thing=${thing} chosen=${chosen} choose=${choose} allowed=${allowed} />`)}`;
}

export function Thing({ thing, choose, allowed, chosen }) {
  switch (thing.type) {
    case "text": return html`<p>${thing.text}</p>`;
    case "dice": return html`<${Dice} faces=${thing.faces} />`;
    case "grid": return html`<${Grid} grid=${thing} choose=${choose} allowed=${allowed} chosen=${chosen} />`;
    case "table": return html`<${Rows} table=${thing} />`;
    case "map": return html`<${Area} area=${thing} choose=${choose} allowed=${allowed} />`;
    case "picture": return html`<${Pixels} rows=${thing.pixels} />`;
    default: return null;
  }
}

function Grid({ grid, choose, allowed }) {
  const free = new Set((allowed || []).map(String));
  const marked = new Set(grid.marked.map(String));
  const says = new Map(grid.previews.map(([r, c, text]) => [`${r},${c}`, text]));
  const [left, right] = grid.corners;
  return html`
    <table class="grid">
      ${(grid.above.length > 0 || left || right) && html`<thead><tr>
        <td>${left}</td>${grid.above.map((note) => html`<th scope="col">${note}</th>`)}<td>${right}</td></tr></thead>`}
      <tbody>${grid.cells.map((row, r) => html`<tr key=${r}><td>${grid.left[r]}</td>
        ${row.map((text, c) => {
          const place = `${r + 1},${c + 1}`;
          const can = choose && free.has(place);
          return html`<td key=${c} class=${`box ${marked.has(place) ? "marked" : ""} ${can ? "can" : ""}`}>
            ${can
              ? html`<button title=${says.get(place) || ""} aria-label=${`${place} ${says.get(place) || ""}`}
                  onClick=${() => choose([r + 1, c + 1])}>${text || "·"}</button>`
              : text}</td>`;
        })}
        ${grid.right.length > 0 && html`<th scope="row">${grid.right[r]}</th>`}</tr>`)}
      </tbody>
    </table>`;
}

function Rows({ table }) {
  return html`
    <div class="rows"><table>
      <thead><tr>${table.heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${table.rows.map((row, i) => html`
        <tr key=${i} class=${table.marked.includes(i + 1) || table.marked.includes(i) ? "marked" : ""}>
          ${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
      </tbody>
    </table></div>`;
}

// A map that no game draws better: names on squares; row 1 at the bottom, or lying at the left.
function Area({ area, choose, allowed }) {
  const place = ([c, r]) => (area.lying ? [r - 1, c - 1] : [c - 1, area.rows - r]);
  const [width, height] = area.lying ? [area.rows, area.columns] : [area.columns, area.rows];
  return html`
    <svg class="area" viewBox=${`0 0 ${width * 20} ${height * 20}`} role="img">
      ${area.tiles.map(([c, r, name]) => {
        const [x, y] = place([c, r]);
        return html`<g transform=${`translate(${x * 20} ${y * 20})`}>
          <rect width="19" height="19" class=${`tile ${name}`} /><title>${name}</title>
          <text x="9.5" y="13" text-anchor="middle">${name.slice(0, 2)}</text></g>`;
      })}
      ${area.tokens.map(([c, r, name]) => {
        const [x, y] = place([c, r]);
        return html`<g class="token" transform=${`translate(${x * 20} ${y * 20})`}>
          <circle cx="9.5" cy="9.5" r="8" /><text x="9.5" y="13" text-anchor="middle">${name}</text></g>`;
      })}
      ${choose && (allowed || []).map((at) => {
        const [x, y] = place(at);
        return html`<rect class="can" ...${pressable(() => choose(at), at.join("/"))} x=${x * 20} y=${y * 20} width="19" height="19" />`;
      })}
    </svg>`;
}

function Pixels({ rows }) {
  const width = Math.max(...rows.map((row) => row.length));
  let path = "";
  rows.forEach((row, y) => [...row].forEach((sign, x) => { if (sign !== " ") path += `M${x} ${y}h1v1h-1z`; }));
  return html`<svg class="pixels" viewBox=${`0 0 ${width} ${rows.length}`} aria-hidden="true"><path d=${path} /></svg>`;
}
