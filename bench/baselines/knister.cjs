// Knister on boardgame.io, as its documentation would have it: setup, moves, INVALID_MOVE, turn order,
// stages for what all do at once, bots that draw any move. Every line on stdin is a number of matches;
// `node knister.cjs` answers with JSON: the CPU seconds of so many matches of four random players, by the
// framework's own Simulate and by a headless client, and the points of a player.
// Scores as in referee/games/knister.

const { INVALID_MOVE } = require('boardgame.io/core');
const { Client } = require('boardgame.io/client');
const { InitializeGame, CreateGameReducer } = require('boardgame.io/internal');
const { RandomBot, Simulate } = require('boardgame.io/ai');

const SIDE = 5;
const CELLS = SIDE * SIDE;
const POINTS = {
  pair: 1, two_pairs: 3, triple: 3, full_house: 8, quad: 6, quint: 10,
  straight_with_7: 8, straight_without_7: 12,
};
const range = (n, f) => Array.from({ length: n }, (_, i) => f(i));
const LINES = [
  ...range(SIDE, (r) => range(SIDE, (n) => r * SIDE + n)),
  ...range(SIDE, (c) => range(SIDE, (n) => n * SIDE + c)),
  range(SIDE, (n) => n * (SIDE + 1)),
  range(SIDE, (n) => (n + 1) * (SIDE - 1)),
];

function combination(numbers) {
  const counts = {};
  for (const n of numbers) counts[n] = (counts[n] || 0) + 1;
  const shape = Object.values(counts).sort((a, b) => b - a).join('');
  const found = { 2111: 'pair', 311: 'triple', 41: 'quad', 5: 'quint', 221: 'two_pairs', 32: 'full_house' };
  if (found[shape]) return found[shape];
  if (Math.max(...numbers) - Math.min(...numbers) !== SIDE - 1) return 'nothing';
  return numbers.includes(7) ? 'straight_with_7' : 'straight_without_7';
}

function lineScore(cells, at) {
  const numbers = LINES[at].map((cell) => cells[cell]);
  if (numbers.includes(0)) return 0;
  return (POINTS[combination(numbers)] || 0) * (at < 10 ? 1 : 2);
}

const total = (cells) => LINES.reduce((sum, _, at) => sum + lineScore(cells, at), 0);

function roll({ G, random, events }) {
  if (G.number) return INVALID_MOVE;
  const [one, other] = random.D6(2);
  G.number = one + other;
  G.missing = G.sheets.length;
  events.setActivePlayers({ all: 'place', maxMoves: 1 });
}

function place({ G, playerID, events }, cell) {
  const sheet = G.sheets[playerID];
  if (!G.number || sheet[cell]) return INVALID_MOVE;
  sheet[cell] = G.number;
  LINES.forEach((line, at) => {
    if (line.includes(cell)) G.gained[playerID] += lineScore(sheet, at);
  });
  G.missing -= 1;
  if (!G.missing) {
    G.number = 0;
    events.endTurn();
  }
}

const Knister = {
  name: 'knister',
  setup: ({ ctx }) => ({
    number: 0,
    missing: 0,
    sheets: range(ctx.numPlayers, () => Array(CELLS).fill(0)),
    gained: Array(ctx.numPlayers).fill(0),
  }),
  moves: { roll },
  turn: { stages: { place: { moves: { place } } } },
  disableUndo: true,
  endIf: ({ G }) => {
    if (G.number || G.sheets.some((sheet) => sheet.includes(0))) return undefined;
    return { scores: G.sheets.map(total) };
  },
  ai: {
    enumerate: (G, ctx, playerID) => {
      if (!ctx.activePlayers) return [{ move: 'roll' }];
      const free = [];
      G.sheets[playerID].forEach((n, cell) => { if (!n) free.push({ move: 'place', args: [cell] }); });
      return free;
    },
  },
};

async function simulated(number) {
  const game = { ...Knister, seed: number };
  const bots = Object.fromEntries(range(4, (n) => [`${n}`, new RandomBot({ game, enumerate: Knister.ai.enumerate, seed: `${number}-${n}` })]));
  const state = InitializeGame({ game, numPlayers: 4 });
  const { state: end } = await Simulate({ game, bots, state, depth: 10000 });
  return end.ctx.gameover;
}

async function byClient(number) {
  const game = { ...Knister, seed: number };
  const bot = new RandomBot({ game, enumerate: Knister.ai.enumerate, seed: number });
  const client = Client({ game, numPlayers: 4, debug: false });
  client.start();
  let state = client.getState();
  while (!state.ctx.gameover) {
    const active = state.ctx.activePlayers;
    const playerID = active ? Object.keys(active)[0] : state.ctx.currentPlayer;
    const { action } = await bot.play(state, playerID);
    client.store.dispatch(action);
    state = client.getState();
  }
  client.stop();
  return state.ctx.gameover;
}

async function played(play, matches) {
  const began = process.cpuUsage();
  let scores = 0;
  for (let n = 0; n < matches; n++) scores += (await play(n)).scores.reduce((a, b) => a + b) / 4;
  const used = process.cpuUsage(began);
  return { seconds: (used.user + used.system) / 1e6, points: scores / matches };
}

(async () => {
  for await (const line of require('readline').createInterface({ input: process.stdin })) {
    const matches = Number(line);
    const simulate = await played(simulated, matches);
    const client = await played(byClient, matches);
    console.log(JSON.stringify({ simulate, client }));
  }
})();
