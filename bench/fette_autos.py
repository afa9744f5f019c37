"""Fette Autos: races per second, the slowest answer, and how bots fare beside the figures of an
independent program that plays the same assumed core (docs/rules/fette-autos.md, part 6)."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from bench.figures import Figure, show
from referee.games.fette_autos import GAME
from referee.games.fette_autos.position import Race
from referee.kernel.ask import Entry, Kind
from referee.kernel.match import Match
from referee.kernel.players import chosen
from referee.players.named import find
from sim.simulate import Plan, play

RACES = 60

#: Races for the shares of victories.
MANY = 120


def figures() -> Iterator[Figure]:
    tally = play(Plan("fette-autos", (4,), RACES, seed="bench"), range(RACES))
    taken = tally.seconds
    assert not tally.failures
    yield Figure("random races of four, one process", RACES / taken, "a second")
    yield Figure("the same in entries", sum(tally.lengths) / taken, "a second")
    slowest = max(answer_seconds(number) for number in range(5)) * 1000
    yield Figure("slowest answer with asks, seven players", slowest, "ms CPU", 5)
    yield from shares()


def answer_seconds(number: int) -> float:
    """The longest that an answer with the asks after it takes in a race of seven."""
    longest = 0.0
    for entry in _driven(["random"] * 7, f"answers {number}", {"grid": True, "lane": True}):
        longest = max(longest, entry[0])
    return longest


def shares() -> Iterator[Figure]:
    """How often who wins, in per cent, beside the independent program's."""
    alone = Counter(_winner(["easy"] + ["random"] * (2 + n % 3), f"one {n}") for n in range(MANY))
    yield Figure("one greedy bot among random ones wins", _share(alone, "easy"), "%",
                 baseline="independent program: 45 %, Hasen 54 %")  # fmt: skip
    every = Counter(_winner(["easy"] * (1 + n % 7), f"all {n}") for n in range(MANY))
    yield Figure("a greedy bot among greedy ones wins", _share(every, "easy"), "%",
                 baseline="independent program: 77 %")  # fmt: skip
    solo = Counter(_winner(["easy"], f"solo {n}") for n in range(MANY))
    yield Figure("a greedy bot alone wins", _share(solo, "easy"), "%",
                 baseline="independent program: 35 %")  # fmt: skip


def _share(found: Counter[str], who: str) -> float:
    return 100 * found[who] / found.total()


def _winner(kinds: Sequence[str], seed: str) -> str:
    """What kind of driver wins; the first one starts from the last position."""
    *_, (_, position) = _driven(kinds, seed, {})
    return kinds[position.places[0] - 1] if position.places[0] > 0 else "hase"


def _driven(
    kinds: Sequence[str], seed: str, options: dict[str, bool]
) -> Iterator[tuple[float, Race]]:
    """A race of these bots: computing time of every answer with its asks, and the position then."""
    match = Match.new(GAME, len(kinds), options, seed)
    rng = random.Random(seed)
    bots = [find(GAME, kind).make(match.setup) for kind in kinds]
    while not match.over:
        ask = match.asks[0]
        seat = ask.seats[0]
        if match.supplies(ask):
            entry = Entry(seat, ask.verb)
        elif ask.kind is Kind.REPORT:  # who is the youngest: in the order of seats
            entry = Entry(seat, *next(ask.listed()))
        else:
            entry = chosen(bots[seat - 1](match.view(seat), ask, seat, rng.randrange)).entry
        began = time.process_time()
        match.answer(entry)
        assert match.asks or match.over
        seconds = time.process_time() - began
        assert isinstance(match.position, Race)
        yield seconds, match.position


if __name__ == "__main__":
    sys.exit(show(figures()))
