"""``pytest --pyargs referee.testing --game NAME``: the suite for installed games."""

from __future__ import annotations

from typing import Any

import pytest

from referee.game import Game
from referee.kernel.errors import RefereeError
from referee.kernel.game import find_game, game_names
from referee.testing.conformance import Conformance


class TestGame(Conformance):
    """The games that ``--game`` names."""

    @classmethod
    def games(cls, config: pytest.Config) -> list[Game[Any]]:
        names = config.getoption("--game")
        if not names:
            installed = ", ".join(game_names())
            raise pytest.UsageError(f"which game? Add --game NAME; installed are: {installed}")
        try:
            return [find_game(name) for name in names]
        except RefereeError as error:
            raise pytest.UsageError(str(error)) from error
