"""HELP answers in one order, the same in all games, and breaks no thought."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table.catalogue import LANGUAGES, Catalogue, read
from referee.table.modes.helping import Help
from referee.table.modes.play import Play
from referee.table.pixels.panel import paged
from tests.own import OWN
from tests.table.panel import Panel, store_in

#: Titles of HELP's pages in their order, in German.
ORDER = ("Was jetzt?", "Die Regel", "Eben gesagt", "Warum?", "Zeichen", "Tasten", "Das Spiel")


def helped(panel: Panel) -> list[str]:
    """The titles of HELP's pages, one after the other."""
    panel.press("hold ok")
    titles = []
    while isinstance(panel.program.top, Help):
        titles.append(panel.title.rpartition(" ")[0])
        panel.press("ok")
    return titles


@pytest.mark.parametrize("game", OWN)
def test_help_answers_what_now_then_why_then_the_buttons_once(game: str, tmp_path: Path) -> None:
    panel = Panel(store_in(tmp_path), games=(game,))
    panel.choose("Schnelle Partie").press("back")
    asked = 0
    for _ in range(40):
        if isinstance(panel.program.top, Play) and not panel.program.top.sight.left_to_box:
            titles = helped(panel)
            assert titles[0] == "Was jetzt?", panel.words
            assert titles == sorted(titles, key=ORDER.index), titles
            asked += 1
        panel.press("ok").wait(1.5)
    assert asked > 4


def test_the_first_page_of_help_says_more_than_the_screen_it_explains() -> None:
    """What to do now stands on the screen; a rule that has room beside it is told with it."""
    panel = Panel(games=("victory",)).choose("Schnelle Partie").press("ok", "hold ok")
    assert panel.title.startswith("Was jetzt?")
    now, rule = "Erster Wurf, 3 Würfel. ROLL: Würfeln.", "Der erste Wurf geht immer mit 3 Würfeln."
    assert f"{now} {rule}" in panel.words
    assert "VIC-TURN-3" in panel.words


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_secret_turn_among_several_says_what_now_and_nothing_secret(language: str) -> None:
    """Fette Autos with hands in the box: covered and open HELP begins with who answers and how."""
    game = find_game("fette-autos")
    match = Match.new(game, ("Ada", "Bob", "Cem"), {"cards": "device"}, "seed")
    panel, seen = Panel(language=language, games=(game.name,)).play(match), set[bool]()
    for _ in range(60):
        top = panel.program.top
        if isinstance(top, Play) and top.sight.turn.secret:
            words, covered = panel.program.catalogue, top.sight.covered
            seat = top.sight.turn.seats[0]
            driver = match.position.driver(seat)  # type: ignore[attr-defined]
            hand = {str(card) for card in driver.hand}
            panel.press("hold ok")
            key = "help.covered" if covered else "help.uncovered"
            said = words(key, who=words.player(seat))
            first = " ".join(panel.lines)
            assert panel.title.startswith(words("help.now"))
            assert said.split(".")[0] in first
            assert not hand & set(first.split()), first
            panel.press("back")
            seen.add(covered)
        panel.press("ok").wait(1.5)
    assert seen == {True, False}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OWN)
def test_no_page_of_help_ends_in_the_middle_of_a_thought(game: str, language: str) -> None:
    found = read(find_game(game).resources, language)
    words = Catalogue(language, find_game(game))
    told = [said for key, said in found.items() if key.startswith("clause.") or key == "signs"]
    told += [words("opening.aim"), words("opening.turn"), words("help.buttons"), words("help.keys")]
    for said in told:
        assert isinstance(said, str)
        assert all(page.endswith((".", "!", "?")) for page in paged(said)), paged(said)
