"""Programs are started only for whoever has named them here; no file brings one along."""

from __future__ import annotations

import json
import os
import pty
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.doors.programs import FILE, agreed
from referee.doors.words import Words
from referee.kernel.errors import BadEntry
from referee.kernel.match import Match
from referee.kernel.store import Store
from tests import toy
from tests.doors.process import referee

#: A command that leaves a trace where it ran.
TOUCH = "cmd:touch ran"


def told(home: Path, *args: str) -> list[dict[str, object]]:
    """What the protocol says, up to the first question."""
    done = referee(home, "match", *args, "--lang", "en")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def ran(home: Path) -> bool:
    """Whether the command ran; its trace is wiped."""
    found = (home / "ran").exists()
    (home / "ran").unlink(missing_ok=True)
    return found


@pytest.fixture
def foreign(tmp_path: Path) -> int:
    """A match in the database that this user has not begun: a copied database holds it, or an
    import before imports left programs out."""
    (tmp_path / "data").mkdir()
    store = Store(tmp_path / "data" / "matches.sqlite", lambda: 1.0)
    match = Match.new(toy.GAME, ["Ada", "Bob"], {}, "x", store=store, players=(TOUCH, ""))
    store.close()
    assert match.id is not None
    return match.id


def test_an_imported_match_starts_no_program(tmp_path: Path) -> None:
    told(tmp_path, "toy", "--seats", "2", "--save", "--seed", "x")
    header, *rest = referee(tmp_path, "export", "1").stdout.splitlines()
    named = {**json.loads(header), "players": [TOUCH, "random"]}
    (tmp_path / "x.jsonl").write_bytes(b"\n".join((json.dumps(named).encode(), *rest)))
    done = referee(tmp_path, "import", "x.jsonl", "--lang", "en")
    assert (done.returncode, done.stdout) == (0, b"Saved as match 2.\n")
    assert "the program touch ran at seat 1" in done.stderr.decode()
    match, *_ = told(tmp_path, "--resume", "2", "--allow-programs")
    assert match["players"] == ["", "random"]
    assert not ran(tmp_path)


def test_ones_own_program_plays_on(tmp_path: Path) -> None:
    typed = ("toy", "--seats", "2", "--save", "--seed", "x", "--player", f"1={TOUCH}")
    told(tmp_path, *typed)
    assert ran(tmp_path)
    keys = [message.get("key") for message in told(tmp_path, "--resume", "1")]
    assert "error.player.foreign" not in keys
    assert ran(tmp_path)


def test_a_program_that_nobody_has_named_here_is_told_and_not_started(
    tmp_path: Path, foreign: int
) -> None:
    for _ in range(2):
        messages = told(tmp_path, "--resume", str(foreign))
        (error,) = (m for m in messages if m["type"] == "error")
        assert error["key"] == "error.player.foreign"
        assert "the program touch ran, which nobody has named" in str(error["message"])
        assert messages[-1]["type"] == "ask"
        assert not ran(tmp_path)


def test_who_trusts_it_says_so_once(tmp_path: Path, foreign: int) -> None:
    for flags in (("--allow-programs",), ()):
        told(tmp_path, "--resume", str(foreign), *flags)
        assert ran(tmp_path)
    (tmp_path / "config" / FILE).write_text('nonsense\n"cmd:other"\n')
    told(tmp_path, "--resume", str(foreign))
    assert not ran(tmp_path)


def test_where_nothing_can_be_noted_the_program_still_plays(tmp_path: Path, foreign: int) -> None:
    (tmp_path / "config").write_text("a file")
    told(tmp_path, "--resume", str(foreign), "--allow-programs")
    assert ran(tmp_path)


# -- studies --------------------------------------------------------------------------------


@contextmanager
def terminal(keys: bytes) -> Iterator[None]:
    """A terminal at which somebody types."""
    ours, theirs = pty.openpty()
    os.write(ours, keys)
    with os.fdopen(ours, "rb"), os.fdopen(theirs) as stdin, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", stdin)
        yield


@pytest.mark.parametrize(
    ("language", "keys", "answer"),
    [
        ("en", b"y\n", True), ("en", b"\n", False), ("en", b"n\n", False), ("en", b"\x04", False),
        ("en", b"yeah\n", False), ("de", b"J\n", True), ("de", b"nein\n", False),
    ],
)  # fmt: skip
def test_a_study_asks_before_it_starts_a_program(
    capsys: pytest.CaptureFixture[str], language: str, keys: bytes, answer: bool
) -> None:
    names = ("random", "cmd:rm -rf \x1b[8m\nx", "easy")
    with terminal(keys):
        assert agreed(names, Words(language), allowed=False) is answer
    said = capsys.readouterr().err
    assert "    rm -rf \u241b[8m\u240ax\n" in said
    assert "\x1b" not in said


def test_without_a_terminal_a_study_names_the_flag() -> None:
    with pytest.raises(BadEntry) as caught:
        agreed(("random", "cmd:./mybot"), Words("en"), allowed=False)
    said = Words("en").error(caught.value)
    assert "./mybot" in said
    assert "--allow-programs" in said
    assert agreed(("random", "cmd:./mybot"), Words("en"), allowed=True)
    assert agreed(("random", "easy"), Words("en"), allowed=False)
