"""What happened last, at the bottom of a match's screen."""

from __future__ import annotations

import pytest

from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.text import Text, Who
from referee.table import errands
from referee.table.answer.controls import ListControl, Row
from referee.table.catalogue import Catalogue
from referee.table.pixels.canvas import Canvas
from referee.table.pixels.panel import draw
from referee.table.screen import Look, Screen, Title
from tests.table.panel import Panel
from tests.web.scenes import play_on

LAST = "Ada: between 52 and 11, facing north."


def drawn(*strip: str) -> tuple[bytes, list[str]]:
    canvas = Canvas()
    control = ListControl([Row("Drive")])
    draw(canvas, Screen(Catalogue("en"), Look.PLAY, Title("Bob"), strip=strip, control=control))
    return canvas.picture.tobytes(), canvas.clipped


def test_no_sentence_begins_in_its_middle() -> None:
    """Two sentences of two lines each where three lines are free: the last one alone is shown."""
    picture, clipped = drawn("Ada: back 2 spaces, then turn around.", LAST)
    assert clipped == []
    assert drawn("Ada: back 2 spaces, but nothing else happens to her.", LAST)[0] == picture
    assert drawn(LAST)[0] != picture  # without the mark that more stands in the log


def test_all_that_fits_is_shown() -> None:
    """A short sentence has room over the last one."""
    assert drawn("Ada: back 2.", LAST)[0] != drawn("Ada: back 3.", LAST)[0]


def test_a_last_sentence_that_is_too_long_is_told_to_tests() -> None:
    assert drawn("Ada", f"{LAST} {LAST} {LAST} {LAST}")[1] == ["Ada"]


@pytest.mark.parametrize("language", ["de", "en"])
def test_who_sits_down_is_told_even_where_the_buttons_leave_no_room_for_it(language: str) -> None:
    """Then on a card that goes by itself; the same screen stands there again."""
    options = {"dice": "device", "board": "device", "cards": "device"}
    match = Match.new(find_game("knight-rider"), ("Ada", "Bob", "Cem"), options, "strip")
    cards = 0
    for _ in range(60):
        panel = Panel(language=language).play(match)
        before = panel.words
        panel.program.errand(
            lambda desk: errands.tell(desk, Text("seating.taken", {"who": Who(2)}))
        )
        assert "browser" in panel.words.lower()
        assert panel.program.clipped == []
        if len(panel.program.modes) > 1:
            cards += 1
            assert panel.wait(8).words == before
        play_on(match)
    assert cards
