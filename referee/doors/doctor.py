"""``referee doctor``: the self-test, on the terminal and on the panel, and as a report."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from hal.errors import HalError, HardwareError
from hal.interfaces import Frame, Gesture, Presence, Press
from hal.panel import Hardware, Panel, build
from hal.runner import Runner
from referee.doors import appliance, panel, places, recovery
from referee.doors.checkup import Subject, checkup, refusal
from referee.doors.report import report
from referee.doors.terminal import tell
from referee.doors.words import Words
from referee.kernel.names import visible
from referee.table.appliance import Finding, Grade, part_name
from referee.table.modes.home import Home
from referee.table.modes.selftest import finding_lines
from referee.table.program import TableProgram
from sim import hands
from sim.art import framed, half_blocks
from sim.board import SimBoard

#: Seconds after which the panel's parts have said whether they are there; a seat box that was
#: found takes longer to introduce itself.
SETTLED, INTRODUCED = 0.3, 4.0


def run(args: argparse.Namespace) -> int:
    """Exit code 1 when something was found to be wrong."""
    if args.recover:
        return recovery.run(args)
    try:
        found = Doctor(args).examine()
    except HalError as error:
        return panel.complain(error)
    return 1 if any(finding.grade is Grade.BAD for finding in found) else 0


class Doctor:
    """One examination."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self._words = Words(args.lang)
        self._wiring, self._problems = panel.config(args.config)
        self._file = Path(args.config) if args.config is not None else places.config_file()

    def examine(self) -> list[Finding]:
        """Raises HalError for what is wrong with the command line."""
        if self._args.no_panel:
            return self._tell(Subject(self._wiring, self._problems, self._file))
        logging.getLogger("hal").setLevel(logging.ERROR)  # what is lost is told as a finding
        hardware, board = appliance.chosen_electrics(self._args.simulate, self._wiring)
        try:
            parts = build(self._wiring, hardware)
        except HardwareError as error:
            refused = refusal(error)
            return self._tell(Subject(self._wiring, self._problems, self._file, hardware, refused))
        if parts.taken:
            return self._beside(hardware, parts)
        service = appliance.PanelService(self._wiring, self._problems, hardware, parts)
        return self._with_panel(service, parts, board)

    def _beside(self, hardware: Hardware, parts: Panel) -> list[Finding]:
        """Another program has the panel, the service most likely: its display is left alone."""
        told = parts.inbox.drain()
        parts.close()
        lost = {item.part: item.detail for item in told if isinstance(item, Presence)}
        return self._tell(
            Subject(self._wiring, self._problems, self._file, hardware, lost=lost, taken=True)
        )

    def _with_panel(
        self, service: appliance.PanelService, parts: Panel, board: SimBoard | None
    ) -> list[Finding]:
        found: list[Finding] = []
        program = TableProgram(
            None, str, defaults=panel.settings(self._wiring), games=(),
            appliance=service.appliance(checks=lambda: found), idle=panel.idle(self._wiring),
            size=self._wiring.display.size,
        )  # fmt: skip
        watched = ReportingProgram(program, self._seen, service.stop)
        runner = service.mount(watched)
        _settle(runner, parts)
        found += self._tell(service.subject())
        program.self_test()
        if sys.stdin.isatty():
            if board is not None:
                hands.listen(board, sys.stdin)
            tell(self._words("doctor.hands"))
            service.run()
        else:
            program.press(Press(parts.clock.now(), "ok", Gesture.TAP))  # the findings
            runner.step()
            parts.close(program.frame().picture)
        if board is not None and board.picture().getbbox() is not None:
            tell(framed(half_blocks(board.picture())))
        return found

    def _tell(self, subject: Subject) -> list[Finding]:
        found = checkup(subject)
        lines = finding_lines(found, self._words)
        tell("\n".join([*lines, *recovery.offered(subject.config, self._words)]))
        if self._args.report is not None:
            self._write("\n".join(report(lines, subject)))
        return found

    def _write(self, text: str) -> None:
        try:
            written = visible(text, keep="\n") + "\n"  # somebody will look at it on a terminal
            Path(self._args.report).write_text(written, encoding="utf-8")
        except OSError as error:
            detail = f"{self._args.report}: {error.strerror or error}"
            tell(self._words("doctor.report.failed", detail=detail), file=sys.stderr)
        else:
            tell(self._words("doctor.report", file=self._args.report))

    def _seen(self, button: str) -> None:
        tell(part_name(self._words, f"button {button}"))


class ReportingProgram:
    """A program whose presses are told, and which ends on its way home."""

    def __init__(
        self, program: TableProgram, seen: Callable[[str], None], stop: Callable[[], None]
    ) -> None:
        self._program = program
        self._seen = seen
        self._stop = stop
        self.tick: Final = program.tick
        self.device: Final = program.device
        self.screen_text: Final = program.screen_text

    def press(self, press: Press) -> None:
        self._seen(press.button)
        self._program.press(press)
        if isinstance(self._program.top, Home):
            self._stop()

    def frame(self) -> Frame:
        return self._program.frame()


def _settle(runner: Runner, parts: Panel) -> None:
    """Run the panel until its parts have said whether they are there."""
    begun = parts.clock.now()
    while True:
        due = runner.step()
        passed = parts.clock.now() - begun
        box = parts.box
        pending = box is not None and box.wire is not None and box.protocol.about is None
        if passed >= (INTRODUCED if pending else SETTLED):
            return
        rest = SETTLED if due is None else max(0.0, due - parts.clock.now())
        parts.inbox.wait(min(rest, 0.05))
