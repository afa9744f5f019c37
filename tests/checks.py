"""The checks of a game's catalogue, its clauses' last column, and the tests that make them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

from referee.testing.clauses import concordance

TESTS: Final = Path(__file__).parent

#: A clause, not an interpretation, and the last cell of its row.
ROW: Final = re.compile(r"^\| ([A-Z]+-(?!VIC)[A-Z]+-\d+) \|.*\|([^|]+)\|$", re.MULTILINE)

#: Stands in the column where there is nothing to check.
NONE: Final = "–"


def rules_of(game: str) -> Path:
    return TESTS.parent / "docs" / "rules" / f"{game}.md"


def checks(game: str) -> dict[str, str]:
    """What is checked, by clause, in the catalogue's order."""
    rows = ROW.findall(rules_of(game).read_text("utf-8"))
    found = {clause: check.strip() for clause, check in rows if "-INT-" not in clause}
    return {clause: check for clause, check in found.items() if check != NONE}


def listed(game: str) -> dict[str, list[str]]:
    """The tests that make each check, by clause: ``checks.toml`` beside the game's tests."""
    return tomllib.loads(_list(game).read_text("utf-8"))


def _list(game: str) -> Path:
    return TESTS / game.replace("-", "_") / "checks.toml"


def assert_all_made(game: str, count: int) -> None:
    """Every check stands in the list, numbered, with tests of its clause; there are so many."""
    made = listed(game)
    assert list(made) == list(checks(game))
    numbers = re.findall(r"# (\d+)$", _list(game).read_text("utf-8"), re.MULTILINE)
    assert list(map(int, numbers)) == list(range(1, count + 1))
    folder = _list(game).parent
    marked = concordance(game, rules_of(game), folder).tests
    for clause, tests in made.items():
        assert tests, clause
        assert {f"{folder.name}/{test}" for test in tests} <= set(marked[clause]), clause
