"""``referee demo``: the match that plays itself, in virtual time and as a user has it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from referee.doors import demo
from referee.doors.words import Words
from referee.table.catalogue import LANGUAGES, read
from referee.table.program import TableProgram
from referee.table.settings import Settings
from sim.panel import SimPanel
from tests.doors.process import REFEREE, environment
from tests.doors.test_terminal import Terminal, terminal

__all__ = ["terminal"]

#: Columns of a caption at 80x24.
ROOM = 78


def played(language: str, seconds: float) -> tuple[TableProgram, list[str], list[str]]:
    """The demonstration in no time: its program, the buttons pressed, the captions."""
    program = TableProgram(None, lambda: "seed", defaults=Settings(language))
    program.show(demo.match())
    hand = demo.Hand(program, Words(language))
    pressed: list[str] = []
    captions = [hand.caption]
    panel = SimPanel(program)
    try:
        while panel.clock.now() < seconds:
            for button in hand.step(panel.clock.now()):
                panel.press(button)
                pressed.append(button)
            if hand.caption != captions[-1]:
                captions.append(hand.caption)
            panel.run(0.2)
    finally:
        panel.close()
    return program, pressed, captions


@pytest.mark.parametrize("language", LANGUAGES)
def test_for_two_minutes_a_match_plays_itself_and_says_what_happens(language: str) -> None:
    program, pressed, captions = played(language, demo.LENGTH + 5)
    words = Words(language)
    assert captions[0] == words("demo.begin")
    assert captions[-1] == words("demo.over")
    assert len(captions) >= 8
    assert len(captions) == len(set(captions))
    assert {"roll", "ok"} <= set(pressed)
    assert len(pressed) >= 15
    session = program.session
    assert session is not None
    assert session.match.id is None
    assert session.match.state not in ("first_roll", "place_roll")
    assert len(session.match.log) > 60
    assert not program.missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_caption_fits_the_smallest_terminal(language: str) -> None:
    words = Words(language)
    keys = [key for key in read(files("referee.doors"), language) if key.startswith("demo.")]
    captions = [words(key, who="Ada") for key in keys]
    assert len(captions) >= 8
    assert [caption for caption in captions if len(caption) > ROOM] == []


def test_it_goes_alike_every_time() -> None:
    (one, pressed, _), (other, again, _) = played("en", 60), played("en", 60)
    assert pressed == again
    assert one.chronicle() == other.chronicle()


def test_a_key_takes_over_and_nothing_is_kept(
    tmp_path: Path, terminal: Callable[..., Terminal]
) -> None:
    shown = terminal("--lang", "en", command="demo").see("plays itself")
    shown.type(b" ").see("Q: quit").type(b"q").see("Press Q again").type(b"q")
    assert shown.leave() == 0
    assert not list(tmp_path.rglob("*.sqlite*"))


def test_without_a_terminal_it_prints_a_match(tmp_path: Path) -> None:
    done = subprocess.run(
        [*REFEREE, "demo", "--lang", "en"], capture_output=True, text=True, timeout=120,
        stdin=subprocess.DEVNULL, env=environment(tmp_path), check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 60
