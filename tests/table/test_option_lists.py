"""Every value of every option can be read on its line, whatever the others are by default."""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel.game import Game, find_game
from referee.table.catalogue import LANGUAGES
from referee.table.desk import Desk
from referee.table.modes.options import Choices, OptionsScreen
from tests.own import OWN
from tests.table.panel import Panel


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OWN)
def test_no_line_of_an_options_screen_is_cut_off(name: str, language: str) -> None:
    game = find_game(name)
    panel = Panel(language=language)
    clipped = [
        words
        for spec in game.options
        for value in spec.values
        for words in cut_off(panel, game, {spec.key: value}, spec.group)
    ]
    assert clipped == []


def cut_off(panel: Panel, game: Game[Any], chosen: dict[str, Any], group: str) -> list[str]:
    """What does not fit on this screen, with the cursor on each of its lines."""
    values = {spec.key: spec.default for spec in game.options} | chosen
    lines = panel.program.errand(lambda desk: opened(desk, game, values, group))
    found: list[str] = []
    for _ in range(lines):
        found += panel.program.clipped
        panel.press("down")
    panel.press("back")
    return found


def opened(desk: Desk, game: Game[Any], values: dict[str, Any], group: str) -> int:
    """Open the options of a group; returns how many lines there are."""
    choices = Choices(desk, game, values)
    desk.open(OptionsScreen(desk, choices, group))
    return len(choices.lines((group,)))
