"""The worked examples of the rule catalogue."""

from __future__ import annotations

import pytest

from referee.games.knight_rider import GAME
from tests.knight_rider import Play

clause = pytest.mark.clause


@clause("KR-EX-1", "KR-MOV-3")
def test_roll_4_round_a_bend() -> None:
    play = Play(2, strict=True).race().lap().roll(4)
    left = [play.do(verb).p.now.points for verb in ("step", "step", "turn", "step")]
    assert left == [3, 2, 1, 0]
    assert play.do("driven").state == "escape"


@clause("KR-EX-2", "KR-RAM-3")
def test_a_stops_and_b_rolls() -> None:
    play = Play(2, strict=True).race().lap().roll(3).do("step").do("passed", target=2)
    assert (play.ask.seats, play.p.now.points) == ((2,), 2)


@clause("KR-EX-3", "KR-OIL-1")
def test_b_ends_behind_a() -> None:
    play = Play(2).race().lap().turn().roll(1).do("behind")
    assert (play.state, play.ask.seats) == ("oil", (2,))


@clause("KR-EX-4", "KR-KIT-3")
def test_a_shield_in_a_round_of_five() -> None:
    play = Play(5).race().lap().roll(2).do("kitt", card="shield").do("driven").do("clear")
    safe = []
    for _ in range(4):
        play.roll(6)
        safe.append(1 not in play.values("passed", "target"))
        play.do("driven").do("clear")
    assert safe == [True] * 4
    assert (play.ask.seats, play.p.car(1).shield) == ((1,), False)


@clause("KR-EX-5", "KR-KIT-6")
def test_a_doubled_6_is_12() -> None:
    play = Play(2).race().roll(6).do("kitt", card="turbo1")
    assert GAME.scene(play.p, None).big == "12"


@clause("KR-EX-6", "KR-POS-1")
def test_a_2_and_a_6_are_tableau_26() -> None:
    play = Play(2).place().roll(2, 6)
    assert GAME.scene(play.p, None).big == "26"


@clause("KR-EX-7", "KR-END-3")
def test_past_red_and_back() -> None:
    play = Play(2, strict=True).race().lap().roll(6)
    for verb in ("step", "step", "step", "uturn", "step"):
        play.do(verb)
    assert play.do("reached").p.winner == 1


@clause("KR-EX-8", "KR-INT-42")
def test_a_whole_turn() -> None:
    play = Play(3, strict=True).race().lap().roll(3).do("step").do("passed", target=2).roll(4)
    assert play.said == [("kr.fate.back", "KR-RMT-4")]
    play.do("step").do("step").do("behind").roll(3)
    assert play.said == [("kr.fate.back", "KR-OLT-3")]
    play.do("kitt", card="shield").do("hit").do("one", target=3).roll(5)
    assert play.said == [("kr.fate.turned", "KR-RMT-5")]
    assert (play.state, play.ask.seats, play.p.car(1).shield) == ("roll", (2,), True)


@clause("KR-EX-9", "KR-RAM-11")
def test_a_roof_cycle() -> None:
    play = Play(3).race().lap()
    before = len(play.p.pile)
    play.roll(3).do("passed", target=2).roll(1).do("driven").do("clear")
    play.do("righted").turn()
    assert len(play.p.pile) - before == 2
    play.roll(3).do("passed", target=2).roll(5).do("driven").do("clear")
    assert (play.state, play.ask.seats) == ("roll", (2,))


@clause("KR-EX-10", "KR-INT-21")
def test_a_failed_ram() -> None:
    play = Play(2, strict=True).race().lap().roll(5).do("step").do("passed", target=2)
    play.roll(6).roll(6)
    assert (play.p.now.points, play.said) == (0, [("kr.ram.skid", "KR-RMT-6")])
    assert play.refused("kitt", card="turbo1") == ("kr.why.move-over", "KR-INT-30")
    assert play.refused("kitt", card="jump")[1] == "KR-INT-30"
    play.do("divert", kind="left", tableau=11).do("kitt", card="shield").do("driven")
    assert play.do("clear").ask.seats == (2,)
