"""The catalogue's checks on its example road, played on the board in the device: moves, rams, oil.

Those of the track are in `test_checks_track`, those of cards and red in `test_checks_red`. Which
test makes which check stands in ``checks.toml``, check by check.
"""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.checks import assert_all_made, checks, listed
from tests.knight_rider.boards import spot
from tests.knight_rider.test_town import Road

A, B, C = 1, 2, 3

clause = pytest.mark.clause

#: Fields of the example road: a middle, one between two tableaus, the half field of a road end.
FIELD: Final = re.compile(r"\bM\d\d\b|\b\d\d/\d\d\b|\b\d\d[nw]\b")

#: Where checks are made on the board in the device.
BOARD: Final = ("test_board", "test_checks", "test_checks_red", "test_checks_track", "test_town")


def test_every_check_of_the_catalogue_is_made_by_a_test_of_its_clause() -> None:
    assert_all_made("knight-rider", 157)


def test_every_check_on_the_example_road_is_made_on_the_board() -> None:
    on_road = [name for name, check in checks("knight-rider").items() if FIELD.search(check)]
    assert len(on_road) == 59
    made = listed("knight-rider")
    for name in on_road:
        assert {test.split(".py")[0] for test in made[name]} & set(BOARD), name


def road(cars: dict[int, str], red: int = 45, **options: str | bool) -> Road:
    """A's turn: it has yet to roll. Cars that are not named stand out of the way."""
    return Road(red, {A: "52n N", B: "52n N", C: "23w W", **cars}, **options).refresh()


def waiting(cars: dict[int, str]) -> Road:
    """A is still beside the road start in the west."""
    found = road({A: "23w E", C: "52n N", **cars})
    found.town.car(A).outside = True
    return found.refresh()


def shielded(found: Road, seat: int) -> None:
    """This player has laid out the Molekül-Mantel in the round before."""
    found.town.car(seat).shield = True
    found.town.car(seat).hands["kitt"].known["shield"] = 0
    found.refresh()


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


@clause("KR-MOV-2")
def test_three_points_are_three_fields() -> None:
    found = road({A: "M23 E"})
    found.roll(3)
    assert found.drive("13/34 E").p.now.points == 0


@clause("KR-MOV-10", "KR-MOV-13")
def test_from_beside_the_track_onto_the_half_field() -> None:
    for die, to in ((1, "23w E"), (2, "M23 E")):
        found = waiting({})
        found.roll(die)
        assert found.drive(to).verbs[0] == "flip"
        assert not found.p.car(A).outside


@clause("KR-MOV-13")
def test_before_a_closed_road_start_the_points_lapse() -> None:
    found = waiting({B: "23w E", C: "23w E"})
    found.roll(4)
    assert [verb for verb in found.verbs if verb not in ("kitt", "divert")] == ["closed"]
    found.do("closed")
    assert (found.state, found.p.car(A).outside) == ("escape", True)
    found = waiting({B: "23w E", C: "23w E"})
    found.roll(4).do("kitt", card="jump")
    assert (found.at(A), found.p.now.points) == (spot("M23 E"), 3)


@clause("KR-MOV-11")
def test_four_points_are_two_u_turns() -> None:
    found = road({A: "M34 E"}).roll(4).do("uturn").do("uturn")
    assert found.verbs[0] == "flip"


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


@clause("KR-MOV-15", "KR-RAM-4")
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


@clause("KR-TRN-7")
def test_a_ram_cannot_be_declined() -> None:
    found = road({A: "M13 E", B: "13/34 E"})
    found.roll(4).do("ram", target=B)
    assert (found.p.now.points, found.verbs, found.ask.seats) == (3, ["roll"], (B,))
    assert found.refused("flip", A) == ("refused.seat", "KR-RAM-3")


@clause("KR-RAM-1")
def test_without_passing_nobody_rolls() -> None:
    found = road({A: "M13 E", B: "13/34 E"})
    found.roll(2)
    assert found.drive("M13 W").state == "drive"


@clause("KR-RAM-5")
def test_every_car_passed_is_an_attempt_of_its_own() -> None:
    found = road({A: "M13 E", B: "13/34 E", C: "34/12 E"})
    found.roll(6).do("ram", target=B).roll(5).do("ram", target=C).roll(5)
    assert [found.at(seat) for seat in (B, C)] == [spot("13/34 W"), spot("34/12 W")]
    assert found.drive("12/45 N").verbs[0] == "flip"


@clause("KR-RAM-8")
def test_a_shielded_car_is_simply_passed() -> None:
    found = road({A: "M13 E", B: "13/34 E"})
    shielded(found, B)
    found.roll(3)
    assert "ram" not in found.verbs
    assert found.drive("34/12 E").state == "drive"


@clause("KR-RMT-1", "KR-RAM-10")
def test_a_rammed_car_on_its_roof() -> None:
    found = rammed(1)
    assert (found.at(B), found.p.car(B).roof) == (spot("13/34 E"), True)
    assert found.p.now.points == 2


@pytest.mark.parametrize(
    ("die", "stands"),
    [
        pytest.param(2, "23/13 W", marks=clause("KR-RMT-2")),
        pytest.param(3, "23/13 E", marks=clause("KR-RMT-3")),
        pytest.param(4, "M13 E", marks=clause("KR-RMT-4")),
        pytest.param(5, "13/34 W", marks=clause("KR-RMT-5", "KR-RAM-14")),
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


@clause("KR-OIL-5")
def test_a_skid_may_end_on_a_slick() -> None:
    found = road({A: "M13 E", B: "13/34 E", C: "M34 E"})
    found.roll(2).do("ram", target=B).roll(6).roll(6)
    found.do("behind").roll(1)
    assert (found.at(A), found.p.car(A).roof) == (spot("13/34 W"), True)


@pytest.mark.parametrize(
    ("die", "stands"),
    [
        pytest.param(1, "13/34 E", marks=clause("KR-OLT-1")),
        pytest.param(2, "23/13 E", marks=clause("KR-OLT-2")),
        pytest.param(3, "M13 E", marks=clause("KR-OLT-3", "KR-OIL-2")),
        pytest.param(4, "13/34 W", marks=clause("KR-OLT-4")),
        pytest.param(5, "13/34 E", marks=clause("KR-OLT-5")),
        pytest.param(6, "13/34 E", marks=clause("KR-OLT-6")),
    ],
)
@clause("KR-OIL-1", "KR-EX-3")
def test_what_a_slick_does(die: int, stands: str) -> None:
    found = road({A: "M13 E", B: "M34 E"})
    found.roll(1)
    assert found.drive("13/34 E").do("behind").ask.seats == (A,)
    found.roll(die)
    assert (found.at(A), found.p.car(A).roof) == (spot(stands), die == 1)


@clause("KR-OIL-4")
def test_two_cars_side_by_side_have_one_slick() -> None:
    found = road({A: "M13 E", B: "M34 E", C: "M34 E"})
    found.roll(1)
    assert found.drive("13/34 E").do("behind").roll(5).state == "escape"


@clause("KR-OIL-6")
def test_a_slide_never_leads_onto_another_slick() -> None:
    found = road({A: "M13 E", B: "M34 E", C: "M13 E"})
    found.roll(1)
    found.drive("13/34 E").do("behind").roll(3)
    assert (found.at(A), found.state) == (spot("M13 E"), "escape")


@clause("KR-OIL-7", "KR-KIT-5")
def test_a_shield_is_no_help_on_a_slick() -> None:
    found = road({A: "M13 E", B: "M34 E"})
    found.roll(1).do("kitt", card="shield")
    assert found.drive("13/34 E").verbs[0] == "behind"
