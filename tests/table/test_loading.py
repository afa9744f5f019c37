"""A game is loaded when it has been chosen, and not before; nobody waits for it in the dark."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.kernel import game
from referee.kernel.match import Match
from referee.kernel.text import Text
from referee.table.aside import in_thread
from referee.table.catalogue import LANGUAGES, game_title
from referee.table.modes.loading import DOTS
from tests.patience import until
from tests.table.panel import Panel, store_in
from tests.toy import GAME as TOY

pytestmark = pytest.mark.usefixtures("toy_installed")

#: The program as the box runs it, with an unfinished match if there is a store: what is loaded
#: after each touch, and what is shown then.
SCRIPT = """
import sys
from pathlib import Path
from hal.interfaces import Gesture, Press
from referee.kernel.store import Store
from referee.table.program import TableProgram
from referee.table.settings import Settings

store = Store(Path(sys.argv[1]), lambda: 1.0)
program = TableProgram(store, lambda: "seed", defaults=Settings("en"))
for touch in ["", *sys.argv[2:]]:
    if touch:
        program.press(Press(0.0, touch, Gesture.TAP))
    shown = program.screen_text().splitlines()
    games = {name.split(".")[2] for name in sys.modules if name.startswith("referee.games.")}
    print(shown[0], sorted(games), sep="|")
"""


def lines(store: Path, *touches: str) -> list[str]:
    command = [sys.executable, "-c", SCRIPT, str(store), *touches]
    done = subprocess.run(command, check=True, timeout=120, capture_output=True, text=True)
    return done.stdout.splitlines()


def test_no_game_is_loaded_before_it_is_chosen_and_then_no_other(tmp_path: Path) -> None:
    """All of them at once, in the first press, kept a slow machine busy for twelve seconds."""
    assert lines(tmp_path / "db.sqlite", "ok", "down", "down", "ok") == [
        "Referee|[]", "Which game?|[]", "Which game?|[]", "Which game?|[]",
        "How many play?|['knight_rider']",
    ]  # fmt: skip


def test_a_quick_match_loads_its_game_alone(tmp_path: Path) -> None:
    shown = lines(tmp_path / "db.sqlite", "down", "ok", "down", "down", "down", "ok")
    assert [line.partition("|")[2] for line in shown] == [*["[]"] * 6, "['knister']"]


def test_a_kept_match_is_offered_by_its_name_and_loads_its_game_when_it_goes_on(
    tmp_path: Path,
) -> None:
    store = store_in(tmp_path)
    Match.new(game.find_game("victory"), 3, {}, "seed", store=store)
    store.close()
    loaded = [line.partition("|")[2] for line in lines(tmp_path / "db.sqlite", "ok")]
    assert loaded == ["[]", "['victory']"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_title_is_the_same_before_the_game_is_loaded(language: str) -> None:
    for name in game.game_names():
        assert game.find_texts(name) == game.find_game(name).resources
        assert game_title(name, language)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages; a game is announced whose texts do not lie in its own."""
    info = tmp_path / "elsewhere-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[referee.games]\nelsewhere = around.inside:GAME\n")
    (tmp_path / "around").mkdir()
    (tmp_path / "around" / "inside.py").write_text(
        "from dataclasses import replace\nfrom tests import toy\n"
        "GAME = replace(toy.GAME, name='elsewhere')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    for module in ("around", "around.inside"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    game._found.cache_clear()
    yield tmp_path / "around"
    game._found.cache_clear()
    game.find_game.cache_clear()


def test_a_game_whose_texts_lie_elsewhere_is_loaded_for_its_title(elsewhere: Path) -> None:
    """An entry point may name a module that is no package, or one without texts."""
    assert game_title("elsewhere", "en") == "Toy"


def test_a_package_that_fails_around_a_game_harms_no_list(elsewhere: Path) -> None:
    (elsewhere / "__init__.py").write_text("raise ZeroDivisionError")
    panel = Panel(language="en", games=("elsewhere", "toy")).press("ok")
    assert [line.split() for line in panel.lines[1:3]] == [[">", "elsewhere", "!"], ["Toy"]]
    panel.press("ok")
    assert "ZeroDivisionError" in panel.words.replace("\n", "")


# -- while it is loaded --------------------------------------------------------------------------


class Held:
    """Games are loaded in a thread, as on the box, but not before they may be."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may, self.done = threading.Event(), threading.Event()
        find = game.find_game

        def held(name: str) -> game.Game[object]:
            assert self.may.wait(60)
            self.done.set()
            return find(name)

        monkeypatch.setattr("referee.table.modes.loading.find_game", held)
        monkeypatch.setattr("referee.table.modes.loading.MOMENT", 0.0)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    return Held(monkeypatch)


def patiently(panel: Panel, title: str) -> None:
    """The loader's thread takes its own time."""

    def wait() -> None:
        time.sleep(0.005)
        panel.wait(0.3)

    until(lambda: panel.title == title, wait, lambda: panel.words, 2000)


@pytest.mark.parametrize("language", LANGUAGES)
def test_while_a_game_is_loaded_the_screen_says_so_and_lives(held: Held, language: str) -> None:
    panel = Panel(language=language, games=("toy", "knister"), aside=in_thread)
    panel.press("ok").choose(game_title("toy", language))
    assert panel.title == game_title("toy", language)
    assert panel.lines[1] == panel.program.catalogue("setup.loading")
    assert panel.program.passing
    assert not panel.program.missing
    assert not panel.program.clipped
    pictures = set()
    for _ in range(2 * DOTS):
        pictures.add(panel.wait(0.2).program.frame().picture.tobytes())
    assert len(pictures) == DOTS
    held.may.set()
    patiently(panel, panel.program.catalogue("setup.who"))


def test_a_press_that_was_meant_for_the_loading_answers_no_question(held: Held) -> None:
    panel = Panel(language="en", games=("toy", "knister"), aside=in_thread)
    panel.press("ok").choose("Toy")
    held.may.set()
    patiently(panel, "How many play?")
    assert panel.program.passing
    assert panel.press("ok").title == "How many play?"
    assert not panel.wait(1).program.passing
    assert panel.press("ok").title != "How many play?"


def test_who_does_not_want_to_wait_goes_back_and_the_game_does_not_follow(held: Held) -> None:
    panel = Panel(language="en", games=("toy", "knister"), aside=in_thread)
    panel.press("ok").choose("Toy").press("back")
    assert panel.title == "Which game?"
    held.may.set()
    assert held.done.wait(60)
    panel.wait(5)
    assert panel.title == "Which game?"
    panel.choose("Toy")
    patiently(panel, "How many play?")


def test_what_is_told_meanwhile_is_read_first(held: Held, tmp_path: Path) -> None:
    """The list that follows does not cover a message, nor take it away."""
    store = store_in(tmp_path)
    Match.new(TOY, ("Ada", "Bob"), {}, "seed", store=store)
    panel = Panel(store, "en", aside=in_thread)
    panel.press("ok")
    assert panel.lines[1] == "Loading …"
    panel.program.tell(Text("notice.crash", {}))
    told = panel.words
    held.may.set()
    assert held.done.wait(60)
    panel.wait(5)
    assert panel.words == told
    panel.press("ok")
    patiently(panel, "1 Ada")
