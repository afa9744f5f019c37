"""The end of a match as a picture: whatever names and sums there are, all places are there."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

import pytest

from referee.table.answer.controls import ListControl, Row
from referee.table.catalogue import Catalogue
from referee.table.pixels import panel, wide
from referee.table.pixels.canvas import Canvas
from referee.table.screen import Look, Screen, Standing, Title

LONG: Final = "Friederike-Charlotte"

#: Who came where, best first: name and score.
ENDS: Final = [
    [("Ada", "54")],
    [("Ada", "120"), ("Maximilian", "104")],
    [("Ada", "53"), ("Ben", "47"), ("Cem", "31")],
    [("Ada", ""), ("Ben", "noch dabei"), ("Cem", "raus")],
    [(LONG, "-12"), ("Ben", "-13"), (LONG, "noch dabei")],
    [(f"Spieler {n}", str(200 - n)) for n in range(1, 8)],
    [(LONG, str(200 - n)) for n in range(1, 31)],
]


def end(found: list[tuple[str, str]], text: str) -> Screen:
    standings = tuple(
        Standing(f"{n}.", name, score, won=n == 1) for n, (name, score) in enumerate(found, 1)
    )
    control = ListControl([Row("Revanche"), Row("Menü")])
    title = Title("Ada gewinnt!")
    return Screen(Catalogue("de"), Look.END, title, text=text, control=control, standings=standings)


@pytest.mark.parametrize("found", ENDS)
@pytest.mark.parametrize(
    "text", ["", "53 Punkte.", "Alle sind im Ziel oder ausgeschieden. Schluss!"]
)
@pytest.mark.parametrize(("draw", "width"), [(panel.draw, 128), (wide.draw, 256)])
def test_an_end_is_drawn_and_tells_all_places(
    found: list[tuple[str, str]], text: str, draw: Any, width: int
) -> None:
    canvas = Canvas(width, 64)
    draw(canvas, end(found, text))
    assert canvas.clipped == []
    places = [f"{n}. {name} {score}".strip() for n, (name, score) in enumerate(found, 1)]
    assert canvas.texts[1 : len(places) + 1] == places
    assert canvas.texts[-2:] == ["> Revanche", "  Menü"]


def test_the_first_stands_highest() -> None:
    """In the middle column of the podium a block begins above those beside it."""
    canvas = Canvas(128, 64)
    panel.draw(canvas, end([("Ada", "53"), ("Ben", "47"), ("Cem", "31")], "53 Punkte."))

    def top(column: int) -> int:
        lit = [y for y in range(14, 50) if canvas.picture.getpixel((column, y))]
        return min(y for y in lit if all(one in lit for one in range(y, y + 12)))

    left, middle, right = (top(column) for column in (2, 44, 86))
    assert middle < left < right


def test_a_winner_keeps_the_tails_of_letters() -> None:
    """The y of a name that stands alone at the end reaches well below the letter before it."""
    canvas = Canvas(128, 64)
    panel.draw(canvas, end([("Any", "")], ""))
    rows = range(15, 50)  # above the list
    ink = [max((y for y in rows if canvas.picture.getpixel((x, y))), default=0) for x in range(128)]
    letters = [list(low) for lit, low in groupby(ink[60:], bool) if lit]  # right of the cup
    assert max(letters[-1]) - max(letters[-2]) > 1
