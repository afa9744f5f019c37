"""The promises of every game: rules, undo, secrets, texts and screens, in many matches by bots."""

from __future__ import annotations

from pathlib import Path

from referee.testing import Conformance, untested

from my_game import GAME


class TestMyGame(Conformance):
    game = GAME


def test_every_clause_of_the_rules_has_a_test() -> None:
    tests = Path(__file__).parent
    assert untested(tests.parent / "my_game" / "rules.md", tests) == []
