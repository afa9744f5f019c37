"""A scene is built once for every place of a match and every pair of eyes, however often it is
looked at: by the picture, the lamps, what is said aloud, ticks and HELP."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Any

import pytest

from referee.kernel.game import Game
from referee.kernel.scene import Scene
from tests import hidden, toy
from tests.table.panel import Panel, new

#: Presses that answer, move the cursor, and look at HELP on the way.
ROUND = ("ok", "roll", "down", "hold ok", "back", "ok")


@pytest.mark.parametrize("sample", [toy.GAME, hidden.GAME], ids=lambda game: game.name)
def test_a_scene_is_built_once_a_frame(sample: Game[Any]) -> None:
    built: Counter[tuple[int, int | None]] = Counter()

    def counted(position: Any, seat: int | None) -> Scene:
        built[len(match.lines), seat] += 1
        return sample.scene(position, seat)

    match = new(dataclasses.replace(sample, scene=counted))
    panel = Panel(language="en").play(match)
    for button in ROUND * 8:
        if match.over:
            break  # the screens after it lead to another match
        panel.press(button)
        assert panel.words
        assert panel.lamps is not None
        assert [line.text for line in panel.program.content.lines] == panel.lines
        panel.wait(1.0)
        assert max(built.values()) == 1, f"{button}: {built}"
    assert len(match.lines) >= 6, "the match went on"
    assert len(built) >= 6
