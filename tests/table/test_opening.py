"""A game's opening: seen once on a box, skipped by one press, found again in HELP."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.table.modes.opening import Opening
from referee.table.modes.play import Play
from tests.own import OWN
from tests.table.panel import Panel, new, store_in


def begun(game: str, folder: Path, language: str = "en") -> Panel:
    panel = Panel(store_in(folder), language=language, games=(game,))
    found = find_game(game)
    panel.press("up")  # somebody is there
    return panel.play(Match.new(found, max(2, found.seats[0]), {}, "seed"))


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


def test_a_box_shows_it_once_and_help_has_it_at_any_time(tmp_path: Path) -> None:
    panel = begun("victory", tmp_path)
    panel.press("roll").play(new(find_game("victory"), laps=1))
    assert isinstance(panel.program.top, Play)
    panel.press("hold ok")
    told = [panel.words]
    while "(OK) read on" in panel.lines:
        told.append(panel.press("ok").words)
    words = Catalogue("en", find_game("victory"))
    assert any(words("opening.aim")[:20] in page for page in told)
    assert words("help.game") in told[-1]


def test_a_game_without_one_begins_at_once(tmp_path: Path) -> None:
    panel = begun("toy", tmp_path)
    assert not isinstance(panel.program.top, Opening)
    assert isinstance(panel.program.top, Play)
