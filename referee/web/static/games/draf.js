// D'raf: the motorway that grows ahead of the cars. Lying on a television, upright on a phone.

import { html, useEffect, useRef, useState } from "/vendor/htm-preact.js";
import { Mark, Sign, paintOf } from "/people.js";
import { Sprite, Stage, found as shown, knockOf, pressable, useDrive, useKnock, useLanding } from "/things.js";

const SIZE = 100; // units of a tile
const SHEET = "draf";
const AHEAD = 3, BEHIND = 2; // rows that are shown beyond what lies there
const LEAST = 14, NEAR = 6; // rows on a television, at a seat
const TAGS = { police: "tag-police", service: "tag-service", caltrops: "tag-caltrops", truck: "tag-truck" };
const PLAIN = ["plain", "edge", "wreck"];
const SPEEDS = [2, 3, 4, 5, 6, 7, 8, 9, 10];

export const car = { sheet: SHEET, name: "car-coupe", wide: 110, high: 210 };
export const rail = "below";
export const telling = ["card", "cards"]; // fields whose pictures say all that their values are

export function draw({ state, line, choose, allowed, called, seat, soon = [], ways = [], take }) {
  const held = Boolean(seat || choose), upright = usePortrait() && held;
  const { road, drivers } = state.position;
  const lanes = road.lanes.length, before = useRef(road);
  const fresh = (l, row) => !(before.current.lanes[l] && row in before.current.lanes[l]); // else it only comes into view
  useEffect(() => { before.current = road; });
  const aims = ways.map((way) => ({ ...way, place: aimOf(state, way.verb) })).filter(({ place }) => place);
  const [from, to] = rowsShown(state, [...(allowed || soon), ...aims.map(({ place }) => place)], held);
  const long = (to - from + 1) * SIZE, wide = lanes * SIZE;
  const at = (lane, row) => (upright
    ? [(lane - 0.5) * SIZE, (to - row + 0.5) * SIZE] : [(row - from + 0.5) * SIZE, (lane - 0.5) * SIZE]);
  const box = upright ? [-76, -6, wide + 152, long + 12] : [-6, -70, long + 12, wide + 110];
  const ahead = upright ? 0 : 90; // where the bonnets point
  const ground = html`
    <${Country} upright=${upright} wide=${wide} />
    ${road.lanes.map((lane, l) => Object.entries(lane).filter(([row]) => Number(row) >= from && Number(row) <= to).map(([row, name]) => html`
      <${Tile} key=${`${l}.${row}`} at=${at(l + 1, Number(row))} name=${name} turn=${ahead - 90} fresh=${fresh(l, row)} />`))}
    <${Dashes} road=${road} at=${at} upright=${upright} />
    ${Object.entries(road.ends || {}).map(([lane, row]) => html`
      <path key=${`end ${lane}`} class="barrier" transform=${`translate(${at(Number(lane), Number(row))}) rotate(${ahead})`} d="M-46 -47H46" />`)}
    ${[...Array(to - from + 1)].map((_, i) => (from + i) % 5 === 0 && html`
      <text key=${`row ${from + i}`} class="row" x=${upright ? -54 : at(1, from + i)[0]} y=${upright ? at(1, from + i)[1] + 6 : -20}>${from + i}</text>`)}`;
  return html`
    <${Stage} line=${line} name=${`road ${upright ? "upright" : ""}`} all=${box} points=${pointsOf(state, allowed, soon, aims).map((place) => at(...place))}
      unit=${SIZE - 6} held=${held} choose=${choose || aims.length} label=${state.match.title} ground=${ground}>
      <${Trail} trail=${state.trail} drivers=${drivers} at=${at} from=${from} />
      ${soon.map(([lane, row]) => html`<${Soon} key=${`soon ${lane}.${row}`} at=${at(lane, row)} />`)}
      ${aims.length > 0 && html`<g class="beckons">${aims.map(({ verb, label, place }) => html`
        <${Place} key=${verb} lane=${place[0]} row=${place[1]} at=${at(...place)} name=${label} choose=${() => take(verb)} />`)}</g>`}
      ${choose && html`<g class="beckons">${(allowed || []).map(([lane, row]) => html`
        <${Place} key=${`at ${lane}.${row}`} lane=${lane} row=${row} at=${at(lane, row)} name=${called([lane, row])} choose=${choose} />`)}</g>`}
      ${drivers.map((driver, i) => driver.row >= from && driver.row <= to && html`
        <${Car} key=${`car ${i}`} driver=${driver} seat=${i + 1} state=${state} at=${at} turn=${ahead} />`)}
    <//>`;
}

