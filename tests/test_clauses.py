"""Tests name clauses that exist, and every clause of our games is named by one."""

from __future__ import annotations

import pytest

from referee.testing.clauses import clauses_of, marks
from tests.clauses import TESTS, of
from tests.own import OWN, RULES


def test_every_clause_that_a_test_names_exists() -> None:
    rules = [*RULES.glob("*.md"), *TESTS.rglob("rules.md")]
    known = {clause for file in rules for clause in clauses_of(file)}
    assert not sorted(
        {f"{clause} in {test}" for clause, test in marks(TESTS) if clause not in known}
    )


@pytest.mark.parametrize("game", OWN)
def test_every_clause_has_a_test_or_needs_a_board(game: str) -> None:
    found = of(game)
    assert found.clauses
    assert not found.untested
    assert not found.idle
