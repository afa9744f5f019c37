"""What pytest learns where the referee is installed: two options and a marker."""

from __future__ import annotations

import pytest

from referee.kernel.game import game_names


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
    known = game_names()
    for name in config.getoption("--game"):
        if name not in known:
            installed = ", ".join(known)
            raise pytest.UsageError(f"there is no game {name!r}; installed are: {installed}")
    config.addinivalue_line("markers", "clause(*ids): the clauses of the rules that a test checks")
