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
export function Volume({ line }) {
  const [loud, setLoud] = useState(volume);
  const put = (event) => {
    setLoud(Number(event.target.value));
    try { localStorage.setItem("volume", event.target.value); } catch { /* a private window forgets */ }
    unlock();
    sound();
  };
  return html`<label class="volume"><span>${line.say("volume")}</span>
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

function sound() {
  const loud = volume();
  if (!loud || !audio || audio.state !== "running") return;
  const tone = audio.createOscillator(), level = audio.createGain();
  tone.frequency.value = 660;
  level.gain.setValueAtTime(0.02 * loud, audio.currentTime);
  level.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25);
  tone.connect(level).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.25);
}

// The focus stays with whoever answers: where what was pressed is gone, it goes to the next question.
export function useFocus(moment) {
  const before = useRef(moment);
  useEffect(() => {
    const lost = !document.activeElement || document.activeElement === document.body;
    if (moment && before.current !== moment && lost) {
      const question = document.querySelector(".ask h2");
      if (question instanceof HTMLElement) question.focus({ preventScroll: true });
    }
    before.current = moment;
  }, [moment]);
}
