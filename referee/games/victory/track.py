"""The circuit in the device: the position with it, and places as asks and maps name them."""

from __future__ import annotations

from referee.game import Entry
from referee.games.victory.building import Square
from referee.games.victory.circuit import Point
from referee.games.victory.position import Racing, Victory


def racing(p: Victory) -> Racing:
    """The position with its circuit; these rows fire with the board in the device only."""
    assert isinstance(p, Racing)
    return p


def on_board(p: Victory, entry: Entry) -> bool:
    """The circuit is in the device (section 10)."""
    return isinstance(p, Racing)


def leave(p: Victory) -> None:
    """The car on turn is off the circuit and blocks nobody (VIC-END-3, INT-VIC-11)."""
    if isinstance(p, Racing):
        del p.places[p.turn], p.driven[p.turn]


def place_of(point: Point | Square) -> list[int]:
    """A point as asks and maps name it: column and row from 1."""
    return [point[0] + 1, point[1] + 1]


def point_of(place: tuple[int, int]) -> Point:
    """The point that such a place is."""
    return place[0] - 1, place[1] - 1