// Whether the page is higher than wide; a phone is turned.
function usePortrait() {
  const [asked] = useState(() => window.matchMedia("(orientation: portrait)"));
  const [portrait, turn] = useState(asked.matches);
  useEffect(() => {
    const turned = () => turn(asked.matches);
    asked.addEventListener("change", turned);
    return () => asked.removeEventListener("change", turned);
  }, []);
  return portrait;
}

// Where a way leads, as the box says it.
function aimOf(state, verb) {
  const area = shown(state, "map");
  return area && area.aims[verb];
}

// What a phone has to show: where something can be done, and the own car.
function pointsOf(state, allowed, soon, aims) {
  const own = state.position.drivers[state.view - 1];
  return [...(allowed || soon), ...aims.map(({ place }) => place), ...(own && !own.out && own.row > 0 ? [[own.lane, own.row]] : [])];
}

// The first and the last row that are shown: all cars and what lies ahead; at a seat what is near.
export function rowsShown(state, allowed, held) {
  const { road, drivers } = state.position;
  const cars = drivers.filter((driver) => !driver.out && driver.row > 0).map((driver) => driver.row);
  const laid = road.lanes.flatMap((lane) => Object.keys(lane).map(Number));
  const open = (allowed || []).map(([, row]) => row);
  if (held) {
    const own = drivers[state.view - 1];
    const last = Math.max(...(open.length ? open : [((own && !own.out && own.row) || Math.max(...cars, 1)) + AHEAD + 1])) + 1;
    const first = open.length ? Math.min(...open, last) - NEAR + 2 : last - NEAR + 1;
    return [Math.max(1, Math.min(first, last - NEAR + 1)), Math.max(last, NEAR)];
  }
  const last = Math.max(...laid, ...open, ...cars) + 1;
  const first = Math.max(1, Math.min(...cars, ...open, last) - BEHIND);
  return [Math.max(1, Math.min(first, last - LEAST + 1)), Math.max(last, first + LEAST - 1)];
}

// Meadow, and sand where no road lies yet.
function Country({ upright, wide }) {
  return html`
    <pattern id="meadow" width="160" height="160" patternUnits="userSpaceOnUse">
      <rect width="160" height="160" fill="var(--dr-grass)" /><rect width="80" height="160" fill="var(--dr-grass2)" /></pattern>
    <rect x="-4000" y="-4000" width="9000" height="9000" fill="url(#meadow)" />
    ${upright
      ? html`<rect class="sand" x="-14" y="-4000" width=${wide + 28} height="9000" />
        ${[-26, wide + 26].map((x) => html`<g key=${x} class="rail"><path d=${`M${x} -4000V5000`} /><path class="posts" d=${`M${x} -4000V5000`} /></g>`)}
        ${[...Array(40)].map((_, i) => html`<${Sprite} key=${i} sheet="table" name="tree" wide=${66 + (i * 17) % 26} high=${66 + (i * 17) % 26}
          x=${i % 2 ? wide + 130 + (i * 37) % 70 : -130 - (i * 53) % 70} y=${-300 + i * 66} />`)}`
      : html`<rect class="sand" x="-4000" y="-14" width="9000" height=${wide + 28} />
        ${[-26, wide + 26].map((y) => html`<g key=${y} class="rail"><path d=${`M-4000 ${y}H5000`} /><path class="posts" d=${`M-4000 ${y}H5000`} /></g>`)}
        ${[...Array(24)].map((_, i) => html`<${Sprite} key=${i} sheet="table" name="tree" wide=${60 + (i * 7) % 26} high=${60 + (i * 7) % 26}
          x=${-900 + i * 190 + (i * 53) % 90} y=${-110 - (i * 37) % 60} /><${Sprite} key=${`b${i}`} sheet="table" name="tree" wide=${56 + (i * 11) % 30} high=${56 + (i * 11) % 30}
          x=${-820 + i * 210 + (i * 31) % 80} y=${wide + 70 + (i * 29) % 70} />`)}`}`;
}

