// Knight Rider with its board in the box: a town at night, diversions on it, cars that face a way.

import { html } from "/vendor/htm-preact.js";
import { Mark, paintOf, seatOf } from "/people.js";
import { Sprite, Stage, Things, found, knockOf, pressable, useDrive, useKnock, useLanding } from "/things.js";

const TILE = 100; // units of a tile; fields lie `spacing` to a tile
const CARD = 31; // half a diversion card's side
const WAYS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
const ANGLE = { N: 0, E: 90, S: 180, W: 270 };
const LOOKS = ["", "-2", "-3"]; // of the same road: a tile always looks the same
const SHEET = "knight-rider";
const ALONE = 66, ABREAST = 48, FAR = 80; // how long a car is; on a television, which is looked at from far away, a little too long
const ROADS = { NS: "straight", ES: "curve", NES: "t", S: "end", NESW: "cross" }; // as they are drawn

export const car = { sheet: SHEET, name: "car-night", wide: 120, high: 220 };

// Fields that have not the look of a place, while their values lie on the board all the same.
export function places(state, field) {
  return ["tableau", "gate"].includes(field.name) && Boolean(found(state, "streets"));
}

// Whether a ruling with this key tells of a collision.
export function knocks(key) {
  return key.startsWith("kr.fate.") || key.startsWith("kr.ram.");
}

export function draw(given) {
  const town = found(given.state, "streets");
  if (town) return html`<${Town} ...${given} state=${onRoads(given.state, town)} town=${town} middle=${middleOf(given.state, town)} />`;
  return html`<${Things} things=${given.state.scene.body} choose=${given.choose} allowed=${given.allowed} />`;
}

// How a tile in hand lies, or what a diversion joins, beside its letters.
export function picture(state, name, value) {
  if (["card", "kind"].includes(name) && HAND[value]) return html`<${Sign} name=${value} />`;
  if (name !== "arms" && name !== "joins") return null;
  return html`<svg class="town piece" viewBox="-50 -50 100 100" aria-hidden="true">
    ${name === "arms" ? html`<${Piece} arms=${value} />` : html`<${Card} joins=${value} size=${98} />`}</svg>`;
}

const HAND = { shield: "kitt-shield", turbo1: "kitt-turbo1", turbo2: "kitt-turbo2", jump: "kitt-jump",
  straight: "div-straight", left: "div-left", right: "div-right", dead_end: "div-dead", roadblock: "div-block" };

// The own cards; those that the box does not know are counted.
export function Hand({ state, seat, asked }) {
  const { kitt, diversion } = (state.position.cars[seat - 1] || {}).hands || {};
  const cards = [[kitt, "card"], [diversion, "kind"]].filter(([held, field]) => held && field !== asked).flatMap(([{ known }, field]) => (
    Object.entries(known).flatMap(([name, count]) => Array(count).fill([name, state.match.words[`hand.${name}`] || name, state.match.words[`${field}.${name}`]]))));
  if (!cards.length) return null;
  return html`<ul class="hand">${cards.map(([name, said, whole], i) => html`<li key=${i} class="held" title=${whole}>
    <${Sign} name=${name} /><small>${said}</small></li>`)}</ul>`;
}

// What stands on a card.
function Sign({ name }) {
  return html`<svg class="sign" viewBox="-34 -34 68 70" aria-hidden="true"><${Sprite} sheet=${SHEET} name=${HAND[name]} wide=${68} high=${70} /></svg>`;
}

