"""The move of a car: single manoeuvres, passing, and where a number of points can lead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from referee.games.knight_rider.board.sides import Point, opposite, turned
from referee.games.knight_rider.board.traffic import Spot, Traffic

#: What a manoeuvre costs (KR-MOV-2, KR-MOV-3, KR-MOV-5).
PRICE: Final = {"F": 1, "L": 1, "R": 1, "U": 2}

#: The most that one costs.
DEAREST: Final = max(PRICE.values())

_TURNS: Final = {"L": -1, "R": 1, "U": 2}


class State(NamedTuple):
    """A car in the course of its move.

    ``entered``: the side by which it came onto its field in this move, while that field holds a
    car that would be rammed; else empty (KR-RAM-2). ``outside``: still beside the start tableau.
    ``open``: targets not yet driven to.
    """

    spot: Spot
    entered: str = ""
    outside: bool = False
    open: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Driver:
    """Whose move it is, and what the switches say. ``rammable``: seats that a passing car rams.

    ``quarters``: quarter turns on every field, also across the road (KR-INT-11).
    """

    seat: int
    traffic: Traffic
    rammable: frozenset[int] = frozenset()
    quarters: bool = True

    def victim(self, at: State) -> int:
        """Whom leaving the field ahead would ram, whichever way that car faces (KR-RAM-6); 0 for
        nobody.

        It is the one other car of a field that was entered in this move, by another side (KR-RAM-2,
        KR-INT-15), unless it is shielded or on its roof (KR-RAM-7, KR-RAM-8); red never (KR-RAM-9,
        KR-INT-20).
        """
        if not at.entered or at.entered == at.spot.facing:
            return 0
        return self._alone(at.spot.field)

    def _alone(self, field: Point) -> int:
        """The seat of the one other car on a field, if it may be rammed; else 0."""
        if not self.rammable:
            return 0
        others = self.traffic.others(field, self.seat)
        return others[0] if len(others) == 1 and others[0] in self.rammable else 0

    def rams(self, at: State) -> int:
        """Whom the next step rams; nobody where no step can be made (KR-RAM-15)."""
        return self.victim(at) if self.step(at) is not None else 0

    def turn(self, at: State, way: str) -> State | None:
        """The car turned on its field; None where that is not free (KR-MOV-3, KR-MOV-12).

        Without ``quarters`` a quarter turn wants a road that leads on that way (KR-INT-53).
        """
        if at.outside:
            return None
        facing = turned(at.spot.facing, _TURNS[way])
        free = way == "U" or self.quarters or facing in self.traffic.roads.ways[at.spot.field]
        if not free:
            return None
        return State(Spot(at.spot.field, facing), at.entered, False, at.open)

    def step(self, at: State) -> State | None:
        """The car one field on; None where it can't (KR-MOV-6). From outside onto the half field
        (KR-MOV-10). Whether somebody is rammed first is the caller's business (`victim`)."""
        if at.outside:
            entry = at.spot.field
            return self.come(at, entry) if self.traffic.enterable(entry, self.seat) else None
        to = self.traffic.step(at.spot, self.seat)
        return None if to is None else self.come(at, to)

    def jump(self, at: State) -> State | None:
        """The car behind the next obstacle; None where there is none to jump (KR-KIT-8,
        KR-KIT-11)."""
        leap = self.traffic.first_jump if at.outside else self.traffic.jump
        to = leap(at.spot, self.seat)
        return None if to is None else self.come(at, to)

    def come(self, at: State, to: Point) -> State:
        """The car on a field that it has just driven onto: targets are ticked (KR-INT-38)."""
        facing = at.spot.facing
        entered = opposite(facing) if self._alone(to) else ""
        here = self.traffic.roads.numbers.get(to)
        left = at.open - {here} if here in at.open else at.open
        return State(Spot(to, facing), entered, False, left)

    def moves(self, at: State, points: int) -> Iterator[tuple[str, State]]:
        """Every manoeuvre that these points pay for and that rams nobody."""
        if points >= PRICE["F"] and not self.victim(at):
            to = self.step(at)
            if to is not None:
                yield "F", to
        for way in ("L", "R", "U"):
            if points >= PRICE[way]:
                to = self.turn(at, way)
                if to is not None:
                    yield way, to

    def stranded(self, at: State, points: int) -> bool:
        """Whether points are left that nothing can use (KR-MOV-13, KR-INT-11)."""
        return not self.rams(at) and next(self.moves(at, points), None) is None


