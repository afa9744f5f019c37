"""The computer players by level: each beats the one below it, and never fails."""

from __future__ import annotations

import pytest

from referee.kernel.score import share
from referee.kernel.text import Plain
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


@pytest.mark.clause("FAP-PLAN-3", "FAP-PLAN-4")
@pytest.mark.parametrize("level", ["easy", "good"])
def test_what_is_planned_against_the_advice_is_meant(level: str) -> None:
    """A player that thought better of it would choose the same again, for ever."""
    options: dict[str, Plain] = {"cards": "device", "plan": True}
    plan = Plan("fette-autos", (2,), 1, "meant", options, (level,), cap=3000)
    tally = play(plan, range(1))
    assert tally.failures == []
    assert tally.rows["plan_sure.anyway"] > 0
    assert tally.rows["plan_sure.other"] == 0
