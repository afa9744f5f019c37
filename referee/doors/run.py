"""``referee run``: the real panel, or a headless one that a script plays on."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from hal.config import parse
from hal.errors import HalError
from hal.schema import Config
from referee.doors import appliance, panel
from referee.doors.terminal import tell
from referee.doors.words import Words
from referee.table.program import TableProgram
from referee.table.settings import Settings
from sim import script
from sim.panel import SimPanel
from sim.script import Line, Player, ScriptError


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
    numbers = iter(range(len(lines) + 1))
    program = TableProgram(
        None, lambda: f"script {next(numbers)}", defaults=Settings(language=language),
        idle=panel.idle(wiring),
    )  # fmt: skip
    headless = SimPanel(program, wiring, box=script.has_box(lines))
    try:
        Player(headless, program, tell).play(lines)
    finally:
        headless.close()
