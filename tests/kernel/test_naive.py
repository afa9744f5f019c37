"""Answers, undos, corrections and resumption in any order: `Match` is what a replay makes of it.

``--steps N`` drives every game so far; ``python -m tests.kernel.naive`` one of them.
"""

from __future__ import annotations

import itertools
import re
import time
from pathlib import Path
from typing import Any

import pytest

from referee.game import Game
from referee.kernel import undo
from referee.kernel.fold import Fold
from referee.kernel.game import find_game
from referee.kernel.store import Store
from tests import hidden, toy
from tests.kernel.naive import prove
from tests.own import OWN


@pytest.mark.parametrize("name", OWN)
def test_a_match_is_what_its_answers_make_of_a_fresh_one(
    name: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    store = Store(tmp_path / "naive.db", time.time)
    prove(find_game(name), itertools.count(), pytestconfig.getoption("--steps"), store)
    store.close()


@pytest.mark.parametrize("game", [toy.GAME, hidden.GAME])
def test_a_small_match_is_what_its_answers_make_of_a_fresh_one(
    game: Game[Any], pytestconfig: pytest.Config
) -> None:
    prove(game, itertools.count(), pytestconfig.getoption("--steps"), None)


def forgets_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Going back does not give back what the box has drawn."""
    rewind = Fold.rewind

    def forgetful(self: Fold, count: int) -> None:
        drawn = self.drawn
        rewind(self, count)
        self.drawn = drawn

    monkeypatch.setattr(Fold, "rewind", forgetful)


def keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A correction takes back all that came later, whether it stands or not."""
    monkeypatch.setattr(undo, "_apply_standing", lambda *_: 0)


@pytest.mark.parametrize("fault", [forgets_chance, keeps_nothing])
def test_a_fault_in_going_back_is_found_and_told_in_a_few_steps(
    fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError, match=r"match \d+, \d+ of \d+ steps") as found:
        prove(toy.GAME, itertools.count(), 3000, None)
    steps = re.search(r", (\d+) of", str(found.value))
    assert steps is not None
    assert int(steps[1]) < 12, found.value
