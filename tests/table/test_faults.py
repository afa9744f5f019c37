"""A fault of a screen: the panel says truly what became of the match, and shows a way out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.table import play as playing
from referee.table.answer.form import Form
from referee.table.modes.home import Home
from referee.table.modes.play import Play
from referee.table.session import Session
from tests import shapes
from tests.table.panel import Panel, new
from tests.toy import GAME


def broken(*_: Any, **__: Any) -> Any:
    raise KeyError("gone")


@pytest.fixture
def panel() -> Panel:
    return Panel().play(new(GAME))


def test_a_fault_before_the_answer_leaves_the_match_as_it_was(
    panel: Panel, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Form, "press", broken)
        panel.press("roll")
    assert panel.title == "Störung"
    assert "Die Partie ist unverändert" in panel.lines[1]
    assert panel.lines[2:] == ["> Weiterspielen", "  Rückgängig", "  Zum Hauptmenü"]
    assert len(panel.match.log) == 0
    assert panel.press("ok", "roll", "ok").match.state == "choose"


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_screen_of_a_fault_fits_whatever_it_has_to_say(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for owner, name, key in ((Form, "press", "roll"), (playing, "_show", "roll"),
                             (Home, "press", "ok")):  # fmt: skip
        panel = Panel(language=language)
        if owner is not Home:
            panel.play(new(GAME))
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, broken)
            panel.press(key)
        assert panel.title in ("Störung", "Problem")
        assert panel.program.clipped == []
        assert not panel.program.missing


def test_a_fault_after_the_answer_says_that_it_counts(
    panel: Panel, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(playing, "_show", broken)
        panel.press("roll")
    assert "Deine Eingabe gilt" in panel.lines[1]
    assert len(panel.match.log) == 1
    panel.press("ok")
    assert isinstance(panel.program.top, Play)
    assert panel.match.state == "choose"


@pytest.mark.parametrize("way", ["screen", "tick"])
def test_a_screen_that_cannot_be_drawn_is_left_as_well(
    panel: Panel, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(Play, way, broken)
    panel.press("down")
    panel.program.tick(panel.now)
    assert panel.title == "Störung"
    panel.press("back")  # every button leads on; the screen fails again
    panel.program.tick(panel.now)
    assert panel.title == "Störung"
    panel.choose("Zum Hauptmenü")
    assert panel.program.session is None
    assert "Neue Partie" in panel.words


def test_a_position_that_no_screen_can_show_is_left_by_taking_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = new(shapes.GAME, ("Ada", "Bob", "Cem"), start="whose")
    panel = Panel().play(match)
    scene: Callable[..., Any] = Session.scene

    def fails_later(self: Session, seat: int | None = None) -> Any:
        return broken() if self.match.state == "dice" else scene(self, seat)

    monkeypatch.setattr(Session, "scene", fails_later)
    panel.press("ok")
    if panel.title != "Störung":
        panel.press("up", "up")
    assert panel.match.state == "dice"
    assert panel.title == "Störung"
    panel.choose("Rückgängig").choose("Ja, rückgängig")
    assert panel.match.state == "whose"
    assert isinstance(panel.program.top, Play)
