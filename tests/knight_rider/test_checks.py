"""The catalogue's checks on its example road, played on the board in the device.

What `test_board` asks the board itself, and `test_town` plays for other reasons, stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.knight_rider.boards import spot
from tests.knight_rider.test_town import Road

A, B, C = 1, 2, 3

clause = pytest.mark.clause

HERE: Final = Path(__file__).parent
CATALOGUE: Final = HERE.parent.parent / "docs" / "rules" / "knight-rider.md"

#: Fields of the example road: a middle, one between two tableaus, the half field of a road end.
FIELD: Final = re.compile(r"\bM\d\d\b|\b\d\d/\d\d\b|\b\d\d[nw]\b")

#: Where such checks are made on the board.
PLACES: Final = ("test_board", "test_checks", "test_town")


def checked() -> Iterator[str]:
    """Clauses whose check names a field of the example road."""
    for line in CATALOGUE.read_text("utf-8").splitlines():
        found = re.match(r"\| (KR-(?!INT)[A-Z]+-\d+) \|", line)
        if found and FIELD.search(line.rsplit("|", 2)[1]):
            yield found[1]


def test_every_check_on_the_example_road_is_made_on_the_board() -> None:
    tests = "".join((HERE / f"{name}.py").read_text("utf-8") for name in PLACES)
    marked = set(re.findall(r'"(KR-[A-Z]+-\d+)"', tests))
    clauses = set(checked())
    assert len(clauses) > 50
    assert clauses - marked == set()


def road(cars: dict[int, str], red: int = 45, **options: str | bool) -> Road:
    """A's turn: it has yet to roll. Who is not named stands out of the way."""
    return Road(red, {A: "52n N", B: "52n N", C: "23w W", **cars}, **options).refresh()


def rammed(*dice: int, facing: str = "E") -> Road:
    """A comes from M13 with 3 points and passes B on 13/34, which rolls these dice."""
    found = road({A: "M13 E", B: f"13/34 {facing}"})
    found.roll(3).do("ram", target=B)
    for die in dice:
        found.roll(die)
    return found


# -- placing and moving ----------------------------------------------------------------------


@clause("KR-POS-2")
def test_red_stands_on_the_middle_field() -> None:
    assert road({}, red=12).town.red_field == spot("M12 N").field


@clause("KR-MOV-8")
def test_a_single_car_is_passed_and_may_leave_its_slick() -> None:
    found = road({A: "M13 E", B: "13/34 E"})
    found.roll(2).do("ram", target=B).roll(4)
    found.drive("M34 E")
    assert found.verbs[0] == "flip"
    found = road({A: "M13 E", B: "13/34 E"})
    found.roll(2).do("ram", target=B).roll(5)
    found.drive("M34 E")
    assert found.verbs[0] == "behind"


@clause("KR-RAM-4")
def test_a_move_that_ends_beside_a_car_rams_nobody() -> None:
    found = road({A: "M13 E", B: "13/34 E"})
    found.roll(1)
    assert "ram" not in found.verbs
    assert found.drive("13/34 E").verbs[0] == "flip"


# -- rams ------------------------------------------------------------------------------------


@clause("KR-RAM-6")
def test_a_car_that_slides_ahead_is_rammed_again() -> None:
    found = rammed(4, facing="W")
    assert found.at(B) == spot("M34 W")
    found.do("ram", target=B).roll(5)
    assert found.at(B) == spot("M34 E")
    assert found.drive("34/12 E").at(A) == spot("34/12 E")


@clause("KR-RAM-7")
def test_a_car_on_its_roof_is_simply_passed() -> None:
    found = road({A: "M13 E", B: "13/34 E"})
    found.town.car(B).roof = True
    found.roll(3)
    assert "ram" not in found.verbs
    assert found.drive("34/12 E").state == "drive"


@clause("KR-RMT-1")
def test_a_rammed_car_on_its_roof() -> None:
    found = rammed(1)
    assert (found.at(B), found.p.car(B).roof) == (spot("13/34 E"), True)
    assert found.p.now.points == 2


