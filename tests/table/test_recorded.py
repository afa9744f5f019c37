"""Presses that were recorded come to the same once more, through the step alone."""

from __future__ import annotations

import pytest

from tests.own import OWN
from tests.table.recorded import FOLDER, SEATS, done
from tests.table.test_step import screen_of


@pytest.mark.parametrize("game", OWN)
def test_recorded_presses_come_to_the_same_states_and_entries(game: str) -> None:
    *rows, digest = (FOLDER / f"{game}.txt").read_text("utf-8").splitlines()
    screen = screen_of(game, SEATS)
    assert [done(screen, row.partition(":")[0]) for row in rows] == rows
    assert sum("enter" in row for row in rows) > 5
    assert screen.session.match.digest == digest
