"""The computer players by level: each beats the one below it, and never fails."""

from __future__ import annotations

import pytest

from referee.kernel.score import share
from sim.simulate import Plan, play


@pytest.mark.parametrize("seats", [2, 7])
def test_the_good_one_plays_with_any_number_of_players(seats: int) -> None:
    plan = Plan(
        "fette-autos", (seats,), 4, "any", {"cards": "device"}, ("good",), mix=True, check=True
    )
    assert play(plan, range(4)).failures == []


@pytest.mark.parametrize(("rival", "floor"), [("random", 0.7), ("easy", 0.3)])
def test_the_good_one_is_better(rival: str, floor: float) -> None:
    """Floors far below what `make levels` measures, for so few matches."""
    players = ("good", rival, rival, rival)
    tally = play(Plan("fette-autos", (4,), 40, "better", {"cards": "device"}, players), range(40))
    assert tally.failures == []
    assert share(tally.scores["good"].best) / 40 > floor
