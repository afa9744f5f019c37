// A seat on a phone: whose turn it is, the board, the own hand, and what there is to do at the thumb.

import { html, useEffect, useState } from "/vendor/htm-preact.js";
import { Bar, Options, Refusals, useAnswer } from "/asking.js";
import { Before, End, Hand, Nothing, Rulings, Seating, Thrown, Told, drawing } from "/board.js";
import { Volume, useCall, useFocus } from "/calling.js";
import { Sign, inOrder, paintOf } from "/people.js";
import { still } from "/things.js";
import { Typed } from "/code.js";
import { Why } from "/why.js";

export function Seat({ line }) {
  const state = line.state;
  if (!state || !state.match) return html`<${Nothing} line=${line} />`;
  if (state.view === null) return html`<${Seats} line=${line} />`;
  return html`<${Own} key=${state.match.commitment} line=${line} state=${state} seat=${state.view} />`;
}

function Seats({ line }) {
  const { names, players } = line.state.match;
  const taken = new Set(line.state.taken);
  const [no, setNo] = useState({ key: "", message: "" }); // why not
  const sit = (seat) => { line.ask({ do: "claim", seat }).then(setNo); };
  const enter = (code) => { line.ask({ do: "code", code }).then(({ message }) => setNo({ key: message ? no.key : "", message })); };
  return html`
    <h1>${line.say("who")}</h1>
    <ul class="choices">${names.map((name, i) => !players[i] && html`<li key=${i}>
      <button class=${taken.has(i + 1) ? "" : "main"} onClick=${() => sit(i + 1)}>
        <${Sign} state=${line.state} seat=${i + 1} /> ${name} ${taken.has(i + 1) && html`<small>${line.say("taken")}</small>`}</button></li>`)}
      ${line.welcome.panel && html`<li><button onClick=${() => { location.hash = "panel"; }}>${line.say("shared")}</button></li>`}
      <li><button onClick=${() => { location.hash = "board"; }}>${line.say("watch")}</button></li>
    </ul>
    <p role="alert">${no.message}</p>
    ${["web.given", "web.free", "web.seen-here"].includes(no.key) && html`<${Typed} line=${line} label=${line.say("code")} enter=${enter} />`}
    <${Seating} state=${line.state} />`;
}

// A code: the one that lets a page in, and the one of a seat.
function Own({ line, state, seat }) {
  const [trouble, setTrouble] = useState(""); // why the last answer was refused, in this match
  const [leaving, setLeaving] = useState(false); // it has been said what that means
  const leave = () => { if (state.guarded && !leaving) setLeaving(true); else line.ask({ do: "leave" }); };
  const mine = state.asks.filter((ask) => ask.id); // and what is told for the box's seats
  const own = mine.filter((ask) => ask.seats.includes(seat));
  const [first = null, ...others] = [...own, ...mine.filter((ask) => !own.includes(ask))];
  const moment = own.length > 0 && own[0].id;
  const answer = useAnswer({ line, state, ask: first, tell: setTrouble });
  useCall(line, moment);
  useEffect(() => {
    const late = () => setTrouble(line.say("late"));
    window.addEventListener("gone", late);
    return () => window.removeEventListener("gone", late);
  }, []);
  useFocus(mine.map((ask) => ask.id).join(" "));
  useEffect(() => { if (moment) document.querySelector(".view").scrollTop = 0; }, [moment]); // one's turn begins with the board
  const Draw = drawing(state.match.game);
  const undo = state.undo && (() => line.ask({ verb: "undo", seq: state.seq }).then((reply) => setTrouble(reply.message || "")));
  return html`
    <div class=${`own ${paintOf(state, seat)} ${own.length ? "now" : ""}`} data-game=${state.match.game}>
      <p role="alert">${trouble}</p>
      <section class=${first ? "ask" : "rest"} aria-busy=${Boolean(answer.sent)} data-moment=${first && first.id}>
        <p class="top"><b>${state.match.title}</b> <span>${state.scene.lines[0]}</span></p>
        <${Plate} line=${line} state=${state} seat=${seat} ask=${first} />
        <div class="view">
          ${first && state.told && !state.told.passes && html`<${Told} line=${line} state=${state} />`}
          ${state.result && html`<${End} line=${line} state=${state} />`}
          <div class="sight"><div class="board"><${Draw} state=${state} line=${line} seat=${seat} ...${answer.board} /><${Before} line=${line} state=${state} /></div>
            ${!state.result && html`<${Latest} line=${line} state=${state} />`}</div>
          ${others.map((ask, i) => html`<${Other} key=${`other ${i}`} line=${line} state=${state} ask=${ask} tell=${setTrouble} />`)}
          <${Rulings} line=${line} state=${state} />
          ${first && !answer.chosen && html`<${Refusals} key=${`r ${first.id}`} line=${line} ask=${first} />`}
          <${Seating} state=${state} />
          <p class="foot">
            <button class="plain" onClick=${leave}>${line.say(leaving ? "leave.sure" : "leave")}</button>
            <${Volume} line=${line} />
          </p>
        </div>
        <div class="dock">
          ${!state.result && html`<div class="strip"><${Thrown} state=${state} />
            <${Hand} line=${line} state=${state} seat=${seat} asked=${answer.field && !answer.pointed && answer.field.name} /></div>`}
          ${!first && html`<${Told} line=${line} state=${state} />`}
          ${first && html`<div class="options"><${Options} line=${line} state=${state} ask=${first} answer=${answer} /></div>`}
          <${Bar} line=${line} state=${state} ask=${first} answer=${answer} undo=${undo} />
        </div>
      </section>
      <p class="unseen" role="status">${own.length > 0 && `${line.say("turn")}: ${own[0].prompt}`}</p>
    </div>`;
}

