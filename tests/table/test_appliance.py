"""The box itself on its own panel: self-test, switching off, what is left on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from hal.interfaces import Lamp, Pattern
from referee.kernel.errors import RefereeError
from referee.kernel.text import Text
from referee.table.appliance import Appliance, Finding, Grade
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.table.program import Idle
from tests.table.panel import Panel, new, store_in
from tests.toy import GAME

BUTTONS = ("roll", "up", "down", "ok", "back", *(f"seat{n}" for n in range(1, 8)))
LAMPS = ("roll", "seat1", "seat2")


class Box:
    """A box with some findings; counts how often it was to be switched off."""

    def __init__(self, *findings: Finding, error: RefereeError | None = None) -> None:
        self.findings = list(findings)
        self.error = error
        self.asked = 0

    def power_off(self) -> None:
        self.asked += 1
        if self.error is not None:
            raise self.error

    def panel(self, language: str = "de") -> Panel:
        appliance = Appliance(BUTTONS, LAMPS, lambda: list(self.findings), self.power_off)
        return Panel(language=language, appliance=appliance)


def text(sentence: str) -> Text:
    """A sentence that no catalogue has shows itself."""
    return Text(sentence, {})


# -- self-test ------------------------------------------------------------------------------


def test_a_panel_without_a_box_offers_neither_self_test_nor_switching_off() -> None:
    assert "Selbsttest" not in Panel().words
    assert "Ausschalten" not in Panel().words


def test_what_was_found_is_told_the_bad_first_and_looked_at_anew_every_time() -> None:
    box = Box(
        Finding("disk", Grade.GOOD, text("plenty")), Finding("button ok", Grade.BAD, text("stuck"))
    )
    panel = box.panel().choose("Selbsttest")
    assert panel.lines[:2] == ["Selbsttest", "> Befund 1 ✗"]
    panel.press("ok")
    assert panel.lines == ["Befund", "✗ Taste OK: stuck", "✓ Speicher: plenty"]
    del box.findings[1]
    panel.press("ok", "back").choose("Selbsttest")
    assert panel.lines[1] == "> Befund ✓"


def test_the_test_picture_reaches_every_edge_and_a_no_leads_to_what_it_may_be() -> None:
    panel = Box().panel().choose("Selbsttest").choose("Testbild")
    picture = panel.program.frame().picture
    edges = [(x, y) for x in range(128) for y in (0, 63)] + [
        (x, y) for y in range(64) for x in (0, 127)
    ]
    assert all(picture.getpixel(place) for place in edges)
    assert panel.lines == ["Ist der Rahmen ganz und scharf?", "OK: ja · DOWN: nein"]
    panel.press("down")
    assert 'display.chip = "sh1106"' in panel.words
    panel.press("ok").choose("Testbild").press("ok")
    assert panel.title == "Selbsttest"


def test_lamps_are_lit_one_by_one() -> None:
    panel = Box().panel().choose("Selbsttest").choose("Lampen")
    seen = []
    for _ in LAMPS:
        lit = [name for name, lamp in panel.lamps.items() if lamp != Lamp(Pattern.OFF)]
        seen.append((lit, panel.lines[1]))
        panel.press("ok")
    assert seen == [
        (["roll"], "Jetzt leuchtet nur ROLL."),
        (["seat1"], "Jetzt leuchtet nur Platz 1."),
        (["seat2"], "Jetzt leuchtet nur Platz 2."),
    ]
    assert panel.title == "Selbsttest"
    assert panel.lamps == {}


def test_the_buzzer_plays_even_while_the_sound_is_off() -> None:
    panel = Box().panel().choose("Einstellungen").choose("Ton").press("back")
    panel.choose("Selbsttest").choose("Ton")
    assert len(panel.program.frame().notes) == 4


def test_buttons_are_ticked_off_and_holding_back_leads_out() -> None:
    panel = Box().panel().choose("Selbsttest").choose("Tasten")
    assert "☐ ROLL" in panel.lines
    panel.press("roll", "hold ok", "back", "seat3", "seat9")
    assert panel.lines[0] == "Tasten 5/13"
    assert {"☑ ROLL", "☑ OK", "☑ BACK", "☑ Platz 3", "☑ Platz 9", "☐ UP"} <= set(panel.lines)
    panel.press("hold back")
    assert panel.title == "Selbsttest"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_the_self_test_is_cut_off(language: str) -> None:
    for line in range(5):
        panel = Box().panel(language).choose(Catalogue(language)("home.selftest"))
        panel.press(*["down"] * line, "ok")
        assert panel.program.clipped == [], panel.words


# -- switching off --------------------------------------------------------------------------


def off(panel: Panel) -> Panel:
    label = {"Schiedsrichter": "Ausschalten", "Referee": "Switch off"}[panel.title]
    return panel.choose(label).press("hold ok")


def test_switching_off_takes_a_held_button_and_a_countdown() -> None:
    box = Box()
    panel = box.panel().choose("Ausschalten")
    panel.press("ok", "roll", "seat1").wait(60)
    assert box.asked == 0
    off(panel.press("back"))
    counted = [panel.lines[1]]
    for _ in range(4):
        counted.append(panel.wait(1.0).lines[1])
    assert counted == ["5", "4", "3", "2", "1"]
    assert box.asked == 0
    panel.wait(1.0)
    assert box.asked == 1
    assert panel.lines[1] == "Schaltet aus …"
    panel.press("back", "ok").wait(60)
    assert (box.asked, panel.lines[1]) == (1, "Schaltet aus …")


@pytest.mark.parametrize("button", ["ok", "back", "seat4", "up"])
def test_any_button_stops_the_countdown(button: str) -> None:
    box = Box()
    panel = off(box.panel()).wait(3.0).press(button).wait(60)
    assert box.asked == 0
    assert panel.title == "Schiedsrichter"


def test_when_it_is_not_allowed_that_is_told_and_the_panel_goes_on() -> None:
    box = Box(error=RefereeError("error.option.unknown", key="off", known="none"))
    panel = off(box.panel()).wait(6.0)
    assert panel.title == "Störung"
    assert "off" in panel.lines[1]
    assert panel.press("ok").title == "Schiedsrichter"


# -- last words -----------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_words_tell_what_happens_and_what_is_lost(language: str) -> None:
    said = []
    for lead in (lambda p: p, lambda p: p.play(new(GAME)), switched_off):
        panel = lead(Box().panel(language))
        picture = panel.program.last_words()
        assert picture.getbbox() is not None
        assert panel.program.clipped == []
        assert panel.program.missing == set()
        said.append(panel.words)
    assert len(set(said)) == 3
    if language == "de":
        assert said[0] == "Schiedsrichter\nDer Schiedsrichter ist beendet."
        assert "nicht gespeichert" in said[1]
        assert "Zieh den Stecker erst" in said[2]


def switched_off(panel: Panel) -> Panel:
    return off(panel).wait(6.0)


def test_a_match_that_is_kept_is_not_mourned(tmp_path: Path) -> None:
    panel = Panel(store_in(tmp_path))
    panel.press("ok", "ok").choose("Rest ohne Namen").choose("Los geht's")
    panel.program.last_words()
    assert panel.words == "Schiedsrichter\nDer Schiedsrichter ist beendet."


# -- lamps and idle -------------------------------------------------------------------------


def test_while_the_display_is_missing_a_lamp_says_so(tmp_path: Path) -> None:
    panel = Panel(store_in(tmp_path))
    panel.program.device("screen", False)
    assert panel.lamps == {"roll": Lamp(Pattern.DOUBLE)}
    panel.program.device("screen", True)
    assert panel.lamps == {}


def test_when_the_display_is_spared_can_be_set() -> None:
    panel = Panel(idle=Idle(10.0, 20.0, 30.0)).wait(15)
    assert panel.program.frame().contrast == 255
    panel.wait(10)
    assert panel.program.frame().contrast < 20
    assert panel.wait(10).words == "Taste drücken"
