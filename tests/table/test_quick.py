"""A newcomer's first minutes: the language, a quick match, and how few presses they take."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.players import introduce
from referee.table.catalogue import LANGUAGES
from referee.table.program import TableProgram
from tests.conformance.test_suite import nothing, pops, seldom
from tests.own import OWN
from tests.table.panel import Panel, store_in

#: From the menu to the first decision.
PRESSES = 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(OWN))
def test_five_presses_from_the_menu_lead_to_the_first_decision(game: str, language: str) -> None:
    panel = Panel(language=language, games=sorted(OWN))
    panel.press("down", "ok")
    at = sorted(OWN).index(game)
    ways = [["down"] * at, ["up"] * (len(OWN) - at)]
    panel.press(*min(ways, key=len), "ok")
    assert panel.presses <= PRESSES
    quick = find_game(game).quick
    assert quick is not None
    assert panel.match.game.name == game
    assert panel.match.position.state in quick.play
    assert list(panel.match.header.players) == quick.players
    assert panel.program.clipped == []
    panel.wait(60)  # who begins is drawn: the box may play before the person is asked
    assert any(1 in ask.seats for ask in panel.match.asks)


def test_a_quick_match_leaves_what_is_usual_at_this_table(tmp_path: Path) -> None:
    panel = Panel(store_in(tmp_path), games=["knister"])
    panel.choose("Schnelle Partie").press("ok")
    assert panel.match.header.options["sheets"] == "device"
    panel.press("roll", "back").choose("Hauptmenü")  # past the opening
    assert "Gleiche Besetzung" not in panel.words
    panel.choose("Neue Partie").choose("1 Spieler").choose("Spieler 1")
    assert "Zettel: aus Papier" in panel.words


@pytest.mark.parametrize("game", ["victory", "knight-rider"])
def test_the_rematch_of_a_quick_match_asks_no_more_than_it_did(game: str) -> None:
    panel = Panel(language="en", games=[game])
    panel.choose("Quick match").press("ok")
    first = panel.match
    panel.press("back").choose("Abandon match").press("hold ok").wait(1).choose("Rematch")
    quick = first.game.quick
    assert quick is not None
    assert panel.match is not first
    assert panel.match.state in quick.play
    assert panel.match.header.options == first.header.options


def test_one_person_with_another_option_has_no_quick_rematch() -> None:
    """The box has answered who is youngest there, too; plans are asked about (FAP-PLAN-1)."""
    game = find_game("fette-autos")
    quick = game.quick
    assert quick is not None
    options = {**quick.options, "plan": True}
    match = Match.new(game, ["Ada", "Box"], options, "plan", players=quick.players)
    introduce(match)
    panel = Panel(language="en", games=["fette-autos"]).play(match)
    panel.press("back").choose("Abandon match").press("hold ok").wait(1).choose("Rematch")
    assert panel.program.session is not None
    assert panel.match is not match
    assert panel.match.header.options == match.header.options
    assert not panel.match.over


@pytest.mark.parametrize(("game", "seats"), [("knister", 2), ("fette-autos", 3)])
def test_one_person_against_the_box_is_not_asked_who_is_youngest(game: str, seats: int) -> None:
    panel = Panel(language="en", games=[game])
    panel.choose("New match").choose(f"{seats} players").choose("Player 1")
    while "who?" in panel.title:
        panel.choose("Robot: easy")
    panel.choose("Start")
    assert "youngest" not in panel.words
    assert panel.match.state not in panel.match.game.about_people
    assert panel.match.log[0].line.entry is not None
    assert panel.match.log[0].line.entry.seat == 1


def test_a_game_without_a_quick_match_asks_as_always() -> None:
    panel = Panel(language="en", games=["toy"])
    assert panel.choose("Quick match").press("ok").title == "How many play?"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("effects", [{}, {"add": nothing, "settle": pops}])
def test_a_quick_match_that_never_begins_is_told_and_given_up(
    effects: dict[str, Any], language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = seldom(effects=effects)
    monkeypatch.setattr("referee.table.modes.loading.find_game", lambda name: game)
    store = store_in(tmp_path)
    panel = Panel(store, language=language, games=["toy"])
    panel.press("down", "ok", "ok")
    assert panel.program.session is None
    assert "rest" in panel.words, "the state that was never reached is named"
    assert panel.program.clipped == []
    panel.press("ok")
    assert panel.title == {"de": "Welches Spiel?", "en": "Which game?"}[language]
    assert store.matches("open") == [], "nothing to resume"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_start_asks_the_language_and_offers_a_match(
    language: str, tmp_path: Path
) -> None:
    panel = Panel(games=["knister"])
    store = store_in(tmp_path)
    panel.program = TableProgram(store, lambda: "seed", games=["knister"], welcome=True)
    assert panel.title == "Sprache / Language"
    panel.choose({"de": "Deutsch", "en": "English"}[language])
    assert panel.title == {"de": "Willkommen!", "en": "Welcome!"}[language]
    panel.press("ok", "ok")
    assert panel.match.game.name == "knister"
    assert store.setting("settings", {})["language"] == language
