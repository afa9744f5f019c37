// A touch means what the finger went down on. Between down and up a page may be drawn anew: something comes or goes
// above, another question stands there. Then the browser chooses what lies below the finger now, or nothing at all. Here what
// was meant is chosen if it is still there; what came up beneath the finger never is, and the page says that it was too late.

const SLIP = 24; // pixels that a finger may move
const PATIENCE = 120; // milliseconds until the browser's own click does not come any more
let held = null; // what the finger went down on: { on, moment, x, y, finger, near, made }

function choice(node) {
  return node instanceof Element ? node.closest("button, summary, a, .can") : null;
}

// Which question it belongs to: the same place of a board may be offered by the next one.
export function momentOf(node) {
  const ask = node && node.closest("[data-moment]");
  return ask ? ask.getAttribute("data-moment") : "";
}

// Whether it is a finger that chooses now: no mouse, no key, nothing that reads a screen.
export function byFinger() {
  return Boolean(held && held.finger);
}

function make(touch) {
  if (touch.made) return;
  touch.made = true;
  if (!touch.on.isConnected || momentOf(touch.on) !== touch.moment) window.dispatchEvent(new Event("gone"));
  else if (!touch.on.matches(":disabled")) touch.on.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

window.addEventListener("pointerdown", ({ target, clientX, clientY, isPrimary, button, pointerType }) => {
  const on = choice(target);
  held = isPrimary && button === 0 ? { on, moment: momentOf(on), x: clientX, y: clientY, finger: pointerType === "touch", near: false, made: false } : null;
}, true);
window.addEventListener("pointercancel", () => { held = null; }, true); // the page is moved instead

window.addEventListener("pointerup", ({ clientX, clientY }) => {
  const touch = held;
  if (!touch) return;
  touch.near = Boolean(touch.on) && Math.hypot(clientX - touch.x, clientY - touch.y) <= SLIP;
  if (touch.near) setTimeout(() => make(touch), PATIENCE);
  setTimeout(() => { if (held === touch) held = null; }, 1000);
}, true);

window.addEventListener("click", (event) => {
  const touch = held;
  if (!touch || !event.isTrusted || !event.detail) return; // keys, screen readers, what `make` does
  if (choice(event.target) === touch.on && momentOf(touch.on) === touch.moment && !touch.made) { touch.made = Boolean(touch.on); return; }
  event.preventDefault();
  event.stopPropagation();
  if (touch.near) make(touch);
}, true);
