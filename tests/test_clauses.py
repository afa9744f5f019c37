"""Tests name clauses that exist, and every clause of an installed game is named by one."""

from __future__ import annotations

import pytest

from referee.kernel.game import game_names
from tests.clauses import CLAUSE, RULES, concordance, marks
from tests.conformance.cases import EXAMPLES
from tests.conformance.test_texts import rules_of


def test_every_clause_that_a_test_names_exists() -> None:
    rules = [*RULES.glob("*.md"), *(rules_of(name) for name in EXAMPLES)]
    known = {clause for file in rules for clause in CLAUSE.findall(file.read_text("utf-8"))}
    assert not sorted({f"{clause} in {test}" for clause, test in marks() if clause not in known})


@pytest.mark.parametrize("game", game_names())
def test_every_clause_has_a_test_or_needs_a_board(game: str) -> None:
    found = concordance(game)
    assert found.clauses
    assert not found.untested
    assert not found.idle
