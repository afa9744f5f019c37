// The pure parts of the pages, as Node runs them: `make check-js`.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./pages.mjs";

const { brought, fits, merged, optionsOf } = await import("/options.js");
const { inOrder, paintOf, seatOf, signOf, standing } = await import("/people.js");
const { apart, enclosed, laid, wayOf } = await import("/games/knight-rider.js");
const { drawnIn } = await import("/games/fette-autos.js");
const { rowsShown } = await import("/games/draf.js");
const { angle, earlier, legTo, outline } = await import("/games/victory.js");
const { drawsBoard } = await import("/board.js");
const { begin } = await import("/things.js");
const { groups, inOrderOf } = await import("/setup.js");
const { outcome } = await import("/record.js");
const { columns } = await import("/games/knister.js");
const { Line } = await import("/line.js");

const one = (name, values, labels = values) => ({ one: values, question: name, look: "list", labels: labels.map(String), notes: [] });
const ask = { choose: { options: [
  { verb: "go", label: "Go", fields: { to: one("to", [[1, 2], [3, 4]]), facing: one("facing", ["N"]) } },
  { verb: "go", label: "Go", fields: { to: one("to", [[3, 4], [5, 6]]), facing: one("facing", ["E"]) } },
] } };

test("options that begin alike offer every value once", () => {
  const options = optionsOf(ask);
  assert.deepEqual(merged(options, "to").values, [[1, 2], [3, 4], [5, 6]]);
  const left = options.filter((option) => fits(option, { to: [3, 4] }));
  assert.deepEqual(merged(left, "facing").values, ["N", "E"]);
  assert.equal(fits(options[0], { to: [5, 6] }), false);
});

test("what a choice brings stands beside the last thing that it needs", () => {
  const known = { scene: { brings: [["ram", {}, "odds"], ["swap", { slot: "left", card: [70, "jam"] }, "makes 170"]] } };
  assert.equal(brought(known, "ram", {}), "odds");
  assert.equal(brought(known, "swap", {}), "");
  assert.equal(brought(known, "swap", { slot: "left" }, "slot"), "");
  assert.equal(brought(known, "swap", { slot: "left", card: [70, "jam"] }, "card"), "makes 170");
  assert.equal(brought(known, "swap", { slot: "right", card: [70, "jam"] }, "card"), "");
});

const table = (rows) => ({ type: "table", heads: ["", "", "Row"], rows, marked: [] });
const state = (more = {}) => ({
  match: { names: ["Anna", "Ben", "Cem"] }, position: {},
  scene: { badges: {}, pages: {}, ...more.scene }, ...more,
});

test("a person goes by the seat's number and colour, or by the car's", () => {
  assert.equal(signOf(state(), 2), "2");
  assert.equal(paintOf(state(), 2), "p2");
  const numbered = state({ scene: { badges: { 1: "2", 2: "3", 3: "1" }, pages: {} } });
  assert.equal(signOf(numbered, 3), "1");
  assert.deepEqual(inOrder(numbered), [3, 1, 2]);
  assert.equal(seatOf(numbered, "3"), 2);
  assert.equal(paintOf(state({ position: { cars: ["red", "blue", "black"] } }), 3), "paint-black");
  assert.equal(paintOf(state({ position: { drivers: [{ colour: "white" }] } }), 1), "paint-white");
  assert.equal(paintOf(state({ position: { cars: [{ roof: false }] } }), 1), "p1");
});

test("how somebody stands is the first page with a row for each", () => {
  const pages = { Some: [table([["1", "Anna", "x"]])], Standings: [table([["3", "Cem", "9"], ["1", "Anna", "8"], ["2", "Ben", "6"]])] };
  assert.deepEqual(standing(state({ scene: { badges: {}, pages } }), 1), [["Row", "8"]]);
  assert.deepEqual(standing(state(), 1), []);
});

