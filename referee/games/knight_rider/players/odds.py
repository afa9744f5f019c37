"""How many points a car needs to a field, and how likely the next roll brings them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from math import fsum
from types import MappingProxyType
from typing import Final

from referee.games.knight_rider.board.roads import Roads
from referee.games.knight_rider.board.sides import SIDES, Point, beyond, opposite
from referee.games.knight_rider.board.traffic import Spot

#: Points that a car which can't come to a field counts as needing.
FAR: Final = 60

#: Points to a field by their parity (even, odd): surplus points are turned away two by two.
Needs = tuple[int, int]

#: What a field that can't be come to needs.
NEVER: Final = (FAR, FAR)

#: What a place counts that is a field farther away.
_NEAR: Final = 0.9

ROLLS: Final = range(1, 7)


class Net:
    """The fields that a car can drive to, with all facings, by number, and what leads to each for
    one point."""

    def __init__(self, made: Roads, here: Point) -> None:
        self._made = made
        fields = {at: 4 * number for number, at in enumerate(_driven_to(made, here))}
        self._numbers = {
            Spot(at, side): first + number
            for at, first in fields.items()
            for number, side in enumerate(SIDES)
        }
        self._before = [list(self._leading(spot, fields)) for spot in self._numbers]
        self.after = self._following()
        self._needs: dict[Point, list[Needs]] = {}

    def _leading(self, spot: Spot, fields: Mapping[Point, int]) -> Sequence[int]:
        """Where a car comes from that is here after one point (KR-MOV-2, KR-MOV-3)."""
        first, side = fields[spot.field], SIDES.index(spot.facing)
        turned = [first + (side + 1) % 4, first + (side - 1) % 4]
        behind = self._made.ahead(spot.field, opposite(spot.facing))
        if behind is None or behind not in fields or spot.field in self._made.barred:
            return turned
        return [*turned, fields[behind] + side]

    def _following(self) -> list[tuple[int, int, int]]:
        """Where one point leads from everywhere: two turns and one field on, or a turn twice where
        no road goes on."""
        found: list[list[int]] = [[] for _ in self._before]
        for at, befores in enumerate(self._before):
            for before in befores:
                found[before].append(at)
        return [(to[0], to[1], to[-1]) for to in found]

    def __contains__(self, field: Point) -> bool:
        return Spot(field, SIDES[0]) in self._numbers

    def number(self, spot: Spot) -> int:
        """The number of a field and facing in all lists of this net."""
        return self._numbers[spot]

    def needs(self, goal: Point) -> list[Needs]:
        """The same as `_points`; found once."""
        if goal not in self._needs:
            self._needs[goal] = self._points(goal)
        return self._needs[goal]

    def _points(self, goal: Point) -> list[Needs]:
        """Points from every field and facing to the step onto a field, cars left out of account
        (KR-END-4); none lead to a field under a roadblock."""
        size, open_ = len(self._before), goal in self and goal not in self._made.barred
        found = ([FAR] * size, [FAR] * size)
        sides = self._made.ways[goal] if open_ else ""
        border = [
            self._numbers[Spot(beyond(goal, side), opposite(side))]
            for side in sides
            if beyond(goal, side) in self
        ]
        points = 1
        while border:
            steps, after = found[points % 2], list[int]()
            for at in border:
                if steps[at] == FAR:
                    steps[at] = points
                    after += self._before[at]
            border, points = after, points + 1
        return list(zip(*found, strict=True))


@cache
def reaching(points: Needs, boosts: frozenset[str] = frozenset()) -> tuple[bool, ...]:
    """Of every roll whether it reaches the field, with a Turbo-Boost where one is left."""
    return tuple(any(way >= points[way % 2] for way in _ways(roll, boosts)) for roll in ROLLS)


def _ways(roll: int, boosts: frozenset[str]) -> set[int]:
    """The points that a roll can come to (KR-KIT-6, KR-KIT-7)."""
    doubled = {2 * roll} if "turbo1" in boosts else set()
    return {roll, *doubled} | ({6} if roll == 1 and "turbo2" in boosts else set())


class Openness:
    """How much of the town can be driven to, near places counting more, on these roads and on
    those with one more diversion. ``reds``: the odds that red is at a tableau; where it is more
    often than elsewhere counts more."""

    def __init__(self, made: Roads, reds: Mapping[int, float] = MappingProxyType({})) -> None:
        self._made = made
        self._next = {at: _next(made, at) for at in made.ways}
        size = len(made.middles)
        self._worth = {
            middle: (1 + size * reds.get(number, 0.0)) / 2 if reds else 1.0
            for number, middle in made.middles.items()
        }

    def of(self, here: Point) -> float:
        return self._spread(here, self._next, self._made.barred)

    def after(self, here: Point, made: Roads, middle: Point) -> float:
        """The openness of a field once the roads have become these at one tableau."""
        changed = (middle, *(beyond(middle, side) for side in SIDES))
        ways = {**self._next, **{at: _next(made, at) for at in changed if at in made.ways}}
        return self._spread(here, ways, made.barred)

    def _spread(
        self, here: Point, ways: Mapping[Point, Sequence[Point]], barred: Collection[Point]
    ) -> float:
        found, worth, seen, border = 0.0, 1.0, {here}, [here]
        while border:
            found += worth * fsum(self._worth.get(at, 0.0) for at in border if at not in barred)
            after = []
            for at in border:
                for to in ways[at]:
                    if to not in seen:
                        seen.add(to)
                        after.append(to)
            border, worth = after, worth * _NEAR
        return found


def _next(made: Roads, at: Point) -> list[Point]:
    """Where a car may drive from a field."""
    found = [beyond(at, side) for side in made.ways[at]]
    return [to for to in found if to not in made.barred]


def _driven_to(made: Roads, here: Point) -> list[Point]:
    """This field and all that roads lead to from it, cars left out of account."""
    found = {here: None}
    border = [here]
    while border:
        border = [to for at in border for to in _next(made, at) if to not in found]
        found.update(dict.fromkeys(border))
    return list(found)
