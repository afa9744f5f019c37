"""``referee run``: the box itself. Its panel, what became of it the last time, how it ends."""

from __future__ import annotations

import argparse
import faulthandler
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext

from hal import fault
from hal.clock import MonotonicClock
from hal.errors import HardwareError
from hal.interfaces import Errand, Program
from hal.panel import Hardware, Panel, build, leave_words
from hal.raspberry import raspberry
from hal.runner import Runner
from hal.schema import Config
from hal.service import Service
from referee.doors import memory, panel, places, power
from referee.doors.checkup import Subject, checkup
from referee.doors.lifeline import End, Lifeline, Starts
from referee.doors.network import Network, OwnWifi
from referee.doors.pages import BoxPages, Cards, handed_over
from referee.doors.voice import attach
from referee.kernel.errors import StoreError
from referee.kernel.text import Text
from referee.table.appliance import Appliance, Finding
from referee.table.catalogue import LANGUAGES
from referee.table.program import TableProgram
from sim import faults, hands
from sim.board import SimBoard


def drive(args: argparse.Namespace) -> None:
    """Run until the service is stopped. Raises HardwareError where there is no panel."""
    faulthandler.enable()  # a watchdog that bites leaves the place in the journal
    wiring, problems = panel.config(args.config)
    hardware, board = chosen_electrics(args.simulate, wiring)
    if board is not None:
        hands.listen(board, sys.stdin)
    parts = opened(wiring, hardware)
    line, starts = _lifeline(wiring), Starts(places.run_folder())
    if args.safe or starts.hopeless:
        _run_safe(args, wiring, hardware, parts, line, starts.language)
        starts.clear()
        if line is not None:
            line.told()
        return
    with _running(line, starts) as before:
        notices = [Text(before.value, {})] if before is not End.ORDERLY else []
        service = PanelService(wiring, problems, hardware, parts)
        with panel.program(args, wiring, problems, service.appliance(), notices) as program:
            service.mount(program)
            starts.spoke(program.language)
            memory.settle()
            service.run(lambda: threading.Thread(target=service.open_pages, daemon=True).start())


def chosen_electrics(
    simulate: Sequence[str] | None, wiring: Config
) -> tuple[Hardware, SimBoard | None]:
    """The Raspberry Pi's electrics, or with ``simulate`` those of a board with these faults.

    Raises HardwareError for a fault that there is not.
    """
    if simulate is None:
        return raspberry(), None
    board = SimBoard(wiring, MonotonicClock())
    try:
        for name in simulate:
            faults.make(board, name)
    except ValueError as error:
        raise HardwareError(str(error)) from None
    return board.hardware, board


def opened(wiring: Config, hardware: Hardware) -> Panel:
    """The panel; if it cannot be had, its display says why. Raises HardwareError."""
    try:
        return build(wiring, hardware)
    except HardwareError as error:
        leave_words(wiring, hardware, fault.picture(error, wiring.display.size))
        raise


class PanelService:
    """The panel with the program on it, as an appliance."""

    def __init__(
        self, wiring: Config, problems: Sequence[panel.Problem], hardware: Hardware, parts: Panel
    ) -> None:
        self._wiring = wiring
        self._problems = problems
        self._hardware = hardware
        self._parts = parts
        self._runner: Runner | None = None
        self._program: TableProgram | None = None
        self._end_voice: Callable[[], None] = lambda: None
        self._network = Network()
        self._cards = Cards(self._network, parts.clock.now)
        self._pages = self._page_switch()
        self.held = frozenset().union(*(source.held for source in parts.buttons))

    def appliance(
        self, failure: str | None = None, checks: Callable[[], Sequence[Finding]] | None = None
    ) -> Appliance:
        """``failure``: what led to safe mode. ``checks``: other ones than the usual."""
        return Appliance(
            buttons=tuple(self._wiring.buttons),
            lamps=tuple(self._wiring.lamps),
            checks=checks or (lambda: checkup(self.subject())),
            power_off=power.power_off if power.may_power_off() else None,
            going_down=power.shutting_down,
            retry=self.stop if failure is not None else None,
            failure=failure or "",
            speaks=self._wiring.voice is not None,
            phones=self._cards if self._pages is not None else None,
            pages=self._pages,
            wifi=self._cards.wifi,
            rest=memory.tidy,
        )

    def _page_switch(self) -> BoxPages | None:
        """The pages, where the service manager has a port for them; perhaps a Wi-Fi with them."""
        folder, port = places.state_of_service(), os.environ.get("REFEREE_PORT", "")
        if folder is None or not port.isdecimal():
            return None
        if shutil.which("nmcli"):
            self._cards.wifi = OwnWifi(self._tell, self._network.forget)
        return BoxPages(folder, int(port), handed_over(), self._network, self._tell)

    def _tell(self, text: Text) -> None:
        """Tell something on the panel; any thread."""
        program = self._program
        if program is not None:
            self._parts.inbox.put(Errand(lambda: program.tell(text)))

    def open_pages(self) -> None:
        """What can wait for the first picture. Call it in a thread that nobody waits for."""
        if self._pages is not None and self._program is not None and self._runner is not None:
            self._pages.begin(self._program, self._runner, self._parts, self._cards)

    def subject(self) -> Subject:
        self._parts.screen.forget()  # looking at the display's chip writes to its memory
        lost = self._runner.lost if self._runner is not None else {}
        return Subject(
            self._wiring, self._problems, places.config_file(), self._hardware, None, lost,
            self.held, self._parts.box,
        )  # fmt: skip

    def mount(self, program: Program) -> Runner:
        """Put the program on the panel; the table's gets its voice."""
        self._runner = runner = Runner(self._parts, program)
        if isinstance(program, TableProgram):
            self._program = program
            self._end_voice = attach(self._wiring, program, runner, self._parts.clock.now)
        return runner

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Until it is stopped, by a signal or by the program. ``ready``: see `Runner.run`."""
        assert self._runner is not None
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.stop())
        try:
            self._runner.run(Service(), ready)
        finally:
            self._end_voice()
            if self._pages is not None:
                self._pages.end()

    def stop(self) -> None:
        if self._runner is not None:
            self._runner.stop()


def _run_safe(
    args: argparse.Namespace, wiring: Config, hardware: Hardware, parts: Panel,
    line: Lifeline | None, language: str,
) -> None:  # fmt: skip
    """After several crashes: no games, no database; what happened, and how to go on, in this
    language if it is one.

    Trying once more ends the program: whoever has started it again after the crashes does so now.
    """
    service = PanelService(wiring, (), hardware, parts)
    failure = line.failure if line is not None else ""
    defaults = panel.settings(wiring)
    if args.asked_lang:
        defaults.language = args.lang
    elif language in LANGUAGES:
        defaults.language = language
    program = TableProgram(
        None, str, defaults=defaults, games=(), appliance=service.appliance(failure),
        idle=panel.idle(wiring), size=wiring.display.size,
    )  # fmt: skip
    service.mount(program)
    service.run()


def _lifeline(wiring: Config) -> Lifeline | None:
    try:
        return Lifeline(places.data_folder(wiring.data))
    except StoreError:  # told by the program, that opens the database there
        return None


@contextmanager
def _running(line: Lifeline | None, starts: Starts) -> Iterator[End]:
    starts.note()
    with line.run() if line is not None else nullcontext(End.ORDERLY) as before:
        yield before
    starts.clear()