function Town({ state, line, town, middle, choose, field, allowed, called, next, given, seat }) {
  const spots = choose ? spotsOf(town, field, allowed) : [];
  const [left, low, right, high] = extent(town, spots);
  const at = (e, n) => [((e - left) * TILE), ((high - n) * TILE)];
  const on = (e, n) => at(e / town.spacing, n / town.spacing);
  const own = town.cars.filter((one) => one[2] && one[2] === state.scene.badges[state.view]).map(([e, n]) => on(e, n));
  const reach = [...own, ...spots.map((spot) => at(...spot.cell))];
  const hunted = town.cars.findIndex((one) => !one[2]);
  const half = TILE / 2 + 10;
  const all = [-half, -half, (right - left) * TILE + 2 * half, (high - low) * TILE + 2 * half];
  const ways = spots.some((spot) => waysOf(next && next(spot.value)));
  const unit = town.cells || spots.some((spot) => spot.wide) ? TILE : TILE / town.spacing / (ways ? 2 : 1);
  const ghosts = given && given.cell ? town.laying.filter(([x, y]) => x === given.cell[0] && y === given.cell[1]) : town.laying;
  const aim = given && town.tiles.find((tile) => tile[2] === String(given.tableau));
  const ground = html`<${Ground} town=${town} middle=${middle} at=${at} />`;
  return html`
    <${Stage} line=${line} name="town" all=${all} points=${reach} unit=${unit} held=${Boolean(seat || choose)} choose=${choose} label=${state.match.title} ground=${ground}
      besides=${hunted < 0 ? undefined : standing(town, hunted, on)} pointer=${html`<${Sprite} sheet=${SHEET} name="seat-red" wide=${40} high=${40} />`}>
      ${ghosts.map(([x, y, arms]) => html`
        <g key=${`+${x},${y}`} class="ghost" transform=${`translate(${at(x, y)})`}><${Piece} arms=${arms} /></g>`)}
      ${[...town.notable, ...(aim ? [aim] : [])].map(([x, y]) => html`<${Square} key=${`!${x},${y}`} name="notable" at=${at(x, y)} />`)}
      ${town.cars.map(([, , sign], i) => !sign && html`<circle key="hunted" class="hunted" r="44" transform=${`translate(${standing(town, i, on)})`} />`)}
      ${state.trail && html`<${Trail} trail=${state.trail} at=${on} />`}
      ${given && given.to && html`<circle class="notable" r=${TILE / town.spacing / 2 - 2} transform=${`translate(${on(...given.to)})`} />`}
      ${spots.length > 0 && html`<g class="beckons">${spots.map((spot) => html`
        <${Place} key=${String(spot.value)} spot=${spot} at=${at(...spot.cell)} size=${spot.wide ? TILE : TILE / town.spacing}
          choose=${choose} name=${called(spot.value)} next=${next && next(spot.value)} />`)}</g>`}
      ${town.cars.map((one, i) => html`
        <${Car} key=${one[2] || "red"} car=${one} state=${state} at=${standing(town, i, on)} small=${beside(town, i).length > 1} far=${!(seat || choose)} on=${on} />`)}
      ${apart(spots.filter(({ says }) => says).map(({ says, cell, wide }) => {
        const [x, y] = at(...cell);
        return { text: says, x, y: y - (wide ? TILE : TILE / town.spacing) / 2 - 9 };
      })).map(({ text, x, y }) => html`<${Says} key=${`${x},${y}`} text=${text} x=${x} y=${y} />`)}
    <//>`;
}

// All that stays where it is.
function Ground({ town, middle, at }) {
  const centre = middle.length === 4 && middle.reduce(([a, b], [x, y]) => [a + x / 4, b + y / 4], [0, 0]);
  return html`
    <${Outskirts} />
    ${enclosed(town.tiles).map(([x, y]) => !middle.some(([a, b]) => a === x && b === y) && html`<${Park} key=${`p${x},${y}`} cell=${[x, y]} at=${at(x, y)} />`)}
    ${middle.map(([x, y]) => html`<${Square} key=${`-${x},${y}`} name="centre" at=${at(x, y)} />`)}
    ${centre && html`<${Pile} at=${at(...centre)} />`}
    ${town.tiles.map((tile) => html`<${Tile} key=${tile[2]} tile=${tile} at=${at(tile[0], tile[1])} />`)}`;
}

// Where it ended: the winner's car, and the streets around it.
export function Story({ state: ended }) {
  const town = found(ended, "streets"), [winner] = ended.result.winners;
  const state = town ? onRoads(ended, town) : ended;
  const last = town && town.cars.find(([, , sign]) => sign && seatOf(state, sign) === winner);
  if (!last) return null;
  const on = (e, n) => [(e / town.spacing) * TILE, (-n / town.spacing) * TILE];
  const [x, y] = on(last[0], last[1]);
  return html`<svg class="town ended" viewBox=${`${x - 260} ${y - 110} 520 220`} preserveAspectRatio="xMidYMid meet" aria-hidden="true">
    <${Ground} town=${town} middle=${middleOf(state, town)} at=${(e, n) => [e * TILE, -n * TILE]} />
    ${state.trail && html`<${Trail} trail=${state.trail} at=${on} />`}
    ${town.cars.map((one, i) => html`<${Car} key=${one[2] || "red"} car=${one} state=${state} at=${standing(town, i, on)} small=${beside(town, i).length > 1} on=${on} />`)}</svg>`;
}

