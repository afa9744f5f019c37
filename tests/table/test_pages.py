"""What players call up: pages of a game, the record, the buttons' help."""

from __future__ import annotations

import pytest

from tests import shapes
from tests.table.panel import Panel, new
from tests.toy import GAME


@pytest.fixture
def panel() -> Panel:
    facts = {"start": "rams", "dice": "table", "cards": "table"}
    return Panel().play(new(shapes.GAME, ("Ada", "Bob", "Cem"), **facts))


def test_a_page_of_the_game_scrolls(panel: Panel) -> None:
    panel.press("back").choose("Zwischenstand")
    assert panel.lines[:2] == [
        "Zwischenstand", "Wer vorne liegt, steht oben. Gezählt werden Runden und Punkte.",
    ]  # fmt: skip
    assert "15. Spieler 15 225" in panel.lines
    top = panel.program.frame().picture.tobytes()
    panel.press("down")
    assert panel.program.frame().picture.tobytes() != top
    panel.press(*["down"] * 20)
    end = panel.program.frame().picture.tobytes()
    panel.press("down")
    assert panel.program.frame().picture.tobytes() == end
    panel.press(*["up"] * 20)
    assert panel.program.frame().picture.tobytes() == top
    panel.press("ok")
    assert panel.title == "Formen"


def test_a_page_of_drawings(panel: Panel) -> None:
    panel.press("back").choose("Ölspur")
    assert panel.lines == ["Ölspur", "[1] [5]"]
    panel.press("back", "back")
    assert panel.title == "1 Ada"


def test_the_record_of_rulings(panel: Panel) -> None:
    panel.press("back").choose("Was war?")
    assert panel.lines[1] == "Noch ist nichts passiert."
    panel.press("ok", "back", "ok", "back").choose("Was war?")
    assert panel.lines[1] == "Ada: Nr. 1 gesagt."


def test_the_buttons_are_explained_in_the_menu(panel: Panel) -> None:
    panel.press("back").choose("Tasten-Hilfe")
    assert panel.lines[0] == "Tasten"
    assert "BACK lang: zurücknehmen" in panel.lines[1]


def test_this_match_tells_its_options(panel: Panel) -> None:
    panel.press("back").choose("Diese Partie")
    assert {"Wird nicht gespeichert.", "Würfel: auf dem Tisch", "Jeden Punkt zählen: aus"} <= set(
        panel.lines
    )
    assert "Prüfwert" not in panel.words


def test_pages_can_be_called_up_after_the_end() -> None:
    panel = Panel().play(new(GAME, dice="table"))
    panel.press("back", "back").choose("Partie aufgeben").press("hold ok", "down", "ok")
    panel.press("back")
    assert panel.title == "Spielzeug"
    assert "Partie aufgeben" not in panel.words
    panel.press("back")
    assert panel.title == "Ende"
