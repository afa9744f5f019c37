"""Taking back and correcting on the panel."""

from __future__ import annotations

import pytest

from referee.kernel.ask import Entry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from tests.table.panel import Panel, new
from tests.toy import GAME


@pytest.fixture
def panel() -> Panel:
    return Panel().play(new(GAME, dice="table"))


def roll(panel: Panel, value: int) -> None:
    panel.read().press(*panel.program.type_die(value))


def entries(panel: Panel) -> list[Entry | None]:
    return [logged.line.entry for logged in panel.match.log]


def test_nothing_to_take_back_is_said(panel: Panel) -> None:
    panel.press("hold back")
    assert panel.lines[:2] == ["Rückgängig", "Es gibt nichts rückgängig zu machen."]
    panel.press("ok")
    assert panel.title == "1 Ada"


def test_an_own_decision_is_taken_back_by_holding_back(panel: Panel) -> None:
    roll(panel, 4)
    panel.press("ok", "hold back")
    assert entries(panel) == [Entry(1, "roll", {"dice": [4]})]
    assert "Weiter oder aufhören?" in panel.lines


def test_a_die_is_taken_back_only_after_asking_once(panel: Panel) -> None:
    roll(panel, 4)
    panel.press("hold back")
    assert "Ada würfelt 4." in panel.lines[1]
    assert panel.lines[2] == "> Nein, zurück"
    panel.press("ok")
    assert len(entries(panel)) == 1
    panel.press("hold back", "down", "ok")
    assert entries(panel) == []
    assert panel.title == "1 Ada"


def test_undo_from_the_menu_does_the_same(panel: Panel) -> None:
    roll(panel, 4)
    panel.press("ok", "back").choose("Menü").choose("Rückgängig")
    assert len(entries(panel)) == 1
    assert "Weiter oder aufhören?" in panel.lines


def test_an_answer_from_elsewhere_is_not_what_was_asked_about(panel: Panel) -> None:
    roll(panel, 4)
    panel.press("back").choose("Rückgängig")
    assert "Ada würfelt 4." in panel.lines[1]
    panel.program.answer(Entry(1, "stop", {}))
    assert len(entries(panel)) == 2
    panel.press("down", "ok")
    assert len(entries(panel)) == 2
    assert "Jemand war schneller." in " ".join(panel.lines)


def test_undo_out_of_a_ruling_that_stops(panel: Panel) -> None:
    roll(panel, 1)
    roll(panel, 6)
    assert panel.lines[1] == "6 Punkte aus dem Duell"
    panel.press("hold back", "down", "ok")
    assert entries(panel) == [Entry(1, "roll", {"dice": [1]})]
    assert panel.title == "2 Bob"


def test_undo_across_the_end_of_the_match(panel: Panel) -> None:
    for value in (6, 6):
        roll(panel, value)
        panel.press("ok")
    assert panel.match.over
    assert panel.title.endswith(" gewinnt!")
    panel.press("hold back", "down", "ok")
    assert not panel.match.over
    assert panel.lines[1] == "6 Punkte"


def test_hold_back_elsewhere_is_only_back(panel: Panel) -> None:
    roll(panel, 4)
    panel.press("back").choose("Einstellungen").press("hold back")
    assert panel.title == "Spielzeug"
    assert len(entries(panel)) == 1


def test_a_die_is_corrected_and_what_falls_away_is_said_before(panel: Panel) -> None:
    roll(panel, 4)
    panel.press("ok")
    roll(panel, 5)
    panel.press("back").choose("Wurf berichtigen")
    assert panel.lines[1:] == ["> Ada würfelt 5.", "  Ada würfelt 4."]
    panel.press("down", "ok")
    assert panel.lines[1] == "Statt „Ada würfelt 4.“ war es:"
    roll(panel, 1)
    assert panel.lines[1].startswith("2 spätere Eingaben fallen dann weg.")
    panel.press("ok")
    assert len(entries(panel)) == 3
    roll(panel, 3)
    assert panel.lines[1].startswith("Alles Spätere bleibt gültig.")
    panel.press("down", "ok")
    assert entries(panel) == [
        Entry(1, "roll", {"dice": [3]}), Entry(1, "on"), Entry(1, "roll", {"dice": [5]}),
    ]  # fmt: skip
    assert panel.lines[1] == "8 Punkte"


def test_the_same_die_again_is_no_correction(panel: Panel) -> None:
    roll(panel, 4)
    panel.press("back").choose("Wurf berichtigen").press("ok")
    roll(panel, 4)
    assert panel.title == "Wurf berichtigen"
    assert len(panel.match.lines) == 1


def test_device_dice_cannot_be_corrected() -> None:
    panel = Panel().play(new(GAME))
    panel.press("roll", "ok", "back")
    assert "Wurf berichtigen" not in panel.words


def test_abandoning_takes_a_held_button_and_can_be_taken_back(panel: Panel) -> None:
    panel.press("back").choose("Menü").choose("Partie abbrechen").press("ok", "roll")
    assert not panel.match.over
    panel.press("hold ok")
    assert panel.match.abandoned
    assert panel.lines[:2] == ["Ende", "Die Partie wurde abgebrochen."]
    panel.press("hold back", "down", "ok")
    assert not panel.match.over


def test_the_menu_offers_no_undo_where_there_is_nothing_to_take_back(panel: Panel) -> None:
    panel.press("back").choose("Menü")
    assert panel.title == "Spielzeug"
    assert "Rückgängig" not in panel.words
    panel.press("back")
    roll(panel, 4)
    panel.press("back")
    assert (panel.title, "Rückgängig" in panel.words) == ("Spielzeug", True)


def test_dice_leave_the_title_though_nothing_can_be_taken_back_for_this_seat() -> None:
    """What the box has rolled is nobody's own answer; a picture of before must not be shown."""
    options = {"sheets": "paper", "dice": "device"}
    panel = Panel(language="en").play(Match.new(find_game("knister"), ["Anna"], options, "dice"))
    while panel.match.state != "roll":
        panel.press("ok")
    panel.press("roll").program.undo(1)
    assert panel.match.log[-1].line.device
    assert "[" not in panel.title
