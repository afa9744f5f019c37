"""The home screen: go on, new match, the last players again, settings, about."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import referee
from referee.kernel.errors import RefereeError
from referee.kernel.store import StoredMatch
from referee.table.appliance import part_name
from referee.table.catalogue import Catalogue, game_title, names_in
from referee.table.desk import Desk, LastRound
from referee.table.modes.helping import explain
from referee.table.modes.listing import Line, Listing
from referee.table.modes.loading import with_game
from referee.table.modes.options import SettingsScreen
from referee.table.modes.pages import Page
from referee.table.modes.phones import join
from referee.table.modes.power import PowerOff
from referee.table.modes.quick import choose_quick
from referee.table.modes.safe import open_safe
from referee.table.modes.selftest import SelfTest
from referee.table.modes.setup import choose_game, confirm, named

#: So many unfinished matches are offered.
OFFERED: Final = 20


class Home(Listing):
    """What was left unfinished last is the first choice: one press goes on exactly there."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "", lambda: list(self._items()))

    def refresh(self) -> None:
        self._title = self.desk.words("home.title")
        super().refresh()

    def _items(self) -> Iterator[Line]:
        desk, words = self.desk, self.desk.words
        unfinished = self._unfinished()
        if unfinished:
            first = unfinished[0]
            yield Line(words("home.go-on"), partial(_go_on, desk, first), _summary(desk, first))
        yield Line(words("home.new"), lambda: choose_game(desk))
        yield Line(words("home.quick"), lambda: choose_quick(desk), words("home.quick.what"))
        if (last := desk.last) is not None:
            names = names_in(words.language, last.names, last.players)
            detail = f"{_title(desk, last.game)}: {named(words, names)}"
            yield Line(words("home.again"), lambda: self._again(last), detail)
        if len(unfinished) > 1:
            yield Line(words("home.others"), lambda: self._others(unfinished))
        if (phones := desk.appliance.phones) is not None:
            yield Line(words("menu.phones"), lambda: join(desk, phones))
        yield Line(words("menu.settings"), lambda: desk.open(SettingsScreen(desk)))
        yield Line(words("menu.buttons"), lambda: explain(desk))
        yield Line(words("home.about"), self._about)
        if desk.appliance.checks is not None:
            yield Line(words("home.selftest"), lambda: desk.open(SelfTest(desk)))
        if (power_off := desk.appliance.power_off) is not None:
            yield Line(words("home.off"), lambda: desk.open(PowerOff(desk, power_off)))

    def _unfinished(self) -> list[StoredMatch]:
        try:
            found = [] if self.desk.store is None else self.desk.store.matches("open", OFFERED)
        except RefereeError:  # said once, when the program starts
            return []
        return [stored for stored in found if stored.header.game in self.desk.games]

    def _again(self, last: LastRound) -> None:
        desk = self.desk
        with_game(
            desk, last.game,
            lambda game: confirm(desk, game, last.names, last.options, last.players),
        )  # fmt: skip

    def _others(self, unfinished: list[StoredMatch]) -> None:
        desk = self.desk

        def lines() -> list[Line]:
            return [
                Line(_title(desk, stored.header.game), partial(_go_on, desk, stored),
                     _summary(desk, stored), right=f"#{stored.id}")
                for stored in unfinished
            ]  # fmt: skip

        desk.open(Listing(desk, desk.words("home.others"), lines))

    def _about(self) -> None:
        words = self.desk.words
        games = ", ".join(_title(self.desk, name) for name in self.desk.games)
        lines = [
            words("about.version", version=referee.__version__),
            words("about.games", games=games),
            words("about.store", file=str(self.desk.store.path))
            if self.desk.store is not None
            else words("match.unsaved"),
            *(words("about.lost", part=part_name(words, part)) for part in sorted(self.desk.lost)),
            words("about.licence"),
        ]
        self.desk.open(Page(self.desk, words("home.about"), lines))


def _go_on(desk: Desk, stored: StoredMatch) -> None:
    with_game(desk, stored.header.game, lambda game: desk.resume(stored.id))


def _title(desk: Desk, name: str) -> str:
    try:
        return game_title(name, desk.settings.language)
    except RefereeError:
        return name


def _summary(desk: Desk, stored: StoredMatch) -> str:
    """A stored match in a line or two."""
    words: Catalogue = desk.words
    header = stored.header
    names = names_in(words.language, header.names, header.players) or [""] * header.seats
    return f"{_title(desk, stored.header.game)}: {named(words, names)}"


def open_home(desk: Desk) -> None:
    """The first screen: the home screen, or what stands for it after crashes."""
    if desk.appliance.retry is not None:
        open_safe(desk)
    else:
        desk.restart(Home(desk))
