"""The four sides of a tableau and the four facings of a car: ``N``, ``E``, ``S``, ``W``."""

from __future__ import annotations

from functools import cache
from typing import Final

#: A cell of the table, or a field on the raster of `roads`: (east, north).
Point = tuple[int, int]

#: Clockwise.
SIDES: Final = "NESW"

_VECTORS: Final = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


@cache
def turned(side: str, quarters: int = 1) -> str:
    """The side that many quarter turns clockwise."""
    return SIDES[(SIDES.index(side) + quarters) % 4]


@cache
def opposite(side: str) -> str:
    return turned(side, 2)


def beyond(point: Point, side: str, steps: int = 1) -> Point:
    """The point that many steps in this direction."""
    east, north = _VECTORS[side]
    return (point[0] + steps * east, point[1] + steps * north)


def apart(here: Point, there: Point) -> int:
    """Steps between two points, as the crow drives."""
    return abs(here[0] - there[0]) + abs(here[1] - there[1])


@cache
def rotated(sides: str, quarters: int) -> str:
    """A tableau's arms, or the sides a card joins, after a rotation; in the order of `SIDES`."""
    found = {turned(side, quarters) for side in sides}
    return "".join(side for side in SIDES if side in found)
