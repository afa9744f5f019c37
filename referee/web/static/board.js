// What seats and the board have in common: how a game is drawn, what is told, dice, the end.

import { html, useEffect, useState } from "/vendor/htm-preact.js";
import { Dice, Sprite, Things } from "/things.js";
import { Sign, paintOf, standing } from "/people.js";
import { Why } from "/why.js";
import { drawn } from "/drawings.js";

// How a game is drawn: its own module, or the widgets of its scene as they are.
export function drawing(game) {
  return drawn(game).draw || Plain;
}

// Whether the values of a field lie on the board, where they can be pointed at.
export function liesOnBoard(state, field) {
  const { places } = drawn(state.match.game);
  return (field.look === "cell" && hasBoard(state)) || Boolean(places && places(state, field));
}

// Whether there is something to point at: before the first tile there is none.
function hasBoard({ scene, view }) {
  const things = [...scene.body, ...Object.values(scene.pages).flat(), ...(scene.sheets[view] || [])];
  return things.some(({ type }) => ["grid", "map", "streets"].includes(type));
}

// What a value looks like, where a game draws it.
export function pictured(state, name, value) {
  const { picture } = drawn(state.match.game);
  return picture ? picture(state, name, value) : null;
}

// Whether that picture says it all, so that words are for those alone who do not see it.
export function tells(state, name) {
  return (drawn(state.match.game).telling || []).includes(name);
}

// What lies where a choice leads, in small, where a game draws it.
export function leads(state, verb) {
  const { Leads } = drawn(state.match.game);
  return Leads ? html`<${Leads} state=${state} verb=${verb} />` : null;
}

function Plain({ state, choose, allowed, body }) {
  return html`<${Things} things=${body || state.scene.body} choose=${choose} allowed=${allowed} />`;
}

// What somebody holds, as the game draws it; nothing for games where nobody holds anything. What is `asked` for is among
// the choices.
export function Hand({ line, state, seat, asked }) {
  const { Hand: Held } = drawn(state.match.game);
  return Held ? html`<section class="mine"><h2>${line.say("hand")}</h2><${Held} state=${state} seat=${seat} asked=${asked} /></section>` : null;
}

// A person's car, where the game has cars; upright, for lists.
export function CarOf({ state, car = drawn(state.match.game).car }) {
  if (!car) return null;
  return html`<svg class="carpic" viewBox=${[-car.wide / 2, -car.high / 2, car.wide, car.high].join(" ")} aria-hidden="true"><${Sprite} ...${car} /></svg>`;
}

// Whether there will be something to draw: else the board lies on the table.
export function drawsBoard({ board, cards }) {
  return (board === undefined ? cards : board) === "device";
}

// What is seen while there is no board yet, before the first tile or car: which game it is, and what comes. As soon as
// there is a board, the styles leave it out.
export function Before({ line, state }) {
  if (!drawsBoard(state.match.options)) return null;
  return html`<div class="before p0"><${CarOf} state=${state} /><b>${state.match.title}</b><p>${line.say("board.coming")}</p></div>`;
}

const FRESH = 60000; // milliseconds after which the code is asked for again: it grows old

