"""Texts and widgets one under the other: what a page that scrolls or is printed is made of."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.text import Text
from referee.table.catalogue import Catalogue
from referee.table.pixels.canvas import Canvas, Rect
from referee.table.pixels.widgets import draw_widget, size_of
from referee.table.screen import Item


def height_of(items: Sequence[Item], words: Catalogue, width: int) -> int:
    """Rows that the items take one under the other."""
    return draw_items(Canvas(width, 1), items, words)


#: A line that is said, and the rows where it stands: the first, and the first below it.
Said = tuple[int, int, str]


def said(canvas: Canvas, first: int, top: int, bottom: int) -> list[Said]:
    """The words of a canvas from number ``first`` on, which share these rows evenly."""
    lines = canvas.texts[first:]
    step = (bottom - top) / max(len(lines), 1)
    rows = [top + round(step * number) for number in range(len(lines) + 1)]
    return [(rows[n], rows[n + 1], line) for n, line in enumerate(lines)]


def draw_items(
    canvas: Canvas, items: Sequence[Item], words: Catalogue, lines: list[Said] | None = None
) -> int:
    """Draw all items and return the rows they take; what lies outside the canvas is not seen.

    Texts beside something else leave room for the marks of a page that scrolls. ``lines`` gets
    what is said, and where.
    """
    top, width = 0, canvas.picture.width
    for item in items:
        first, begin = len(canvas.lines), top
        if isinstance(item, Text | str):
            text = words.said(item)
            room = width - (7 if len(items) > 1 else 0)
            top += canvas.block(Rect(0, top, room, top + 1000), text) + 1
        else:
            height = size_of(item, words, width)[1]
            draw_widget(canvas, Rect(0, top, width, top + height), item, words)
            top += height + 3
        if lines is not None:
            lines += said(canvas, first, begin, top)
    return top
