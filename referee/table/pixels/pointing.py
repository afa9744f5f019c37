"""What a pointer and the arrows of a keyboard mean on a picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from referee.table.answer.controls import CellControl
from referee.table.pixels.canvas import Rect, Spot
from referee.table.screen import TAKE, Control

#: Columns and rows of a step.
_STEPS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}

_AGAINST: Final = {"left": "right", "right": "left", "up": "down", "down": "up"}

#: What lies so many times further aside than ahead is not in this direction.
_ASIDE: Final = 3

#: How far away what lies in a direction is, with its presses.
_Ways = list[tuple[int, tuple[str, ...]]]


def presses_at(spots: Sequence[Spot], x: int, y: int) -> tuple[str, ...]:
    """The presses that mean the smallest thing at this pixel; none where there is nothing."""
    found = [
        spot for spot in spots
        if spot.seen
        and spot.rect.left <= x < spot.rect.right and spot.rect.top <= y < spot.rect.bottom
    ]  # fmt: skip
    smallest = min(found, key=lambda spot: spot.rect.width * spot.rect.height, default=None)
    return smallest.presses if smallest is not None else ()


def presses_towards(spots: Sequence[Spot], direction: str) -> tuple[str, ...] | None:
    """The presses that move the cursor to the nearest cell in this direction; none where there is
    none. None: the screen has no cells, or not only cells that way: the arrow is its button.

    Aslant it goes only to what no arrows reach along rows and columns, and far aside only where
    nothing else lies that way; among places of a town also to what other arrows reach, and where
    none is above or below, UP and DOWN go on as the buttons do.
    """
    cells = [spot for spot in spots if spot.cell]
    here = next((spot for spot in cells if spot.presses == TAKE), None)
    if here is None or direction not in _STEPS:
        return None
    east, south = _STEPS[direction]
    straight = _straight(here, cells)
    ways, far, aslant = _Ways(), _Ways(), _Ways()
    for spot in cells:
        right, down = _between(here.rect, spot.rect)
        ahead, aside = right * east + down * south, abs(right * south) + abs(down * east)
        if ahead > 0:
            near = aside <= _ASIDE * ahead
            group = aslant if aside and spot in straight else ways if near else far
            group.append((ahead + _ASIDE * aside, spot.presses))
    ways = ways or far or (aslant if here.apart else [])
    if not ways and (len(cells) < len(spots) or (here.apart and not east)):
        return None
    return min(ways, default=(0, ()))[1]


class Trail:
    """Leads the arrows of a keyboard, and back by the opposite ones to the places that they came
    from: what is next in that direction may be another place."""

    def __init__(self) -> None:
        self._at: Control | None = None
        #: Where the cursor was before, the last at the end, with the arrows that led on from there.
        self._steps: list[tuple[Control, list[tuple[str, tuple[str, ...]]]]] = []
        #: What has been asked for here, and where it would lead.
        self._asked: list[tuple[str, tuple[str, ...], Control]] = []

    def presses(
        self, control: Control, spots: Sequence[Spot], direction: str
    ) -> tuple[str, ...] | None:
        """As `presses_towards`; ``control``: the one that is shown."""
        if not isinstance(control, CellControl):
            return presses_towards(spots, direction)
        if control != self._at:
            self._follow(control)
        came = self._steps[-1][1] if self._steps else []
        there = next((keys for way, keys in came if way == _AGAINST.get(direction)), None)
        keys = presses_towards(spots, direction) if there is None else _backwards(there)
        self._remember(control, direction, (direction,) if keys is None else keys)
        return keys

    def _follow(self, control: CellControl) -> None:
        """The cursor has gone on, or back, or something else is shown."""
        led = [(way, keys) for way, keys, to in self._asked if to == control]
        if self._steps and self._steps[-1][0] == control:
            self._steps.pop()
        elif led and self._at is not None:
            self._steps.append((self._at, led))
        else:
            self._steps = []
        self._at, self._asked = control, []

    def _remember(self, control: CellControl, direction: str, keys: tuple[str, ...]) -> None:
        to = control
        for key in keys:
            to, _ = to.press(key)
        if to != control:
            self._asked.append((direction, keys, to))


def _backwards(keys: Sequence[str]) -> tuple[str, ...]:
    return tuple(_AGAINST[key] for key in keys)


def _straight(here: Spot, cells: Sequence[Spot]) -> list[Spot]:
    """The cells that can be reached from here along rows and columns, where cells stand in such:
    none of them is partly beside another."""
    found, rest = [here], [spot for spot in cells if spot is not here]
    if any(_askew(one.rect, other.rect) for one, other in combinations(cells, 2)):
        return []
    for one in found:  # it grows
        near = [spot for spot in rest if 0 in _between(one.rect, spot.rect)]
        rest = [spot for spot in rest if spot not in near]
        found += near
    return found


def _askew(one: Rect, other: Rect) -> bool:
    right, down = _between(one, other)
    return 0 < abs(right) < one.width or 0 < abs(down) < one.height


def _between(one: Rect, other: Rect) -> tuple[int, int]:
    """Twice the columns and rows from the middle of one to that of the other."""
    right = other.left + other.right - one.left - one.right
    return right, other.top + other.bottom - one.top - one.bottom
