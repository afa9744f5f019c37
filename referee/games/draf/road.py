"""The road and the cars on it, as several moments look at them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.games.draf.numbers import PLAIN
from referee.games.draf.position import WRECK, Draf, Place

#: What a step in each direction changes, in lanes and rows (DRF-DRV-2, DRF-LC-1).
WAYS: Final[Mapping[str, Place]] = {"forward": (0, 1), "left": (-1, 0), "right": (1, 0)}

#: What is answered where a place has no tile yet (DRF-OFF-4).
UNBUILT: Final = "unbuilt"


def beside(place: Place, way: str) -> Place:
    """The next place in this direction."""
    lanes, rows = WAYS[way]
    return (place[0] + lanes, place[1] + rows)


def kind_at(p: Draf, place: Place) -> str:
    """What the device's own road says of a place (DRF-TRK-3: a wreck counts as plain)."""
    kind = p.road.tile(place)
    return UNBUILT if kind is None else PLAIN if kind == WRECK else kind


def field_of(p: Draf) -> list[int]:
    """The active seats, the foremost car first."""
    return sorted(p.active, key=lambda seat: -p.driver(seat).row)


def foremost(p: Draf) -> list[int]:
    """The seats whose cars are in front, level ones together (DRF-END-4)."""
    order = field_of(p)
    return sorted(seat for seat in order if p.driver(seat).row == p.driver(order[0]).row)


def rearmost(p: Draf) -> int:
    """The row of the last car (DRF-REF-3)."""
    return min(p.driver(seat).row for seat in p.active)
