"""A game's package from texts, as the site's editor has it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from referee.doors.new_game import Names, template
from referee.kernel import game, players
from referee.web.workshop import games, take_in, watch
from tests.web.test_tab import Browser

NAMES = Names("workbench")
FLOW = "workbench/flow.py"
TEXTS = "workbench/texts/de.toml"


@pytest.fixture
def files() -> Iterator[dict[str, str]]:
    """A whole game; what was imported of it is forgotten afterwards."""
    path, level = list(sys.path), list(logging.getLogger().handlers)
    yield {NAMES.put(str(path)): NAMES.put(text) for path, text in template()}
    sys.path[:], logging.getLogger().handlers[:] = path, level
    for name in [name for name in sys.modules if name.split(".")[0] == NAMES.package]:
        del sys.modules[name]
    game.look_again()
    players.look_again()


def changed(files: Mapping[str, str], name: str, old: str, new: str) -> dict[str, str]:
    assert old in files[name]
    return {**files, name: files[name].replace(old, new)}


def test_it_is_played_at_once(files: dict[str, str], tmp_path: Path) -> None:
    assert take_in(tmp_path / "game", files, "en") == []
    browser = Browser(tmp_path)
    browser.page("a")
    browser.tab.quick("a", NAMES.name)
    browser.run(0.0)
    browser.play("a")
    assert browser.state("a")["result"]


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        (FLOW, '"check", add,', '"check", addd,', "name 'addd' is not defined, flow.py line 91"),
        (FLOW, "def add(", "def add(:", "(flow.py, line 71)"),
        (FLOW, '"choose", "roll", None', '"choose", "rolll", None', "row choose.on: unknown state"),
        (TEXTS, 'name = "', "name = ", 'workbench/texts/de.toml, line 2, “name = Workbench"”'),
        ("pyproject.toml", ":GAME", ":GAMES", "has no attribute 'GAMES'"),
        ("pyproject.toml", "referee.games", "referee.game", "pyproject.toml names no game. Under"),
        ("pyproject.toml", '"workbench:GAME"', "3", "The game workbench cannot be used"),
    ],
)
def test_what_is_wrong_is_named(
    files: dict[str, str], tmp_path: Path, name: str, old: str, new: str, told: str
) -> None:
    (fault,) = take_in(tmp_path, changed(files, name, old, new), "en")
    assert told in fault


@pytest.mark.parametrize("text", ["", "project = 3", "[project]\nentry-points = 3"])
def test_a_package_that_says_nothing_of_a_game(text: str, tmp_path: Path) -> None:
    (fault,) = take_in(tmp_path, {"pyproject.toml": text}, "de")
    assert fault.startswith('pyproject.toml nennt kein Spiel. Unter [project.entry-points."referee')


def test_the_game_may_be_called_otherwise(files: dict[str, str], tmp_path: Path) -> None:
    files = changed(files, "pyproject.toml", 'workbench = "workbench:', 'bench = "workbench:')
    files = changed(files, "workbench/__init__.py", 'name="workbench"', 'name="bench"')
    assert games(files) == ["bench"]
    assert take_in(tmp_path / "game", files, "en") == []


def test_what_is_raised_in_a_match_is_named(files: dict[str, str], tmp_path: Path) -> None:
    files = changed(files, FLOW, "entry.die()", "entry.dye()")
    assert take_in(tmp_path / "game", files, "en") == []
    told: list[str] = []
    watch(files, "en", told.append)
    browser = Browser(tmp_path)
    browser.page("a")
    browser.tab.quick("a", NAMES.name)
    browser.run(0.0)
    (due,) = browser.state("a")["asks"]
    browser.ask("a", ask=due["id"], verb="roll", args={})
    assert "no attribute 'dye'" in told[0]
    assert "flow.py line" in told[0]
