"""``referee box``: what is connected, live presses, a lamp test, and what the counters mean."""

from __future__ import annotations

import argparse
import logging
import sys
import threading
import time
from contextlib import ExitStack
from dataclasses import replace
from typing import Final

from hal.box.ports import Listing, UsbPorts
from hal.clock import MonotonicClock
from hal.errors import HalError
from hal.schema import AUTO, Config
from referee.doors import flash, panel
from referee.doors.terminal import tell
from referee.doors.watch import Watch
from referee.doors.words import Words
from sim import hands
from sim.board import SimBoard
from sim.box import BoxThread

#: Seconds between two looks whether the end has come.
LOOK: Final = 0.2


def run(args: argparse.Namespace) -> int:
    """Exit code 1 when no box works."""
    try:
        if args.action == "flash":
            return flash.run(args)
        wiring, problems = panel.config(args.config)
        panel.warn(problems, Words(args.lang))
        return _watch(args, wiring)
    except HalError as error:
        return panel.complain(error)


def _watch(args: argparse.Namespace, wiring: Config) -> int:
    logging.getLogger("hal").setLevel(logging.ERROR)  # all of it is told here
    clock = MonotonicClock()
    listing: Listing = UsbPorts()
    place = args.port or wiring.box or AUTO
    with ExitStack() as stack:
        typing = None
        if args.simulate:
            board = SimBoard(replace(wiring, box=AUTO), clock, box=True)
            assert board.box is not None
            stack.callback(board.close)
            stack.callback(BoxThread(board.box, clock).stop)
            listing, place = board.box.ports, AUTO
            typing = hands.listen(board, sys.stdin)
        watch = Watch(Words(args.lang), clock, listing, place, tell)
        stack.callback(watch.close)
        try:
            watch.begin()
            _until_the_end(watch, typing)
        except KeyboardInterrupt:
            tell()
        watch.end()
        return 0 if watch.works else 1


def _until_the_end(watch: Watch, typing: threading.Thread | None) -> None:
    """Until the user ends it; where there is none, until the lines do or it is known what is
    connected."""
    alone = not sys.stdin.isatty()
    while not (alone and watch.settled()) if typing is None else typing.is_alive():
        watch.wait(min(watch.step(), LOOK))
    time.sleep(LOOK)  # what was done last shall be seen
    watch.step()
