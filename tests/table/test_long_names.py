"""A name may be as long as a book: the work of drawing it grows with its length, no faster."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.kernel.scene import Table
from referee.table.answer.controls import ListControl, Row
from referee.table.catalogue import Catalogue
from referee.table.pixels import fonts
from referee.table.pixels.canvas import SCREEN, Canvas, wrapped
from referee.table.pixels.fonts import font
from referee.table.pixels.panel import draw, draw_title, paged, title_fits
from referee.table.pixels.widgets import draw_widget
from referee.table.screen import Look, Screen, Title

WORDS = Catalogue("en")


def the_title(name: str) -> None:
    draw_title(Canvas(), Title(name, "1", (6, 6)))


def the_list(name: str) -> None:
    rows = ListControl([Row(name, about=name), Row(name, right="+3"), Row("other", tick="☑")])
    draw(Canvas(), Screen(WORDS, Look.LIST, Title("Home"), control=rows))


def the_message(name: str) -> None:
    pages = paged(f"{name} wins.")
    control = ListControl([Row("On")])
    draw(Canvas(), Screen(WORDS, title=Title(name), text=pages[0], control=control))


def the_match(name: str) -> None:
    screen = Screen(
        WORDS, Look.PLAY, Title(name), f"{name}, roll", facts=(name,),
        strip=(name, f"{name} is out"), control=ListControl([Row(name), Row("nobody")]),
    )  # fmt: skip
    table = Table(("", ""), ((name, "3"),))
    draw(Canvas(), screen)
    draw_widget(Canvas(), SCREEN, table, WORDS)


@pytest.mark.parametrize("draw", [the_title, the_list, the_message, the_match])
@pytest.mark.parametrize("letters", ["X", "ab ", "m-", "Ä/1"])
def test_ten_times_the_letters_take_ten_times_the_work(
    draw: Callable[[str], None], letters: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = 0
    encoded = fonts.encoded

    def counted(text: str) -> bytes:
        nonlocal measured
        measured += len(text)
        return encoded(text)

    monkeypatch.setattr(fonts, "encoded", counted)

    def work(length: int) -> int:
        nonlocal measured
        measured = 0
        draw((letters * length)[:length])
        return measured

    assert work(3_000) <= 11 * work(300) + 3_000


def test_a_word_is_broken_so_that_each_line_is_full() -> None:
    face = font("body")
    lines = wrapped("ab " + "m" * 100 + " c", face, 60)
    assert lines[0] == "ab"
    assert "".join(lines) == "ab" + "m" * 100 + " c"
    assert all(face.width(line) <= 60 for line in lines)
    assert all(face.width(line + "m") > 60 for line in lines[1:-1])


@pytest.mark.parametrize("alarm", [False, True], ids=["whole", "alarm"])
@pytest.mark.parametrize("right", ["", "6 Punkte"])
def test_a_title_that_fits_is_not_cut_off(right: str, alarm: bool) -> None:
    """A screen that gives the question to its title asks first; a missing part takes room, too."""
    for count in range(1, 40):
        title = Title("n" * count, "2", right=right, alarm=alarm)
        canvas = Canvas()
        draw_title(canvas, title)
        assert not (title_fits(title) and canvas.clipped)
