"""The mutants that `make mutation` makes are wrong in one place, and its figures reach the docs."""

from __future__ import annotations

from types import FunctionType

import pytest

from referee.kernel.game import find_game
from tests.figures import FIGURES, PAGE, coverage, mutation, replaced
from tests.mutation import guards, mutants
from tests.own import OWN


def both(a: int, b: int) -> bool:
    """Whether both are small: 1."""
    return a < 3 and not b >= 3


def changed(code: object) -> FunctionType:
    fresh = FunctionType(both.__code__, globals())
    fresh.__code__ = code  # type: ignore[assignment]
    return fresh


def test_each_mutant_differs_in_one_place_and_really_runs() -> None:
    found = {mutant.text.split(" -> ")[1]: mutant for mutant in mutants(both)}  # type: ignore[arg-type]
    assert set(found) == {
        "return not (a < 3 and (not b >= 3))", "return a < 3 or not b >= 3",
        "return a <= 3 and (not b >= 3)", "return a < 4 and (not b >= 3)",
        "return a < 3 and b >= 3", "return a < 3 and (not b > 3)",
        "return a < 3 and (not b >= 4)",
    }  # fmt: skip
    assert both(3, 0) is False
    assert changed(found["return a <= 3 and (not b >= 3)"].code)(3, 0) is True
    assert {mutant.line for mutant in found.values()} == {both.__code__.co_firstlineno + 2}


@pytest.mark.parametrize("name", OWN)
def test_every_game_has_guards_to_change(name: str) -> None:
    found = guards(find_game(name))
    rows = find_game(name).flow(find_game(name).complete(find_game(name).seats[0], {})).rows
    assert {guard for row in rows for guard in row.when} <= set(found)
    assert all(any(mutants(guard)) for guard in found)


def test_figures_replace_the_older_ones() -> None:
    text = PAGE.read_text("utf-8")
    for name in FIGURES:
        text = replaced(text, name, iter([f"{name}: 1"]), "2026-01-01")
        text = replaced(text, name, iter([f"{name}: 2"]), "2026-01-02")
        assert f"Measured on 2026-01-02.\n\n{name}: 2\n<!-- /{name} -->" in text
        assert f"{name}: 1" not in text
    with pytest.raises(ValueError, match="no place for the figures of speed"):
        replaced(text, "speed", iter([]), "2026-01-01")


def test_packages_are_summed_up() -> None:
    summary = {
        "covered_lines": 6, "covered_branches": 2, "num_statements": 7, "num_branches": 3,
    }  # fmt: skip
    paths = ("hal/oled.py", "referee/games/draf/rules.py", "referee/cli.py", "hal/box/line.py")
    lines = list(coverage({"files": {path: {"summary": summary} for path in paths}}))
    assert lines[2:] == [
        "| hal | 20 | 80.0 % |", "| referee | 10 | 80.0 % |",
        "| referee/games/draf | 10 | 80.0 % |", "| **together** | 40 | 80.0 % |",
    ]  # fmt: skip


def test_a_mutant_that_nobody_noticed_is_told() -> None:
    lines = list(mutation({"draf": {"tried": 3, "every": 9, "left": ["line 1: a -> b"]}}))
    assert "| draf | 3 | 9 | 2 |" in lines
    assert lines[-1] == "- not noticed: `line 1: a -> b`"
