"""``referee run``: the real panel, or a headless one that a script plays on."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from hal.config import parse
from hal.errors import HalError
from hal.schema import Config
from referee.doors import appliance, panel
from referee.doors.terminal import tell
from referee.doors.words import Words
from referee.kernel.store import Store
from referee.table.appliance import Appliance
from referee.table.program import TableProgram
from referee.table.settings import Settings
from sim import script
from sim.panel import SimPanel
from sim.script import Line, Player, ScriptError

if TYPE_CHECKING:
    from referee.doors.scripted import ScriptedPages

#: What time scripts believe it is, in seconds since 1970.
BEGINS: Final = 1.7e9


def run(args: argparse.Namespace) -> int:
    try:
        if args.script is not None:
            wiring, problems = panel.config(args.config)
            panel.warn(problems, Words(args.lang))
            play_script(script.read(Path(args.script)), args.lang, wiring)
        else:
            appliance.drive(args)
    except (HalError, ScriptError) as error:
        return panel.complain(error)
    return 0


def play_script(lines: Sequence[Line], language: str, wiring: Config | None = None) -> None:
    """Play a script in virtual time. Nothing is kept, and the device's dice are always the same:
    a script shows the same screens every time. Raises ScriptError."""
    wiring = wiring or parse("")
    with (
        TemporaryDirectory(prefix="script-") as folder,
        closing(_Box(lines, language, wiring, Path(folder))) as box,
    ):
        Player(box.panel, box.program, tell, box.pages, box).play(lines)


class _Box:
    """A `sim.script.Box`; ``folder``: where matches are kept until the script ends, if it needs
    that."""

    def __init__(self, lines: Sequence[Line], language: str, wiring: Config, folder: Path) -> None:
        self._numbers, self._seeds = itertools.count(), script.seeds(lines)
        self._language, self._wiring, self._folder = language, wiring, folder
        self._keeps, self._full, self._wall = script.keeps(lines), False, BEGINS
        self.pages = _pages() if script.has_pages(lines) else None
        self._passed: Callable[[], float] = lambda: 0.0  # seconds since the script began
        self.program = self._program()
        self.panel = SimPanel(self.program, wiring, box=script.has_box(lines))
        self._passed = self.panel.clock.now
        self._serve()

    def _program(self) -> TableProgram:
        self._store = store = self._opened() if self._keeps else None
        return TableProgram(
            store, lambda: f"{self._seeds} {next(self._numbers)}",
            defaults=Settings(language=self._language), idle=panel.idle(self._wiring),
            appliance=Appliance(phones=self.pages), size=self._wiring.display.size,
        )  # fmt: skip

    def _opened(self) -> Store:
        store = Store(self._folder / "script.sqlite", lambda: self._wall + self._passed())
        if self._full:
            store.fill()
        return store

    def _serve(self) -> None:
        if self.pages is not None:
            self.pages.serve(self.program, self.panel.runner, self.panel.clock.now)

    def cut_power(self) -> TableProgram:
        assert self._store is not None
        self._store.cut_off()
        self.program = self._program()
        self.panel.restart(self.program)
        self._serve()
        return self.program

    def fill_disk(self, full: bool) -> None:
        self._full = full
        assert self._store is not None
        (self._store.fill if full else self._store.make_room)()

    def set_clock(self, seconds: float) -> None:
        self._wall = seconds - self._passed()

    def close(self) -> None:
        self.panel.close()
        if self._store is not None:
            self._store.close()


def _pages() -> ScriptedPages:
    """What a box without pages need not load."""
    from referee.doors.scripted import ScriptedPages

    return ScriptedPages()
