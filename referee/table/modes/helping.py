"""HELP: the rule behind what is on the screen, in one or two short sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hal.interfaces import Press
from referee.table.answer.controls import ButtonControl
from referee.table.desk import Desk, DeskMode
from referee.table.modes import opening
from referee.table.pixels.panel import paged
from referee.table.screen import Screen, Title, Topic

#: What stands over a text that is no rule; over others, that they are about the buttons.
TITLES: Final = {
    "told": "help.told",
    "now": "help.now",
    "signs": "help.signs",
    "why": "help.why",
    "game": "help.game",
}

#: Topics about what buttons do on this screen.
BUTTONS: Final = ("help.cells", "help.behind")


@dataclass(frozen=True, slots=True)
class _Page:
    """A page of HELP. ``clause``: the sign of the rule, where its last page ends."""

    title: str
    text: str
    clause: str = ""


class Help(DeskMode):
    """The topics of a screen one after the other; UP and DOWN turn the pages."""

    left_open = True

    def __init__(self, desk: Desk, topics: Sequence[Topic]) -> None:
        super().__init__(desk)
        self._pages: list[_Page] = []
        for topic in dict.fromkeys(topics):
            words = topic.words or desk.words
            text = words.clause(topic.clause) if topic.clause else topic.said or words(topic.key)
            name = "help.rule" if topic.clause else TITLES.get(topic.key, "help.name")
            *before, last = paged(text)
            if topic.clause and not before and self._joins(text):
                now = self._pages.pop()
                self._pages.append(_Page(now.title, f"{now.text} {text}", topic.clause))
                continue
            self._pages += [_Page(words(name), page) for page in before]
            self._pages.append(_Page(words(name), last, topic.clause))
        self._page = 0

    def _joins(self, rule: str) -> bool:
        """Whether a rule has room on the first page: by itself that says what the screen does."""
        first = self._pages[0] if len(self._pages) == 1 else None
        return first is not None and not first.clause and len(paged(f"{first.text} {rule}")) == 1

    def screen(self) -> Screen:
        page, count = self._pages[self._page], len(self._pages)
        words, last = self.desk.words, self._page == count - 1
        button = ButtonControl(words("button.back" if last else "button.more"), "ok")
        number = f"{self._page + 1}/{count}" if count > 1 else ""
        title = Title(page.title, right=number, aloud=page.title)
        note = words("help.number", clause=page.clause) if page.clause else ""
        return Screen(words, title=title, text=page.text, control=button, note=note)

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
    """Open HELP: what to do now and what it brings, the rules and why, what a game's signs mean,
    all about the buttons, and last of all its opening."""
    signs = [Topic(key="signs")] if desk.words.has("signs") else []
    rules = [topic for topic in topics if topic.key not in BUTTONS]
    keys = [topic for topic in topics if topic.key in BUTTONS]
    if desk.appliance.keyboard:  # who has arrows moves with them over places
        mine = {"help.cells": "help.arrows"}
        keys = [Topic(key=mine.get(one.key, one.key), said=one.said) for one in keys]
        keys.append(Topic(key="help.keys"))
    session = desk.session
    game = opening.topics(session.catalogue) if session is not None else []
    desk.open(Help(desk, [*rules, *signs, *keys, Topic(key="help.buttons"), *game]))
