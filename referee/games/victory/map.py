"""The circuit in the device as a map: a place for every point, cars by number, the start row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.game import Map
from referee.games.victory.circuit import SIDE, Point, outline
from referee.games.victory.position import Racing
from referee.games.victory.preparation import AREA

#: States that show the circuit; at any time it is a page of the menu.
ON_MAP: Final = frozenset(("card", "first", "choose", "second", "drive"))

#: Those in which a point of it is chosen.
AIMING: Final = frozenset(("card", "drive"))

#: Columns and rows of a map that leaves room for sentences, beside it and below.
SLIM: Final = (5 * SIDE, 3 * SIDE)

#: Pictures of eight by eight: a point, one of the start row, the direction of travel.
ROAD: Final[Mapping[str, tuple[str, ...]]] = {
    "+": (
        "        ",
        "        ",
        "        ",
        "   ##   ",
        "   ##   ",
        "        ",
        "        ",
        "        ",
    ),
    "=": (
        "##  ##  ",
        "##  ##  ",
        "  ##  ##",
        "  ##  ##",
        "##  ##  ",
        "##  ##  ",
        "  ##  ##",
        "  ##  ##",
    ),
    "→": (
        "        ",
        " #   #  ",
        " ##  ## ",
        "  ##  ##",
        "  ##  ##",
        " ##  ## ",
        " #   #  ",
        "        ",
    ),
    "←": (
        "        ",
        "  #   # ",
        " ##  ## ",
        "##  ##  ",
        "##  ##  ",
        " ##  ## ",
        "  #   # ",
        "        ",
    ),
    "↑": (
        "   ##   ",
        "  ####  ",
        " ##  ## ",
        " #    # ",
        "   ##   ",
        "  ####  ",
        " ##  ## ",
        " #    # ",
    ),
    "↓": (
        " #    # ",
        " ##  ## ",
        "  ####  ",
        "   ##   ",
        " #    # ",
        " ##  ## ",
        "  ####  ",
        "   ##   ",
    ),
}

#: How the direction of travel is drawn.
ARROWS: Final[Mapping[Point, str]] = {(1, 0): "→", (-1, 0): "←", (0, 1): "↑", (0, -1): "↓"}

#: Pictures of four by four: a point, one of the start row, a square that is laid, cars.
ICONS: Final[Mapping[str, tuple[str, ...]]] = {
    "+": ("    ", " #  ", "    ", "    "),
    "=": ("##  ", "##  ", "  ##", "  ##"),
    "#": ("### ", "### ", "### ", "    "),
    "1": (" #  ", "##  ", " #  ", " #  "),
    "2": ("##  ", "  # ", " #  ", "### "),
    "3": ("### ", " ## ", "  # ", "##  "),
    "4": ("# # ", "### ", "  # ", "  # "),
    "5": ("### ", "##  ", "  # ", "##  "),
    "6": ("#   ", "##  ", "# # ", "### "),
}


def circuit_map(p: Racing, *, fine: bool = False) -> Map:
    """All points, the start row, the cars. Where a point is chosen, as large as can be and with the
    direction of travel; ``fine``: all of it at once, and the car on turn stands out."""
    fine, road = fine or p.state not in AIMING, p.circuit
    points = list(road.along)
    tiles = dict.fromkeys(map(_place, points), "+")
    if p.state != "card":
        tiles |= dict.fromkeys(map(_place, road.lanes(p.start)), "=")
        tiles |= {} if fine else _arrow(p)
    return Map(
        columns=max(x for x, _ in points) + 1,
        rows=max(y for _, y in points) + 1,
        icons=ICONS if fine else ROAD,
        tiles=tiles,
        tokens={_place(point): str(seat) for seat, point in p.places.items()},
        focus=_place(p.places.get(p.turn, points[0])),
        fine=fine,
        edged=True,
        under=_starts(p) if p.state == "card" else {},
    )


def _starts(p: Racing) -> dict[tuple[int, int], dict[tuple[int, int], str]]:
    """By the place where the card may lie the row that it would make the start (VIC-SET-7)."""
    return {
        _place(point): dict.fromkeys(map(_place, p.circuit.lanes(point)), "=")
        for point in outline(tuple(p.squares))
    }


def _arrow(p: Racing) -> dict[tuple[int, int], str]:
    """Where cars drive to from the middle of the start row (VIC-SET-8)."""
    road = p.circuit
    x, y = road.lanes(p.start)[1]
    across, up = road.heading(road.owner[p.start]) or (0, 0)
    ahead = (x + across, y + up)
    return {_place(ahead): ARROWS[across, up]} if ahead in road.along else {}


def slim(p: Racing) -> bool:
    """Whether sentences have room beside the map."""
    return all(point[i] < most for point in p.circuit.along for i, most in enumerate(SLIM))


def laying_map(p: Racing) -> Map:
    """The squares that are laid so far, on the area that there is for them."""
    return Map(AREA, AREA, ICONS, dict.fromkeys(p.squares, "#"), focus=p.squares[-1], fine=True)


def _place(point: Point) -> tuple[int, int]:
    return point[0] + 1, point[1] + 1
