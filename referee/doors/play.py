"""``referee play``: the panel in a terminal; without a terminal, a demonstration as text."""

from __future__ import annotations

import argparse
import sys
from importlib.resources import files

from hal.box.seatbox import SeatBox
from hal.errors import HalError
from referee.doors import panel
from referee.doors.checkup import why_lost
from referee.doors.run import play_script
from referee.doors.terminal import tell
from referee.doors.voice import attach
from referee.doors.words import Words
from referee.table.appliance import Appliance, part_name
from referee.table.program import TableProgram
from sim import script
from sim.terminal import run_terminal
from sim.terminal_parts import TerminalUnfit


def run(args: argparse.Namespace) -> int:
    try:
        wiring, problems = panel.config(args.config)
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return demonstrate(args)
        wiring = panel.spoken(args, wiring)
        appliance = Appliance(speaks=wiring.voice is not None, keyboard=True)
        with panel.program(args, wiring, problems, appliance) as program:
            run_terminal(
                program, program.chronicle, wiring, lambda: program.language, program.names,
                parts=TableParts(program),
                attend=lambda runner, now: attach(wiring, program, runner, now),
            )  # fmt: skip
    except (HalError, TerminalUnfit) as error:
        return panel.complain(error)
    return 0


class TableParts:
    """The panel's parts, and what is wrong with them, in the table's own words."""

    def __init__(self, program: TableProgram) -> None:
        self._program = program

    def name(self, part: str) -> str:
        return part_name(self._program.catalogue, part)

    def why(self, part: str, detail: str, box: SeatBox | None) -> str:
        return self._program.catalogue.text(why_lost(part, detail, box))


def demonstrate(args: argparse.Namespace) -> int:
    """Play the beginning of a match on the headless panel, and say how to play oneself."""
    words = Words(args.lang)
    tell(words("play.demo"))
    demo = files("referee.doors").joinpath("demo.txt").read_text(encoding="utf-8")
    play_script(script.parse(demo, "demo.txt"), args.lang)
    tell(words("play.how"))
    return 0
