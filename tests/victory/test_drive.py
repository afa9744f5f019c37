"""The drive: which moves are due, in which order, what may not be done, what lapses."""

from __future__ import annotations

from itertools import permutations

import pytest

from referee.games.victory import GAME
from referee.kernel.scene import Dice
from referee.table.catalogue import Catalogue
from tests.victory import Play

clause = pytest.mark.clause


def shown(play: Play) -> str:
    """The dice on the screen: the moves that are still due."""
    return "".join(
        str(face)
        for widget in GAME.scene(play.p, None).body
        if isinstance(widget, Dice)
        for face in widget.faces
    )


@clause("VIC-MOVE-1", "VIC-EX-1")
def test_the_moves_that_are_due_are_listed() -> None:
    play = Play(2).race().throw("RRR", "XB")
    said = [(words.key, words.args["n"]) for words in play.ask.prompt.args["moves"]]
    assert said == [("vic.drive.red", 3), ("vic.drive.blue", 1)]
    assert shown(play) == "RRRB"


@clause("VIC-MOVE-7")
def test_up_to_five_moves_of_one_colour() -> None:
    play = Play(2).race().throw("RRR", "RR")
    assert shown(play) == "RRRRR"
    assert play.refused("blue") == ("vic.why.no-blue", "VIC-MOVE-7")
    for _ in range(5):
        play.do("red")
    assert play.refused("red") == ("vic.why.no-red", "VIC-MOVE-7")
    assert (play.state, play.verbs) == ("drive", ["driven", "line"])


@clause("VIC-MOVE-8", "VIC-EX-1", "VIC-EX-4", "VIC-MOVE-13")
def test_moves_are_ticked_off_in_any_order() -> None:
    names = {"R": "red", "B": "blue"}
    orders = set(permutations("RRBB"))
    assert len(orders) == 6
    for order in orders:
        play = Play(2).race().throw("BXR", "BR")
        for face in order:
            play.do(names[face])
        assert play.do("driven").ask.seats == (2,)


@clause("VIC-MOVE-4", "VIC-MOVE-8")
def test_how_far_and_in_which_order_is_never_asked() -> None:
    """One press ends an ordinary turn, and no answer has a distance."""
    play = Play(2).race().throw("RRB", "B")
    assert play.verbs[0] == "driven"
    fields = {name for option in play.ask.options for name in option.fields}
    assert fields == {"car", "n"}
    assert play.do("driven").ask.seats == (2,)


@clause("VIC-MOVE-9", "VIC-MOVE-11", "INT-VIC-14")
def test_the_turn_cannot_be_ended_while_a_coloured_die_is_left() -> None:
    play = Play(2).race().throw("RRB", "X")
    assert play.refused("end") == ("vic.why.must-drive", "VIC-MOVE-9")
    play.do("red").do("red")
    assert play.refused("end") == ("vic.why.must-drive", "VIC-MOVE-9")
    play.do("blue")
    assert play.refused("end")[0] == "refused.now"
    play.do("driven")


@clause("VIC-MOVE-10", "INT-VIC-14")
def test_dice_that_cannot_be_driven_lapse_without_penalty() -> None:
    play = Play(2).race().throw("RRB", "X")
    assert play.values("stuck", "n") == [1, 2, 3]
    play.do("red").do("red")
    assert play.values("stuck", "n") == [1]
    play.do("stuck", n=1)
    assert play.said == [("vic.lapsed", "VIC-MOVE-10")]
    assert (play.ask.seats, play.p.left) == ((2,), 0)


@clause("VIC-MOVE-2", "VIC-MOVE-3", "VIC-MOVE-5", "VIC-MOVE-6", "INT-VIC-12", "INT-VIC-13")
@pytest.mark.parametrize(
    ("verb", "rule"),
    [
        ("between", "VIC-MOVE-2"),
        ("bend", "VIC-MOVE-3"),
        ("jump", "VIC-MOVE-5"),
        ("share", "VIC-MOVE-6"),
    ],
)
def test_what_no_car_may_do_stands_there_with_its_rule(verb: str, rule: str) -> None:
    play = Play(2).race().throw("RRB", "X")
    assert play.refused(verb) == (f"vic.why.{verb}", rule)


@clause("VIC-MOVE-12", "INT-VIC-15")
def test_back_against_the_direction_only_where_it_was_agreed() -> None:
    play = Play(2).race().throw("RRB", "X")
    assert play.refused("reverse") == ("vic.why.reverse", "VIC-MOVE-12")
    free = Play(2, allow_backward=True).race().throw("RRB", "X")
    assert "reverse" not in {refusal.verb for refusal in free.ask.refusals}


def test_the_drive_is_reported_from_the_board() -> None:
    """A modelled circuit would answer it by itself; so would it the set-up on the table."""
    play = Play(2)
    assert play.ask.source == "board"
    assert play.race().throw("RRB", "X").ask.source == "board"


@clause("VIC-MOVE-9", "VIC-MOVE-10")
@pytest.mark.parametrize("language", ["de", "en"])
def test_where_the_box_knows_the_circuit_help_names_no_report_of_the_table(language: str) -> None:
    for board, named in (("table", True), ("device", False)):
        words = Catalogue(language, GAME, options={"board": board})
        assert (words("verb.stuck") in words.clause("VIC-MOVE-9")) == named
