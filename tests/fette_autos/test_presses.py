"""How many presses the answers of a race take at the panel, with the cards on the table."""

from __future__ import annotations

import pytest

from tests.fette_autos import Play
from tests.table.panel import Panel


def on_panel(play: Play) -> Panel:
    panel = Panel(language="en", games=("fette-autos",)).play(play.match)
    panel.presses = 0
    return panel


def pad(panel: Panel, value: int) -> Panel:
    """Type a number on the pad that is shown."""
    return panel.press(*panel.program.type_die(value))


@pytest.mark.parametrize("slot", ["Left", "Middle", "Right"])
def test_a_manoeuvre_takes_six_presses_at_most(slot: str) -> None:
    panel = on_panel(Play(3, cards="table", track=["straight bump"]).manoeuvres())
    panel.choose("Manoeuvre").choose(slot)
    pad(panel, 60)
    while panel.match.state == "manoeuvre" and panel.match.asks[0].seats == (3,):
        panel.press("ok")
    assert panel.match.state == "manoeuvre"
    assert panel.presses <= 6 + (slot == "Right")


@pytest.mark.parametrize(("mine", "theirs", "most"), [(0, 0, 4), (1, 0, 5), (1, 1, 6)])
def test_a_poker_of_few_chips_takes_five_presses(mine: int, theirs: int, most: int) -> None:
    panel = on_panel(Play(3, cards="table", track=["straight bump"]).overtaking())
    panel.choose("Attack").choose(str(mine)).choose(str(theirs))
    while panel.match.state == "stake" or "(OK) go on" in panel.words:
        panel.press("ok")
    assert panel.match.state in ("attack", "again")
    assert panel.presses <= most


def test_after_the_third_of_eight_the_cursor_stands_on_done() -> None:
    play = Play(1, cards="device").until("open")
    panel = on_panel(play).press("ok", "down", "ok", "down", "ok")
    assert "> Done: 3 of 3" in panel.lines
    panel.press("ok")
    assert (panel.match.state == "open", panel.presses) == (False, 6)


def test_phase_one_is_few_presses_a_player() -> None:
    """The card and how many match; of equal cards alone the owner says which one goes."""
    play = Play(2, cards="table", track=["straight down"], hands={1: "20 30 60", 2: "20 20 60"})
    panel = on_panel(play.race())
    front = panel.match.asks[0].seats[0]
    assert front == 2
    pad(panel.read(), 50)
    assert "(▲) Left 20 (OK) Middle 20" in " ".join(panel.lines), "each on its own button"
    panel.press("ok")
    pad(panel, 1)
    panel.read()
    second = panel.presses
    pad(panel, 50)
    pad(panel.read(), 1)
    assert panel.presses - second <= 4
    assert panel.match.state != "sign"
