"""A game that has been chosen is loaded beside the table's loop; who waits for it sees so."""

from __future__ import annotations

from collections.abc import Callable
from concurrent import futures
from functools import partial
from typing import Any, Final

from referee.kernel.errors import RefereeError
from referee.kernel.game import Game, find_game
from referee.table.catalogue import Catalogue, game_title
from referee.table.desk import Desk, DeskMode
from referee.table.screen import Screen, Title

#: Seconds that a press waits for a game before the screen says that it is being loaded.
MOMENT: Final = 0.2
#: Seconds until it is looked at again; then one dot more is shown.
AGAIN: Final = 0.2
#: Dots in the row.
DOTS: Final = 5

#: What is done with the game.
Action = Callable[[Game[Any]], object]


def with_game(desk: Desk, name: str, action: Action) -> None:
    """Load a game, unless that is done, and go on with it; one that can't be played says why.

    The first one that is chosen keeps a small Raspberry Pi busy for a second.
    """
    loading = Loading(desk, name, action)
    if not loading.done():
        desk.open(loading)


class Loading(DeskMode):
    """It goes by itself; a press just then was meant for it. BACK leaves it: then nothing is done
    with the game."""

    passing = True

    def __init__(self, desk: Desk, name: str, action: Action) -> None:
        super().__init__(desk)
        self._name = name
        self._action = action
        self._load = desk.aside(partial(_loaded, desk, name))
        futures.wait([self._load], MOMENT)
        self._dots = 0

    def done(self) -> bool:
        """Whether it has been loaded, or can't be; what is to be done next has been done then."""
        if not self._load.done():
            return False
        try:
            game = self._load.result()
        except RefereeError as error:
            self.desk.close(self)
            self.desk.unusable.add(self._name)
            self.desk.tell(error)
            return True
        self.desk.close(self)
        self.desk.unusable.discard(self._name)
        self.desk.attempt(lambda: self._action(game))
        return True

    def tick(self, now: float) -> float | None:
        if self.desk.top is not self:
            return None
        if self.done():
            self.desk.settle()
            return None
        self._dots = self._dots % DOTS + 1
        return now + AGAIN

    def screen(self) -> Screen:
        try:
            title = game_title(self._name, self.desk.settings.language)
        except RefereeError:
            title = self._name
        words = self.desk.words
        return Screen(words, title=Title(title), text=words("setup.loading"), step=self._dots)


def _loaded(desk: Desk, name: str) -> Game[Any]:
    """The game; raises `RefereeError` if it, or its sentences, can't be used."""
    game = find_game(name)
    Catalogue(desk.settings.language, game)
    return game
