"""A panel with a display of 256x64: the program on it, from its file to its glass."""

from __future__ import annotations

import pytest

from hal.config import recommended
from hal.interfaces import SIZE, WIDE
from referee.table.pixels import wide
from referee.table.pixels.canvas import Canvas
from referee.table.program import TableProgram
from referee.table.settings import Settings
from sim.panel import SimPanel
from sim.terminal_layout import SEXTANTS, arts, lay_out
from tests.own import OWN


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_match_of_every_game_is_shown_as_wide_as_the_display(language: str) -> None:
    """What stands on the glass is what `wide` draws, press by press, and the chip knew it all."""
    config = recommended("ssd1322")
    program = TableProgram(
        None, lambda: "wide", defaults=Settings(language), games=OWN, size=config.display.size
    )
    panel = SimPanel(program, config)
    shown = set[bytes]()
    for number in range(len(OWN)):
        program.errand(lambda desk: desk.home())
        panel.run(1.0)
        panel.press(*["down"] * number, "ok", "ok", "ok", "roll", "ok", "down", "ok", "ok")
        for button in ("ok", "down", "ok", "roll", "ok"):
            panel.press(button)
            panel.run(2.0)
            picture = panel.picture()
            canvas = Canvas(*WIDE)
            wide.draw(canvas, program.screen)
            assert picture.tobytes() == canvas.picture.tobytes()
            assert program.clipped == []
            shown.add(picture.tobytes())
    assert len(shown) > 2 * len(OWN)
    assert panel.board.grey.unknown == []


def test_without_a_word_on_the_display_the_pictures_are_the_usual_ones() -> None:
    program = TableProgram(None, str)
    assert program.frame().picture.size == SIZE
    assert program.last_words().size == SIZE


def test_last_words_and_a_fault_are_as_wide_as_the_display() -> None:
    class Failing(TableProgram):
        def screen_text(self) -> str:
            raise KeyError("broken")

        def frame(self):  # type: ignore[no-untyped-def]
            raise KeyError("broken")

    config = recommended("ssd1322")
    program = Failing(None, str, size=config.display.size)
    panel = SimPanel(program, config)
    assert panel.picture().getbbox() is not None
    assert panel.picture().size == WIDE
    assert TableProgram(None, str, size=WIDE).last_words().size == WIDE


def test_a_terminal_draws_it_twice_as_wide_where_it_has_room_and_else_shows_the_words() -> None:
    known = arts({"TERM": "xterm-256color"}, WIDE)
    assert known[-1].columns == 2 * SEXTANTS.columns
    roomy, small = (lay_out(columns, 50, ["seat1"], known) for columns in (180, 100))
    assert roomy is not None
    assert roomy.art is not None
    assert small is not None
    assert small.art is None
    column, row = roomy.art.columns - 1, roomy.art.rows - 1
    assert roomy.art.pixel(column, row) == (255, 63)
