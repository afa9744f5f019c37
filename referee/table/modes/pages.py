"""Whole screens of a scene that players call up, and the record of what was announced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hal.interfaces import Press
from referee.kernel.scene import Widget
from referee.kernel.text import Text
from referee.table.desk import Desk, DeskMode
from referee.table.pixels.canvas import CONTENT
from referee.table.pixels.items import height_of
from referee.table.screen import Item, Look, Screen, Title

#: Rows that UP and DOWN move a page by.
SCROLL = 18


class Page(DeskMode):
    """Texts and widgets one under the other, scrolled by UP and DOWN; OK and BACK close it."""

    left_open = True

    def __init__(self, desk: Desk, title: str, items: Sequence[Item], *, end: bool = False) -> None:
        super().__init__(desk)
        self._lowest = max(height_of(items, desk.words, CONTENT.width) - CONTENT.height, 0)
        top = self._lowest if end else 0
        self._screen = Screen(
            desk.words, Look.PAGE, Title(title), items=items, top=top, lowest=self._lowest
        )

    def screen(self) -> Screen:
        return self._screen

    def press(self, press: Press) -> bool:
        if press.tap in ("up", "down"):
            top = self._screen.top + (SCROLL if press.tap == "down" else -SCROLL)
            self._screen = replace(self._screen, top=max(0, min(top, self._lowest)))
            return True
        if press.tap in ("ok", "roll"):
            self.desk.close(self)
            return True
        return super().press(press)


def open_page(desk: Desk, title: str, items: Sequence[Text | Widget]) -> None:
    desk.open(Page(desk, title, items))
