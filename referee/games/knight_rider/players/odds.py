"""How likely the next roll brings the points that a car needs to a field."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from math import fsum
from types import MappingProxyType
from typing import Final

from referee.games.knight_rider.board.net import Needs, next_fields
from referee.games.knight_rider.board.roads import Roads
from referee.games.knight_rider.board.sides import SIDES, Point, beyond

#: What a place counts that is a field farther away.
_NEAR: Final = 0.9

ROLLS: Final = range(1, 7)


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
        self._next = {at: next_fields(made, at) for at in made.ways}
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
        ways = {**self._next, **{at: next_fields(made, at) for at in changed if at in made.ways}}
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
