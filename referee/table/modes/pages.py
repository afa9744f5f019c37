"""Whole screens of a scene that players call up, and the record of what was announced."""

from __future__ import annotations

from collections.abc import Sequence

from hal.interfaces import Press
from referee.kernel.scene import Widget
from referee.kernel.text import Text
from referee.table.desk import Desk
from referee.table.modes.base import DeskMode
from referee.table.pixels.canvas import SCREEN, Canvas
from referee.table.pixels.fonts import font
from referee.table.pixels.items import Item, Said, draw_items, height_of
from referee.table.pixels.screens import CONTENT, Title, draw_title

#: Rows that UP and DOWN move a page by.
SCROLL = 18


class Page(DeskMode):
    """Texts and widgets one under the other, scrolled by UP and DOWN; OK and BACK close it."""

    left_open = True

    def __init__(self, desk: Desk, title: str, items: Sequence[Item], *, end: bool = False) -> None:
        super().__init__(desk)
        self._title = title
        rows = max(height_of(items, desk.words, CONTENT.width), CONTENT.height)
        self._sheet = Canvas(CONTENT.width, rows)
        self._lines: list[Said] = []
        draw_items(self._sheet, items, desk.words, self._lines)
        self._lowest = max(self._sheet.picture.height - CONTENT.height, 0)
        self._top = self._lowest if end else 0

    def draw(self, canvas: Canvas) -> None:
        draw_title(canvas, Title(self._title))
        window = (0, self._top, CONTENT.width, self._top + CONTENT.height)
        canvas.picture.paste(self._sheet.picture.crop(window), (CONTENT.left, CONTENT.top))
        if self._top > 0:
            canvas.ink(SCREEN.right - 6, CONTENT.top, "▲", font("small"))
        if self._top < self._lowest:
            canvas.ink(SCREEN.right - 6, SCREEN.bottom - 8, "▼", font("small"))
        canvas.scrolled = sum(end <= self._top for _, end, _ in self._lines)
        canvas.lines += self._sheet.lines
        canvas.clipped += self._sheet.clipped

    def press(self, press: Press) -> bool:
        if press.tap in ("up", "down"):
            self._top += SCROLL if press.tap == "down" else -SCROLL
            self._top = max(0, min(self._top, self._lowest))
            return True
        if press.tap in ("ok", "roll"):
            self.desk.close(self)
            return True
        return super().press(press)


def open_page(desk: Desk, title: str, items: Sequence[Text | Widget]) -> None:
    desk.open(Page(desk, title, items))
