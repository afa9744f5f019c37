"""The commonest choices, each on a button of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.table.answer.controls import KEYS, ROW, Input, Row, draw_key
from referee.table.pixels.canvas import Canvas, Rect
from referee.table.pixels.cursor import Cursor, Place
from referee.table.pixels.fonts import font

#: Columns between a choice and the next one's button.
SPACE: Final = 2


class ButtonsControl:
    """The commonest choices, each on a button of its own; all others are behind BACK.

    ``choices``: a button, its row, and the number that it stands for. ``aims``: the places on a
    map to which they lead; the cursor stands where OK leads.
    """

    def __init__(self, choices: Sequence[tuple[str, Row, int]], aims: Mapping[str, Place]) -> None:
        self._choices = list(choices)
        self._aims = aims

    @property
    def cursor(self) -> Cursor | None:
        at = self._aims.get("ok")
        presses = {place: (button,) for button, place in self._aims.items()}
        return Cursor(at, list(self._aims.values()), presses) if at is not None else None

    @property
    def width(self) -> int:
        return max(self._breadth(button, row) for button, row, _ in self._choices)

    def _breadth(self, button: str, row: Row) -> int:
        small = font("small")
        return small.width(KEYS[button]) + 6 + small.width(_marked(row))

    def rows(self, width: int) -> tuple[int, int]:
        """Where rows are scarce, the second line of two works without being shown; beside a map
        on which it shows."""
        lines = len(self._lines(width))
        return ROW * (1 if lines == 2 and self._aims else lines), ROW * lines

    def key(self, button: str) -> Input | None:
        return next((Input(n) for key, _, n in self._choices if key == button), None)

    def _lines(self, width: int) -> list[list[tuple[str, Row]]]:
        """The choices in lines of as many as fit."""
        lines: list[list[tuple[str, Row]]] = [[]]
        left = width
        for button, row, _ in self._choices:
            breadth = self._breadth(button, row)
            if breadth > left and lines[-1]:
                lines.append([])
                left = width
            lines[-1].append((button, row))
            left -= breadth + SPACE
        return lines

    def draw(self, canvas: Canvas, rect: Rect) -> None:
        lines = self._lines(rect.width)
        shown = max(min(len(lines), rect.height // ROW), 1)
        small, top = font("small"), rect.bottom - ROW * shown
        for line in lines[:shown]:
            left = rect.left
            for button, row in line:
                end = left + self._breadth(button, row)
                canvas.touch(Rect(left, top, end, top + ROW), (button,))
                left += draw_key(canvas, left, top, KEYS[button])
                label = canvas.cut(_marked(row), small, rect.right - left)
                canvas.ink(left, top, label, small)
                left += small.width(label) + SPACE
                label = f"({row.label})" if row.grey else _marked(row)
                canvas.add_text(f"({KEYS[button]}) {label}")
            top += ROW


def _marked(row: Row) -> str:
    if row.grey:
        return f"✗{row.label}"
    return f"{row.label} {row.right}" if row.right and row.right != KEYS["roll"] else row.label
