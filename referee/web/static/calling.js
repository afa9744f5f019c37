// Calling somebody whose turn has come: a phone vibrates, the page's name says so, and a tone sounds, as
// loud as was chosen here. Browsers let a page sound after it was touched once, so any touch will do.

import { html, useEffect, useRef, useState } from "/vendor/htm-preact.js";

const LOUDEST = 10, USUAL = 4;
let audio = null;

function unlock() {
  const Audio = window.AudioContext;
  if (!audio && Audio) audio = new Audio();
  if (audio && audio.state === "suspended") audio.resume();
}

window.addEventListener("pointerdown", unlock);
window.addEventListener("keydown", unlock);

function volume() {
  try {
    const kept = localStorage.getItem("volume");
    return kept === null ? USUAL : Math.max(0, Math.min(LOUDEST, Number(kept) || 0));
  } catch { return USUAL; }
}

// Nothing at the left end; it sounds as loud as it is left.
export function Volume({ line, small }) {
  const [loud, setLoud] = useState(volume);
  const put = (event) => {
    setLoud(Number(event.target.value));
    try { localStorage.setItem("volume", event.target.value); } catch { /* a private window forgets */ }
    unlock();
    sound();
  };
  return html`<label class="volume"><span class=${small ? "unseen" : ""}>${line.say("volume")}</span>
    <input type="range" min="0" max=${LOUDEST} value=${loud} onChange=${put} /></label>`;
}

// `moment`: names the ask that waits for somebody here; nothing while nobody is asked.
export function useCall(line, moment) {
  const before = useRef(moment);
  useEffect(() => {
    if (moment && moment !== before.current) call(line);
    before.current = moment;
  }, [moment]);
}

function call(line) {
  if (navigator.vibrate) navigator.vibrate([90, 60, 90]);
  document.title = `● ${line.say("turn")}`;
  setTimeout(() => { document.title = "Tabletop Referee"; }, 4000);
  sound();
}

// Tones as [hertz, seconds until it begins, seconds that it lasts, shape].
const SOUNDS = {
  turn: [[660, 0, 0.25, "sine"]],
  dice: [0, 0.07, 0.16, 0.27, 0.4, 0.52].map((begin, i) => [1500 - 170 * (i % 3), begin, 0.035, "square"]),
  knock: [[95, 0, 0.22, "triangle"], [61, 0.03, 0.3, "sawtooth"]],
  end: [523, 659, 784, 1047].map((tone, i) => [tone, 0.16 * i, i === 3 ? 0.6 : 0.2, "triangle"]),
};

function sound(name = "turn") {
  const loud = volume();
  if (!loud || !audio || audio.state !== "running") return;
  for (const [hertz, begin, long, shape] of SOUNDS[name]) {
    const tone = audio.createOscillator(), level = audio.createGain(), from = audio.currentTime + begin;
    tone.type = shape;
    tone.frequency.value = hertz;
    level.gain.setValueAtTime(0.02 * loud, from);
    level.gain.exponentialRampToValueAtTime(0.001, from + long);
    tone.connect(level).connect(audio.destination);
    tone.start(from);
    tone.stop(from + long);
  }
}

// What is heard at a television: dice, a knock, whose turn it is, the end. `moments`: what each of
// them is about now; nothing sounds for what was there before the page was.
export function useSounds(moments) {
  const before = useRef(moments);
  useEffect(() => {
    const fresh = Object.keys(moments).filter((name) => moments[name] && moments[name] !== before.current[name]);
    before.current = moments;
    const [first] = ["end", "knock", "dice", "turn"].filter((name) => fresh.includes(name));
    if (first) sound(first);
  }, [JSON.stringify(moments)]);
}

// The focus stays with whoever answers: where what was pressed is gone, or means nothing yet for the next question, it
// goes to that.
export function useFocus(moment) {
  const before = useRef(moment);
  useEffect(() => {
    const focused = document.activeElement;
    const lost = !focused || focused === document.body || (focused instanceof HTMLButtonElement && focused.disabled);
    if (moment && before.current !== moment && lost) {
      const question = document.querySelector(".plate h2");
      if (question instanceof HTMLElement) question.focus({ preventScroll: true });
    }
    before.current = moment;
  }, [moment]);
}
