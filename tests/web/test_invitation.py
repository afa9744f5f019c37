"""The code on the display is read by a scanner, and leads to the box."""

from __future__ import annotations

import pytest
import zxingcpp

from referee.table.appliance import Appliance, Invitation
from referee.table.program import TableProgram
from referee.table.settings import Settings
from referee.web.invitation import LARGEST, invitation, wifi_invitation
from sim.panel import SimPanel


class Card:
    """Invites to one thing only."""

    def __init__(self, made: Invitation, card: str = "page") -> None:
        self._made = made
        self._card = card

    def cards(self) -> tuple[str, ...]:
        return (self._card,)

    def waits(self) -> str:
        raise NotImplementedError

    def invite(self, card: str) -> Invitation:
        assert card == self._card
        return self._made


LONGEST = ("192.168.178.123", 8080)
#: As wide as codes hardly ever are.
WIDE = "WMQWMQWM"


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("address", "port"), [LONGEST, ("10.42.0.1", 80)])
def test_a_scanner_reads_it_off_the_panel(address: str, port: int, language: str) -> None:
    made = invitation(address, port, WIDE)
    program = TableProgram(
        None, str, defaults=Settings(language=language), appliance=Appliance(phones=Card(made))
    )
    panel = SimPanel(program)
    while "192" not in panel.screen_text() and "10.42" not in panel.screen_text():
        title = {"de": "Handys", "en": "Phones"}[language]
        panel.press("ok" if f"> {title}" in panel.screen_text() else "down")
    assert program.clipped == []
    assert made.code in panel.screen_text()
    picture = panel.picture().convert("L").resize((512, 256))
    found = zxingcpp.read_barcode(picture)
    assert found is not None
    where = address if port == 80 else f"{address}:{port}"
    assert found.text == f"HTTP://{where}/J/{WIDE}"


def test_a_wifi_is_scanned_off_the_panel_too() -> None:
    made = wifi_invitation("TABLE", "K7F3QMNP")
    program = TableProgram(
        None, str, defaults=Settings(language="en"), appliance=Appliance(phones=Card(made, "wifi"))
    )
    panel = SimPanel(program)
    while made.code not in panel.screen_text():
        panel.press("ok" if "> Phones" in panel.screen_text() else "down")
    found = zxingcpp.read_barcode(panel.picture().convert("L").resize((512, 256)))
    assert found is not None
    assert found.text == "WIFI:T:WPA;S:TABLE;P:K7F3QMNP;;"


def test_an_address_that_makes_too_large_a_code_is_shown_as_text() -> None:
    made = invitation("a-very-long-name-of-a-box-at-home.local", 8080, "K7F3QMNP")
    assert made.modules == ()
    assert len(invitation(*LONGEST, "K7F3QMNP").modules) <= LARGEST