function Tile({ at: [x, y], name, turn, fresh }) {
  const landed = useLanding(fresh);
  return html`
    <g ref=${landed} class="tile laid" transform=${`translate(${x} ${y})`}>
      <title>${name}</title>
      <rect class="asphalt" x=${-SIZE / 2} y=${-SIZE / 2} width=${SIZE} height=${SIZE} />
      ${!PLAIN.includes(name) && html`<${Sprite} sheet=${SHEET} name=${`draf-${name}`} wide=${SIZE} high=${SIZE} turn=${turn} />`}
      ${TAGS[name] && html`<${Sprite} sheet=${SHEET} name=${TAGS[name]} wide=${SIZE} high=${SIZE} />`}
    </g>`;
}

// Between two lanes, where there is road on either side.
function Dashes({ road, at, upright }) {
  const found = road.lanes.slice(1).flatMap((lane, l) => Object.keys(lane).filter((row) => row in road.lanes[l]).map((row) => {
    const [x, y] = at(l + 2, Number(row));
    return upright ? `M${x - SIZE / 2} ${y - 26}v52` : `M${x - 26} ${y - SIZE / 2}h52`;
  }));
  return html`<path class="dashes" d=${found.join("")} />`;
}

function Car({ driver, seat, state, at, turn }) {
  const [x, y] = at(driver.lane, driver.row), { sign, places } = state.trail || {};
  const tile = state.position.road.lanes[driver.lane - 1][driver.row], below = tile && !PLAIN.includes(tile) ? tile : ""; // a car hides it
  const driven = useDrive([driver.lane, driver.row], sign === String(seat) ? places : null, at);
  useKnock(driven, knockOf(state, seat, knocks));
  return html`
    <g ref=${driven} class=${`racer car ${paintOf(state, seat)} ${driver.out ? "out" : ""}`} transform=${`translate(${x} ${y})`}>
      <g class="body" transform=${`rotate(${turn})`}><${Sprite} sheet=${SHEET} name="car-coupe" wide=${44} high=${84} /></g>
      <${Mark} sign=${seat} size=${34} />
      ${below && html`<g class="below" transform="translate(31 -31)"><rect x="-17" y="-17" width="34" height="34" rx="6" />
        <${Sprite} sheet=${SHEET} name=${`draf-${below}`} wide=${32} high=${32} turn=${turn - 90} /></g>`}
      <title>${state.match.names[seat - 1]}</title>
    </g>`;
}

function Place({ lane, row, at: [x, y], name, choose }) {
  return html`<rect class="can" ...${pressable(() => choose([lane, row]), name)} x=${x - SIZE / 2 + 3} y=${y - SIZE / 2 + 3}
    width=${SIZE - 6} height=${SIZE - 6} rx="12" />`;
}

// Where a tile may come to lie.
function Soon({ at: [x, y] }) {
  return html`<rect class="soon" x=${x - SIZE / 2 + 6} y=${y - SIZE / 2 + 6} width=${SIZE - 12} height=${SIZE - 12} rx="12" />`;
}

function Trail({ trail, drivers, at, from }) {
  if (!trail || trail.places.length < 2 || !drivers[Number(trail.sign) - 1]) return null;
  const points = trail.places.filter(([, row]) => row >= from).map((place) => at(...place).join(","));
  if (points.length < 2) return null;
  return html`<g class="trail"><polyline class="under" points=${points.join(" ")} /><polyline points=${points.join(" ")} /></g>`;
}

// What somebody has in front of him: tiles, and the speed cards with those that are lost.
export function Hand({ state, seat, asked }) {
  const driver = state.position.drivers[seat - 1];
  const tiles = Object.entries(driver.tiles).filter(([, count]) => count);
  return html`
    ${tiles.length > 0 && asked !== "tile" && html`<ul class="hand">${tiles.map(([name, count]) => html`<li key=${name} class="held"><${Small} name=${name} />
      <small>${state.match.words[`tile.${name}`] || name}${count > 1 && ` ×${count}`}</small></li>`)}</ul>`}
    ${!["card", "cards"].includes(asked) && html`<ul class="speeds">${SPEEDS.map((speed) => html`
      <li key=${speed} class=${fateOf(driver, speed)}>${speed}</li>`)}</ul>${said(state, driver) && html`<p class="fates">${said(state, driver)}</p>`}`}`;
}

// Whether a speed card is in the hand, lies open, or is gone.
function fateOf(driver, speed) {
  if (driver.hand.includes(speed)) return "";
  return driver.played === speed ? "played" : "lost";
}

// The same in words.
function said({ match: { words } }, driver) {
  return ["played", "lost"].map((fate) => [fate, SPEEDS.filter((speed) => fateOf(driver, speed) === fate).join(", ")])
    .filter(([, which]) => which).map(([fate, which]) => words[fate].replace("{n}", which)).join(" · ");
}

