"""The seat box's numbers: from a press to the entry in the match, bytes, coming back.

``python -m bench.box`` prints them; its exit code is 1 if a limit is broken.

What a press takes is real: the box's own firmware in a thread, a pty, pyserial, the panel's loop,
an entry in a match of Knight Rider. It stands beside a bare pyserial echo of a line as long over a
pty. Bytes, what noise costs, and coming back are counted in virtual time.
"""

from __future__ import annotations

import logging
import os
import pty
import random
import statistics
import sys
import threading
import time
import tty
from collections.abc import Iterator

from serial import Serial

from bench.figures import Figure, each, p99, show
from bench.panel import Trivial
from hal.clock import MonotonicClock
from hal.config import parse
from hal.interfaces import Press
from hal.panel import build
from hal.runner import Runner
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.players.named import random_bot
from sim.board import SimBoard
from sim.box import BoxThread
from sim.panel import SimPanel

#: What a press is on the line.
LINE = b"down 5c31f0 1042 3 0*0f8a1c77\n"


class Table(Trivial):
    """Every press is an entry in a match; ``entered`` is set with the moment of each."""

    def __init__(self) -> None:
        super().__init__()
        self._rng = random.Random(1)
        self._match = Match.new(find_game("knight-rider"), 5, {"dice": "table"}, "bench")
        self.entered = threading.Event()
        self.at = 0.0

    def press(self, press: Press) -> None:
        if self._match.over:
            self._match.undo()
        ask = self._match.asks[0]
        self._match.answer(random_bot(None, ask, ask.seats[0], self._rng.randrange))
        self.at = time.perf_counter()
        self.entered.set()
        super().press(press)


def presses(count: int) -> tuple[list[float], float]:
    """Milliseconds from closing a contact of the box to the entry in the match; and CPU
    milliseconds of all threads for a press and its release."""
    clock, table = MonotonicClock(), Table()
    board = SimBoard(parse(""), clock, box=True)
    assert board.box is not None
    thread = BoxThread(board.box, clock)
    runner = Runner(build(board.config, board.hardware), table)
    loop = threading.Thread(target=runner.run)
    loop.start()
    time.sleep(0.5)  # the box has introduced itself
    found = []
    spent = time.process_time()
    for number in range(count):
        time.sleep(0.04)  # everybody is asleep again, and the contact counts as let go
        table.entered.clear()
        start = time.perf_counter()
        board.box.push(number % 7 + 1)
        if not table.entered.wait(60.0):
            raise AssertionError("a press did not arrive")
        found.append(1000 * (table.at - start))
        board.box.release(number % 7 + 1)
    spent = 1000 * (time.process_time() - spent) / count
    runner.stop()
    loop.join()
    thread.stop()
    board.close()
    return found, spent


def waits(count: int, noise: float) -> list[float]:
    """Virtual seconds from closing a contact of the box to the entry in the match."""
    table = Table()
    panel = SimPanel(table, box=True)
    box = panel.board.box
    assert box is not None
    panel.run(2.0)
    box.to_box.rate = box.from_box.rate = noise
    found = []
    for number in range(count):
        table.entered.clear()
        start = panel.clock.now()
        panel.push(f"seat{number % 7 + 1}")
        while not table.entered.is_set():
            panel.run(0.002)
        found.append(panel.clock.now() - start)
        panel.run(0.05)
        panel.release(f"seat{number % 7 + 1}")
        panel.run(1.0)
    panel.close()
    return found


def echoes(count: int) -> list[float]:
    """Milliseconds of a line's way over a pty and back, with pyserial alone."""
    far, near = pty.openpty()
    tty.setraw(near)
    port = Serial(os.ttyname(near), 115_200, timeout=5.0)

    def echo() -> None:
        for _ in range(count):
            left = len(LINE)
            while left:
                left -= os.write(far, os.read(far, left))

    thread = threading.Thread(target=echo)
    thread.start()

    def once(number: int) -> None:
        time.sleep(0.005)
        start = time.perf_counter()
        port.write(LINE)
        port.read(len(LINE))
        found.append(1000 * (time.perf_counter() - start))

    found: list[float] = []
    each(once, count)
    thread.join()
    port.close()
    os.close(near)
    os.close(far)
    return found


def press_figures(count: int = 200) -> Iterator[Figure]:
    """Real times have no limit: a busy machine lets everybody wait."""
    bare = echoes(count)
    found, spent = presses(count)
    yield Figure("press on the box to entry, and the release", spent, "ms CPU", 10)
    for name, pick in (("median", statistics.median), ("p99", p99)):
        baseline = f"bare echo {pick(bare):.2f}"
        yield Figure(f"press on the box to entry, {name}", pick(found), "ms", None, baseline)
    noisy = waits(count, 0.01)
    yield Figure("the same with 1% noise, median", statistics.median(noisy), "s virtual")
    yield Figure("the same with 1% noise, p99", p99(noisy), "s virtual", 0.5)


def carried(seconds: int, count: int) -> int:
    """Bytes over the line in both directions during so many seconds and presses."""
    panel = SimPanel(Trivial(), box=True)
    box = panel.board.box
    assert box is not None
    panel.run(2.0)
    before = box.to_box.carried + box.from_box.carried
    start = panel.clock.now()
    for _ in range(count):
        panel.press("seat3")
    panel.run(start + seconds - panel.clock.now())
    total = box.to_box.carried + box.from_box.carried - before
    panel.close()
    return total


def byte_figures() -> Iterator[Figure]:
    idle, busy = carried(20, 0), carried(20, 50)
    sides = f"a USB packet has 64; its line alone {len(LINE)}"
    yield Figure(
        "bytes of a press and its release, both ways", (busy - idle) / 50, "bytes", 160, sides
    )
    yield Figure("bytes of the heartbeat, both ways", idle / 20, "bytes/s", 160)


def recoveries() -> list[float]:
    """Seconds from putting the plug back to a box that works and shows its lamps."""
    panel = SimPanel(Trivial(), box=True)
    box, line = panel.board.box, panel.box
    assert box is not None
    assert line is not None
    found = []
    for away in range(50):
        panel.run(1.0)
        box.unplug()
        panel.run(0.1 + 0.037 * away)
        box.plug()
        start = panel.clock.now()
        for _ in range(1000):
            if line.why is None and line.protocol.shown:
                break
            panel.run(0.01)
        found.append(panel.clock.now() - start)
    panel.close()
    return found


def recovery_figures() -> Iterator[Figure]:
    found = recoveries()
    yield Figure("plug put back to lamps shown, median", statistics.median(found), "s virtual")
    yield Figure("plug put back to lamps shown, longest", max(found), "s virtual", 3.0)


def figures() -> Iterator[Figure]:
    logging.getLogger("hal").setLevel(logging.ERROR)  # it tells of every plug that is pulled
    yield from press_figures()
    yield from byte_figures()
    yield from recovery_figures()


if __name__ == "__main__":
    sys.exit(show(figures()))
