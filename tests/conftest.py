"""Fixtures for all tests."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings

from hal.config import load
from referee.kernel import game, players
from referee.kernel.database import Opening

# How long an example takes depends on what else runs here; a test that hangs is ended anyway.
settings.register_profile("table", deadline=None)
settings.load_profile("table")

# Whoever starts the tests in the background ignores Ctrl-C, and so would each program they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).parent.parent

#: Holds the metadata of a package "toy-game", as pip would have installed it.
INSTALLED = Path(__file__).parent / "installed"


@pytest.fixture
def toy_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game is found by its entry point, like any game of a package of its own."""
    monkeypatch.syspath_prepend(INSTALLED)
    _forget()
    yield
    _forget()


def _forget() -> None:
    """Look afresh which games and players are installed."""
    game._found.cache_clear()
    game.find_game.cache_clear()
    players._found.cache_clear()


@pytest.fixture(autouse=True)
def _databases_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close every database that a test has opened, as the program does when it ends.

    No test in this process cuts the power: nothing waits for the disk to have what is written.
    """
    opened: list[sqlite3.Connection] = []
    connect, copied = Opening._connect, Opening._connect_copy

    def noted(opening: Opening, path: Path) -> sqlite3.Connection:
        opened.append(connect(opening, path))
        opened[-1].execute("PRAGMA synchronous=OFF")
        return opened[-1]

    def noted_copy(opening: Opening) -> sqlite3.Connection:
        opened.append(copied(opening))
        return opened[-1]

    monkeypatch.setattr(Opening, "_connect", noted)
    monkeypatch.setattr(Opening, "_connect_copy", noted_copy)
    yield
    for connection in opened:
        with suppress(sqlite3.ProgrammingError):  # one of another thread, which has closed it
            connection.close()


@pytest.fixture(autouse=True)
def _panel_config(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With ``--panel-config``, every panel that a test does not configure is as the file says."""
    if file := request.config.getoption("--panel-config"):
        config = load(Path(file))
        monkeypatch.setattr("sim.panel.parse", lambda text: config)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--panel-config", metavar="FILE", help="simulate panels as this configuration has them"
    )
    parser.addoption(
        "--kills", type=int, default=5, metavar="N", help="kill a match N times in tests/doors"
    )
    parser.addoption(
        "--presses",
        type=int,
        default=3000,
        metavar="N",
        help="press the seat box's buttons N times over a noisy line in tests/hal",
    )
    parser.addoption(
        "--playouts",
        type=int,
        default=12,
        metavar="N",
        help="play N matches of each game both ways in tests/kernel/test_playout.py, and more"
        " of Knight Rider until every row has fired",
    )
    parser.addoption(
        "--steps",
        type=int,
        default=150,
        metavar="N",
        help="answer, take back, correct and resume in N steps of each game in tests/kernel",
    )
    parser.addoption(
        "--races",
        type=int,
        default=120,
        metavar="N",
        help="race N times beside the naive model in tests/victory",
    )
    parser.addoption(
        "--sheets",
        type=int,
        default=150,
        metavar="N",
        help="let the strong Knister player fill N sheets in tests/knister, and draw more to score",
    )
