"""A panel in virtual time: buttons are pressed, words are read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hal.interfaces import Gesture, Lamp, Press
from referee.kernel.game import Game
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.kernel.text import Text
from referee.table.appliance import Appliance
from referee.table.aside import Aside, at_once
from referee.table.desk import Numbers
from referee.table.modes.telling import Told
from referee.table.pixels.lines import KEYS
from referee.table.program import Idle, TableProgram
from referee.table.settings import Settings
from tests.own import OWN

#: The samples, and our games.
GAMES = sorted({"toy", "shapes", *OWN})


class Panel:
    """``presses`` counts what players pressed."""

    def __init__(
        self, store: Store | None = None, language: str = "de", games: Sequence[str] = ("toy",),
        notices: Sequence[Text] = (), seed: str = "seed",
        appliance: Appliance | None = None, idle: Idle | None = None, aside: Aside = at_once,
        numbers: Numbers = Game.components,
    ) -> None:  # fmt: skip
        defaults = Settings(language)
        self.program = TableProgram(
            store,
            lambda: seed,
            defaults=defaults,
            games=games,
            notices=notices,
            appliance=appliance,
            idle=idle,
            aside=aside,
            numbers=numbers,
        )
        self.now = 0.0
        self.presses = 0

    def press(self, *buttons: str) -> Panel:
        """Press buttons one after the other: ``ok``, ``seat3``, ``hold back``."""
        for button in buttons:
            self.now += 0.05
            self.presses += 1
            gesture = Gesture.HOLD if button.startswith("hold ") else Gesture.TAP
            self.program.press(Press(self.now, button.removeprefix("hold "), gesture))
        return self

    def wait(self, seconds: float) -> Panel:
        """Let time pass, as the runner does: tick whenever the program wants it."""
        end = self.now + seconds
        due = self.program.tick(self.now)
        while due is not None and due <= end:
            assert due > self.now, "the program would spin"
            self.now = due
            due = self.program.tick(self.now)
        self.now = end
        self.program.tick(end)
        return self

    def read(self) -> Panel:
        """What is told is read: it goes by itself, or by OK; and no press is too late for it."""
        while isinstance(top := self.program.top, Told):
            if top.passes:
                self.wait(1)
            else:
                self.press("ok")
        return self.wait(1)

    def play(self, match: Match) -> Panel:
        self.program.show(match)
        return self

    def choose(self, words: str) -> Panel:
        """Press the button with these words, or select their line by DOWN and take it."""
        said = " ".join(self.lines)
        for button, cap in KEYS.items():
            if f"({cap}) {words}" in said and not any(line[0] == ">" for line in self.lines):
                return self.press(button)
        for _ in range(60):
            if any(line.startswith(">") and words in line for line in self.lines):
                return self.press("ok")
            self.press("down")
        raise AssertionError(f"no line {words!r} on\n{self.words}")

    @property
    def words(self) -> str:
        return self.program.screen_text()

    def record(self) -> list[str]:
        """The log of the match that is played, as everybody may read it."""
        return list(self.program.chronicle())

    @property
    def lines(self) -> list[str]:
        return self.words.splitlines()

    @property
    def title(self) -> str:
        return self.lines[0]

    @property
    def lamps(self) -> dict[str, Lamp]:
        return dict(self.program.frame().lamps)

    @property
    def match(self) -> Match:
        session = self.program.session
        assert session is not None
        return session.match


def new(game: Game[Any], names: Sequence[str] = ("Ada", "Bob"), **options: Any) -> Match:
    return Match.new(game, names, options, "seed")


def store_in(folder: Path) -> Store:
    return Store(folder / "db.sqlite", lambda: 1.0)
