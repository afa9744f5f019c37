"""A cursor over the places of the scene's grid or map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.kernel.text import Plain
from referee.table.answer.controls import Input, draw_key
from referee.table.pixels.canvas import Canvas, Rect, presses_to
from referee.table.pixels.cursor import Cursor
from referee.table.pixels.fonts import font


class CellControl:
    """A cursor over the places of the scene's grid or map; it stops only where something is.

    ``places`` are the values of the field, ``refused`` those that may not be chosen now:
    (row, column) of a grid, (column, row) of a map; ``called`` names them, ``order`` is the order
    in which UP and DOWN go one place back and on. ROLL goes to the next row (on a map: column).
    ``values``: what places stand for that are no values themselves. ``arms``: those of the tile
    that would lie on a place; None: there is none.
    """

    def __init__(
        self,
        places: Sequence[tuple[int, int]],
        refused: Sequence[tuple[int, int]],
        hint: str,
        called: Callable[[tuple[int, int]], str],
        order: Callable[[tuple[int, int]], Any] = tuple,
        values: Mapping[tuple[int, int], Plain] | None = None,
        arms: Callable[[tuple[int, int]], str | None] = lambda place: None,
    ) -> None:
        self._free = list(places)
        self._stops = sorted({*places, *refused}, key=order)
        self._at = self._stops.index(places[0])
        self._hint = hint
        self._called = called
        self._values = values or {}
        self._arms = arms

    @property
    def cursor(self) -> Cursor:
        count = len(self._stops)
        presses = {place: presses_to(self._at, n, count) for n, place in enumerate(self._stops)}
        at = self._stops[self._at]
        return Cursor(at, self._free, presses, moves=True, arms=self._arms(at))

    @property
    def value(self) -> Plain:
        """What OK gives."""
        at = self._stops[self._at]
        return self._values.get(at, list(at))

    @property
    def width(self) -> int:
        return 0

    def rows(self, width: int) -> tuple[int, int]:
        return 0, 10

    def draw(self, canvas: Canvas, rect: Rect) -> None:
        name = self._called(self._stops[self._at])
        canvas.add_text(f"> {name}")
        small = font("small")
        if rect.height >= 10:
            top = rect.bottom - 9
            left = rect.left + draw_key(canvas, rect.left, top, "ROLL")
            right = rect.right - small.width(name) - 1
            hint = self._hint if left + small.width(self._hint) + 3 < right else "▼"
            canvas.ink(left, top, hint, small)
            canvas.ink(right, top, name, small)

    def key(self, key: str) -> Input | None:
        if key in ("up", "down"):
            self._at = (self._at + (1 if key == "down" else -1)) % len(self._stops)
        elif key == "roll":
            self._at = self._next_row()
        return Input(self.value) if key == "ok" else None

    def _next_row(self) -> int:
        """The nearest place in the next row that has one; after the last row the first."""
        row, column = self.cursor.at
        later = [place[0] for place in self._stops if place[0] > row]
        target = min(later) if later else self._stops[0][0]
        there = [place for place in self._stops if place[0] == target]
        return self._stops.index(min(there, key=lambda place: abs(place[1] - column)))