const BLOCK = 57; // units of a block of the outskirts

// What lies around the town, as far as anybody can see: more houses, some windows lit, some gardens.
function Outskirts() {
  const blocks = [...Array(16)].map((_, i) => ({ x: (i % 4) * BLOCK, y: Math.floor(i / 4) * BLOCK, kind: (i * 7 + Math.floor(i / 4) * 3) % 5 }));
  return html`
    <pattern id="outskirts" width=${4 * BLOCK} height=${4 * BLOCK} patternUnits="userSpaceOnUse">
      <rect width=${4 * BLOCK} height=${4 * BLOCK} fill="var(--kr-out)" />
      ${blocks.map(({ x, y, kind }, i) => html`<g key=${i} transform=${`translate(${x} ${y})`}>
        ${kind === 4
          ? html`<rect x="4" y="5" width="49" height="47" rx="8" fill="var(--kr-park)" opacity=".22" />
            ${[[16, 18, 8], [38, 22, 10], [24, 40, 9]].map(([cx, cy, r]) => html`<circle cx=${cx} cy=${cy} r=${r} fill="var(--kr-tree)" opacity=".28" />`)}`
          : html`<rect x="4" y="5" width=${kind % 2 ? 24 : 49} height="47" rx="3" fill=${`var(--kr-roof${kind % 3 + 1})`} opacity=".12" />
            ${kind % 2 === 1 && html`<rect x="31" y="5" width="22" height="47" rx="3" fill=${`var(--kr-roof${(kind + 1) % 3 + 1})`} opacity=".14" />`}
            <rect x="11" y="13" width="12" height="9" fill="var(--kr-roof3)" opacity=".12" />
            <path d=${`M${9 + kind * 3} 47.5h3m5 0h3m${kind === 2 ? 14 : 8} 0h3`} stroke="var(--kr-lit)" stroke-width="3" opacity=".2" />`}</g>`)}</pattern>
    <rect x="-4000" y="-4000" width="9000" height="9000" fill="url(#outskirts)" />`;
}

// The cells in the middle that are kept free; one page of the scene always says which.
function middleOf(state, town) {
  const whole = Object.values(state.scene.pages).flat().find(({ type, empty }) => type === "streets" && empty.length);
  return town.empty.length || !whole ? town.empty : whole.empty;
}

// The cells without a tile that no way leads out of.
export function enclosed(tiles) {
  const taken = new Set(tiles.map(([x, y]) => `${x},${y}`));
  const xs = tiles.map(([x]) => x), ys = tiles.map(([, y]) => y);
  const [left, right, low, high] = [Math.min(...xs) - 1, Math.max(...xs) + 1, Math.min(...ys) - 1, Math.max(...ys) + 1];
  const outside = new Set(), open = [[left, low]];
  while (open.length) {
    const [x, y] = open.pop(), key = `${x},${y}`;
    if (x < left || x > right || y < low || y > high || taken.has(key) || outside.has(key)) continue;
    outside.add(key);
    open.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]);
  }
  const cells = [];
  for (let x = left; x <= right; x += 1) for (let y = low; y <= high; y += 1) {
    if (!taken.has(`${x},${y}`) && !outside.has(`${x},${y}`)) cells.push([x, y]);
  }
  return cells;
}

// A town's park, where houses stand all around.
function Park({ cell: [c, r], at: [x, y] }) {
  return html`<g transform=${`translate(${x} ${y})`} class="park"><rect x="-50.5" y="-50.5" width="101" height="101" /><path d="M-50 0H50M0-50V50" />
    ${(c + r) % 3 === 0 && html`<ellipse class="pond" rx="27" ry="21" />`}
    ${[[-30, -29], [28, -31], [-31, 30], [30, 29]].map(([dx, dy], i) => ((c * 5 + r * 3 + i) % 4 ? html`
      <${Sprite} key=${i} sheet="table" name="tree" wide=${26 + (i * 5) % 9} high=${26 + (i * 5) % 9} x=${dx} y=${dy} />` : null))}</g>`;
}

