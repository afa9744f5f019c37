"""``referee run``: the real panel, or a headless one that a script plays on."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Sequence
from pathlib import Path

from hal.config import parse
from hal.errors import HalError
from hal.panel import build
from hal.plan import Config
from hal.raspberry import raspberry
from hal.runner import Runner
from referee.doors import panel
from referee.table.program import TableProgram
from referee.table.settings import Settings
from sim import script
from sim.panel import SimPanel
from sim.script import Line, Player, ScriptError


def run(args: argparse.Namespace) -> int:
    try:
        if args.script is not None:
            play_script(script.read(Path(args.script)), args.lang, panel.config(args.config))
        else:
            _drive(args)
    except (HalError, ScriptError) as error:
        return panel.complain(error)
    return 0


def play_script(lines: Sequence[Line], language: str, wiring: Config | None = None) -> None:
    """Play a script in virtual time. Nothing is kept, and the device's dice are always the same:
    a script shows the same screens every time. Raises ScriptError."""
    numbers = iter(range(len(lines) + 1))
    program = TableProgram(
        None, lambda: f"script {next(numbers)}", defaults=Settings(language=language)
    )
    headless = SimPanel(program, wiring or parse(""))
    try:
        Player(headless, program, print).play(lines)
    finally:
        headless.close()


def _drive(args: argparse.Namespace) -> None:
    """Run on the Raspberry Pi's own pins until the service is stopped."""
    wiring = panel.config(args.config)
    parts = build(wiring, raspberry())
    with panel.program(args, wiring) as program:
        runner = Runner(parts, program)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: runner.stop())
        runner.run()
