"""The box as a player: what it answers, and that it is offered."""

from __future__ import annotations

import pytest
from referee.game import RandBelow

from my_game.players import easy

from . import Play


@pytest.mark.parametrize(("below", "verb"), [(lambda n: 0, "stop"), (lambda n: n - 1, "on")])
def test_easy_stops_now_and_then(below: RandBelow, verb: str) -> None:
    play = Play().roll(4)
    assert easy(play.match.view(1), play.ask, 1, below).verb == verb
