"""``referee play`` and ``referee run``: what they show, and what they do where they cannot."""

from __future__ import annotations

import argparse
from importlib.resources import files
from pathlib import Path

import pytest

from referee.doors import panel
from referee.table.program import TableProgram
from referee.table.settings import Settings
from sim.panel import SimPanel
from sim.script import Player, parse
from tests.doors.process import referee

FRAME = "┌"


@pytest.mark.parametrize(
    ("lang", "heading", "advice"),
    [
        ("de", "Hier ist kein Terminal", "make play"),
        ("en", "There is no terminal here", "make play"),
    ],
)
def test_without_a_terminal_play_shows_a_match_and_says_how_to_play(
    tmp_path: Path, lang: str, heading: str, advice: str
) -> None:
    done = referee(tmp_path, "play", "--lang", lang)
    out = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert out.startswith(heading)
    assert out.count(FRAME) == 7
    assert advice in out.splitlines()[-2]


def test_the_demonstration_is_a_match_with_a_ram() -> None:
    script = files("referee.doors").joinpath("demo.txt").read_text("utf-8")
    program = TableProgram(None, lambda: "script 0", defaults=Settings(language="en"))
    panel = SimPanel(program)
    Player(panel, program, lambda text: None).play(parse(script))
    panel.close()
    assert program.session is not None
    match = program.session.match
    verbs = [logged.line.entry.verb for logged in match.log if logged.line.entry]
    assert verbs[-4:] == ["roll", "passed", "roll", "reached"]
    assert match.over


def script(tmp_path: Path, *lines: str) -> str:
    file = tmp_path / "script.txt"
    file.write_text("\n".join(lines), "utf-8")
    return str(file)


def test_a_script_prints_screens_and_is_the_same_every_time(tmp_path: Path) -> None:
    file = script(tmp_path, *["press ok"] * 7, "press seat1", "wait 3", "screen")
    first, again = (referee(tmp_path, "run", "--script", file) for _ in range(2))
    assert first.returncode == 0
    assert first.stdout.decode().count(FRAME) == 1
    assert first.stdout == again.stdout
    assert not (tmp_path / "data").exists()


def test_a_script_that_fails_says_where(tmp_path: Path) -> None:
    file = script(tmp_path, "press ok", 'expect text "no such words"')
    done = referee(tmp_path, "run", "--script", file)
    assert done.returncode == 1
    assert f"{file}:2: " in done.stderr.decode()


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("run", "--script", "missing.txt"), "missing.txt"),
        (("run", "--script", "s", "--config", "missing.toml"), "missing.toml: cannot be read"),
        (("play", "--config", "missing.toml"), "missing.toml: cannot be read"),
    ],
)
def test_a_file_that_is_missing_is_named(
    tmp_path: Path, args: tuple[str, ...], complaint: str
) -> None:
    (tmp_path / "s").write_text("screen\n", "utf-8")
    done = referee(tmp_path, *args)
    assert done.returncode == 1
    assert complaint in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_without_a_raspberry_pi_run_says_what_it_needs(tmp_path: Path) -> None:
    done = referee(tmp_path, "run")
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert "pin" in done.stderr.decode()


@pytest.mark.parametrize(
    ("file", "language"),
    [("schema = 2", "en"), ('schema = 2\nlanguage = "de"', "de"), ("no settings", "en")],
    ids=["names none", "names one", "unreadable"],
)
def test_a_pc_speaks_its_users_language_unless_its_file_names_one(
    tmp_path: Path, file: str, language: str
) -> None:
    """So what is wrong with the database is told in it, too: what was chosen stands in there."""
    (path := tmp_path / "referee.toml").write_text(file)
    args = argparse.Namespace(config=str(path), lang="en")
    wiring, _ = panel.config(args.config)
    assert panel.spoken(args, wiring).language == language
