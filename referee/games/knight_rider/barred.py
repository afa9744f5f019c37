"""What bars the way to a place where a move can't end, to red, or to a car that can't be rammed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from referee.game import Menu, No
from referee.games.knight_rider.board.places import field_distances
from referee.games.knight_rider.board.roads import Roads
from referee.games.knight_rider.board.sides import SIDES, Point, opposite
from referee.games.knight_rider.board.traffic import Spot
from referee.games.knight_rider.board.trips import Driver, State, Trip, spots, trips
from referee.games.knight_rider.ram import why_no_target
from referee.games.knight_rider.town import Town

FULL: Final = No("kr.why.full", "KR-MOV-7")
ROADBLOCK: Final = No("kr.why.roadblock", "KR-DIV-10")
RAMS: Final = No("kr.why.past-a-car", "KR-RAM-1")
TWO_CARS: Final = No("kr.why.two-cars", "KR-MOV-9")
CUT: Final = No("kr.why.cut", "KR-DIV-8")
ACROSS: Final = No("kr.why.no-turn-there", "KR-INT-11")
TO_SPARE: Final = No("kr.why.to-spare", "KR-MOV-1")
REVERSE: Final = No("kr.why.reverse", "KR-MOV-6")
TURNS: Final = No("kr.why.turns-cost", "KR-MOV-3")
FAR: Final = No("kr.why.too-far", "KR-MOV-2")
ENTRY: Final = No("kr.why.entry-closed", "KR-MOV-13")
NO_WAY: Final = No("kr.why.no-way", "KR-MOV-6")
ENDS_BESIDE: Final = No("kr.why.ends-beside", "KR-RAM-4")
NOT_ENTERED: Final = No("kr.why.not-entered", "KR-RAM-2")

#: Reasons, those first that stand in the way the least.
RANKS: Final = (RAMS, TWO_CARS, ROADBLOCK, CUT, ACROSS, TO_SPARE, REVERSE, TURNS)


class Barriers:
    """What bars the car on turn. ``found``: the trips that it can make."""

    def __init__(self, p: Town, found: Sequence[Trip]) -> None:
        self.p, self.found, self.points = p, found, p.now.points
        self.driver, self.course, self.roads = p.driver, p.course, p.roads
        self.ends = {trip.at.spot for trip in found if not trip.rams}
        here, first = self.course.spot, int(self.course.outside)
        self.near = field_distances(p.printed, here.field, self.points - first)
        self.behind = set() if first else set(_straight_back(self.roads, here, self.points))
        drivers = list(self._lifted())
        free = drivers[-1][1] if drivers else self.driver
        self.passed = spots(free, self.course, self.points)
        self.lifted = [(no, _ends(free, self.course, self.points)) for no, free in drivers]

    def _lifted(self) -> Iterator[tuple[No, Driver]]:
        """Drivers for whom more and more is out of the way, with what that is."""
        driver, traffic, made = self.driver, self.driver.traffic, self.roads
        if any(trip.rams for trip in self.found):
            yield RAMS, replace(driver, rammable=frozenset())
        if any(traffic.full(at, driver.seat) for at in self.near):
            traffic = replace(traffic, cars={}, red=None)
            yield TWO_CARS, replace(driver, traffic=traffic, rammable=frozenset())
        if any(at in made.barred for at in self.near):
            traffic = replace(traffic, roads=replace(made, barred=frozenset()))
            yield ROADBLOCK, replace(driver, traffic=traffic, rammable=frozenset())
        if self.p.stacks:
            traffic = replace(traffic, roads=self.p.printed)
            yield CUT, replace(driver, traffic=traffic, rammable=frozenset())
        if not driver.quarters:
            yield ACROSS, replace(driver, traffic=traffic, rammable=frozenset(), quarters=True)

    def spot(self, spot: Spot) -> No:
        """Why the move can't end here. Cars to be rammed, full fields, roadblocks, other diversions
        and roads where a car can't turn are lifted, one after the other: the first that then lets
        it; else the points."""
        no = next((no for no, ends in self.lifted if spot in ends), None)
        if no is not None:
            return no
        if spot in self.passed:
            return TO_SPARE
        return REVERSE if spot.field in self.behind else TURNS

    def closed(self, field: Point) -> No | None:
        """Why no move at all can end on this field."""
        if field in self.roads.barred:
            return ROADBLOCK
        return FULL if self.driver.traffic.full(field, self.driver.seat) else None

    def field(self, field: Point) -> No:
        """Why the move can't end on a field, whatever the facing: the least of what bars it."""
        if field not in self.near:
            return FAR
        no = self.closed(field)
        return no or min((self.spot(Spot(field, way)) for way in SIDES), key=RANKS.index)


def refuse_places(barriers: Barriers, menu: Menu) -> None:
    """Where the move can't end. A screen leads the cursor to full fields and roadblocks in reach,
    to nothing else."""
    fields = {spot.field for spot in barriers.ends}
    for field in barriers.near:
        if field in fields:
            for spot in (Spot(field, way) for way in SIDES):
                if spot not in barriers.ends:
                    menu.bar("go", barriers.spot(spot), to=list(field), facing=spot.facing)
        else:
            no = barriers.field(field)
            (menu.refuse if no in (FULL, ROADBLOCK) else menu.bar)("go", no, to=list(field))
    menu.bar("go", FAR)


def why_no_catch(barriers: Barriers) -> No:
    """Why the points left don't reach red (KR-END-2, KR-END-4, KR-VAR-2)."""
    p, goal = barriers.p, barriers.p.red_field
    assert goal is not None
    if all(spot.field != goal for spot in barriers.ends):
        return barriers.field(goal)
    if p.mover.open_targets:
        return No("kr.why.targets-open", "KR-VAR-2")
    at_end = p.options["goal_arrival"] == "end"
    return No("kr.why.no-step" if at_end else "kr.why.last-step", "KR-END-4")


def why_no_rams(barriers: Barriers) -> Mapping[int, No | None]:
    """For every other player why this move can't ram their car; None where it can."""
    p, rammed = barriers.p, {trip.rams for trip in barriers.found if trip.path}
    others = (seat for seat in p.seats if seat != p.turn)
    return {seat: None if seat in rammed else _why_no_ram(barriers, seat) for seat in others}


def _why_no_ram(barriers: Barriers, seat: int) -> No:
    if no := why_no_target(barriers.p, seat):
        return no
    at, course = barriers.p.stand(seat).spot.field, barriers.course
    if at == course.spot.field and not course.outside:
        return NOT_ENTERED
    if any(spot.field == at for spot in spots(barriers.driver, course, barriers.points)):
        return ENDS_BESIDE
    no = barriers.field(at)
    return TWO_CARS if no is FULL else no


def why_no_step(p: Town) -> No:
    """Why the car can't go one field on: what is there, or that no road leads on."""
    spot = p.stand(p.turn).spot
    if p.mover.outside:
        return ROADBLOCK if spot.field in p.roads.barred else ENTRY
    ahead = p.roads.ahead(spot.field, spot.facing)
    if ahead is not None:
        return ROADBLOCK if ahead in p.roads.barred else TWO_CARS
    return NO_WAY if p.printed.ahead(spot.field, spot.facing) is None else CUT


def _ends(driver: Driver, course: State, points: int) -> set[Spot]:
    return {trip.at.spot for trip in trips(driver, course, points)}


def _straight_back(made: Roads, here: Spot, points: int) -> Iterator[Point]:
    """The fields behind a car, as far as the points reach."""
    at: Point | None = here.field
    for _ in range(points):
        at = made.ahead(at, opposite(here.facing)) if at is not None else None
        if at is not None:
            yield at