// The escape cards in the middle of the town.
function Pile({ at: [x, y] }) {
  return html`<g transform=${`translate(${x} ${y})`}><rect class="square" x="-92" y="-92" width="184" height="184" rx="10" />
    <${Sprite} sheet=${SHEET} name="card-escape" wide=${82} high=${110} x=${-9} y=${-5} turn=${-8} />
    <${Sprite} sheet=${SHEET} name="card-escape" wide=${82} high=${110} /></g>`;
}

// The outermost cells: west, south, east, north.
function extent(town, spots) {
  const before = town.cars.filter((one) => one[5]).map(([e, n, , facing]) => [
    e / town.spacing - WAYS[facing][0] * 0.5, n / town.spacing + WAYS[facing][1] * 0.5]);
  const cells = [[0, 0], ...town.tiles, ...town.empty, ...town.laying, ...spots.map((spot) => spot.cell), ...before];
  const xs = cells.map(([x]) => x), ys = cells.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

// Where the values of a field lie: cells, fields, tiles by number, road ends of the tile in the frame.
function spotsOf(town, field, allowed) {
  const s = town.spacing;
  if (field.name === "tableau") {
    return town.tiles.filter((tile) => allowed.includes(Number(tile[2])))
      .map((tile) => ({ value: Number(tile[2]), cell: [tile[0], tile[1]], wide: true }));
  }
  if (field.name === "gate") {
    return town.notable.flatMap(([x, y]) => allowed.map((side) => (
      { value: side, cell: [x + WAYS[side][0] / 2, y - WAYS[side][1] / 2] })));
  }
  return allowed.map(([e, n]) => ({
    value: [e, n], cell: town.cells ? [e, n] : [e / s, n / s], wide: town.cells,
    says: (town.previews.find(([a, b]) => a === e && b === n) || [])[2],
  }));
}

// The cars that stand in the same place, as their numbers in the list.
function beside(town, i) {
  const key = ([e, n, , , , outside]) => `${e},${n},${outside}`;
  return town.cars.map((_, other) => other).filter((other) => key(town.cars[other]) === key(town.cars[i]));
}

// Cars in the same place stand side by side; one that has not started stands before the road end.
function standing(town, i, on) {
  const [e, n, , facing, , outside] = town.cars[i];
  const here = beside(town, i), shift = (2 * here.indexOf(i) - here.length + 1) * 15;
  const [x, y] = on(e, n);
  const [dx, dy] = outside && facing ? WAYS[facing] : [0, 0];
  const across = ["E", "W"].includes(facing);
  return [x + (across ? 0 : shift) - dx * 42, y + (across ? shift : 0) - dy * 42];
}

function Square({ name, at: [x, y] }) {
  return html`<rect class=${name} x=${x - TILE / 2 + 3} y=${y - TILE / 2 + 3} width=${TILE - 6} height=${TILE - 6} rx="6" />`;
}

function Tile({ tile: [, , number, arms, open, , covers], at }) {
  const top = covers[covers.length - 1];
  const landed = useLanding();
  const says = covers.length ? `${number}: ${covers.map(([name]) => name).reverse().join(", ")}` : number;
  return html`
    <g ref=${landed} class="laid" transform=${`translate(${at})`}><title>${says}</title>
      <${Piece} arms=${arms} open=${open} look=${LOOKS[Number(number) % LOOKS.length]} />
      ${top && html`<${Card} key=${covers.length} joins=${top[1]} size=${2 * CARD} />`}
      <${Plate} text=${number} x=${-34} y=${37} />
      ${covers.length > 1 && html`<${Plate} text=${`×${covers.length}`} x=${34} y=${-37} />`}
    </g>`;
}

function Plate({ text, x, y }) {
  return html`<g class="plate" transform=${`translate(${x} ${y})`}><rect x="-13.5" y="-10" width="27" height="20" rx="6" /><text y="6">${text}</text></g>`;
}

const ROUND = "NESW";

// The road of this name that these sides make, and how far it is turned.
export function laid(sides) {
  for (let quarter = 0; quarter < 4; quarter += 1) {
    const turned = [...sides].map((side) => ROUND[(ROUND.indexOf(side) - quarter + 4) % 4]);
    const key = [...ROUND].filter((side) => turned.includes(side)).join("");
    if (ROADS[key]) return [ROADS[key], 90 * quarter];
  }
  return ["cross", 0];
}

// The ground with its roads; arms that a diversion has cut off are barred.
function Piece({ arms, open, look = "" }) {
  const [road, turn] = laid(arms);
  const cut = open === undefined ? [] : [...arms].filter((arm) => !open.includes(arm));
  return html`
    <${Sprite} sheet=${SHEET} name=${`tile-${road}${road === "end" ? "" : look}`} wide=${TILE} high=${TILE} turn=${turn} />
    ${cut.map((arm) => html`<path key=${arm} class="closed" transform=${`rotate(${ANGLE[arm]})`} d="M-15 -40H15" />`)}`;
}

const BEND = { straight: "div-straight", curve: "div-right", end: "div-dead" };

// A diversion card with its road; the roadblock joins nothing.
function Card({ joins, size }) {
  const [road, turn] = joins ? laid(joins) : ["", 0];
  return html`<g ref=${useLanding()} class="diversion laid"><${Sprite} sheet=${SHEET} name=${BEND[road] || "div-block"} wide=${size} high=${size * 70 / 68} turn=${turn} /></g>`;
}

function Car({ state, car: [, , sign, facing, roof], car: one, at, small, far, on }) {
  const driven = useDrive(one.slice(0, 2), state.trail && state.trail.sign === sign ? state.trail.places : null, on);
  const seat = seatOf(state, sign), long = small ? ABREAST : far ? FAR : ALONE;
  useKnock(driven, sign && knockOf(state, seat, knocks));
  const kind = sign ? (roof ? "car-roof" : "car-night") : "car-red";
  return html`
    <g ref=${driven} class=${`racer ${sign ? paintOf(state, seat) : ""}`} transform=${`translate(${at})`}>
      ${far && sign && html`<circle class="halo" r=${small ? 24 : 40} />`}
      <g class="body" transform=${`rotate(${ANGLE[facing] || 0})`}>
        <${Sprite} sheet=${SHEET} name=${kind} wide=${long * 120 / 220} high=${long} /></g>
      ${sign && html`<${Mark} sign=${sign} size=${small ? 24 : far ? 38 : 28} />`}
      <title>${sign ? `${sign} ${state.match.names[seat - 1] || ""}` : "★"}${roof ? " ↺" : ""}</title>
    </g>`;
}

// One press: where a car may face several ways at its end, every part of the place is one of them.
function Place({ spot: { value, says }, at: [x, y], size, choose, name, next }) {
  const label = `${name}${says ? ` - ${says}` : ""}`;
  const ways = waysOf(next);
  if (!ways) {
    const side = size === TILE ? size - 4 : size - 2;
    return html`
      <rect class=${size === TILE ? "can wide" : "can"} ...${pressable(() => choose(value), label)} x=${x - side / 2} y=${y - side / 2}
        width=${side} height=${side} rx=${size === TILE ? 8 : side / 2}><title>${label}</title></rect>`;
  }
  return html`<g transform=${`translate(${x} ${y})`}>${ways.map((way, i) => html`
    <g key=${way}>
      <path class="can" ...${pressable(() => choose(value, { facing: way }), `${label}, ${next.labels[i]}`)}
        d=${part(way, ways, size / 2 - 1)}><title>${label}, ${next.labels[i]}</title></path>
      <path class="way" transform=${`rotate(${ANGLE[way]})`} d=${`M-5.5 ${8.5 - size / 2}L0 ${2.3 - size / 2}L5.5 ${8.5 - size / 2}`} />
    </g>`)}</g>`;
}

const SAID = 22; // how high a plate is, with the gap below

function wideOf(text) {
  return 7.2 * text.length + 14;
}

// Plates with their middles, each moved up until it hides none of those before it.
export function apart(plates) {
  const lying = [];
  for (const plate of [...plates].sort((a, b) => b.y - a.y)) {
    const hides = (y) => lying.find((one) => Math.abs(one.y - y) < SAID && Math.abs(one.x - plate.x) < (wideOf(one.text) + wideOf(plate.text)) / 2);
    let { y } = plate;
    for (let below = hides(y); below; below = hides(y)) y = below.y - SAID;
    lying.push({ ...plate, y });
  }
  return lying;
}

// What it brings to end there, as the box says it, in a plate above the place.
function Says({ text, x, y }) {
  const wide = wideOf(text);
  return html`<g class="says" transform=${`translate(${x} ${y})`}><rect x=${-wide / 2} y="-11" width=${wide} height="20" rx="7" /><text y="4">${text}</text></g>`;
}

// The ways that a car may face at its end, where there is room to point at each.
function waysOf(next) {
  return next && next.name === "facing" && next.values.length > 1 && window.innerWidth >= 700 ? next.values : null;
}

// The part of a square, cut into eighths from its middle, that lies nearest to this side of those.
function part(side, sides, half) {
  const round = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
  const turn = (a, b) => Math.min((a - b + 360) % 360, (b - a + 360) % 360);
  const far = (i, way) => turn(45 * i + 22.5, ANGLE[way]);
  const own = (i) => sides.every((other) => far(i % 8, side) <= far(i % 8, other));
  const first = round.findIndex((_, i) => own(i) && !own(i + 7));
  const corners = [];
  for (let i = first; own(i) || i === first; i += 1) corners.push(round[i % 8], round[(i + 1) % 8]);
  return `M0 0${corners.map(([x, y]) => `L${x * half} ${y * half}`).join("")}Z`;
}

// A trip of many fields may come as one step: its trail goes by the roads, not over the houses.
function onRoads(state, town) {
  if (!state.trail) return state;
  const driven = state.trail.places;
  return { ...state, trail: { ...state.trail, places: driven.slice(0, 1).concat(...driven.slice(1).map((to, i) => wayOf(town, driven[i], to))) } };
}

const FAR_AWAY = 30; // points; nobody drives as far in one move

// The fields from here to there by road, as cheap as can be: a field is a point, and so is a turn. Without the first one;
// the last one alone where no road leads there, as after a jump.
export function wayOf(town, from, to) {
  const tiles = new Map(town.tiles.map((tile) => [`${tile[0] * town.spacing},${tile[1] * town.spacing}`, tile]));
  const leads = (field, way) => { const tile = tiles.get(field.join()); return tile && !tile[5] && tile[4].includes(way); };
  const opposite = (way) => "SWNE"["NESW".indexOf(way)];
  const seen = new Set(), open = [...[...Array(FAR_AWAY + 1)].map(() => [])]; // by what they cost
  open[0].push(...Object.keys(WAYS).map((way) => ({ at: from, way, before: null })));
  for (let cost = 0; cost <= FAR_AWAY; cost += 1) for (const one of open[cost]) {
    const { at, way } = one;
    if (seen.has(`${at} ${way}`)) continue;
    seen.add(`${at} ${way}`);
    if (at.join() === to.join()) return fieldsOf(one);
    const [east, south] = WAYS[way], next = [at[0] + east, at[1] - south];
    if ((leads(at, way) || leads(next, opposite(way))) && cost < FAR_AWAY) open[cost + 1].push({ at: next, way, before: one });
    for (const other of tiles.has(at.join()) && cost < FAR_AWAY ? Object.keys(WAYS) : []) open[cost + 1].push({ at, way: other, before: one });
  }
  return [to];
}

// The fields of a way, the first one not among them; where it turns a field comes but once.
function fieldsOf(last) {
  const found_ = [];
  for (let one = last; one.before; one = one.before) if (one.at !== one.before.at) found_.unshift(one.at);
  return found_;
}

// The last move, from where it began.
function Trail({ trail, at }) {
  if (trail.places.length < 2) return null;
  const points = trail.places.map((place) => at(...place).join(","));
  const [x, y] = points[0].split(",");
  return html`<g class="trail"><polyline class="under" points=${points.join(" ")} /><polyline points=${points.join(" ")} /><circle cx=${x} cy=${y} r="8" /></g>`;
}
