"""``referee play`` as a user has it: a real terminal, keys, and the process killed under it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hal.box.seatbox import SeatBox
from hal.box.trouble import Reason, Trouble
from referee.doors.places import STORE
from referee.doors.play import TableParts
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.table.program import TableProgram
from referee.table.settings import Settings
from tests.doors.process import REFEREE, environment

#: Real seconds after which something that should be on the terminal is missed.
PATIENCE = 120

ENTER, SPACE = b"\r", b" "


class Terminal:
    """A terminal of some size with ``referee play`` in it. What it prints is gathered."""

    def __init__(
        self, home: Path, *args: str, command: str = "play", size: tuple[int, int] = (80, 24),
        **env: str,
    ) -> None:  # fmt: skip
        self.end, near = pty.openpty()
        columns, rows = size
        fcntl.ioctl(near, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            [*REFEREE, command, *args],
            stdin=near, stdout=near, stderr=near, cwd=home, start_new_session=True,
            env=environment(home, **{"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **env}),
        )  # fmt: skip
        os.close(near)
        self.printed = b""

    def upto(self, text: str) -> str:
        """Wait until this is printed; what was printed before it. Both are forgotten then."""
        wanted, end = text.encode(), time.monotonic() + PATIENCE
        while wanted not in self.printed:
            ready, _, _ = select.select([self.end], [], [], max(0.0, end - time.monotonic()))
            more = self._read() if ready else b""
            assert more, f"{text!r} is missing after\n{self.printed.decode(errors='replace')}"
            self.printed += more
        before, _, self.printed = self.printed.partition(wanted)
        return before.decode(errors="replace")

    def see(self, text: str) -> Terminal:
        self.upto(text)
        return self

    def _read(self) -> bytes:
        try:
            return os.read(self.end, 65536)
        except OSError:  # the far end is closed
            return b""

    def type(self, *keys: bytes) -> Terminal:
        for key in keys:
            os.write(self.end, key)
        return self

    def leave(self) -> int:
        """Wait for the end of the program; its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read() and time.monotonic() < deadline:
            pass
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.end)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Opens a terminal on the same home folder."""
    opened: list[Terminal] = []

    def open_one(*args: str, **options: Any) -> Terminal:
        opened.append(Terminal(tmp_path, *args, **options))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


def test_a_match_is_gone_on_with_killed_and_gone_on_with_again(
    tmp_path: Path, terminal: Callable[..., Terminal]
) -> None:
    (tmp_path / "data").mkdir()
    store = Store(tmp_path / "data" / STORE, time.time)
    Match.new(find_game("knight-rider"), ("Ada", "Bob"), store=store)
    store.close()

    first = terminal(LC_ALL="en_GB.UTF-8").see("ROLL").type(b"t").see("Resume").type(ENTER)
    first.see("36 tiles").type(ENTER).see("Deal the cards").type(SPACE, ENTER)
    first.see("Who starts").type(SPACE).see("So far Ada: ")
    first.process.kill()
    assert first.leave() == -9

    again = terminal("--lang", "de").see("ROLL").type(b"t").see("Weiterspielen").type(ENTER)
    again.see("2 Bob").see("Bisher Ada: ").type(b"q", b"q")
    assert again.leave() == 0


@pytest.mark.parametrize(("language", "first"), [("de", "Startet ..."), ("en", "Starting ...")])
def test_it_says_at_once_that_it_starts_and_which_size_a_small_terminal_lacks(
    terminal: Callable[..., Terminal], language: str, first: str
) -> None:
    small = terminal("--lang", language, size=(60, 20))
    assert not small.upto(first).strip()
    small.see("80").type(b"q", b"q")
    assert small.leave() == 0


def test_a_match_in_the_terminal_is_read_aloud(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    """The program that is named gets what is said, and ends with the terminal."""
    said = tmp_path / "said"
    config = tmp_path / "box.toml"
    config.write_text(f"schema = 2\n[speech]\ncommand = 'tee -a {said}'\n")
    (tmp_path / "data").mkdir()
    with closing(Store(tmp_path / "data" / STORE, time.time)) as store:
        store.set_setting("settings", {"language": "en", "speech": "everything"})
    one = terminal("--config", str(config))
    one.see("ROLL").type(b"t").see("New match").type(ENTER).see("Which game")
    end = time.monotonic() + PATIENCE
    while "Which game?" not in (said.read_text() if said.exists() else ""):
        assert time.monotonic() < end, "nothing was said"
        time.sleep(0.05)
    assert one.type(b"q", b"q").leave() == 0


@pytest.mark.parametrize(
    ("language", "name", "stuck", "silent"),
    [
        ("en", "button OK", "pressed all the time", "Nothing answers at /dev/x."),
        ("de", "Taste OK", "dauernd gedrückt", "An /dev/x antwortet nichts."),
    ],
)
def test_what_is_lost_is_told_in_the_table_s_words(
    language: str, name: str, stuck: str, silent: str
) -> None:
    program = TableProgram(None, lambda: "seed", defaults=Settings(language), games=["knister"])
    parts = TableParts(program)
    assert parts.name("button ok") == name
    assert stuck in parts.why("button ok", "stuck", None)
    box = SeatBox("/dev/x", list, lambda item: None, lambda: None)
    box.why = Reason(Trouble.SILENT, {"path": "/dev/x"})
    assert parts.why("box", "nobody answers", box).startswith(silent.rstrip("."))