// What stands with a name in the list of all: the open tiles that are more than road.
export function Holds({ state, seat }) {
  const tiles = Object.entries(state.position.drivers[seat - 1].tiles).filter(([name]) => name !== "plain");
  const { played } = state.position.drivers[seat - 1];
  return html`<span class="holds">${played > 0 && html`<${Speed} state=${state} speed=${played} />`}
    <span class="tiles">${tiles.flatMap(([name, count]) => Array(count).fill(name)).map((name, i) => html`<${Small} key=${i} name=${name} />`)}</span></span>`;
}

export function picture(state, name, value) {
  if (["card", "cards"].includes(name) && typeof value === "number") return html`<${Speed} state=${state} speed=${value} />`;
  return name === "tile" ? html`<${Small} name=${value} />` : null;
}

// What is printed on the speed cards: tiles, bends, triangles. A page of the scene lists them.
function printed(state, speed) {
  const lists = Object.values(state.scene.pages).flat().filter(({ type, rows }) => type === "table" && rows.every((row) => row.length === 4));
  const row = lists.flatMap(({ rows }) => rows).find(([first]) => first === String(speed));
  return row ? row.slice(1).map(Number) : [0, 0, 0];
}

function Speed({ state, speed }) {
  const [tiles, bends, triangles] = printed(state, speed);
  const signs = (name, count) => html`<span>${[...Array(count)].map((_, i) => html`
    <svg key=${i} viewBox="-12 -12 24 24" aria-hidden="true"><${Sprite} sheet=${SHEET} name=${name} wide=${24} high=${24} /></svg>`)}</span>`;
  return html`<span class="speed"><b>${speed}</b><i>${tiles}<svg viewBox="-12 -12 24 24" aria-hidden="true"><${Sprite} sheet=${SHEET} name="slab" wide=${24} high=${24} /></svg></i>
    ${signs("bend", bends)}${signs("tri", triangles)}</span>`;
}

// What lies where a way leads, as the box says where that is.
export function Leads({ state, verb }) {
  const place = aimOf(state, verb);
  if (!place) return null;
  const [lane, row] = place, { road, drivers } = state.position;
  const name = (road.lanes[lane - 1] || {})[row], other = drivers.findIndex((one) => !one.out && one.lane === lane && one.row === row);
  const there = name ? html`<${Small} name=${name} />` : html`<svg class="road small bare" viewBox="-50 -50 100 100" aria-hidden="true"><text y="18">?</text></svg>`;
  return html`<span class="leads">${there}
    ${other >= 0 && html`<${Sign} state=${state} seat=${other + 1} name=${state.match.names[other]} />`}</span>`;
}

// How far everybody came, along the motorway.
export function Story({ state }) {
  const { drivers } = state.position, last = Math.max(...drivers.map(({ row }) => row), 1) + 2;
  const across = (row) => 60 + (row / last) * 1080;
  return html`<svg class="road came" viewBox="0 0 1200 ${64 * drivers.length + 50}" aria-hidden="true">
    <rect class="asphalt" x="0" y="0" width="1200" height=${64 * drivers.length} rx="12" />
    ${drivers.map((driver, i) => html`<g key=${i} class=${`${paintOf(state, i + 1)} ${driver.out ? "out" : ""}`} transform=${`translate(0 ${64 * i + 32})`}>
      <path class="driven" d=${`M20 0H${across(driver.row)}`} />
      <g transform=${`translate(${across(driver.row)} 0)`}><g transform="rotate(90)"><${Sprite} sheet=${SHEET} name="car-coupe" wide=${31} high=${60} /></g>
        <${Mark} sign=${i + 1} size=${27} /></g></g>`)}
    ${[...Array(Math.floor(last / 10))].map((_, i) => html`<g key=${`n${i}`}><path class="dashes" d=${`M${across(10 * (i + 1))} 0V${64 * drivers.length}`} />
      <text class="mile" x=${across(10 * (i + 1))} y=${64 * drivers.length + 36}>${10 * (i + 1)}</text></g>`)}</svg>`;
}

// Whether a ruling with this key tells of a collision.
export function knocks(key) {
  return ["drf.crash", "drf.rail", "drf.truck", "drf.truck-gone"].includes(key);
}

function Small({ name }) {
  return html`<svg class="road small" viewBox="-50 -50 100 100" aria-hidden="true"><${Tile} at=${[0, 0]} name=${name} turn=${0} /></svg>`;
}
