"""The rules, one by one; each test names its clauses."""

from __future__ import annotations

import pytest

from . import Play


@pytest.mark.clause("MYG-1")
def test_the_die_is_added_and_the_player_goes_on_or_stops() -> None:
    play = Play().roll(4)
    assert (play.p.points, play.verbs) == ([4, 0], ["on", "stop"])
    assert play.do("on").ask.seats == (1,)
    assert play.roll(3).do("stop").ask.seats == (2,)
    assert play.p.points == [7, 0]


@pytest.mark.clause("MYG-1")
def test_to_stop_you_roll_first() -> None:
    assert Play().refused("stop") == ("myg.why.roll-first", "MYG-1")


@pytest.mark.clause("MYG-2")
def test_a_one_adds_nothing_and_ends_the_turn() -> None:
    play = Play().roll(4).do("on").roll(1)
    assert play.said == [("myg.one", "MYG-2")]
    assert (play.p.points, play.ask.seats) == ([4, 0], (2,))


@pytest.mark.clause("MYG-3")
@pytest.mark.parametrize(("long", "goal"), [(False, 20), (True, 50)])
def test_the_goal_wins_at_once(long: bool, goal: int) -> None:
    play = Play(long=long)
    while play.p.points[0] + 6 < goal:
        play.roll(6).do("on")
    assert not play.match.over
    result = play.roll(6).match.result
    assert result is not None
    assert (result.winners, result.clause) == ((1,), "MYG-3")
