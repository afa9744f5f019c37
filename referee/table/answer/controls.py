"""What all controls are made from, and the simplest: one thing to do, on one button.

A control is what presses move: a button, a list, toggles, a cursor. It knows neither a match nor
a catalogue: it shows labels and tells what was chosen. Keys are ``up``, ``down``, ``ok``,
``roll``; `Input` carries the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.kernel.text import Shaped
from referee.table.pixels.canvas import DARK, Canvas, Rect
from referee.table.pixels.cursor import Cursor
from referee.table.pixels.fonts import font

#: Pixel rows of a line.
ROW: Final = 10

#: How the panel's buttons are called on the screen.
KEYS: Final = {"up": "▲", "ok": "OK", "down": "▼", "roll": "ROLL"}


@dataclass(frozen=True, slots=True)
class Input:
    """What a control was given; for a list the number of the row, from 0."""

    value: Shaped


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list. ``grey``: shown, but may not be chosen now. ``tick``: a toggle's state."""

    label: str
    right: str = ""
    grey: bool = False
    tick: str = ""


def draw_key(canvas: Canvas, left: int, top: int, key: str, width: int = 0) -> int:
    """A button's cap with its name; returns the columns it takes."""
    small = font("small")
    inner = max(small.width(key), width)
    canvas.fill(Rect(left, top, left + inner + 4, top + 9))
    canvas.ink(left + 2 + (inner - small.width(key) + 1) // 2, top, key, small, DARK)
    return inner + 6


class ButtonControl:
    """One thing to do, on one button. ``cursor``: the place on a map to which it leads; ``short``
    is that place's name, where there is no room for more."""

    def __init__(self, label: str, key: str, cursor: Cursor | None = None, short: str = "") -> None:
        self.label = label
        self.cursor = cursor
        self._key = key
        self._short = short

    @property
    def width(self) -> int:
        return font("small").width(self._key.upper()) + 6 + font("small").width(self.label)

    def rows(self, width: int) -> tuple[int, int]:
        return ROW, ROW

    def draw(self, canvas: Canvas, rect: Rect) -> None:
        top = rect.bottom - ROW
        left = rect.left + draw_key(canvas, rect.left, top, self._key.upper())
        room = rect.right - left
        fits = not self._short or font("small").width(self.label) <= room
        label = self.label if fits else self._short
        canvas.line(Rect(left, top, rect.right, rect.bottom), label, ("body", "small"))
        canvas.add_text(f"({self._key.upper()}) {self.label}")
        canvas.touch(Rect(rect.left, top, rect.right, rect.bottom), (self._key,))

    def key(self, key: str) -> Input | None:
        return Input(None) if key == "ok" else None
