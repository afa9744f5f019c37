"""The suite that every game passes: all that the table and the programs rely on."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from referee.game import Game
from referee.table.catalogue import LANGUAGES
from referee.testing.cases import cases
from referee.testing.helping import Helps
from referee.testing.plays import Plays
from referee.testing.quick import QuickMatches
from referee.testing.screens import Screens
from referee.testing.texts import Texts
from referee.testing.views import Views


class Suite:
    """Gives the tests of a suite what they ask for: a ``case`` (a match that bots have played),
    the ``tested`` game, a ``language``."""

    game: ClassVar[Game[Any]]

    @classmethod
    def games(cls, config: pytest.Config) -> list[Game[Any]]:
        """The games that are tested."""
        return [cls.game]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        games = self.games(metafunc.config)
        wanted = metafunc.fixturenames
        if "tested" in wanted:
            metafunc.parametrize("tested", games, ids=[game.name for game in games], scope="class")
        if "case" in wanted:
            rounds = int(metafunc.config.getoption("--conformance"))
            found = [case for game in games for case in cases(game, rounds)]
            metafunc.parametrize("case", found, ids=str)
        if "language" in wanted:
            metafunc.parametrize("language", LANGUAGES, scope="class")


class Conformance(Suite, Plays, QuickMatches, Views, Texts, Helps, Screens):
    """Everything; derive from it once for each game::

        class TestToy(Conformance):
            game = GAME

    It needs nothing else.
    """
