"""Nothing that stands in a file steers the terminal on which it is told."""

from __future__ import annotations

import ast
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.doors import places
from referee.doors.terminal import clean_log
from referee.kernel.journal import Header
from referee.kernel.names import visible
from referee.kernel.store import Store
from tests import toy
from tests.conftest import ROOT
from tests.doors.conftest import Run
from tests.doors.process import referee

#: Clears the screen, turns what follows around, sets the title, by one byte or two.
EVIL = "\x1b[2J\u202egnp\u2066\x9b31m\x1b]0;title\x07\x7f\U000e0041"

#: The same as TOML spells it in a string.
TOML = json.dumps(EVIL).replace("\\udb40\\udc41", "\\U000e0041")

CONFIG = f"""
schema = 2
language = {TOML}
{TOML} = 1
[display]
{TOML} = {{ {TOML} = {TOML} }}
chip = [{TOML}]
["table{TOML[1:]}]
{TOML} = 1
"""


def steering(text: str) -> set[str]:
    return {letter for letter in text if letter != "\n" and visible(letter) != letter}


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Settings, corrections and a match that others have written."""
    (tmp_path / "config" / "components").mkdir(parents=True)
    (tmp_path / "config" / "referee.toml").write_text(CONFIG, "utf-8")
    (tmp_path / "config" / "components" / "toy.toml").write_text(f"{TOML} = 1", "utf-8")
    (tmp_path / "data").mkdir()
    store = Store(tmp_path / "data" / places.STORE, lambda: 1.0)
    name = EVIL[:40]
    options = toy.GAME.complete(2, {})
    printed = toy.GAME.components().plain()
    version = toy.GAME.rules_version(options)
    players = (f"cmd:{EVIL}", EVIL)
    header = Header("toy", version, 2, options, printed, EVIL, (name, "Bob"), EVIL, players)
    store.begin(header)
    store.close()
    return tmp_path


@pytest.mark.parametrize(
    "args",
    [
        ("config", "check"), ("config", "show"), ("config", "wiring"), ("doctor", "--no-panel"),
        ("history",), ("history", "1"), ("page", "1"), ("export", "1"), ("match", "--resume", "1"),
        ("match", "toy"), ("import", "evil.jsonl"), ("lab", "evil.toml"), ("run", "--simulate"),
        ("config", "check", "--config", f"{EVIL}.toml"),
    ],
)  # fmt: skip
def test_what_is_told_of_a_file_steers_nothing(hostile: Path, args: tuple[str, ...]) -> None:
    exported = referee(hostile, "export", "1").stdout.decode()
    wrong = exported.replace('"seed":', f'"players": [{json.dumps(EVIL)}], "seed":')
    (hostile / "evil.jsonl").write_text(wrong, "utf-8")
    (hostile / "evil.toml").write_text(f"{TOML} = 1", "utf-8")
    (hostile / f"{EVIL}.toml").write_text(CONFIG, "utf-8")
    if args[0] == "run":
        (hostile / "script").write_text("wait 1\n")
        args = ("run", "--script", "script")
    done = referee(hostile, *args, LC_ALL="C.UTF-8")
    told = (done.stdout + done.stderr).decode()
    assert told
    assert "Traceback" not in told
    assert steering(told) == set()


def test_what_is_sent_is_the_same_all_the_same(hostile: Path) -> None:
    header = json.loads(referee(hostile, "export", "1").stdout.splitlines()[0])
    assert header["names"] == [EVIL[:40], "Bob"]
    sent = referee(hostile, "match", "--resume", "1").stdout.splitlines()
    assert json.loads(sent[0])["names"] == [EVIL[:40], "Bob"]


def test_settings_that_are_shown_can_be_read_again(run: Run, hostile: Path) -> None:
    shown = run("config", "show")[1]
    again = hostile / "again.toml"
    again.write_text(shown, "utf-8")
    code, twice, errors = run("config", "show", "--config", str(again))
    assert (code, errors) == (0, "")
    assert [line.partition("  #")[0] for line in twice.splitlines()] == [
        line.partition("  #")[0] for line in shown.splitlines()
    ]


def test_a_report_steers_nobody_who_looks_at_it(run: Run, hostile: Path) -> None:
    run("doctor", "--no-panel", "--report", str(hostile / "report"))
    text = (hostile / "report").read_text("utf-8")
    assert "Settings that are not the default" in text
    assert steering(text) == set()


def test_what_is_logged_steers_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    clean_log()
    last = logging.lastResort
    assert last is not None
    last.handle(logging.LogRecord("hal", logging.WARNING, "", 1, "lost: %s", (EVIL,), None))
    said = capsys.readouterr().err
    assert said.startswith("lost: ")
    assert steering(said) == set()


#: Who writes to standard output: the one place, what a shell reads, a picture in art, the protocol.
TELLERS = {
    "referee/doors/terminal.py", "referee/doors/completion.py", "sim/hands.py",
    "referee/doors/match.py", "referee/doors/export.py",
}  # fmt: skip


def writers() -> Iterator[str]:
    for package in ("referee", "hal", "sim"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                prints = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"
                stream = isinstance(node, ast.Attribute) and node.attr == "stdout"
                if prints or (stream and getattr(getattr(node, "value", None), "id", "") == "sys"):
                    yield str(path.relative_to(ROOT))


def test_whatever_is_told_goes_through_one_place() -> None:
    """Others look at standard output at most: whether it is a terminal, or to flush it."""
    looks = {
        "referee/cli.py", "referee/doors/play.py", "referee/doors/demo.py", "sim/terminal_parts.py",
    }  # fmt: skip
    assert set(writers()) <= looks | TELLERS
