// Fette Autos: the pass with its eight sections, the cars in their order, everybody's open cards.

import { html, useEffect, useRef } from "/vendor/htm-preact.js";
import { Mark, Sign, paintOf } from "/people.js";
import { Sprite, Things, still, useLanding, useSettled } from "/things.js";

const SHEET = "fette-autos";
// Where the sign of each section is on the pass, with the road's far edge below it, and the road of that section.
const SIGNS = [[104, 300, 358], [286, 236, 297], [500, 282, 344], [742, 212, 296], [916, 116, 189], [1140, 166, 233], [1396, 110, 205], [1700, 62, 108]];
const ROAD = [
  "M-40 392C60 392 120 372 196 340", "M196 340C270 308 330 300 372 330", "M372 330C430 372 520 366 640 340",
  "M640 340C740 318 790 300 820 254", "M820 254C846 214 900 190 990 216", "M990 216C1080 240 1160 262 1290 250",
  "M1290 250C1400 238 1430 196 1490 160", "M1490 160C1560 120 1700 120 1960 128",
];
const ARROWS = {
  straight: ["M0 28V-28M-11-16 0-30 11-16", ""], 90: ["M-9 28V4Q-9-16 4-20", "M-3-28 15-27 10-10Z"],
  70: ["M-9 28V8Q-9-8 12-8", "M7-20 23-8 7 4Z"],
};
const SLOTS = ["left", "middle", "right"];
const KINDS = { slope: "kind-slope", wind: "kind-wind", bump: "kind-bump", jam: "kind-jam" };

export const car = { sheet: SHEET, name: "car-fat", wide: 160, high: 210 };
// Who has won a race to the end that none of the players has; a match that was given up nobody has.
export const rival = ({ position }) => (position.state === "over" ? { sheet: SHEET, name: "car-hare", wide: 138, high: 181 } : null);
export const rail = "below";

export function draw({ state, seat, choose }) {
  const { track, section, drivers, places } = state.position;
  const order = [...(places || [])].reverse(); // the first car drives at the right
  const near = Boolean(seat || choose); // a seat sees what is near
  const { options } = state.match;
  if (!order.length && !(track && track.length) && options.cards === "device" && (near || !state.scene.body.length)) return null;
  return html`
    <${Scenery} near=${near}>
      ${track && track.length > 0 && html`<${Pass} track=${track} section=${section} state=${state} near=${near} />`}
      ${near && track && section > 0 && html`<${Ahead} track=${track} section=${section} words=${state.match.words} />`}
      ${order.length > 0 && html`<${Lane} order=${near ? around(order, state.view) : order} all=${order} state=${state} near=${near} />`}
      ${order.length > 0 && html`<ol class="cars" style=${`--cars: ${order.length}`}>${order.map((who, i) => html`
        <${Column} key=${who} who=${who} place=${order.length - i} state=${state} driver=${who > 0 ? drivers[who - 1] : null} />`)}</ol>`}
      ${order.length === 0 && !seat && !choose && state.scene.body.length > 0 && html`<${Things} things=${state.scene.body} />`}
    <//>`;
}

function Scenery({ near, children }) {
  return html`<div ref=${useSettled()} class=${`fette ${near ? "near" : ""}`}>${children}</div>`;
}

// The own car with those before and behind it.
function around(order, seat) {
  const own = Math.max(1, Math.min(order.indexOf(seat), order.length - 2));
  return order.slice(own - 1, own + 2);
}

