"""Lists that are scrolled: of choices, of places on a map, of things to tick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.table.answer.controls import ROW, Input, Row
from referee.table.pixels.canvas import DARK, LIT, UP_MARK, Canvas, Rect, presses_to
from referee.table.pixels.cursor import Cursor, Place
from referee.table.pixels.fonts import font

#: Columns for a toggle's state or a seat's number, and for the marks of a list that goes on.
TICK: Final = 10
MARKS: Final = 6

DOWN_MARK: Final = ("#####", " ### ", "  #  ")


class ListControl:
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
        count = len(self.items)
        return min(count, 1) * ROW, min(count, 5) * ROW

    def key(self, key: str) -> Input | None:
        if key in ("up", "down") and self.items:
            self.at = (self.at + (1 if key == "down" else -1)) % len(self.items)
        return Input(self.at) if key == "ok" and self.items else None

    def draw(self, canvas: Canvas, rect: Rect) -> None:
        room = max(rect.height // ROW, 1)
        first = max(0, min(self.at - room // 2, len(self.items) - room))
        last = min(first + room, len(self.items))
        marks = first > 0 or last < len(self.items)
        inner = Rect(rect.left, rect.top, rect.right - (MARKS if marks else 0), rect.bottom)
        for number in range(first, last):
            top = rect.top + (number - first) * ROW
            line = Rect(inner.left, top, inner.right, top + ROW)
            self._draw_row(canvas, line, number)
            canvas.touch(line, self._presses(number))
        if first > 0:
            canvas.art(rect.right - 5, rect.top + 2, UP_MARK)
        if last < len(self.items):
            canvas.art(rect.right - 5, rect.top + (last - first) * ROW - 4, DOWN_MARK)
        for number, row in enumerate(self.items):
            canvas.add_text(_spoken(row, selected=number == self.at))

    def _presses(self, number: int) -> tuple[str, ...]:
        return presses_to(self.at, number, len(self.items))

    def _draw_row(self, canvas: Canvas, rect: Rect, number: int) -> None:
        row, selected = self.items[number], number == self.at
        lit = LIT
        if selected and row.grey:
            canvas.fill(Rect(rect.left, rect.top, rect.left + 3, rect.bottom))
            canvas.fill(Rect(rect.right - 3, rect.top, rect.right, rect.bottom))
        elif selected:
            canvas.fill(rect)
            lit = DARK
        inner = Rect(rect.left + 4, rect.top, rect.right - 4, rect.bottom)
        small, needed = font("small"), font("small").width(row.label)
        # Where a list is narrow, what a line is called comes before what stands beside it.
        if (mark := "✗" if row.grey else row.tick) and needed <= inner.width - _tick_width(row) + 3:
            canvas.ink(inner.left, inner.top, mark, font("body"), lit)
            inner = inner.after(_tick_width(row))
        width = small.width(row.right)
        if row.right and needed <= inner.width - width - 3:
            canvas.ink(inner.right - width, inner.top + 1, row.right, small, lit)
            inner = Rect(inner.left, inner.top, inner.right - width - 3, inner.bottom)
        elif needed > inner.width:  # the margin goes before a letter does
            inner = Rect(inner.left, inner.top, rect.right, inner.bottom)
        canvas.line(inner, row.label, ("body", "small"), lit)


def _tick_width(row: Row) -> int:
    mark = "✗" if row.grey else row.tick
    return max(TICK, font("body").width(mark) + 3) if mark else 0


def _spoken(row: Row, *, selected: bool) -> str:
    label = f"({row.label})" if row.grey else row.label
    words = filter(None, [">" if selected else " ", row.tick, label, row.right])
    return " ".join(words)


class AimControl(ListControl):
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


class PlaceControl(ListControl):
    """Choices about a place of a town that has been chosen: the cursor stays there.

    ``arms``: those of the tile that each choice lays there; without them it lays none.
    """

    def __init__(self, rows: Sequence[Row], place: Place, arms: Sequence[str], at: int) -> None:
        super().__init__(rows, at)
        self._place = place
        self._arms = list(arms)

    @property
    def cursor(self) -> Cursor | None:
        arms = self._arms[self.at] if self.at < len(self._arms) else None
        return Cursor(self._place, arms=arms)


class PicksControl:
    """Several things out of a list: toggles, and a first line that says how many are enough.

    ``done`` is that line with ``{n}`` for the number taken. Where it is one, OK takes it.
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
        self._list = ListControl(self._rows(), at=0 if self._single or not labels else 1)

    @property
    def _single(self) -> bool:
        return self._low == self._high == 1

    def _rows(self) -> list[Row]:
        if self._single:
            return [Row(label) for label in self._labels]
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

    def draw(self, canvas: Canvas, rect: Rect) -> None:
        self._list.draw(canvas, rect)

    def key(self, key: str) -> Input | None:
        entered = self._list.key(key)
        if entered is None:
            return None
        if self._single:
            return Input([entered.value])
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
