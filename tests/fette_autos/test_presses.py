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
