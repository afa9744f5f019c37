"""An evening as a script that `referee run --script` plays: what reached the program's doors."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hal.interfaces import Program
from hal.schema import Config
from referee.web.client import Client
from sim.panel import SimPanel


class Script:
    """Notes what happens, a line each. What no script can do stands there as a comment: a match
    that was begun, or goes on, where this box is not. From there on it may go otherwise."""

    def __init__(self, seeds: str) -> None:
        self.lines: list[str] = [f"seeds {seeds}"]
        self._pages: dict[Client, int] = {}
        self._codes: dict[str, str] = {}
        self._within = False

    def note(self, line: str) -> None:
        if not self._within and not (line == "wait 0.0" == self.lines[-1]):
            self.lines.append(line)

    @contextmanager
    def one(self, line: str) -> Iterator[None]:
        """What follows from this line is not noted."""
        self.note(line)
        outer, self._within = self._within, True
        try:
            yield
        finally:
            self._within = outer

    def code(self, code: str, seat: int | None) -> None:
        """This code was made, for visitors or for a seat."""
        self._codes[code] = "code" if seat is None else f"code seat {seat}"

    def joins(self, client: Client, name: str) -> None:
        number = self._pages[client] = len(self._pages) + 1
        where = f" {shlex.quote(client.host)}" if client.host else ""
        self.note(f"page {number} opens{where}  # {name or 'at the box'}")

    def parts(self, client: Client) -> None:
        self.note(f"page {self._pages[client]} leaves")

    def asks(self, client: Client, request: dict[str, Any]) -> None:
        typed = self._codes.get(str(request.get("code"))) if request.get("do") == "code" else None
        text = typed or f"asks {shlex.quote(json.dumps(request, ensure_ascii=False))}"
        self.note(f"page {self._pages[client]} {text}")

    def says(self, screen: str) -> None:
        """This stands on the screen now."""
        self.note(f"expect text {shlex.quote(' '.join(screen.split()))}")

    def whole(self, told: str) -> str:
        """The script. At its end the panel and the pages are looked at; then it says what is wrong
        there."""
        here = [f"page {number}" for number in self._pages.values()]
        wrong = [f"# {line}" for line in told.splitlines()]
        return "\n".join([*self.lines, "screen", *here, *wrong]) + "\n"


class NotedPanel(SimPanel):
    """A panel whose script is written."""

    def __init__(self, script: Script, program: Program, config: Config, box: bool) -> None:
        self._script = script
        if box:
            script.note("box noise 0%  # there is a box")
        with script.one("# the panel starts"):
            super().__init__(program, config, box=box)

    def restart(self, program: Program) -> None:
        with self._script.one("power cut"):
            super().restart(program)

    def run(self, seconds: float) -> None:
        with self._script.one(f"wait {seconds!r}"):
            super().run(seconds)

    def press(self, *buttons: str) -> None:
        with self._script.one(f"press {' '.join(buttons)}"):
            super().press(*buttons)

    def hold(self, button: str) -> None:
        with self._script.one(f"hold {button}"):
            super().hold(button)
