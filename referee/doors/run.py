"""``referee run``: the real panel, or a headless one that a script plays on."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
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
    numbers, seeds = iter(range(len(lines) + 1)), script.seeds(lines)
    pages = _pages() if script.has_pages(lines) else None
    with ExitStack() as ends:
        program = TableProgram(
            ends.enter_context(_store()) if pages is not None else None,
            lambda: f"{seeds} {next(numbers)}", defaults=Settings(language=language),
            idle=panel.idle(wiring), appliance=Appliance(phones=pages),
            size=wiring.display.size,
        )  # fmt: skip
        headless = SimPanel(program, wiring, box=script.has_box(lines))
        ends.callback(headless.close)
        if pages is not None:
            pages.serve(program, headless.runner, headless.clock.now)
        Player(headless, program, tell, pages).play(lines)


def _pages() -> ScriptedPages:
    """What a box without pages need not load."""
    from referee.doors.scripted import ScriptedPages

    return ScriptedPages()


@contextmanager
def _store() -> Iterator[Store]:
    """A place for matches until the script ends."""
    with TemporaryDirectory(prefix="script-") as folder:
        store = Store(Path(folder) / "script.sqlite", lambda: BEGINS)
        with closing(store):
            yield store