// Whose phone it is, and what there is to do, or for whom to wait.
function Plate({ line, state, seat, ask }) {
  const waits = [...new Set(state.asks.flatMap(({ seats }) => seats))].map((n) => state.match.names[n - 1]).join(", ");
  return html`
    <div class="plate">
      <header><${Sign} state=${state} seat=${seat} /><h1>${state.match.names[seat - 1]}</h1><${Order} state=${state} seat=${seat} /></header>
      ${ask && !ask.seats.includes(seat) && html`<${For} line=${line} state=${state} ask=${ask} />`}
      ${ask ? html`<h2 key=${`h ${ask.id}`} tabindex="-1">${ask.prompt} <${Why} line=${line} clause=${ask.clause} /></h2>`
        : !state.result && html`<p class="waiting">${line.say("waits", { who: waits })}</p>`}
    </div>`;
}

// What has happened last, below the board; pressed, it pulls up the rest.
function Latest({ line, state }) {
  const last = state.log[state.log.length - 1];
  if (!last) return null;
  const pull = ({ currentTarget }) => { // and nothing else moves, as it would with `scrollIntoView`
    const view = currentTarget.closest(".view"), rest = view.querySelector(".rulings").parentElement;
    view.scrollBy({ top: rest.getBoundingClientRect().top - view.getBoundingClientRect().top, behavior: still() ? "auto" : "smooth" });
  };
  return html`<button class="plain latest" onClick=${pull} title=${line.say("happened")}>${last.seat && html`<${Sign} state=${state} seat=${last.seat} />`}
    <span>${last.text}</span></button>`;
}

function For({ line, state, ask }) {
  return html`<p class="for">${line.say("for", { who: ask.seats.map((n) => state.match.names[n - 1]).join(", ") })}</p>`;
}

// What else this page may answer: for a seat of the box, whose dice lie on the table.
function Other({ line, state, ask, tell }) {
  const answer = useAnswer({ line, state, ask, tell });
  return html`
    <section class="ask other" aria-busy=${answer.sent} data-moment=${ask.id}>
      <${For} line=${line} state=${state} ask=${ask} />
      <h2>${ask.prompt} <${Why} line=${line} clause=${ask.clause} /></h2>
      <${Options} line=${line} state=${state} ask=${ask} answer=${answer} />
      <${Bar} line=${line} state=${state} ask=${ask} answer=${answer} />
    </section>`;
}

// The signs of all others, in order of play; whoever is on turn stands out.
function Order({ state, seat }) {
  const acting = new Set(state.asks.flatMap((ask) => ask.seats));
  return html`<ol class="order">${inOrder(state).filter((other) => other !== seat).map((other) => html`
    <li key=${other} class=${acting.has(other) ? "acting" : ""} title=${state.match.names[other - 1]}><${Sign} state=${state} seat=${other} name=${state.match.names[other - 1]} /></li>`)}</ol>`;
}
