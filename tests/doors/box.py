"""``referee run`` as a child process on simulated electrics, in real time.

Lines on its standard input are hands (`sim.hands`); the display is read as text art, and compared
with what the program shows in this process under the same circumstances.
"""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from sim.art import framed, half_blocks
from tests.doors.process import started
from tests.table.panel import Panel

#: Seconds until a display shows what it should.
PATIENCE = 120.0


class Box:
    """The running box. What the service manager would hear is in `heard`.

    ``lang``: "" leaves the language to the box's settings.
    """

    def __init__(
        self, home: Path, *args: str, within: Sequence[str] = (), lang: str = "en", **env: str
    ) -> None:
        home.mkdir(parents=True, exist_ok=True)
        run = home / "run"
        run.mkdir(exist_ok=True)
        address = run / "notify"
        address.unlink(missing_ok=True)
        self._ended = ""
        self._heard: list[str] = []
        self._ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._ear.bind(str(address))
        self._ear.setblocking(False)
        spoken = ("--lang", lang) if lang else ()
        self.process = started(
            home, "run", *spoken, "--simulate", *args,
            within=within, RUNTIME_DIRECTORY=str(run), NOTIFY_SOCKET=str(address), **env,
        )  # fmt: skip

    def do(self, *lines: str) -> Box:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()
        return self

    def screen(self) -> str:
        """What the display shows just now, as text art."""
        assert self.process.stdout is not None
        self.do("screen")
        return "".join(self.process.stdout.readline().decode() for _ in range(34))

    def shows(self, expected: Panel) -> Box:
        """Wait until the display shows what this panel does."""
        art = framed(half_blocks(expected.program.frame().picture)) + "\n"
        end = time.monotonic() + PATIENCE
        while (shown := self.screen()) != art:
            if time.monotonic() > end or self.process.poll() is not None:
                pytest.fail(f"the display shows\n{shown}\ninstead of\n{art}")
            time.sleep(0.02)
        return self

    @property
    def heard(self) -> list[str]:
        with suppress(OSError):  # nothing more, or closed
            for _ in range(10_000):
                self._heard.append(self._ear.recv(4096).decode())
        return self._heard

    def end(self, number: int = signal.SIGTERM) -> str:
        """End it, if it has not ended; returns what it has complained about."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        if not self._ended:
            _, errors = self.process.communicate(timeout=120)
            self._ended = errors.decode() or "nothing"
            self.heard  # noqa: B018 - what was said at last
            self._ear.close()
        return self._ended
