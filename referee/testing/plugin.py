"""What pytest learns where the referee is installed: two options and a marker.

Every run of pytest in that environment loads it, so nothing is imported before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("referee", "games for Tabletop Referee")
    group.addoption(
        "--game",
        action="append",
        default=[],
        metavar="NAME",
        help="the installed game that 'pytest --pyargs referee.testing' proves",
    )
    group.addoption(
        "--conformance",
        type=int,
        default=1,
        metavar="N",
        help="play N times as many matches in a game's conformance suite",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the rules that a test checks")
    if games := config.getoption("--game"):
        _check(games)


def _check(games: list[str]) -> None:
    """Whether all of them are installed."""
    import pytest

    from referee.kernel.game import game_names

    known = game_names()
    for name in games:
        if name not in known:
            installed = ", ".join(known)
            raise pytest.UsageError(f"there is no game {name!r}; installed are: {installed}")
