"""What players call up: pages of a game, the record, the buttons' help."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.ruling import Ruling
from referee.kernel.text import Who
from referee.table.appliance import Appliance
from referee.table.catalogue import Catalogue
from referee.table.pixels.panel import paged
from referee.table.session import Session
from tests import shapes
from tests.own import OWN
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


def test_the_log_tells_what_was_done_and_what_came_of_it(panel: Panel) -> None:
    panel.press("back").choose("Was ist passiert?")
    assert panel.lines[1] == "Noch ist nichts passiert."
    panel.press("ok", "back", "ok").read().press("back").choose("Was ist passiert?")
    assert panel.lines[1:3] == ["Ada: Alles gefahren", "Ada: Nr. 1 gesagt."]


def test_the_buttons_are_explained_in_the_menu(panel: Panel) -> None:
    panel.press("back").choose("Tastenhilfe")
    assert panel.lines[0] == "Tasten"
    assert "BACK halten: rückgängig" in panel.lines[1]


def test_this_match_tells_its_options(panel: Panel) -> None:
    panel.press("back").choose("Diese Partie")
    assert {
        "Diese Partie wird nicht gespeichert.",
        "Würfel: auf dem Tisch",
        "Jeden Punkt zählen: aus",
    } <= set(panel.lines)
    assert "Prüfwert" not in panel.words


def test_pages_can_be_called_up_after_the_end() -> None:
    panel = Panel().play(new(GAME, dice="table"))
    panel.press("back").choose("Menü").choose("Partie abbrechen").press("hold ok", "down", "ok")
    panel.press("back")
    assert panel.title == "Spielzeug"
    assert "Partie abbrechen" not in panel.words
    panel.press("back")
    assert panel.title == "Ende"


def test_words_of_a_page_scroll_with_it(panel: Panel) -> None:
    """What reads the screen in words shows them from the first one in sight."""
    panel.press("back").choose("Zwischenstand")
    assert (panel.program.frame(), panel.program.scrolled)[1] == 0
    panel.press(*["down"] * 3)
    down = (panel.program.frame(), panel.program.scrolled)[1]
    assert 0 < down < len(panel.lines) - 1
    panel.press(*["down"] * 20)
    assert (panel.program.frame(), panel.program.scrolled)[1] > down


def test_the_record_says_for_whom_and_stands_in_the_results_list() -> None:
    session = Session(new(GAME, ("Ada", "Bob")), "de")
    told = Ruling("toy.won", "TOY-3", 2)
    assert session.recorded(told) == "Bob: Das Ziel ist erreicht."
    assert session.recorded(replace(told, seat=None)) == "Das Ziel ist erreicht."
    assert session.recorded(Ruling("toy.duel.opens", "TOY-2", 2, {"rival": Who(1)})) == (
        "Eine Eins: Duell mit Ada"
    )
    panel = Panel().play(new(GAME, ("Ada", "Bob")))
    panel.match.abandon()
    panel.press("back")
    record = Panel(language="en").play(panel.match)
    assert record.title == "The end"
    record.choose("Match log")
    assert record.title == "Match log"


def test_a_cars_number_is_told_from_the_seats() -> None:
    """ "3 Player 2" reads as a mistake."""
    unnamed, named = Catalogue("en"), Catalogue("en", names=("Ada", "Bob"))
    assert [unnamed.sign(seat, {1: "1", 2: "3"}) for seat in (1, 2)] == ["1", "#3"]
    assert [named.sign(seat, {1: "1", 2: "3"}) for seat in (1, 2)] == ["1", "3"]
    assert unnamed.sign(2, {}) == "2"


@pytest.mark.parametrize("name", OWN)
def test_help_explains_the_signs_of_the_screen(name: str) -> None:
    words = Catalogue("de", find_game(name))
    panel = Panel(games=(name,)).play(new(find_game(name), ("Ada", "Bob", "Cem")))
    panel.press("hold ok")
    pages = list[str]()
    for _ in range(20):
        if panel.title.startswith(words("help.signs")):
            pages.append(panel.lines[1])
        panel.press("down")
    assert " ".join(dict.fromkeys(pages)) == words("signs")


# -- HELP in the order in which it is wanted ----------------------------------------------------


def test_no_page_breaks_a_sentence_that_fits_on_one() -> None:
    text = "Eins zwei drei vier fünf sechs sieben acht. Neun zehn elf. " * 4
    pages = paged(text.strip())
    assert len(pages) > 1
    assert all(page.endswith(".") for page in pages)
    assert " ".join(pages) == text.strip()


def test_a_sentence_longer_than_a_page_is_cut_where_its_lines_end() -> None:
    pages = paged("Kurz. " + "Wort " * 60)
    assert pages[0] == "Kurz."
    assert " ".join(" ".join(pages).split()) == "Kurz. " + ("Wort " * 60).strip()


def test_what_buttons_and_keys_do_stands_behind_the_rules_and_the_signs() -> None:
    panel = Panel(games=("knight-rider",), appliance=Appliance(keyboard=True))
    panel.play(Match.new(find_game("knight-rider"), 2, {"board": "device"}, "help"))
    panel.press("hold ok")
    titles = [panel.title]
    while "(OK) weiter" in panel.lines:
        titles.append(panel.press("ok").title)
    kinds = [title for title, _ in itertools.groupby(one.rpartition(" ")[0] for one in titles)]
    assert kinds == ["Was jetzt?", "Die Regel", "Zeichen", "Tasten", "Das Spiel"]
