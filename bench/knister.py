"""Knister's numbers: games per second beside a plain loop, the strong player's time and points.

``python -m bench.knister`` prints them; its exit code is 1 if a limit is broken.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Iterator

from bench.figures import Figure, show
from bench.speed import plain_loop
from referee.games.knister import GAME, bots, scoring
from referee.games.knister.numbers import DIE, Numbers
from sim.simulate import Plan, play

GAMES = 60
SHEETS = 40

#: Milliseconds that the strong player may think about one number.
PATIENCE = 20


def figures() -> Iterator[Figure]:
    plan = Plan("knister", (4,), GAMES, seed="bench", options={"sheets": "device"})
    tally = play(plan, range(GAMES))
    taken = tally.seconds
    assert not tally.failures
    plain = plain_loop(plan)
    yield Figure(
        "random games of four, sheets in the device",
        GAMES / taken,
        "a second",
        None,
        f"plain loop over the same effects {GAMES / plain:,.0f} games/s",
    )
    entries = sum(tally.lengths)
    yield Figure("the same in entries", entries / taken, "a second")
    yield Figure("what the kernel adds", (taken - plain) / entries * 1e6, "us/entry")
    yield from strong()


def strong() -> Iterator[Figure]:
    """The strong player alone: computing time of every placement, points a sheet."""
    bots.strong_bot()
    rng = random.Random("bench")
    numbers = Numbers.of(GAME.components())
    points, times = [], []
    for _ in range(SHEETS):
        cells = [0] * scoring.CELLS
        for _ in range(scoring.ROUNDS):
            number = rng.choice(DIE) + rng.choice(DIE)
            began = time.process_time()
            cell = bots.advice(cells, number)
            times.append(1000 * (time.process_time() - began))
            cells[cell] = number
        points.append(scoring.total(cells, numbers))
    yield Figure("the strong player places a number, median", statistics.median(times), "ms CPU")
    yield Figure("the longest of all placements", max(times), "ms CPU", PATIENCE)
    known = "a sheet of cells drawn at random 19.95"
    yield Figure("its points a sheet", statistics.mean(points), "points", None, known)


if __name__ == "__main__":
    sys.exit(show(figures()))
