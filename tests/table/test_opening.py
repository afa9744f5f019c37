"""A game's opening: seen once on a box, skipped by one press, found again in HELP."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.kernel.game import find_game
from referee.table import errands
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.table.modes.helping import Help
from referee.table.modes.opening import Opening
from referee.table.modes.play import Play
from referee.table.modes.quick import begin_quick
from tests.own import OWN
from tests.table.panel import Panel, store_in


def begun(game: str, folder: Path, language: str = "en") -> Panel:
    panel = Panel(store_in(folder), language=language, games=(game,))
    return panel.choose(Catalogue(language)("home.quick")).press("ok")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OWN)
def test_every_game_opens_with_its_aim_and_a_turn_in_one_picture(
    game: str, language: str, tmp_path: Path
) -> None:
    panel, words = begun(game, tmp_path, language), Catalogue(language, find_game(game))
    assert words("opening.aim") in panel.words
    assert panel.program.clipped == []
    first = panel.program.frame()
    panel.press("ok")
    assert words("opening.turn") in panel.words
    assert panel.program.clipped == []
    assert panel.program.frame() != first
    panel.press("ok")
    assert isinstance(panel.program.top, Play)


@pytest.mark.parametrize("key", ["roll", "back", "seat1"])
def test_one_press_skips_both_and_answers_nothing(key: str, tmp_path: Path) -> None:
    panel = begun("victory", tmp_path)
    lines = len(panel.match.lines)
    panel.press(key)
    assert isinstance(panel.program.top, Play)
    assert len(panel.match.lines) == lines


@pytest.mark.parametrize("page", [1, 2])
@pytest.mark.parametrize("leave", ["back", "roll", "hold ok"])
def test_help_leads_back_to_where_the_opening_was(page: int, leave: str, tmp_path: Path) -> None:
    panel = begun("victory", tmp_path).press(*["ok"] * (page - 1))
    before = panel.words
    assert "(BACK) skip" in before
    panel.press("hold ok")
    assert isinstance(panel.program.top, Help)
    panel.press(leave)
    assert panel.words == before
    panel.press("back")
    assert isinstance(panel.program.top, Play)


def test_a_box_shows_it_once_and_help_has_it_at_any_time(tmp_path: Path) -> None:
    panel = begun("victory", tmp_path)
    panel.press("roll", "back").choose("Abandon match").press("hold ok")
    panel.choose("Main menu").choose("Quick match").press("ok")
    assert isinstance(panel.program.top, Play)
    panel.press("hold ok")
    told = [panel.words]
    while "(OK) read on" in panel.lines:
        told.append(panel.press("ok").words)
    words = Catalogue("en", find_game("victory"))
    assert any(words("opening.aim")[:20] in page for page in told)
    assert words("help.game") in told[-1]


def test_a_match_that_a_page_begins_waits_for_nobody_at_the_box(tmp_path: Path) -> None:
    panel = Panel(store_in(tmp_path), language="en", games=("knister",))
    panel.program.errand(lambda desk: errands.begin(desk, "knister", ["Ada", "Ben"], {}, []))
    assert isinstance(panel.program.top, Play)
    panel.program.errand(lambda desk: begin_quick(desk, "knister"))
    assert isinstance(panel.program.top, Play)


def test_a_set_up_match_opens_too_and_a_game_without_an_opening_begins_at_once(
    tmp_path: Path,
) -> None:
    for game, top in (("knister", Opening), ("toy", Play)):
        panel = Panel(store_in(tmp_path), language="en", games=(game,))
        panel.choose("New match").choose("2 players").choose("Rest without names").choose("Start")
        assert isinstance(panel.program.top, top)
