"""How many points a car needs to a field, and how likely the next roll brings them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from heapq import heapify, heappop, heappush
from typing import Final

from referee.games.knight_rider.board.places import field_distances
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

_ROLLS: Final = range(1, 7)


class Net:
    """All fields and facings of some roads, by number, and what leads to each for one point."""

    def __init__(self, made: Roads) -> None:
        self._made = made
        fields = {at: 4 * number for number, at in enumerate(made.ways)}
        self._numbers = {
            Spot(at, side): first + number
            for at, first in fields.items()
            for number, side in enumerate(SIDES)
        }
        self._before = [list(self._leading(spot, fields)) for spot in self._numbers]

    def _leading(self, spot: Spot, fields: Mapping[Point, int]) -> Sequence[int]:
        """Where a car comes from that is here after one point (KR-MOV-2, KR-MOV-3)."""
        first, side = fields[spot.field], SIDES.index(spot.facing)
        turned = [first + (side + 1) % 4, first + (side - 1) % 4]
        behind = self._made.ahead(spot.field, opposite(spot.facing))
        if behind is None or spot.field in self._made.barred:
            return turned
        return [*turned, fields[behind] + side]

    def number(self, spot: Spot) -> int:
        """The number of a field and facing in all lists of this net."""
        return self._numbers[spot]

    def needs(self, goal: Point) -> list[Needs]:
        """Points from every field and facing to the step onto a field, cars left out of account
        (KR-END-4); none lead to a field under a roadblock."""
        size, open_ = len(self._before), goal not in self._made.barred
        found = ([FAR] * size, [FAR] * size)
        sides = self._made.ways[goal] if open_ else ""
        border = [self._numbers[Spot(beyond(goal, side), opposite(side))] for side in sides]
        points = 1
        while border:
            steps, after = found[points % 2], list[int]()
            for at in border:
                if steps[at] == FAR:
                    steps[at] = points
                    after += self._before[at]
            border, points = after, points + 1
        return list(zip(*found, strict=True))

    def on_the_way(self, worth: Sequence[float], fade: float) -> list[float]:
        """Of every field and facing what the best one ahead is worth, less by ``fade`` a point."""
        found = list(worth)
        heap = [(-value, at) for at, value in enumerate(worth)]
        heapify(heap)
        while heap:
            value, at = heappop(heap)
            if -value < found[at]:
                continue
            for before in self._before[at]:
                if -value * fade > found[before]:
                    found[before] = -value * fade
                    heappush(heap, (value * fade, before))
        return found


@cache
def chance(points: Needs, boosts: frozenset[str] = frozenset()) -> float:
    """The odds that the next roll reaches the field, with a Turbo-Boost where one is left; far
    away a little for being nearer."""
    rolls = 0
    for die in _ROLLS:
        ways = {die}
        ways |= {2 * die} if "turbo1" in boosts else set()
        ways |= {6} if die == 1 and "turbo2" in boosts else set()
        rolls += any(way >= points[way % 2] for way in ways)
    return rolls / len(_ROLLS) + 0.02 * 0.9 ** min(points)


def openness(made: Roads, here: Point) -> float:
    """How much of the town can be driven to, near places counting more."""
    steps = field_distances(made, here)
    reach = (steps[at] for at in made.middles.values() if at in steps and at not in made.barred)
    return sum(_NEAR**count for count in reach)
