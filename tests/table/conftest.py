"""Fixtures for the table's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.kernel import game, players

#: Holds the metadata of a package "shapes-game", as pip would have installed it.
INSTALLED = Path(__file__).parent / "installed"


@pytest.fixture(autouse=True)
def sample_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game and the game of shapes are found by their entry points."""
    monkeypatch.syspath_prepend(INSTALLED)
    monkeypatch.syspath_prepend(INSTALLED.parent.parent / "installed")
    game._found.cache_clear()
    game.find_game.cache_clear()
    players._found.cache_clear()
    yield
    game._found.cache_clear()
    game.find_game.cache_clear()
    players._found.cache_clear()