test("every tile is a road that is turned", () => {
  const sides = ["NS", "EW", "ES", "SW", "NW", "NE", "NES", "ESW", "NSW", "NEW", "NESW", "N", "E", "S", "W"];
  const turns = Object.fromEntries(sides.map((arms) => [arms, laid(arms)]));
  assert.deepEqual(turns.NS, ["straight", 0]);
  assert.deepEqual(turns.EW, ["straight", 90]);
  assert.deepEqual(turns.ES, ["curve", 0]);
  assert.deepEqual(turns.SW, ["curve", 90]);
  assert.deepEqual(turns.N, ["end", 180]);
  assert.deepEqual(turns.ESW, ["t", 90]);
  assert.equal(new Set(Object.values(turns).map(String)).size, sides.length);
});

test("the motorway shows all cars that drive, and what lies ahead", () => {
  const drivers = [{ row: 8, out: false }, { row: 2, out: true }, { row: 30, out: false }];
  const road = { lanes: [{ 1: "plain", 33: "plain" }, { 32: "plain" }] };
  const shown = (allowed, upright) => rowsShown({ view: 1, position: { drivers, road } }, allowed, upright);
  assert.deepEqual(shown([], false), [6, 34]);
  const [back] = shown([[2, 4]], false);
  assert.ok(back <= 4, "a place that may be chosen behind all cars is shown");
  const [first, last] = shown([], true);
  assert.ok(first <= 8 && 8 <= last && last - first === 5);
  const [low, high] = shown([[1, 5], [2, 40]], true);
  assert.ok(low <= 5 && 40 <= high);
});

test("a circuit's outline runs where no point lies beside", () => {
  const corners = (tiles) => outline({ tiles }).map((loop) => loop.length);
  assert.deepEqual(corners([[1, 1, "+"]]), [4]);
  assert.deepEqual(corners([[1, 1, "+"], [2, 1, "+"]]), [4]);
  assert.deepEqual(corners([[1, 1, "+"], [2, 1, "+"], [1, 2, "+"]]), [6]);
  const ring = [1, 2, 3].flatMap((c) => [1, 2, 3].map((r) => [c, r, "+"])).filter(([c, r]) => c !== 2 || r !== 2);
  assert.deepEqual(corners(ring), [4, 4]);
  assert.equal(angle(1, 0), 90);
  assert.equal(angle(0, -1), 180);
});

test("what houses stand around is enclosed", () => {
  const ring = [1, 2, 3].flatMap((c) => [1, 2, 3].map((r) => [c, r])).filter(([c, r]) => c !== 2 || r !== 2);
  assert.deepEqual(enclosed(ring), [[2, 2]]);
  assert.deepEqual(enclosed(ring.slice(1)), [[2, 2]]); // nobody looks out round a corner
  assert.deepEqual(enclosed(ring.filter(([c, r]) => c !== 2 || r !== 1)), []);
});

test("a view begins so that a piece beside is not cut in two", () => {
  assert.equal(begin([400, 500], undefined, 300, 2000), 300);
  assert.equal(begin([400, 500], 450, 300, 2000), 300);
  assert.equal(begin([400, 500], 590, 300, 2000), 590 + 52 - 300); // it comes in
  assert.equal(begin([100, 100], 290, 300, 2000), 290 + 52 - 300); // the drawing begins here
  assert.equal(begin([310, 590], 620, 320, 2000), 290); // there is no room for it
});

test("sheets fill a wide screen", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 12].map(columns), [1, 2, 2, 2, 3, 3, 4, 4, 3, 4]);
});

test("what is said above one place hides nothing that is said above another", () => {
  const alone = apart([{ text: "next to Ben", x: 0, y: 0 }, { text: "next to Cem", x: 300, y: 0 }]);
  assert.deepEqual(alone.map(({ y }) => y), [0, 0]);
  const close = apart([{ text: "next to Ben", x: 0, y: 0 }, { text: "next to Cem", x: 20, y: -3 }, { text: "ram", x: 10, y: -30 }]);
  const ys = close.map(({ y }) => y);
  ys.forEach((y, i) => ys.slice(i + 1).forEach((other) => assert.ok(Math.abs(y - other) >= 20)));
  assert.equal(Math.max(...ys), 0);
});

