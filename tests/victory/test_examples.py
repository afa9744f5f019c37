"""The worked examples of the leaflet."""

from __future__ import annotations

import pytest

from tests.victory import Play
from tests.victory.test_laps import pad

clause = pytest.mark.clause


@clause("VIC-EX-1", "VIC-CROSS-2", "VIC-DICE-2")
def test_blue_cross_red_then_blue_red() -> None:
    for order in (("red", "red", "blue", "blue"), ("blue", "red", "blue", "red")):
        play = Play(2).race().throw("BXR", "BR")
        assert play.p.due == {"R": 2, "B": 2}
        for verb in order:
            play.do(verb)
        assert play.p.left == 0


def example() -> Play:
    """Four cars, three laps: the crossings that the leaflet tells."""
    play = Play(4, laps=3).race()
    for seat in (1, 3, 2, 4, 2, 1, 4, 3, 3, 1, 4, 2):
        play.cross(seat)
    return play


@clause("VIC-EX-2", "VIC-PAD-1", "VIC-PAD-2", "VIC-PAD-3", "VIC-END-1", "VIC-END-2")
def test_the_pad_of_three_laps() -> None:
    play = example()
    assert pad(play) == {
        "3": ["red", "blue", "green", "yellow"],
        "2": ["red", "green", "blue", "yellow"],
        "1": ["blue", "red", "yellow", "green"],
        "ZIEL": ["green", "red", "yellow", "blue"],
    }
    result = play.match.result
    assert result is not None
    assert (result.winners, result.ranking) == ((3,), ((3,), (1,), (4,), (2,)))


@clause("VIC-EX-3")
def test_six_laps_begin_under_six() -> None:
    assert Play(4, laps=6).race().column(6) == ["red", "blue", "green", "yellow"]


@clause("VIC-EX-4", "VIC-MOVE-13", "UNK-VIC-4")
def test_the_racing_line_is_red_then_blue() -> None:
    play = Play(2).race().throw("RBX", "X").do("red").do("blue")
    assert play.do("driven").ask.seats == (2,)
