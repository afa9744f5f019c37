"""The circuit in the device as a map: a place for every point, cars by number, the start row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.game import Map
from referee.games.victory.circuit import SIDE, Point
from referee.games.victory.position import Racing
from referee.games.victory.preparation import AREA

#: States that show the circuit; at any time it is a page of the menu.
ON_MAP: Final = frozenset(("card", "first", "choose", "second", "drive"))

#: Columns and rows of a map that leaves room for sentences, beside it and below.
SLIM: Final = (5 * SIDE, 3 * SIDE)

#: Pictures of four by four: a point, one of the start row, a square that is laid, cars.
ICONS: Final[Mapping[str, tuple[str, ...]]] = {
    "+": ("    ", " #  ", "    ", "    "),
    "=": ("##  ", "##  ", "    ", "    "),
    "#": ("### ", "### ", "### ", "    "),
    "1": (" #  ", "##  ", " #  ", " #  "),
    "2": ("##  ", "  # ", " #  ", "### "),
    "3": ("### ", " ## ", "  # ", "##  "),
    "4": ("# # ", "### ", "  # ", "  # "),
    "5": ("### ", "##  ", "  # ", "##  "),
    "6": ("#   ", "##  ", "# # ", "### "),
}


def circuit_map(p: Racing) -> Map:
    """All points, the start row, the cars; the one on turn stands out."""
    road = p.circuit
    points = list(road.along)
    tiles = dict.fromkeys(map(_place, points), "+")
    if p.state != "card":
        tiles |= dict.fromkeys(map(_place, road.lanes(p.start)), "=")
    return Map(
        columns=max(x for x, _ in points) + 1,
        rows=max(y for _, y in points) + 1,
        icons=ICONS,
        tiles=tiles,
        tokens={_place(point): str(seat) for seat, point in p.places.items()},
        focus=_place(p.places.get(p.turn, points[0])),
        fine=True,
    )


def slim(p: Racing) -> bool:
    """Whether sentences have room beside the map."""
    return all(point[i] < most for point in p.circuit.along for i, most in enumerate(SLIM))


def laying_map(p: Racing) -> Map:
    """The squares that are laid so far, on the area that there is for them."""
    return Map(AREA, AREA, ICONS, dict.fromkeys(p.squares, "#"), focus=p.squares[-1], fine=True)


def _place(point: Point) -> tuple[int, int]:
    return point[0] + 1, point[1] + 1
