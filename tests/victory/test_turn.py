"""A turn up to the verdict: two throws, their dice, their crosses."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.games.victory import GAME
from referee.kernel.ask import Entry
from referee.kernel.chance import Stream
from referee.kernel.errors import ComponentsError
from referee.kernel.match import Match
from tests.victory import Play

clause = pytest.mark.clause


@clause("VIC-TURN-1")
def test_only_the_player_on_turn_may_throw() -> None:
    play = Play(4).race()
    assert play.refused("throw", 3, dice=["R", "R", "R"])[0] == "refused.seat"
    play.turn()
    assert play.ask.seats == (2,)


@clause("VIC-TURN-2", "VIC-TURN-6", "INT-VIC-8")
def test_a_turn_is_two_throws_and_then_the_drive() -> None:
    play = Play(2).race().throw("RRB")
    assert play.state == "choose"
    assert play.refused("end") == ("vic.why.two-throws", "VIC-TURN-2")
    assert play.refused("driven") == ("vic.why.throw-first", "VIC-TURN-6")
    play.do("two")
    assert play.state == "second"
    assert play.refused("end")[1] == "VIC-TURN-2"
    assert play.refused("driven")[1] == "VIC-TURN-6"
    play.do("throw", dice=["R", "B"])
    assert play.state == "drive"
    assert play.refused("throw", dice=["R"]) == ("vic.why.no-more-throws", "VIC-TURN-2")


@clause("VIC-TURN-3")
@pytest.mark.parametrize("dice", [[], ["R"], ["R", "B"], ["R"] * 4, ["R", "B", "Y"], "RBX", None])
def test_the_first_throw_is_three_dice(dice: object) -> None:
    assert Play(2).race().refused("throw", dice=dice)[1] == "VIC-TURN-3"


@clause("VIC-TURN-4", "INT-VIC-8")
def test_the_second_throw_is_one_die_or_two_chosen_after_the_first() -> None:
    play = Play(2).race()
    play.refused("one")
    play.throw("RRB")
    assert play.verbs == ["one", "two"]
    for verb in ("none", "three", "throw"):
        assert play.refused(verb)[1] == "VIC-TURN-4"
    play.do("one")
    assert play.refused("throw", dice=["R", "R"])[1] == "VIC-TURN-5"
    play.do("throw", dice=["X"])
    assert play.state == "drive"


@clause("VIC-TURN-5", "VIC-DICE-2")
@pytest.mark.parametrize(
    ("first", "second", "due"),
    [("BXR", "BR", (2, 2)), ("RRR", "RR", (5, 0)), ("BBR", "X", (1, 2)), ("XXR", "B", (1, 1))],
)
def test_the_dice_of_both_throws_count_together(
    first: str, second: str, due: tuple[int, int]
) -> None:
    play = Play(2).race().throw(first, second)
    assert len(play.p.faces) == len(first + second)
    assert (play.p.due["R"], play.p.due["B"]) == due


@clause("VIC-DICE-1", "UNK-VIC-1")
def test_all_faces_of_the_devices_dice_are_equally_likely() -> None:
    """12,000 dice as the device rolls them; 155 are three standard deviations."""
    (throwing,) = Play(2).race().ask.options
    seen = Counter[str]()
    for number in range(4000):
        seen.update(throwing.sample(Stream("dice").at(number))["dice"])
    assert all(abs(seen[face] - 4000) < 155 for face in "RBX"), seen


@clause("VIC-DICE-1", "UNK-VIC-1")
def test_other_dice_are_an_owners_correction() -> None:
    own = GAME.components("die = { red = 3, blue = 2, cross = 1 }")
    match = Match.new(GAME, 2, {"dice": "device"}, components=own)
    assert match.position.numbers.faces == tuple("RRRBBX")  # type: ignore[attr-defined]
    assert match.view(1)["die"] == {"R": 3, "B": 2, "X": 1}
    with pytest.raises(ComponentsError):
        Match.new(GAME, 2, components=GAME.components("die = { red = 3, blue = 3, cross = 0 }"))


@clause("VIC-CROSS-1", "INT-VIC-9")
def test_crosses_are_counted_over_both_throws() -> None:
    assert Play(2).race().throw("XXR", "X").said == [("vic.miss", "VIC-CROSS-4")]
    assert Play(3).race().throw("XRR", "XX").said == [("vic.miss", "VIC-CROSS-4")]


@clause("VIC-CROSS-2", "VIC-CROSS-3")
@pytest.mark.parametrize(
    ("first", "second", "red", "blue"),
    [("BXR", "BR", 2, 2), ("XXR", "B", 1, 1), ("RBX", "X", 1, 1), ("RBX", "XR", 2, 1)],
)
def test_one_cross_or_two_are_dice_without_a_move(
    first: str, second: str, red: int, blue: int
) -> None:
    play = Play(2).race().throw(first, second)
    assert play.state == "drive"
    assert (play.p.due, play.said) == ({"R": red, "B": blue}, [])


@clause("VIC-CROSS-4", "INT-VIC-10")
@pytest.mark.parametrize(("first", "second"), [("XXR", "X"), ("XXX", "R"), ("XRB", "XX")])
def test_three_crosses_miss_this_turn_and_no_other(first: str, second: str) -> None:
    play = Play(2).race().throw(first, second)
    assert play.said == [("vic.miss", "VIC-CROSS-4")]
    assert (play.state, play.ask.seats) == ("first", (2,))
    play.turn()
    assert play.ask.seats == (1,)
    assert play.throw("RRB", "B").state == "drive"


@clause("VIC-CROSS-5", "VIC-CROSS-6", "INT-VIC-11")
@pytest.mark.parametrize(
    ("first", "second", "crosses"), [("XXR", "XX", 5), ("XXX", "X", 5), ("XXX", "XX", 6)]
)
def test_four_or_five_crosses_are_an_accident(first: str, second: str, crosses: int) -> None:
    play = Play(3).race().throw(first, second)
    assert play.said == [("vic.crash", f"VIC-CROSS-{crosses}")]
    assert play.rulings[0].stop
    assert (play.p.out, play.ask.seats) == ([1], (2,))
    assert GAME.scene(play.p, None).marks == {1: "out"}


@clause("VIC-CROSS-7", "VIC-TURN-2", "INT-VIC-8")
def test_three_crosses_in_the_first_throw_still_want_a_second() -> None:
    play = Play(3).race().throw("XXX")
    assert (play.state, play.verbs) == ("choose", ["one", "two"])
    assert play.refused("end")[1] == "VIC-TURN-2"


@clause("VIC-DICE-2")
def test_a_throw_may_be_entered_in_any_order() -> None:
    one, other = Play(2).race().throw("XRB", "R"), Play(2).race().throw("BXR", "R")
    assert one.p.due == other.p.due


def test_an_answer_without_dice_is_refused_where_they_are_on_the_table() -> None:
    play = Play(2).race()
    assert play.refused("throw")[1] == "VIC-TURN-3"
    device = Play(2, dice="device").race().match
    assert device.answer(Entry(1, "throw")) == ()