// The pass, with a sign for every section that is known.
function Pass({ track, section, state, near }) {
  const [x, y] = SIGNS[Math.max(section, 1) - 1] || SIGNS[0];
  const view = near ? [x - 310, Math.max(0, y - 90), 620, 190] : [0, 0, 1920, 372];
  return html`
    <svg class="pass" viewBox=${view.join(" ")} preserveAspectRatio=${near ? "xMidYMid meet" : "xMidYMax meet"} role="img" aria-label=${state.match.title}>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--fa-sky2)" /><stop offset="1" stop-color="var(--fa-sky1)" /></linearGradient>
      <rect x="-600" y="-800" width="3120" height="1172" fill="url(#sky)" /><rect class="below" x="-600" y="370" width="3120" height="800" />
      <use href=${`/sprites/${SHEET}.svg#pass`} width="1920" height="372" />
      ${section > 0 && ROAD[section - 1] && html`<path class="here" d=${ROAD[section - 1]} />`}
      <path class="middle" d=${ROAD.map((part, i) => (i ? part.replace(/^M[-\d ]+/, "") : part)).join("")} />
      ${track.map((part, i) => html`<${Post} key=${i} number=${i + 1} part=${part} at=${SIGNS[i]} here=${section === i + 1} past=${section > i + 1} />`)}
    </svg>`;
}

// The card of this section and the next one, in words.
function Ahead({ track, section, words }) {
  const said = ([form, sign]) => [words[`section.${form}`], words[`section.${sign}`]].filter(Boolean).join(", ");
  return html`<ol class="ahead" start=${section}>${track.slice(section - 1, section + 1).map((card, i) => html`
    <li key=${i}><b>${section + i}</b> ${said(card || []) || "?"}</li>`)}</ol>`;
}

function Post({ number, part, at: [x, y, foot], here, past }) {
  const [form, sign] = part || [];
  const limit = form && form !== "straight" ? form.replace(/\D/g, "") : "";
  const [line, head] = ARROWS[limit || "straight"], scale = here ? 1.2 : 0.9;
  return html`
    <g class=${`post ${here ? "now" : ""} ${past ? "past" : ""}`} transform=${`translate(${x} ${y}) scale(${scale})`} aria-current=${here ? "step" : null}>
      <path class="pole" d=${`M0 20V${(foot - y) / scale}`} /><rect x="-100" y="-52" width="200" height="88" rx="14" />
      <text x="-76" y="8">${number}</text>
      ${form ? html`
        <g transform=${`translate(-36 -8) scale(${form.startsWith("left") ? -1 : 1} 1)`}><path class="arrow" d=${line} />${head && html`<path d=${head} />`}</g>
        ${limit && html`<circle cx="14" cy="-8" r="27" /><text class="limit" x="14" y="2">${limit}</text>`}
        ${sign && html`<${Sprite} sheet=${SHEET} name=${`sign-${sign}`} wide=${54} high=${50} x=${70} y=${-8} />`}`
        : html`<text class="limit" x="14" y="6">?</text>`}
    </g>`;
}

// The cars on the road, the first one at the right.
function Lane({ order, all, state, near = false }) {
  const wide = 1920 / Math.max(all.length, 7), long = wide * order.length;
  return html`
    <svg class="lane" viewBox=${`0 0 ${long} 240`} aria-hidden="true">
      <rect class="kerb" x="-900" width="4000" height="240" /><path class="kerb-red" d="M-900 4H3000M-900 236H3000" /><rect class="tar" x="-900" y="8" width="4000" height="224" />
      <path class="rim" d="M-900 32H3000M-900 208H3000" />
      ${order.map((who, i) => html`
        <g key=${who} class=${`racer ${who > 0 ? paintOf(state, who) : "p0"}`} transform=${`translate(${(i + 0.5) * wide} 120)`}>
          <g transform="rotate(90)"><${Sprite} sheet=${SHEET} name=${who > 0 ? "car-fat" : "car-hare"} wide=${who > 0 ? 150 : 138} high=${who > 0 ? 197 : 181} /></g>
          ${who > 0 && html`<${Mark} sign=${who} size=${62} x=${-10} />`}
          <g class="place" transform=${near ? `translate(${6 - wide / 2} -104) scale(1.6)` : `translate(${18 - wide / 2} -104)`}>
            <rect width="46" height="38" rx="8" /><text x="23" y="28">${all.length - all.indexOf(who)}.</text></g>
        </g>`)}
    </svg>`;
}

function Column({ who, place, state, driver }) {
  const name = who > 0 ? state.match.names[who - 1] : state.match.words.hase;
  const cards = driver ? driver.open : drawnIn(state, who);
  const speed = cards.reduce((all, card) => all + (card ? card[0] : 0), 0);
  const acts = who > 0 && state.asks.some((ask) => ask.seats.includes(who));
  return html`
    <li class=${`${who > 0 ? paintOf(state, who) : "p0 hase"} ${acts ? "now" : ""}`} data-place=${`${place}.`}>
      <p class="nm">${who > 0 ? html`<${Sign} state=${state} seat=${who} />` : html`<span class="badge p0"><b>${[...name][0]}</b></span>`}<span class="name">${name}</span></p>
      <p class="open">
        ${who < 0 && !cards.length && [0, 1].map((i) => html`<span key=${i} class="card none"></span>`)}
        ${cards.map((card, i) => html`<${Card} key=${`${i} ${card}`} card=${card} words=${state.match.words} />`)}</p>
      <p class="km">${cards.length > 0 && html`<b class="num">${speed}</b> km/h`}
        ${driver && driver.stock !== null && driver.stock !== undefined && html`<${Chips} count=${driver.stock} />`}</p>
    </li>`;
}

// What an Old Pro has drawn in the attack that is being fought: nothing otherwise.
export function drawnIn({ position: { poker } }, who) {
  return poker && [poker.attacker, poker.defender].includes(who) ? poker.cards : [];
}

// How somebody stands, for the ranking: place, speed, chips.
export function facts(state, seat) {
  const { open, stock } = state.position.drivers[seat - 1], place = (state.position.places || []).indexOf(seat) + 1;
  const speed = open.reduce((all, card) => all + (card ? card[0] : 0), 0);
  return [place && `${place}.`, speed && `${speed} km/h`, stock !== null && stock !== undefined && `● ${stock}`].filter(Boolean);
}

// The order at the end: as the cars came in.
export function Story({ state }) {
  const order = [...(state.position.places || [])].reverse();
  return order.length > 0 && html`<${Lane} order=${order} all=${order} state=${state} />`;
}

function Chips({ count }) {
  const before = useRef(count), pile = useRef(null);
  useEffect(() => {
    const more = count - before.current;
    before.current = count;
    if (!more || still()) return;
    const [here, there] = [{ translate: "0 0", opacity: 1 }, { translate: "0 -5rem", opacity: 0 }]; // from the road, or onto it
    pile.current.animate(more > 0 ? [there, here] : [here, there, here], { duration: more > 0 ? 450 : 700, easing: "ease-out" });
  }, [count]);
  return html`<span class="chips"><svg ref=${pile} viewBox="-26 -26 52 52" aria-hidden="true"><${Sprite} sheet=${SHEET} name="chip" wide=${52} high=${52} /></svg><b class="num">${count}</b></span>`;
}

function Card({ card, words }) {
  const landed = useLanding();
  if (!card) return html`<span ref=${landed} class="card back">?</span>`;
  return html`<span ref=${landed} class=${`card ${card[1]}`}><b>${card[0]}</b>
    <svg viewBox="-16 -16 32 32" aria-hidden="true"><${Sprite} sheet=${SHEET} name=${KINDS[card[1]]} wide=${32} high=${32} /></svg>
    <small class="unseen">${words[`card.${card[1]}`] || ""}</small></span>`;
}

// A card that is offered; of the open ones, the own that lies there now.
export function picture(state, name, value) {
  const own = state.position.drivers[state.view - 1];
  const card_ = name === "slot" && own ? own.open[SLOTS.indexOf(value)] : ["card", "cards", "with"].includes(name) && Array.isArray(value) ? value : null;
  return card_ ? html`<${Card} card=${card_} words=${state.match.words} />` : null;
}

// The cards in somebody's hand, and the chips.
export function Hand({ state, seat, asked }) {
  const driver = state.position.drivers[seat - 1];
  const cards = (driver && driver.hand) || [], chips = driver && driver.stock !== null && driver.stock !== undefined;
  if (!cards.some(Boolean) || ["card", "cards", "with"].includes(asked)) return null;
  return html`<p class="hand">${cards.map((card, i) => html`<${Card} key=${i} card=${card} words=${state.match.words} />`)}
    ${chips && html`<${Chips} count=${driver.stock} />`}</p>`;
}
