"""The computer players by level: each beats the one below it, and never fails."""

from __future__ import annotations

import pytest

from referee.kernel.score import share
from sim.simulate import Plan, play


@pytest.mark.parametrize("seats", [3, 5])
def test_the_good_one_plays_with_any_number_of_players(seats: int) -> None:
    plan = Plan("draf", (seats,), 4, "any", {"board": "device"}, ("good",), mix=True, check=True)
    assert play(plan, range(4)).failures == []


@pytest.mark.parametrize(("rival", "floor"), [("random", 0.5), ("easy", 0.3)])
def test_the_good_one_is_better(rival: str, floor: float) -> None:
    """Floors far below what `make levels` measures, for so few matches."""
    players = ("good", rival, rival, rival)
    tally = play(Plan("draf", (4,), 40, "better", {"board": "device"}, players), range(40))
    assert tally.failures == []
    assert share(tally.scores["good"].best) / 40 > floor


@pytest.mark.clause("DRF-CARD-6")
def test_nobody_waits_for_ever_behind_a_wreck() -> None:
    """Two cars without cards ahead, police beside: it hid from them there, round after round."""
    players = ("good", "random", "random", "random")
    plan = Plan("draf", (4,), 1, "levels", {"board": "device"}, players, cap=3000)
    assert play(plan, [1347]).failures == []
