"""Random matches in a second of computing, beside plain Python that does the same work.

Plain Python means: the same entries, and the game's own effects called in a bare loop - without
asks, options, judgement, flow machine and journal. So the difference is what the kernel costs.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any

from bench.figures import Figure, cpu, show
from referee.kernel.game import Setup, find_game
from referee.kernel.match import Match
from referee.kernel.ruling import Outcome
from referee.players.named import random_bot
from sim.simulate import Plan, draw_setup, play, play_out

MATCHES = 60


def figures() -> Iterator[Figure]:
    plan = Plan("knight-rider", (4,), MATCHES, seed="bench")
    tally = play(plan, range(MATCHES))
    taken = tally.seconds
    assert not tally.failures
    entries = sum(tally.lengths)
    plain = plain_loop(plan)
    yield Figure(
        "random Knight Rider matches, one process",
        MATCHES / taken,
        "a second",
        None,
        f"plain loop over the same effects {MATCHES / plain:,.0f} matches/s",
    )
    yield Figure("the same in entries", entries / taken, "a second")
    yield Figure("what the kernel adds", (taken - plain) / entries * 1e6, "us/entry")


def plain_loop(plan: Plan) -> float:
    """CPU seconds to let the same entries happen without the kernel."""
    game = find_game(plan.game)
    work = []
    for number in range(plan.games):
        rng = random.Random(f"{plan.seed}-{number}")
        seats, options = draw_setup(game, plan, rng)
        match = Match.new(game, seats, options, f"{plan.seed}-{number}")
        play_out(match, dict.fromkeys(range(1, seats + 1), random_bot), rng, check=False, cap=10**5)
        work.append((match, steps(match)))

    def loop() -> None:
        for match, fired in work:
            setup = Setup(match.header.seats, match.header.options, match.game.components())
            position = match.game.setup(setup)
            say = Outcome().say
            for effect, entry in fired:
                effect(position, entry, say)

    return cpu(loop)


def steps(match: Match) -> list[tuple[Any, Any]]:
    """The effects of all rows that fired, with their entries."""
    effects = {row.name: row.effect for row in match.flow.rows}
    return [
        (effect, logged.line.entry)
        for logged in match.log
        for row in logged.rows
        if (effect := effects[row]) is not None
    ]


if __name__ == "__main__":
    sys.exit(show(figures()))