// How others join, on a page that was let in at the panel: only such a page gets the code.
export function Join({ line }) {
  const [card, setCard] = useState(null);
  useEffect(() => {
    const ask = () => line.ask({ do: "invite" }, false).then((reply) => setCard(reply.type === "invite" && reply.code ? reply : null));
    ask();
    const timer = setInterval(ask, FRESH);
    return () => clearInterval(timer);
  }, [line.welcome]);
  if (!card) return null;
  const { modules, address, code } = card, side = modules.length;
  const dark = modules.flatMap((row, y) => [...row].map((sign, x) => (sign === "#" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return html`
    <section class="join">
      ${side > 0 && html`<svg viewBox=${`-3 -3 ${side + 6} ${side + 6}`} aria-hidden="true"><rect x="-3" y="-3" width=${side + 6} height=${side + 6} /><path d=${dark} /></svg>`}
      <p>${line.say("join")}<b>${code}</b><small>${address}</small></p></section>`;
}

// No match: who may begin one is led there.
export function Nothing({ line, join = false }) {
  return html`<section class="nothing"><p>${line.say("none")}</p>${line.welcome.panel && html`<p><a class="begin" href="#setup">${line.say("setup")}</a></p>`}
    ${join && line.welcome.panel && html`<${Join} line=${line} />`}</section>`;
}

// Who has won, who came where and with how much; whoever plays may begin once more.
export function End({ line, state, kept }) {
  const { head, text, clause, places, winners } = state.result;
  const [trouble, setTrouble] = useState("");
  const again = () => line.ask({ do: "rematch", seq: state.seq }).then((reply) => setTrouble(reply.message || ""));
  const plays = !kept && (state.view !== null || line.welcome.panel);
  const [winner] = winners;
  const { Story, rival } = drawn(state.match.game); // how it came to this, as the game draws it; who else may win
  const other = winners.length === 0 && rival && rival(state);
  const [away, setAway] = useState(false); // the board is looked at once more
  if (away) return html`<button class="main" onClick=${() => setAway(false)}>${line.say("end.result")}</button>`;
  return html`
    <section class="end">
      <div class=${`won ${winners.length === 1 ? paintOf(state, winner) : "p0"} ${winners.length > 1 ? "tie" : ""}`}>
        ${winners.length > 1 && html`<div class="stripes" aria-hidden="true">${winners.map((seat) => html`<i key=${seat} class=${paintOf(state, seat)}></i>`)}</div>`}
        ${(winners.length > 0 || other) && html`<div class="podium">
          <div class="stand" style=${`--winners: ${winners.length}`}>${winners.map((seat) => html`
            <div key=${seat} class=${`drives ${paintOf(state, seat)}`}><${Crown} /><${CarOf} state=${state} /><${Sign} state=${state} seat=${seat} /></div>`)}
            ${other && html`<div class="drives"><${Crown} /><${CarOf} state=${state} car=${other} /></div>`}</div></div>`}
        <div class="words"><p class="title">${state.match.title}</p>
          ${head && html`<p class="winner" role="status">${head}</p>`}
          <p class=${head ? "result" : "result alone"}>${text} <${Why} line=${line} clause=${clause} /></p></div></div>
      <div class=${places.length > 5 ? "ranking many" : "ranking"} style=${`--people: ${places.length}`}>
        <h2>${line.say("end.ranking")}</h2>
        ${places.length > 0 && html`<table><caption class="unseen">${line.say("end.ranking")}</caption>
          <tbody>${places.map(([rank, seat, score]) => html`
            <tr key=${seat} class=${`${paintOf(state, seat)} ${winners.includes(seat) ? "first" : ""}`}>
              <td>${rank}</td><th scope="row"><div><${Sign} state=${state} seat=${seat} /><span>${state.match.names[seat - 1]}
                ${stood(state, seat, score) && html`<small>${stood(state, seat, score)}</small>`}</span><${CarOf} state=${state} /></div></th><td>${score}</td></tr>`)}</tbody></table>`}
        ${Story && html`<div class="story"><${Story} state=${state} /></div>`}
        <${Awards} state=${state} />
        <div class="last"><${Rulings} line=${line} state=${state} /></div>
        <div class="after"><div class="next">${plays && html`<button class="main" onClick=${again}>${line.say("end.rematch")}</button>`}${!plays && !kept && html`<p>${line.say("end.who")}</p>`}
        ${!kept && html`<button class="plain look" onClick=${() => setAway(true)}>${line.say("end.look")}</button>`}</div>
        ${!kept && line.welcome.panel && html`<${Join} line=${line} />`}</div>
        <p role="alert">${trouble}</p>
      </div>
    </section>`;
}

function Crown() {
  return html`<svg class="crown" viewBox="-24 -20 48 40" aria-hidden="true"><${Sprite} sheet="table" name="crown" wide=${48} high=${40} /></svg>`;
}

// Who has done most of what the game counts.
function Awards({ state }) {
  const { match: { names, words = {} }, result: { tally = {} } } = state;
  const found = Object.entries(words).filter(([key]) => key.startsWith("award.")).map(([key, said]) => {
    const counts = Object.entries(tally[key.slice(6)] || {}), most = Math.max(0, ...counts.map(([, count]) => count));
    return { key, said, most, seats: counts.filter(([, count]) => count === most).map(([seat]) => Number(seat)) };
  }).filter(({ seats }) => seats.length > 0 && seats.length < names.length);
  if (!found.length) return null;
  return html`<ul class="awards">${found.map(({ key, said, most, seats }) => html`<li key=${key}><b>${said}</b>
    ${seats.map((seat) => html`<${Sign} key=${seat} state=${state} seat=${seat} />`)} ${seats.map((seat) => names[seat - 1]).join(", ")}: ${most}</li>`)}</ul>`;
}

// How somebody stood at the end, beside what the ranking says.
function stood(state, seat, score) {
  const { facts } = drawn(state.match.game);
  if (facts) return facts(state, seat).join(" · ");
  return standing(state, seat).filter(([head, cell]) => head && cell !== score && /\p{L}|\d/u.test(cell))
    .map(([head, cell]) => (/\d/.test(cell) ? `${head} ${cell}` : cell)).join(" · ");
}

// What is told over the match. Where nothing has to be moved by hand it goes by itself; whoever plays
// may send it on.
export function Told({ line, state }) {
  const { told } = state;
  if (!told) return null;
  const plays = state.view !== null || line.welcome.panel;
  return html`<section class="told" role="status">
    <p>${told.text} <${Why} line=${line} clause=${told.clause} /></p>
    ${plays && html`<button class=${told.passes ? "" : "main"} onClick=${() => line.ask({ do: "read", told: told.number })}>
      ${line.say("read")}</button>`}
    ${!plays && !told.passes && html`<small>${line.say("read.who")}</small>`}</section>`;
}

// The dice that lie there with the name of whoever threw them where it does not stand above, and the one number that matters now.
export function Thrown({ state }) {
  const { dice, roller, cast, scene: { big, unit } } = state;
  if (!dice.length && !big) return null;
  const { earlier } = drawn(state.match.game), first = dice.length && earlier ? earlier(state) : []; // they count as well
  const named = state.asks.length > 0 && state.asks.every(({ seats }) => seats.length === 1 && seats[0] === roller);
  return html`
    <div class="thrown">
      ${big && html`<p class="big"><b class="num">${big}</b> ${unit}</p>`}
      ${dice.length > 0 && html`<p key=${`${cast} ${dice}`} class="cast">
        ${first.length > 0 && html`<span class="earlier"><${Dice} faces=${first} /></span>`}<${Dice} faces=${dice} />
        ${roller && !named && html` <span>${state.match.names[roller - 1]}</span>`}</p>`}
    </div>`;
}

export function Rulings({ line, state }) {
  if (!state.log.length) return null;
  return html`<div>
    <h2>${line.say("happened")}</h2>
    <ol class="rulings" reversed>${[...state.log].reverse().map((ruling, i) => html`
      <li key=${`${ruling.entry}.${i}`}>${ruling.seat && html`<${Sign} state=${state} seat=${ruling.seat} />`}
        <span>${ruling.text} <${Why} line=${line} clause=${ruling.clause} /></span></li>`)}
    </ol></div>`;
}

// Who has taken or left a seat lately.
export function Seating({ state }) {
  if (!state.seating.length) return null;
  return html`
    <div role="status">
      <ul class="facts">${state.seating.map((text, i) => html`<li key=${i}>${text}</li>`)}</ul>
    </div>`;
}

