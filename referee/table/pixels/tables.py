"""A table as pixels: columns as wide as they need, lines that scroll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.kernel.scene import Table
from referee.kernel.text import Text
from referee.table.catalogue import Catalogue
from referee.table.pixels.canvas import DARK, LIT, Canvas, Rect, first_in_sight
from referee.table.pixels.fonts import font
from referee.table.pixels.lines import Columns

#: Rows of a line.
LINE: Final = 9

#: Least columns between those of a table.
GAP: Final = 3


def draw_table(canvas: Canvas, rect: Rect, table: Table, catalogue: Catalogue) -> None:
    heads, *rows = table_texts(table, catalogue)
    if table_width([heads, *rows]) > rect.width:
        heads, *rows = table_texts(table, catalogue, short=True)
    lefts = _columns(canvas, rect, [heads, *rows])
    if any(heads):
        _table_line(canvas, rect, heads, lefts, marked=False)
        canvas.dots(rect.top + LINE - 1, rect.left, rect.right)
        rect = rect.below(LINE)
    room = max(rect.height // LINE, 1)
    first = first_in_sight(len(rows), room, max(table.marked, default=1) - 1)
    for number, row in enumerate(rows[first : first + room], first):
        _table_line(canvas, rect, row, lefts, marked=number + 1 in table.marked)
        rect = rect.below(LINE)


def table_texts(table: Table, catalogue: Catalogue, *, short: bool = False) -> list[list[str]]:
    """The heads, then the rows, in words; ``short``: in the short form of those that have one."""

    def said(cell: Text | str) -> str:
        if isinstance(cell, str):
            return cell
        brief = Text(f"{cell.key}-short", cell.args)
        return catalogue.text(brief if short and catalogue.has(brief.key) else cell)

    return [[said(cell) for cell in row] for row in (table.heads, *table.rows)]


def _column_widths(rows: Sequence[Sequence[str]]) -> list[int]:
    small, count = font("small"), max(map(len, rows), default=0)
    return [max(small.width(row[n]) if n < len(row) else 0 for row in rows) for n in range(count)]


def table_width(rows: Sequence[Sequence[str]]) -> int:
    """Columns that a table needs at least, with the narrowest gaps."""
    widths = _column_widths(rows)
    return sum(widths) + GAP * (len(widths) - 1) + 1


def _columns(canvas: Canvas, rect: Rect, rows: Sequence[Sequence[str]]) -> list[int]:
    """Where the columns start; spare room is spread between them."""
    widths = _column_widths(rows)
    count = len(widths)
    spare = rect.width - 2 - sum(widths)
    gap = min(max(spare // max(count - 1, 1), GAP), 12)
    if sum(widths) + gap * (count - 1) > rect.width:
        canvas.clipped.append(" ".join(max(rows, key=lambda row: sum(map(len, row)))))
    lefts = [rect.left + 1]
    for width in widths:
        lefts.append(lefts[-1] + width + gap)
    return lefts


def _table_line(
    canvas: Canvas, rect: Rect, row: Sequence[str], lefts: Sequence[int], *, marked: bool
) -> None:
    ground = Rect(rect.left, rect.top, rect.right, rect.top + LINE)
    if marked:
        canvas.fill(ground)
    for text, left in zip(row, lefts, strict=False):
        canvas.ink(left, rect.top, text, font("small"), DARK if marked else LIT)
    canvas.say(Columns(tuple(row)))
