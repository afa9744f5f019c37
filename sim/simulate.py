"""Whole matches by computer players: as playouts, or where they are checked as the same `Match` as
at the table. Both ways end the same.

Every match has its own seed, made of the plan's seed and its number: the results are the same
whatever the number of processes, and any one match can be played again alone.
"""

from __future__ import annotations

import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Any, Final

from referee.kernel.ask import Ask, Entry, Kind, RandBelow
from referee.kernel.chance import cheap
from referee.kernel.errors import RefereeError
from referee.kernel.flow import Executor, Flow
from referee.kernel.game import DEVICE, Game, Result, Setup, find_game
from referee.kernel.match import Match
from referee.kernel.players import Bot, chosen
from referee.kernel.playout import CAP, Endless, Playout
from referee.kernel.score import Score
from referee.kernel.text import Plain
from referee.players.named import find, random_bot

#: Facts that the device supplies unless the plan says otherwise: so nobody has to report them.
OWN: Final = ("dice", "cards")

#: Attempts to draw options that may go together.
DRAWS: Final = 200


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play. ``first``: number of the first match. Every match draws its number of players
    from ``seats``, and with ``mix`` also the options that are not given. ``players``: by name
    (`referee.players.named`), one for all seats or one for each; they move on by a seat a match."""

    game: str
    seats: tuple[int, ...]
    games: int
    seed: str = "0"
    options: Mapping[str, Plain] = field(default_factory=dict)
    players: tuple[str, ...] = ("random",)
    first: int = 0
    mix: bool = False
    check: bool = False
    cap: int = CAP


@dataclass(frozen=True, slots=True)
class Failure:
    """A match that went wrong, and what is needed to play it again."""

    number: int
    seats: int
    options: Mapping[str, Plain]
    entries: int
    message: str


@dataclass(slots=True)
class Tally:
    """What matches brought: all counts can be added up. ``seconds``: computing time."""

    lengths: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    rows: Counter[str] = field(default_factory=Counter)
    table: set[str] = field(default_factory=set)  # rows of the flows that were played
    failures: list[Failure] = field(default_factory=list)
    scores: dict[str, Score] = field(default_factory=dict)  # by the player's name
    seconds: float = 0.0

    def add(self, other: Tally) -> None:
        self.lengths += other.lengths
        self.endings += other.endings
        self.rows += other.rows
        self.table |= other.table
        self.failures = sorted(self.failures + other.failures, key=lambda f: f.number)
        for name, score in other.scores.items():
            self.scores.setdefault(name, Score()).add(score)
        self.seconds += other.seconds

    @property
    def never(self) -> list[str]:
        """Rows of the played flows that never fired."""
        return sorted(self.table - self.rows.keys())


class QuickMatch(Match):
    """A match that nobody sees: the rows run as a plain dict, as in replay (`execution`)."""

    @staticmethod
    def _ready(flow: Flow[Any]) -> Executor[Any]:
        return flow.table

    @property
    def rows(self) -> list[str]:
        """The names of the rows that fired."""
        return [row for logged in self.log for row in logged.rows]


class Faulty(Exception):
    """A match that broke an invariant."""


def run(plan: Plan, jobs: int, done: Callable[[int], None]) -> Tally:
    """Play all matches in ``jobs`` processes; ``done`` hears how many more have ended."""
    numbers = range(plan.first, plan.first + plan.games)
    size = max(1, min(50, plan.games // (jobs * 4)))
    parts = [numbers[at : at + size] for at in range(0, len(numbers), size)]
    tallies: dict[int, Tally] = {}
    for part, tally in _played(plan, parts, jobs):
        tallies[part.start] = tally
        done(len(part))
    total = Tally()
    for start in sorted(tallies):
        total.add(tallies[start])
    return total


def _played(plan: Plan, parts: Sequence[range], jobs: int) -> Iterator[tuple[range, Tally]]:
    if jobs == 1:
        yield from ((part, play(plan, part)) for part in parts)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        futures = {pool.submit(play, plan, part): part for part in parts}
        for future in as_completed(futures):
            yield futures[future], future.result()


def play(plan: Plan, numbers: Iterable[int]) -> Tally:
    """Play the matches with these numbers, one after the other, in this process."""
    game = find_game(plan.game)
    tally = Tally()
    began = time.process_time()
    for number in numbers:
        _play_one(game, plan, number, tally)
    tally.seconds = time.process_time() - began
    return tally


def _play_one(game: Game[Any], plan: Plan, number: int, tally: Tally) -> None:
    seed = f"{plan.seed}-{number}"
    seats, options = _fixed(game, plan) or draw_setup(game, plan, random.Random(f"{seed} setup"))
    rng = random.Random(f"{seed} bots")  # the match's own dice come from its seed alone
    played: QuickMatch | Playout | None = None
    try:
        names = seated(plan.players, seats, number)
        players = {seat: find(game, name) for seat, name in names.items()}
        if plan.check:
            played = match = QuickMatch.new(game, seats, options, seed)
            bots = {seat: player.make(match.setup) for seat, player in players.items()}
            play_out(match, bots, rng, check=True, cap=plan.cap)
        else:
            setup = setup_of(game, seats, options)
            played = quick = Playout(game, setup, seed, players, cheap(rng))
            quick.play(plan.cap)
        _count(tally, played.result, names)
    except Exception as error:  # whatever a game does wrong: the others are still played
        entries = played.length if played is not None else 0
        message = f"{type(error).__name__}: {error}"
        tally.failures.append(Failure(number, seats, options, entries, message))
    if played is not None:
        tally.table |= played.flow.names
        tally.lengths.append(played.length)
        tally.rows.update(played.rows)


def setup_of(game: Game[Any], seats: int, options: Mapping[str, Plain]) -> Setup:
    """What a match starts from; raises `BadEntry` or `Refused` for what may not be."""
    return Setup(seats, game.complete(seats, options), game.components())


def seated(players: Sequence[str], seats: int, number: int) -> dict[int, str]:
    """Who plays where in match ``number``: everybody moves on by a seat from match to match."""
    return {seat: players[(seat - 1 + number) % len(players)] for seat in range(1, seats + 1)}


def _count(tally: Tally, result: Result | None, names: Mapping[int, str]) -> None:
    tally.endings[result.reason.key if result is not None else ""] += 1
    for seat, name in names.items():
        tally.scores.setdefault(name, Score()).count(seat, result)


def _fixed(game: Game[Any], plan: Plan) -> tuple[int, Mapping[str, Plain]] | None:
    """As `draw_setup` where nothing is drawn."""
    if plan.mix or len(plan.seats) > 1:
        return None
    return plan.seats[0], {**_own(game), **plan.options}


def _own(game: Game[Any]) -> dict[str, Plain]:
    return {s.key: DEVICE for s in game.options if s.key in OWN and DEVICE in s.values}


def draw_setup(game: Game[Any], plan: Plan, rng: random.Random) -> tuple[int, Mapping[str, Plain]]:
    """Seats and options of one match: as given, or drawn where the plan mixes them."""
    seats = rng.choice(plan.seats)
    if not plan.mix:
        return seats, {**_own(game), **plan.options}
    for _ in range(DRAWS):
        drawn = {s.key: rng.choice((s.default, rng.choice(s.values))) for s in game.options}
        options = {**drawn, **plan.options}
        try:
            return seats, game.complete(seats, options)
        except RefereeError:
            continue
    return seats, dict(plan.options)


def play_out(
    match: Match, bots: Mapping[int, Bot], rng: random.Random, *, check: bool, cap: int
) -> None:
    """Play a match to its end, with the same draws as `Playout`.

    Raises `Faulty` when it breaks an invariant, `Endless` when there are more than ``cap`` entries.
    """
    below = cheap(rng)
    while True:
        if check and (wrong := match.game.invariants(match.position)):
            raise Faulty(f"in state {match.state}: {wrong[0]}")
        if match.over:
            return
        if match.length >= cap:
            raise Endless(match.length, match.state)
        asks = match.asks
        ask = asks[below(len(asks))]
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(_chosen(match, ask, bots, below))


def _chosen(match: Match, ask: Ask, bots: Mapping[int, Bot], below: RandBelow) -> Entry:
    """A bot decides; dice, cards and reports of the table are drawn for it."""
    seat = ask.seats[below(len(ask.seats))]
    bot = bots[seat] if ask.kind is Kind.DECISION else random_bot
    view = match.view(seat) if bot is not random_bot else None
    return chosen(bot(view, ask, seat, below)).entry
