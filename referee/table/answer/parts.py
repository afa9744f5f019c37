"""The parts that presses move: a button, a list, toggles, a cursor over a grid or a map.

A part knows neither a match nor a catalogue: it shows labels and tells what was chosen. Keys are
``up``, ``down``, ``ok``, ``roll``; `Input` carries the result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.kernel.text import Shaped
from referee.table.pixels.canvas import DARK, LIT, UP_MARK, Box, Canvas, presses_to
from referee.table.pixels.fonts import font
from referee.table.pixels.streets import Place
from referee.table.pixels.widgets import Cursor

ROW: Final = 10

#: Columns for a toggle's state or a seat's number, and for the marks of a list that goes on.
TICK: Final = 10
MARKS: Final = 6

#: How the panel's buttons are called on the screen.
KEYS: Final = {"up": "▲", "ok": "OK", "down": "▼", "roll": "ROLL"}

DOWN_MARK: Final = ("#####", " ### ", "  #  ")


@dataclass(frozen=True, slots=True)
class Input:
    """What a part was given; for a list the number of the row, from 0."""

    value: Shaped


def draw_key(canvas: Canvas, left: int, top: int, key: str, width: int = 0) -> int:
    """A button's cap with its name; returns the columns it takes."""
    small = font("small")
    inner = max(small.width(key), width)
    canvas.fill(Box(left, top, left + inner + 4, top + 9))
    canvas.ink(left + 2 + (inner - small.width(key) + 1) // 2, top, key, small, DARK)
    return inner + 6


class ButtonPart:
    """One thing to do, on one button."""

    cursor = None

    def __init__(self, label: str, key: str) -> None:
        self.label = label
        self._key = key

    @property
    def width(self) -> int:
        return font("small").width(self._key.upper()) + 6 + font("small").width(self.label)

    def rows(self, width: int) -> tuple[int, int]:
        return ROW, ROW

    def draw(self, canvas: Canvas, box: Box) -> None:
        top = box.bottom - ROW
        left = box.left + draw_key(canvas, box.left, top, self._key.upper())
        canvas.line(Box(left, top, box.right, box.bottom), self.label, ("body", "small"))
        canvas.say(f"({self._key.upper()}) {self.label}")
        canvas.touch(Box(box.left, top, box.right, box.bottom), (self._key,))

    def key(self, key: str) -> Input | None:
        return Input(None) if key == "ok" else None


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list. ``grey``: shown, but may not be chosen now. ``tick``: a toggle's state."""

    label: str
    right: str = ""
    grey: bool = False
    tick: str = ""


class ListPart:
    """Choices one under the other, one of them selected; scrolls when there are many."""

    @property
    def cursor(self) -> Cursor | None:
        return None

    def __init__(self, rows: Sequence[Row], at: int = 0) -> None:
        self.items = list(rows)
        self.at = at

    @property
    def width(self) -> int:
        small = font("small")
        widths = [
            small.width(row.label) + _tick_width(row)
            + (small.width(row.right) + 3 if row.right else 0)
            for row in self.items
        ]  # fmt: skip
        return max(widths, default=0) + 8 + MARKS

    def rows(self, width: int) -> tuple[int, int]:
        return ROW, min(len(self.items), 5) * ROW

    def key(self, key: str) -> Input | None:
        if key in ("up", "down") and self.items:
            self.at = (self.at + (1 if key == "down" else -1)) % len(self.items)
        return Input(self.at) if key == "ok" and self.items else None

    def draw(self, canvas: Canvas, box: Box) -> None:
        room = max(box.height // ROW, 1)
        first = max(0, min(self.at - room // 2, len(self.items) - room))
        last = min(first + room, len(self.items))
        marks = first > 0 or last < len(self.items)
        inner = Box(box.left, box.top, box.right - (MARKS if marks else 0), box.bottom)
        for number in range(first, last):
            top = box.top + (number - first) * ROW
            line = Box(inner.left, top, inner.right, top + ROW)
            self._draw_row(canvas, line, number)
            canvas.touch(line, self._presses(number))
        if first > 0:
            canvas.art(box.right - 5, box.top + 2, UP_MARK)
        if last < len(self.items):
            canvas.art(box.right - 5, box.top + (last - first) * ROW - 4, DOWN_MARK)
        for number, row in enumerate(self.items):
            canvas.say(_spoken(row, selected=number == self.at))

    def _presses(self, number: int) -> tuple[str, ...]:
        return presses_to(self.at, number, len(self.items))

    def _draw_row(self, canvas: Canvas, box: Box, number: int) -> None:
        row, selected = self.items[number], number == self.at
        lit = LIT
        if selected and row.grey:
            canvas.fill(Box(box.left, box.top, box.left + 3, box.bottom))
            canvas.fill(Box(box.right - 3, box.top, box.right, box.bottom))
        elif selected:
            canvas.fill(box)
            lit = DARK
        inner = Box(box.left + 4, box.top, box.right - 4, box.bottom)
        small, needed = font("small"), font("small").width(row.label)
        # Where a list is narrow, what a line is called comes before what stands beside it.
        if (mark := "✗" if row.grey else row.tick) and needed <= inner.width - _tick_width(row) + 3:
            canvas.ink(inner.left, inner.top, mark, font("body"), lit)
            inner = inner.after(_tick_width(row))
        width = small.width(row.right)
        if row.right and needed <= inner.width - width - 3:
            canvas.ink(inner.right - width, inner.top + 1, row.right, small, lit)
            inner = Box(inner.left, inner.top, inner.right - width - 3, inner.bottom)
        elif needed > inner.width:  # the margin goes before a letter does
            inner = Box(inner.left, inner.top, box.right, inner.bottom)
        canvas.line(inner, row.label, ("body", "small"), lit)


def _tick_width(row: Row) -> int:
    mark = "✗" if row.grey else row.tick
    return max(TICK, font("body").width(mark) + 3) if mark else 0


def _spoken(row: Row, *, selected: bool) -> str:
    label = f"({row.label})" if row.grey else row.label
    words = filter(None, [">" if selected else " ", row.tick, label, row.right])
    return " ".join(words)


class AimPart(ListPart):
    """Choices that lead to places of a map: its cursor stands where the selected one leads.

    ``aims``: the place of each row, None for a choice that leads nowhere.
    """

    def __init__(self, rows: Sequence[Row], aims: Sequence[Place | None], at: int) -> None:
        super().__init__(rows, at)
        self._aims = list(aims)

    def rows(self, width: int) -> tuple[int, int]:
        """The selected choice is enough: the map shows the others."""
        return ROW, ROW

    @property
    def cursor(self) -> Cursor | None:
        aim = self._aims[self.at]
        free = [place for place, row in zip(self._aims, self.items, strict=True) if not row.grey]
        presses = {place: self._presses(n) for n, place in enumerate(self._aims) if place}
        places = [place for place in free if place]
        return Cursor(aim, places, presses, moves=True) if aim is not None else None


#: Columns between a choice and the next one's button.
SPACE: Final = 2


class ButtonsPart:
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
        """Where rows are scarce, the second line of two works without being shown."""
        lines = len(self._lines(width))
        return ROW * (1 if lines == 2 else lines), ROW * lines

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

    def draw(self, canvas: Canvas, box: Box) -> None:
        lines = self._lines(box.width)
        shown = max(min(len(lines), box.height // ROW), 1)
        small, top = font("small"), box.bottom - ROW * shown
        for line in lines[:shown]:
            left = box.left
            for button, row in line:
                end = left + self._breadth(button, row)
                canvas.touch(Box(left, top, end, top + ROW), (button,))
                left += draw_key(canvas, left, top, KEYS[button])
                label = canvas.cut(_marked(row), small, box.right - left)
                canvas.ink(left, top, label, small)
                left += small.width(label) + SPACE
                label = f"({row.label})" if row.grey else _marked(row)
                canvas.say(f"({KEYS[button]}) {label}")
            top += ROW


def _marked(row: Row) -> str:
    if row.grey:
        return f"✗{row.label}"
    return f"{row.label} {row.right}" if row.right and row.right != KEYS["roll"] else row.label


class PicksPart:
    """Several things out of a list: toggles, and a first line that says how many are enough.

    ``done`` is that line with ``{n}`` for the number taken.
    """

    cursor = None

    def __init__(
        self, labels: Sequence[str], low: int, high: int, done: str, *, ordered: bool
    ) -> None:
        self._labels = list(labels)
        self._low, self._high = low, high
        self._done = done
        self._ordered = ordered
        self.taken: list[int] = []
        self._list = ListPart(self._rows(), at=1 if labels else 0)

    def _rows(self) -> list[Row]:
        enough = self._low <= len(self.taken) <= self._high
        head = Row(self._done.replace("{n}", str(len(self.taken))), grey=not enough)
        return [head, *(Row(label, tick=self._tick(n)) for n, label in enumerate(self._labels))]

    def _tick(self, number: int) -> str:
        if number not in self.taken:
            return "☐"
        return str(self.taken.index(number) + 1) if self._ordered else "☑"

    @property
    def width(self) -> int:
        return self._list.width

    def rows(self, width: int) -> tuple[int, int]:
        return self._list.rows(width)

    def draw(self, canvas: Canvas, box: Box) -> None:
        self._list.draw(canvas, box)

    def key(self, key: str) -> Input | None:
        entered = self._list.key(key)
        if entered is None:
            return None
        if entered.value == 0:
            enough = self._low <= len(self.taken) <= self._high
            return Input(self.taken if self._ordered else sorted(self.taken)) if enough else None
        self._toggle(entered.value - 1)
        return None

    def _toggle(self, number: int) -> None:
        if number in self.taken:
            self.taken.remove(number)
        elif len(self.taken) < self._high:
            self.taken.append(number)
            if len(self.taken) == self._high:
                self._list.at = 0
        self._list.items = self._rows()


class CellPart:
    """A cursor over the places of the scene's grid or map; it stops only where something is.

    ``places`` are the values of the field, ``refused`` those that may not be chosen now:
    (row, column) of a grid, (column, row) of a map. UP and DOWN go one place back and on, ROLL
    to the next row (on a map: column).
    """

    def __init__(
        self, places: Sequence[tuple[int, int]], refused: Sequence[tuple[int, int]], hint: str
    ) -> None:
        self._free = list(places)
        self._stops = sorted({*places, *refused})
        self._at = self._stops.index(places[0])
        self._hint = hint

    @property
    def cursor(self) -> Cursor:
        count = len(self._stops)
        presses = {place: presses_to(self._at, n, count) for n, place in enumerate(self._stops)}
        return Cursor(self._stops[self._at], self._free, presses, moves=True)

    @property
    def width(self) -> int:
        return 0

    def rows(self, width: int) -> tuple[int, int]:
        return 0, 10

    def draw(self, canvas: Canvas, box: Box) -> None:
        canvas.say("> {}/{}".format(*self.cursor.at))
        small = font("small")
        if box.height >= 10:
            left = box.left + draw_key(canvas, box.left, box.bottom - 9, "ROLL")
            hint = self._hint if small.width(self._hint) <= box.right - left else "▼"
            canvas.ink(left, box.bottom - 9, hint, small)

    def key(self, key: str) -> Input | None:
        if key in ("up", "down"):
            self._at = (self._at + (1 if key == "down" else -1)) % len(self._stops)
        elif key == "roll":
            self._at = self._next_row()
        return Input(list(self.cursor.at)) if key == "ok" else None

    def _next_row(self) -> int:
        """The nearest place in the next row that has one; after the last row the first."""
        row, column = self.cursor.at
        later = [place[0] for place in self._stops if place[0] > row]
        target = min(later) if later else self._stops[0][0]
        there = [place for place in self._stops if place[0] == target]
        return self._stops.index(min(there, key=lambda place: abs(place[1] - column)))
