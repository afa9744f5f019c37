"""Tests name clauses that exist, and every clause of our games is named by one, and in its code."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.testing.clauses import clauses_of, marks
from tests.clauses import READ_ONLY, TESTS, decided, of, package_of, ranges, unnamed
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


@pytest.mark.parametrize("game", OWN)
def test_searching_a_clause_finds_the_code_that_decides_by_it(game: str) -> None:
    clauses = decided(RULES / f"{game}.md")
    assert clauses
    assert [c for c in unnamed(clauses, package_of(game)) if c not in READ_ONLY] == []
    assert ranges(package_of(game)) == []


def test_no_clause_is_excused_that_code_names_or_no_catalogue_has() -> None:
    missing = {c for g in OWN for c in unnamed(decided(RULES / f"{g}.md"), package_of(g))}
    assert missing == set(READ_ONLY)


def test_a_clause_that_code_names_in_a_range_or_a_text_alone_is_not_found(tmp_path: Path) -> None:
    rules = tmp_path / "rules.md"
    rules.write_text(
        "| ID | Rule | Referee | Check |\n|---|---|---|---|\n"
        "| TOY-1 | roll | decide | - |\n| TOY-2 | move | decide | - |\n"
        "| TOY-3 | flavour | none | - |\n| TOY-EX-1 | an example | test vector | - |\n"
        "| TOY-11 | win | decide | - |\n\n"
        "| ID | Question | Decision |\n|---|---|---|\n| INT-TOY-1 | ties? | none |\n"
        "| TOY-1 | again | - |\n",
        "utf-8",
    )
    (tmp_path / "components.toml").write_text("# the die (TOY-11)\n", "utf-8")
    (tmp_path / "toy.py").write_text("# TOY-1..2, and INT-TOY-12\n", "utf-8")
    (tmp_path / "en.toml").write_text("TOY-2 = 'Move.'\n", "utf-8")
    assert decided(rules) == ["TOY-1", "TOY-2", "TOY-11", "INT-TOY-1"]
    assert unnamed(decided(rules), tmp_path) == ["TOY-2", "INT-TOY-1"]
    assert ranges(tmp_path) == ["toy.py: TOY-1..2"]
