"""How many points a car needs from every field and facing to another field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.knight_rider.board.roads import Roads
from referee.games.knight_rider.board.sides import SIDES, Point, beyond, opposite
from referee.games.knight_rider.board.traffic import Spot

#: Points that a car which can't come to a field counts as needing: more than any track needs.
FAR: Final = 999

#: Points to a field by their parity (even, odd): surplus points are turned away two by two.
Needs = tuple[int, int]

#: What a field that can't be come to needs.
NEVER: Final = (FAR, FAR)


class Net:
    """The fields that a car can drive to, with all facings, by number, and what leads to each for
    one point. Quarter turns are free everywhere (KR-INT-11)."""

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


def next_fields(made: Roads, at: Point) -> list[Point]:
    """Where a car may drive from a field."""
    found = [beyond(at, side) for side in made.ways[at]]
    return [to for to in found if to not in made.barred]


def _driven_to(made: Roads, here: Point) -> list[Point]:
    """This field and all that roads lead to from it, cars left out of account."""
    found = {here: None}
    border = [here]
    while border:
        border = [to for at in border for to in next_fields(made, at) if to not in found]
        found.update(dict.fromkeys(border))
    return list(found)
