"""Whole races as readable text: every answer, and what the referee announces, with its clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.fette_autos import GAME
from referee.testing import golden

FOLDER = Path(__file__).parent


@pytest.mark.clause("FAP-GRID-8", "FA-OVT-13", "FA-END-2", "FAP-EQUAL-2", "FAP-DANGER-2")
@pytest.mark.parametrize("name", ["race_on_the_table", "race_in_the_device"])
def test_a_whole_race_reads_as_it_is_written(name: str) -> None:
    assert golden(GAME, FOLDER / f"{name}.txt").over