@pytest.mark.parametrize(
    ("die", "stands"),
    [
        pytest.param(2, "23/13 W", marks=clause("KR-RMT-2")),
        pytest.param(3, "23/13 E", marks=clause("KR-RMT-3")),
        pytest.param(5, "13/34 W", marks=clause("KR-RMT-5")),
    ],
)
def test_where_a_rammed_car_comes_to_stand(die: int, stands: str) -> None:
    assert rammed(die).at(B) == spot(stands)


@clause("KR-RMT-6")
def test_a_ram_that_fails() -> None:
    found = rammed(6, 4)
    assert (found.p.now.points, found.at(A)) == (2, spot("13/34 E"))
    found = rammed(6, 5)
    assert (found.p.now.points, found.at(A)) == (0, spot("13/34 W"))


@clause("KR-EX-2")
def test_b_rolls_before_a_leaves() -> None:
    found = rammed()
    assert (found.state, found.ask.seats, found.at(A)) == ("ram", (B,), spot("13/34 E"))


# -- oil -------------------------------------------------------------------------------------


@clause("KR-OIL-5", "KR-OLT-1")
def test_a_skid_may_end_on_a_slick() -> None:
    found = road({A: "M13 E", B: "13/34 E", C: "M34 E"})
    found.roll(2).do("ram", target=B).roll(6).roll(6)
    found.do("behind").roll(1)
    assert (found.at(A), found.p.car(A).roof) == (spot("13/34 W"), True)


@pytest.mark.parametrize(
    ("die", "stands"),
    [
        pytest.param(2, "23/13 E", marks=clause("KR-OLT-2")),
        pytest.param(4, "13/34 W", marks=clause("KR-OLT-4")),
    ],
)
def test_what_a_slick_does(die: int, stands: str) -> None:
    found = road({A: "M13 E", B: "M34 E"})
    found.roll(1)
    found.drive("13/34 E").do("behind").roll(die)
    assert found.at(A) == spot(stands)


# -- red -------------------------------------------------------------------------------------


def fled(cars: dict[int, str]) -> Road:
    """Red has come from tableau 45 to 12, on A's turn: the card that leads south was the last."""
    found = road(cars)
    south = found.p.numbers.arrows.index((0, -1)) + 1
    found.p.pile[:] = [card for card in range(1, 12) if card != south]
    found.roll(2).do("uturn").do("flip")
    return found


@clause("KR-ESC-8")
def test_a_six_against_red_wins() -> None:
    found = fled({B: "M12 E"})
    assert (found.state, found.ask.seats) == ("red_ram", (B,))
    found.roll(6)
    assert found.match.result is not None
    assert found.match.result.winners == (B,)


@clause("KR-ESC-9")
def test_red_rams_both_cars_in_turn_order() -> None:
    found = fled({A: "M12 W", B: "M12 E"})
    assert found.ask.seats == (A,)
    found.roll(5)
    assert found.at(A) == spot("M12 W")
    assert found.ask.seats == (B,)
    found.roll(4)
    assert found.at(B) == spot("34/12 E")


@clause("KR-END-3")
def test_past_red_and_back_wins() -> None:
    found = road({A: "M13 E"}, red=34)
    found.roll(6)
    for manoeuvre in ("step", "step", "step", "uturn", "step"):
        found.do(manoeuvre)
    assert found.p.winner == A


@clause("KR-END-4")
def test_the_last_point_must_be_the_step_onto_reds_field() -> None:
    for arrival, winner in (("last_step", 0), ("end", A)):
        found = road({A: "M13 E"}, red=34, goal_arrival=arrival)
        found.roll(3).do("step").do("step").do("turn", side="left")
        assert found.p.winner == winner
        found = road({A: "M34 E"}, red=34, goal_arrival=arrival)
        found.roll(4).do("uturn").do("uturn")
        assert (found.verbs[0], found.p.winner) == ("flip", 0)


@clause("KR-END-8")
def test_a_slide_onto_reds_field_wins_nothing() -> None:
    found = road({A: "13/34 E", B: "M12 E"}, red=34)
    found.roll(2)
    found.drive("34/12 E").do("behind").roll(3)
    assert (found.at(A), found.p.winner) == (spot("M34 E"), 0)