@dataclass(frozen=True, slots=True)
class Trip:
    """A way to use up the points, or to come beside a car that is then passed.

    ``path``: manoeuvres ``F``, ``L``, ``R``, ``U``. ``rams``: the seat that a further step would
    ram, 0 if the move ends here; ``left``: points left for that.
    """

    path: str
    at: State
    rams: int = 0
    left: int = 0

    @property
    def arrives(self) -> bool:
        """The last point was the step onto the field (KR-END-4)."""
        return self.path.endswith("F")


@dataclass(slots=True)
class _Search:
    ends: dict[Spot, Trip] = field(default_factory=dict)
    rams: dict[tuple[int, Spot], Trip] = field(default_factory=dict)

    def end(self, trip: Trip) -> None:
        """Of several ways to the same end the one with more targets; then one that arrives."""
        known = self.ends.get(trip.at.spot)
        if known is None or _rank(trip) > _rank(known):
            self.ends[trip.at.spot] = trip

    def ram(self, trip: Trip) -> None:
        key = (trip.rams, trip.at.spot)
        if key not in self.rams or trip.left > self.rams[key].left:
            self.rams[key] = trip


def _rank(trip: Trip) -> tuple[int, bool, int]:
    return (-len(trip.at.open), trip.arrives, -trip.path.count("U") - len(trip.path))


def _onward(driver: Driver) -> Callable[[State, int], list[tuple[str, State]]]:
    """As `Driver.moves`, each state looked at once: cars come there with many points left, and
    with few."""
    moves = cache(lambda at, points: list(driver.moves(at, points)))
    return lambda at, points: moves(at, min(points, DEAREST))


def reach(driver: Driver, start: State, points: int) -> tuple[set[Spot], set[Spot]]:
    """Where a car can come to without a ram, with all its points or some of them; and of that,
    where its move can end. Which targets it ticks on the way changes neither."""
    onward, stuck = _onward(driver), set[Spot]()
    layers = [set[State]() for _ in range(points + 1)]
    layers[points].add(start._replace(open=frozenset()))
    for left in range(points, 0, -1):
        for at in layers[left]:
            ways = onward(at, left)
            for way, to in ways:
                layers[left - PRICE[way]].add(to)
            if not ways and left < points and not driver.rams(at):
                stuck.add(at.spot)
    passed = {at.spot for layer in layers for at in layer}
    return passed, stuck | {at.spot for at in layers[0]}


def trips(driver: Driver, start: State, points: int) -> list[Trip]:
    """Where the points can lead without a ram, each end once; then the cars that can be passed,
    by the way that leaves most points (KR-MOV-11). Ends are ordered by their field."""
    found, onward, rams = _Search(), _onward(driver), cache(driver.rams)
    layers: list[dict[State, str]] = [{} for _ in range(points + 1)]
    layers[points][start] = ""
    for left in range(points, 0, -1):
        for at, path in layers[left].items():
            ways = onward(at, left)
            if seat := rams(at):
                found.ram(Trip(path, at, seat, left))
            elif not ways and left < points:
                found.end(Trip(path, at, 0, left))
            for way, to in ways:
                known = layers[left - PRICE[way]].get(to)
                if known is None or (way == "F" and not known.endswith("F")):
                    layers[left - PRICE[way]][to] = path + way
    for at, path in layers[0].items():
        found.end(Trip(path, at))
    ends = sorted(found.ends.values(), key=lambda trip: (trip.at.spot.field, trip.at.spot.facing))
    best: dict[int, Trip] = {}
    for trip in found.rams.values():
        if trip.rams not in best or trip.left > best[trip.rams].left:
            best[trip.rams] = trip
    return [*ends, *best.values()]
