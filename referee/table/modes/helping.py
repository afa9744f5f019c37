"""HELP: the rule behind what is on the screen, in one or two short sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hal.interfaces import Press
from referee.table.answer.controls import ButtonControl
from referee.table.desk import Desk, DeskMode
from referee.table.mode import Topic
from referee.table.pixels.panel import paged
from referee.table.screen import Screen, Title

#: What stands over a text that is no rule; over others, that they are about the buttons.
TITLES: Final = {"signs": "help.signs", "why": "help.why"}


class Help(DeskMode):
    """The topics of a screen one after the other; UP and DOWN turn the pages."""

    left_open = True

    def __init__(self, desk: Desk, topics: Sequence[Topic]) -> None:
        super().__init__(desk)
        self._pages: list[tuple[Title, str]] = []
        for topic in dict.fromkeys(topics):
            words = topic.words or desk.words
            text = words.clause(topic.clause) if topic.clause else topic.said or words(topic.key)
            title = Title(words(TITLES.get(topic.key, "help.name")))
            if topic.clause:
                aloud = words("help.title", clause="").strip()
                title = Title(words("help.title", clause=topic.clause), aloud=aloud)
            self._pages += [(title, page) for page in paged(text)]
        self._page = 0

    def screen(self) -> Screen:
        title, text = self._pages[self._page]
        last = self._page == len(self._pages) - 1
        words = self.desk.words
        button = ButtonControl(words("button.back" if last else "button.more"), "ok")
        count = f"{self._page + 1}/{len(self._pages)}" if len(self._pages) > 1 else ""
        return Screen(words, title=title, text=text, control=button, note=count)

    def press(self, press: Press) -> bool:
        if press.tap in ("up", "down"):
            self._page = (self._page + (1 if press.tap == "down" else -1)) % len(self._pages)
            return True
        if press.tap == "ok" and self._page < len(self._pages) - 1:
            self._page += 1
            return True
        if press.tap in ("ok", "roll", "back") or press.held == "ok" or press.seat is not None:
            self.desk.close(self)
            return True
        return False


def explain(desk: Desk, topics: Sequence[Topic] = ()) -> None:
    """Open HELP: the rules, what a game's signs mean, and last of all what the buttons do."""
    signs = [Topic(key="signs")] if desk.words.has("signs") else []
    rules = [topic for topic in topics if topic.key != "help.cells"]
    # who has arrows needs nothing about a raster's buttons
    cells = [topic for topic in topics if topic.key == "help.cells"]
    keys = [Topic(key="help.keys")] if desk.appliance.keyboard else cells
    desk.open(Help(desk, [*rules, *signs, *keys, Topic(key="help.buttons")]))
