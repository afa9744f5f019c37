"""The catalogue's checks of the circuit, played in the device on the ring 5x3.

Which test makes which check stands in ``checks.toml``, check by check.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest

from referee.game import Plain
from referee.games.victory.circuit import UNITS, Point
from referee.games.victory.position import Racing
from referee.games.victory.track import place_of
from tests.checks import assert_all_made
from tests.victory import CARS, Play

clause = pytest.mark.clause

#: The start row: the middle of the second square, driven through to the east; the car on the left
#: stands in the north.
ROW = 4


def test_every_check_of_the_catalogue_is_made_by_a_test_of_its_clause() -> None:
    assert_all_made("victory", 61)


class Ring(Play):
    """A race on the ring in the device. Lanes count from the outside, 0 to 2; columns from 0."""

    def __init__(self, seats: int = 3, laps: int = 3, **agreed: Plain) -> None:
        super().__init__(seats, board="device", laps=laps, **agreed)
        self.do("take", circuit="ring 5x3")
        for _, car in zip(self.p.everybody, CARS, strict=False):
            self.do("car", car=car)
        self.do("draw", starter=1)

    def started(self) -> Ring:
        self.do("put", place=place_of((ROW, 0))).do("anticlockwise")
        return self

    @property
    def race(self) -> Racing:  # type: ignore[override]
        assert isinstance(self.p, Racing)
        return self.p

    def stand(self, seat: int, at: Point, laps: int = 0) -> Ring:
        """A car somewhere, the start row being so many laps from where it began."""
        race = self.race
        race.places[seat] = at
        race.driven[seat] = laps * race.circuit.units + race.circuit.gain(race.start, at)
        race.fresh = [other for other in race.fresh if other != seat]
        return self

    def to(self, at: Point) -> Ring:
        self.do("move", to=place_of(at))
        return self

    def targets(self) -> set[Point]:
        return {(x - 1, y - 1) for x, y in self.values("move", "to")}  # type: ignore[misc]

    def why_not(self, at: Point) -> tuple[str, str]:
        return self.refused("move", to=place_of(at))


# -- the grid --------------------------------------------------------------------------------


@clause("VIC-SET-6")
def test_no_throw_before_the_card_lies() -> None:
    ring = Ring()
    assert ring.state == "card"
    ring.refused("throw", dice=["R", "R", "R"])
    assert ring.started().state == "first"


@clause("VIC-SET-6")
def test_the_card_lies_on_the_outside_first_and_may_lie_inside() -> None:
    """Once it could touch the inner line of the ring alone."""
    places = Ring().values("put", "place")
    outside = [[x, y] for x, y in places if x in (1, 15) or y in (1, 9)]  # type: ignore[misc]
    assert (places[0], len(outside), len(places)) == ([5, 1], 24, 48)
    assert places[:24] == outside


@clause("VIC-SET-7", "VIC-SET-9", "VIC-SET-10")
def test_three_cars_on_the_start_row_and_the_others_behind_them() -> None:
    places = Ring(5).started().race.places
    assert [places[seat] for seat in (1, 2, 3)] == [(ROW, 2), (ROW, 1), (ROW, 0)]
    assert [places[seat] for seat in (4, 5)] == [(ROW - 1, 2), (ROW - 1, 1)]


# -- moves -----------------------------------------------------------------------------------


@clause("VIC-MOVE-1", "VIC-MOVE-7")
@pytest.mark.parametrize(
    ("throws", "due"), [(("RRB", "XB"), {"R": 2, "B": 2}), (("RRR", "RR"), {"R": 5, "B": 0})]
)
def test_every_coloured_die_is_a_move(throws: tuple[str, str], due: dict[str, int]) -> None:
    ring = Ring().started()
    ring.throw(*throws)
    assert ring.race.due == due


@clause("VIC-MOVE-2", "VIC-MOVE-3")
def test_a_move_leads_straight_on_to_another_point() -> None:
    ring = Ring(2).started().stand(1, (6, 1))
    ring.throw("RXX", "R")
    assert {(7, 1), (9, 1)} < ring.targets()
    assert ring.why_not((6, 1)) == ("vic.why.stay", "VIC-MOVE-2")
    assert ring.why_not((8, 2))[1] == "VIC-MOVE-3"  # two points east and one north: a bend


@clause("VIC-MOVE-4", "VIC-MOVE-5", "VIC-MOVE-6")
@pytest.mark.parametrize("free", [5, 2])
def test_a_move_ends_anywhere_before_the_next_car(free: int) -> None:
    ahead = (6 + free + 1, 1)
    ring = Ring(2).started().stand(1, (6, 1)).stand(2, ahead)
    ring.throw("RXX", "R")
    east = {at for at in ring.targets() if at[1] == 1}
    assert east == {(6 + n, 1) for n in range(1, free + 1)}
    assert ring.why_not(ahead) == ("vic.why.share", "VIC-MOVE-6")
    assert ring.why_not((6 + free + 2, 1)) == ("vic.why.jump", "VIC-MOVE-5")


@clause("VIC-MOVE-8", "VIC-EX-1")
@pytest.mark.parametrize("order", sorted(set(permutations("RRBB"))))
def test_red_and_blue_come_in_any_order(order: tuple[str, ...]) -> None:
    ring = Ring(2).started().stand(1, (5, 1)).stand(2, (1, 0))
    ring.throw("BXR", "BR")
    x, lane = 5, 1
    for face in order:
        x, lane = x + 1, lane if face == "R" else {1: 2, 2: 1}[lane]
        ring.to((x, lane))
    assert (ring.race.places[1], ring.ask.seats) == ((9, 1), (2,))


@clause("VIC-MOVE-9")
def test_no_turn_ends_with_a_die_that_can_be_driven() -> None:
    ring = Ring().started()
    ring.throw("RXB", "X")
    ring.to((ROW + 1, 1))
    assert (ring.verbs, ring.race.due) == (["move"], {"R": 1, "B": 0})
    ring.refused("end")


@clause("VIC-MOVE-10")
def test_a_blocked_die_waits_and_lapses_with_the_last_one() -> None:
    ring = Ring(2).started().stand(1, (6, 0)).stand(2, (7, 1))
    ring.throw("XXB", "B")
    assert ring.said[-1] == ("vic.lapsed", "VIC-MOVE-10")
    assert (ring.told("vic.lapsed")["n"], ring.ask.seats) == (2, (2,))
    ring = Ring(2).started().stand(1, (6, 0)).stand(2, (7, 1))
    ring.throw("XRB", "X")
    assert not {(7, 1)} & ring.targets()
    assert (8, 1) in ring.to((7, 0)).targets()  # its way is free now


@clause("VIC-MOVE-12")
def test_back_never_but_to_the_side() -> None:
    ring = Ring(2).started().stand(1, (7, 1))
    ring.throw("RXX", "R")
    assert {(7, 0), (7, 2)} < ring.targets()
    assert ring.why_not((6, 1)) == ("vic.why.reverse", "VIC-MOVE-12")


@clause("VIC-MOVE-2", "VIC-MOVE-3", "VIC-MOVE-5", "VIC-MOVE-6", "VIC-MOVE-7", "VIC-MOVE-12")
@pytest.mark.parametrize("backward", [False, True])
def test_every_point_that_is_refused_names_what_barred_the_way(backward: bool) -> None:
    """On a ring of squares, beside a walk step by step over the same raster."""
    rng, seen = random.Random(5), Counter[str]()
    for _ in range(40):
        ring = Ring(4, allow_backward=backward).started()
        road = ring.race.circuit
        for seat, point in enumerate(rng.sample(sorted(road.owner), 4), 1):
            ring.stand(seat, point)
        ring.throw(*rng.choice([("RXX", "R"), ("RBX", "X"), ("XXB", "B")]))
        if ring.match.state != "drive":
            continue
        for point in set(road.owner) - ring.targets():
            found = ring.why_not(point)[1]
            assert found == barred(ring.race, point, backward), point
            seen[found] += 1
    assert set(seen) == {f"VIC-MOVE-{n}" for n in (2, 3, 5, 6, 7, 12)} - (
        {"VIC-MOVE-12"} if backward else set()
    )


def barred(race: Racing, to: Point, backward: bool) -> str:
    """What an umpire with the rule book says who walks from the car towards a point."""
    at, road = race.places[race.turn], race.circuit
    across, up = to[0] - at[0], to[1] - at[1]
    if (across, up) == (0, 0):
        return "VIC-MOVE-2"
    red, blue = not (across and up), abs(across) == abs(up)
    length, walked = max(abs(across), abs(up)), at
    if not (red or blue):
        return "VIC-MOVE-3"
    others = {race.places[seat] for seat in race.places if seat != race.turn}
    first = "" if race.due["R" if red else "B"] else "VIC-MOVE-7"
    for _ in range(length):
        ahead = (walked[0] + across // length, walked[1] + up // length)
        squares = road.owner.get(ahead), road.owner[walked]
        if squares[0] is None or abs(squares[0] - squares[1]) not in (0, 1, len(road.squares) - 1):
            return "VIC-MOVE-3"
        back = (road.along[ahead] - road.along[walked]) % road.units > road.units // 2
        first = first or ("VIC-MOVE-12" if back and not backward else "")
        first = first or ("VIC-MOVE-6" if ahead in others and ahead == to else "")
        first = first or ("VIC-MOVE-5" if ahead in others else "")
        walked = ahead
    return first


@clause("VIC-TURN-6")
def test_between_the_throws_every_point_is_refused_for_the_throws() -> None:
    ring = Ring(2).started().stand(1, (6, 1)).do("throw", dice=[*"RXX"])
    assert ring.why_not((7, 1)) == ("vic.why.throw-first", "VIC-TURN-6")
    assert ring.do("one").why_not((7, 1)) == ("vic.why.throw-first", "VIC-TURN-6")


@clause("VIC-MOVE-13")
def test_red_along_the_straight_then_blue_through_the_curve() -> None:
    ring = Ring(2).started().stand(1, (7, 1))
    ring.throw("XRB", "X")
    ring.to((12, 1)).to((14, 3))
    assert ring.race.places[1] == (14, 3)


# -- laps and the end ------------------------------------------------------------------------


@clause("VIC-LAP-1")
def test_a_lap_is_done_on_the_start_row_and_not_a_row_before_it() -> None:
    ring = Ring(2).started().stand(1, (2, 1), laps=1).stand(2, (7, 0))
    ring.throw("RXX", "R")
    assert "vic.lap" not in [key for key, _ in ring.to((3, 1)).said]
    assert ring.to((ROW, 1)).said[0] == ("vic.lap", "VIC-PAD-2")


@clause("VIC-LAP-2")
def test_over_the_line_at_the_start_is_no_lap() -> None:
    ring = Ring(4).started().stand(1, (9, 2))
    for _ in range(3):
        ring.throw("XXR", "X")
    ring.throw("RXX", "R")
    assert ring.said[0] == ("vic.behind", "VIC-LAP-2")
    ring.to((ROW + 2, 2))
    assert (ring.race.driven[4], ring.race.laps(4)) == (2 * UNITS // 3, 0)


@clause("VIC-END-1", "VIC-END-3", "VIC-END-4")
def test_who_comes_home_first_has_won_and_leaves_with_the_dice() -> None:
    ring = Ring(3, laps=1).started().stand(3, (9, 2))
    ring.stand(1, (3, 1), laps=1).stand(2, (3, 0), laps=1)
    ring.throw("RRR", "X")
    assert ring.to((ROW, 1)).said == [("vic.won", "VIC-END-1")]
    assert (1 in ring.race.places, ring.state) == (False, "places")
    ring.do("on").throw("RRR", "X")
    assert ring.to((ROW + 1, 0)).said == [("vic.placed", "VIC-END-2")]
    result = ring.do("stop").match.result
    assert result is not None
    assert result.ranking == ((1,), (2,))