test("a trip of many fields leads along the roads, and not through a barred tile", () => {
  const tile = (x, y, arms, barred = false) => [x, y, `${x}${y}`, arms, arms, barred, []];
  const round = [tile(0, 0, "EN"), tile(0, 1, "SE"), tile(1, 1, "WS"), tile(1, 0, "NW")]; // a block, driven round
  const town = { spacing: 2, tiles: round };
  assert.deepEqual(wayOf(town, [0, 0], [2, 2]).length, 4);
  assert.deepEqual(wayOf(town, [0, 1], [1, 2]), [[0, 2], [1, 2]]);
  assert.deepEqual(wayOf({ spacing: 2, tiles: [tile(0, 0, "EN"), tile(0, 1, "SE", true), tile(1, 1, "WS"), tile(1, 0, "NW")] }, [0, 0], [1, 2]),
    [[1, 0], [2, 0], [2, 1], [2, 2], [1, 2]]);
  assert.deepEqual(wayOf(town, [0, 0], [9, 9]), [[9, 9]]); // no road leads there
});

test("numbers are listed from the lowest on, words as they come", () => {
  assert.deepEqual(inOrderOf([3, 4, 5, 6, 1, 2]), [4, 5, 0, 1, 2, 3]);
  assert.deepEqual(inOrderOf(["hard", "easy"]), [0, 1]);
});

test("a group of options of which none matters is left out", () => {
  const option = (key, group, under = []) => ({ key, group, group_label: group, under });
  const game = { options: [option("laps", "facts"), option("ask", "rule", ["board", "table"])] };
  assert.deepEqual(groups(game, { board: "device" }).map(([name]) => name), ["facts"]);
  assert.deepEqual(groups(game, { board: "table" }).map(([name]) => name), ["facts", "rule"]);
});

test("a match that none of the players has won says how it ended", () => {
  assert.equal(outcome({ head: "Anna wins!", text: "Place 1." }), "Anna wins!");
  assert.equal(outcome({ head: "", text: "An Old Pro wins." }), "An Old Pro wins.");
  assert.equal(outcome(null), "");
});

test("the dice of the first throw stay beside those of the second", () => {
  assert.deepEqual(earlier({ position: { throws: [["R", "X", "B"]] }, dice: ["R", "X", "B"] }), []);
  assert.deepEqual(earlier({ position: { throws: [["R", "X", "B"], ["B"]] }, dice: ["B"] }), ["R", "X", "B"]);
  assert.deepEqual(earlier({ position: { throws: [] }, dice: ["B"] }), []);
});

test("a place has the colour of the die that leads there", () => {
  assert.deepEqual([[4, 2], [1, 2], [2, 9], [5, 5]].map((place) => legTo(place, [2, 2])), ["red", "red", "red", "blue"]);
  assert.equal(legTo([4, 2], undefined), "");
});

test("an Old Pro's cards lie open in the attack that it fights, and in no other", () => {
  const fought = { position: { poker: { attacker: 2, defender: -1, cards: [[20, "slope"]] } } };
  assert.deepEqual(drawnIn(fought, -1), [[20, "slope"]]);
  assert.deepEqual(drawnIn(fought, -2), []);
  assert.deepEqual(drawnIn({ position: { poker: null } }, -1), []);
});

test("a page speaks of a board that comes only where the box will have it", () => {
  assert.equal(drawsBoard({ board: "device", cards: "table" }), true);
  assert.equal(drawsBoard({ board: "table", cards: "device" }), false);
  assert.equal(drawsBoard({ cards: "device" }), true);
  assert.equal(drawsBoard({ sheets: "paper" }), false);
});

test("a page that came by TLS has its line by TLS, too", () => {
  const opened = [];
  const nothing = { addEventListener: () => {}, visibilityState: "visible", setInterval: () => 0, clearTimeout: () => {} };
  const stand = {
    ...nothing, document: nothing, window: nothing, location: { protocol: "http:", host: "box.local:8000" },
    WebSocket: class { constructor(address) { opened.push(address); } }, setTimeout: () => 0,
  };
  const before = Object.fromEntries(Object.keys(stand).map((name) => [name, globalThis[name]]));
  Object.assign(globalThis, stand);
  try {
    new Line(() => {});
    stand.location.protocol = "https:";
    new Line(() => {});
  } finally { Object.assign(globalThis, before); }
  assert.deepEqual(opened, ["ws://box.local:8000/ws", "wss://box.local:8000/ws"]);
});
