"""What has happened, for whoever watches beside the panel."""

from __future__ import annotations

import pytest

from referee.kernel.game import find_game
from referee.table.catalogue import LANGUAGES
from tests.own import OWN
from tests.table.panel import Panel, new


def test_it_tells_rolls_and_moves_and_what_was_announced_and_takes_back() -> None:
    panel = Panel(language="en", games=("knight-rider",))
    facts = {"board": "device", "cards": "device", "track": "city"}
    panel.play(new(find_game("knight-rider"), ("Ada", "Bob"), **facts))
    assert list(panel.program.chronicle()) == []
    panel.press("roll").wait(3)
    (first,) = panel.program.chronicle()
    assert first.startswith("Ada: rolled ")
    panel.press("roll").wait(3)
    assert panel.program.chronicle()[1].startswith("Bob: rolled ")
    assert len(panel.program.chronicle()) >= 3  # and who starts
    panel.program.undo()
    assert list(panel.program.chronicle()) == [first]


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_is_in_words(name: str, language: str) -> None:
    game = find_game(name)
    panel = Panel(language=language, games=(name,)).play(
        new(game, ["", ""] if 2 in game.seats else [""] * game.seats[0])
    )
    for _ in range(60):
        panel.press("roll" if "(ROLL)" in panel.words else "ok").wait(3)
    assert len(panel.program.chronicle()) > 1
    assert panel.program.missing == set()
