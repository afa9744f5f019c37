"""A circuit as a graph: squares, points, red and blue lines, and how far round a point is.

Squares are places of a raster, points are places of a raster three times as fine (UNK-VIC-2): x
grows to the right, y upwards. Every square may lie as a straight or as a curve (UNK-VIC-5). Red
lines lead to the four points beside a point, blue lines to the four beyond its corners, inside a
square and over the joint to the square before or after it (INT-VIC-12). Nothing here knows a match:
a circuit never changes.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from referee.games.victory.building import Square
from referee.games.victory.numbers import BLUE, RED

Point = tuple[int, int]
Step = tuple[int, int]

#: Points along one side of a square, and lanes of the track.
SIDE: Final = 3

#: Units of progress in one square: a row of a straight is a third, a curve ten to a degree.
UNITS: Final = 900

#: The directions of the lines by the face of the die that leads along them (VIC-MOVE-1).
STEPS: Final[Mapping[str, tuple[Step, ...]]] = {
    RED: ((1, 0), (0, 1), (-1, 0), (0, -1)),
    BLUE: ((1, 1), (-1, 1), (-1, -1), (1, -1)),
}

#: A line ahead of a point: the points on it, each with the progress from the line's beginning.
Ray = tuple[tuple[Point, int], ...]


@dataclass(frozen=True, slots=True)
class Circuit:
    """``squares`` in the direction of travel. ``along``: every point's units from the first
    square's beginning; ``owner``: the number of its square."""

    squares: tuple[Square, ...]
    along: Mapping[Point, int]
    owner: Mapping[Point, int]

    @property
    def units(self) -> int:
        """Progress of one lap."""
        return UNITS * len(self.squares)

    def linked(self, a: Point, b: Point) -> bool:
        """Whether one step may lead from a point to one beside it (INT-VIC-12)."""
        if b not in self.owner:
            return False
        apart = abs(self.owner[a] - self.owner[b])
        return apart in (0, 1, len(self.squares) - 1)

    def gain(self, a: Point, b: Point) -> int:
        """Progress of one step, below nothing against the direction of travel (VIC-MOVE-12)."""
        half = self.units // 2
        return (self.along[b] - self.along[a] + half) % self.units - half

    def rays(self, point: Point, face: str, *, backward: bool = False) -> tuple[Ray, ...]:
        """The lines of a colour that lead on from a point, cars left out (VIC-MOVE-3).

        ``backward``: also those against the direction of travel (a switch, INT-VIC-15).
        """
        return _rays(self, backward)[face][point]

    def heading(self, number: int) -> Step | None:
        """The direction of travel through a straight square; None for a curve."""
        count = len(self.squares)
        before, after = self.squares[number - 1], self.squares[(number + 1) % count]
        across, up = after[0] - before[0], after[1] - before[1]
        return (across // 2, up // 2) if not (across and up) else None

    def lanes(self, point: Point) -> list[Point]:
        """The row across the track through a point of a straight, from the left (VIC-SET-7)."""
        number = self.owner[point]
        heading = self.heading(number)
        assert heading is not None
        row = [p for p in points(self.squares[number]) if self.along[p] == self.along[point]]
        return sorted(row, key=lambda p: p[0] * heading[1] - p[1] * heading[0])

    def __hash__(self) -> int:
        return hash(self.squares)


@lru_cache(maxsize=256)
def _rays(circuit: Circuit, backward: bool) -> Mapping[str, Mapping[Point, tuple[Ray, ...]]]:
    """All lines of a circuit by colour and point; the empty ones are left out."""

    def ray(point: Point, step: Step) -> Iterator[tuple[Point, int]]:
        total = 0
        while circuit.linked(point, ahead := (point[0] + step[0], point[1] + step[1])):
            gain = circuit.gain(point, ahead)
            if gain < 0 and not backward:
                return
            total += gain
            yield ahead, total
            point = ahead

    return {
        face: {
            point: tuple(found for step in steps if (found := tuple(ray(point, step))))
            for point in circuit.along
        }
        for face, steps in STEPS.items()
    }


def points(square: Square) -> Iterator[Point]:
    """The nine points of a square."""
    for x, y in itertools.product(range(SIDE), repeat=2):
        yield square[0] * SIDE + x, square[1] * SIDE + y


@lru_cache(maxsize=256)
def circuit(squares: tuple[Square, ...], clockwise: bool | None) -> Circuit:
    """The circuit of a closed list of squares, travelled in that direction (VIC-SET-8).

    None: in the order of the list.
    """
    if clockwise is not None and clockwise != (_turning(squares) < 0):
        squares = (squares[0], *reversed(squares[1:]))
    along, owner = {}, {}
    for number, square in enumerate(squares):
        before, after = squares[number - 1], squares[(number + 1) % len(squares)]
        for point in points(square):
            along[point] = UNITS * number + _through(point, square, before, after)
            owner[point] = number
    return Circuit(squares, along, owner)


def _turning(squares: Sequence[Square]) -> int:
    """Twice the area within the list of squares; below nothing if it turns clockwise."""
    pairs = zip(squares, [*squares[1:], squares[0]], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)


def _through(point: Point, square: Square, before: Square, after: Square) -> int:
    """Units from a square's beginning: by rows on a straight, by the angle in a curve.

    A curve turns about a pivot half a step outside its inner corner (section 10).
    """
    back = (before[0] - square[0], before[1] - square[1])
    ahead = (after[0] - square[0], after[1] - square[1])
    at = (point[0] - square[0] * SIDE, point[1] - square[1] * SIDE)
    if back[0] == -ahead[0]:
        row = at[0] * ahead[0] + at[1] * ahead[1]
        return (2 * (row if sum(ahead) > 0 else row + SIDE - 1) + 1) * UNITS // (2 * SIDE)
    corner = (back[0] + ahead[0], back[1] + ahead[1])  # the inner one lies that way
    off = [(SIDE - 1 - at[i] if corner[i] > 0 else at[i]) + 0.5 for i in range(2)]
    behind, beside = off if back[0] else reversed(off)
    return round(math.degrees(math.atan2(behind, beside)) * UNITS / 90)


def outline(squares: tuple[Square, ...]) -> list[Point]:
    """The points at an outer red line: of every row across a straight the one on the outside of the
    circuit, then the ones on its inside (VIC-SET-6)."""
    road = circuit(squares, None)
    left, right = 0, -1
    sides = (left, right) if _turning(squares) < 0 else (right, left)
    rows = {}
    for point, along in road.along.items():
        if road.heading(road.owner[point]) is not None:
            rows[along] = road.lanes(point)
    return [rows[along][side] for side in sides for along in sorted(rows)]
