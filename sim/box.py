"""The seat box without a Pico: its own firmware on simulated contacts and lamps, behind a pty.

The other end of the pty is a serial port like any other: `hal.box` finds it in `SimBox.ports`, and
opens and reads it with the code that runs on a Raspberry Pi.
"""

from __future__ import annotations

import contextlib
import os
import pty
import select
import threading
import time
import tty
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from firmware.box import Board, Box
from hal.box.ports import BOARDS, Port
from hal.box.wire import Wire
from hal.interfaces import Clock
from sim.lamps import nearest
from sim.noise import NoisyLine

#: Changes of a lamp that are remembered: several seconds of the fastest pattern.
_MEMORY: Final = 128
#: Real seconds after which bytes in a pty count as stuck.
_PATIENCE: Final = 5.0

Colour = tuple[int, int, int]


class _Board(Board):
    """Contacts and lamps, and the firmware's end of the line."""

    lamps = "rgb"
    id = "simulated"

    def __init__(self, seats: int, start: int, contacts: int, show: Callable[..., None]) -> None:
        self.seats = seats
        self.tag = f"{start:06x}"
        self.contacts = contacts
        self.came = self.said = b""
        self._show = show

    def read(self) -> bytes:
        came, self.came = self.came, b""
        return came

    def write(self, data: bytes) -> int:
        self.said += data
        return len(data)

    def closed(self) -> int:
        return self.contacts

    def show(self, colours: list[Colour], alive: bool) -> None:
        self._show(colours)


class SimBox:
    """A box with ``seats`` buttons and lamps, plugged in. ``changed``: a lamp has changed.

    Somebody has to call `turn`: whoever moves the clock, or a `BoxThread`. Everything else may be
    called from any thread.
    """

    def __init__(
        self, clock: Clock, changed: Callable[[], None] = lambda: None, seats: int = 7
    ) -> None:
        self.seats = seats
        self.powered = False
        #: What its configuration is said to have wrong, from the next start on.
        self.fault = ""
        #: Bytes over the pty since the computer opened it.
        self.written = self.read = 0
        self.to_box, self.from_box = NoisyLine(seed=1), NoisyLine(seed=2)
        self._clock = clock
        self._changed = changed
        self._lock = threading.RLock()
        self._colours: list[Colour] = [(0, 0, 0)] * seats
        self._changes: list[deque[tuple[float, bool]]] = [
            deque(maxlen=_MEMORY) for _ in range(seats)
        ]
        self._contacts = 0
        self._starts = 0
        self._ends: tuple[int, int] | None = None  # of the pty: the box's, the computer's
        self._peer: Wire | None = None
        self._bell = os.pipe()
        os.set_blocking(self._bell[0], False)
        self.plug()

    # -- the cable -----------------------------------------------------------------------------

    def plug(self) -> None:
        """Put the cable in: the box gets power and starts."""
        with self._lock:
            if not self.powered:
                self.powered = True
                self._starts += 1
                self._board = _Board(self.seats, self._starts, self._contacts, self._show)
                self._board.fault = self.fault
                self._box = Box(self._board)
            self.mend()

    def unplug(self) -> None:
        """Pull the cable: the box goes dark and forgets everything."""
        with self._lock:
            self.cut()
            self.powered = False
            self._show([(0, 0, 0)] * self.seats)

    def mend(self) -> None:
        """The line is there (again), as a new port."""
        with self._lock:
            if self._ends is None:
                self._ends = pty.openpty()
                tty.setraw(self._ends[1])
                os.set_blocking(self._ends[0], False)
                self.ring()

    def cut(self) -> None:
        """Break the line; what is under way is lost, the box keeps its power."""
        with self._lock:
            ends, self._ends = self._ends, None
            self.to_box.clear()
            self.from_box.clear()
            self.ring()
            for end in ends or ():
                os.close(end)

    def close(self) -> None:
        with self._lock:
            self.unplug()
            for end in self._bell:
                os.close(end)

    @property
    def plugged(self) -> bool:
        return self._ends is not None

    def ports(self) -> Sequence[Port]:
        """The serial ports that the computer sees."""
        with self._lock:
            if self._ends is None:
                return ()
            path = os.ttyname(self._ends[1])
            return (Port(path, min(BOARDS), self._board.id, "simulated box"),)

    # -- hands and eyes ------------------------------------------------------------------------

    def push(self, seat: int) -> None:
        """Close a contact; raises ValueError for a seat that is not there."""
        self._move(self._contacts | self._bit(seat))

    def release(self, seat: int) -> None:
        self._move(self._contacts & ~self._bit(seat))

    @property
    def unheard(self) -> bool:
        """Whether something was pressed or let go of which the computer does not know yet."""
        return self.powered and bool(self._box.events)

    def pushed(self, seat: int) -> bool:
        return bool(self._contacts & self._bit(seat))

    def lamp(self, seat: int) -> str | None:
        """The colour that a lamp shines in just now; None: dark."""
        self._bit(seat)
        colour = self._colours[seat - 1]
        return nearest(colour) if any(colour) else None

    def lamp_changes(self, seat: int) -> list[tuple[float, bool]]:
        """When a lamp went on and off lately."""
        self._bit(seat)
        return list(self._changes[seat - 1])

    def _bit(self, seat: int) -> int:
        if not 1 <= seat <= self.seats:
            raise ValueError(f"the box has no seat {seat}; it has 1 to {self.seats}")
        return 1 << (seat - 1)

    def _move(self, contacts: int) -> None:
        with self._lock:
            self._contacts = self._board.contacts = contacts
            self.ring()

    def _show(self, colours: list[Colour]) -> None:
        for changes, old, new in zip(self._changes, self._colours, colours, strict=True):
            if any(old) != any(new):
                changes.append((self._clock.now(), any(new)))
        self._colours = list(colours)
        self._changed()

    def do(self, *words: str) -> None:
        """A command of scripts: ``unplug``, ``plug``, ``replug``, ``noise 1%``, ``delay 0.02``.

        Raises ValueError for words that are none.
        """
        match words:
            case ("unplug",):
                self.unplug()
            case ("plug",):
                self.plug()
            case ("replug",):
                self.unplug()
                self.plug()
            case ("noise", part) if part.endswith("%"):
                self.to_box.rate = self.from_box.rate = _number(part[:-1], 100) / 100
            case ("delay", seconds):
                self.to_box.delay = self.from_box.delay = _number(seconds, 10)
            case _:
                raise ValueError(
                    "write box unplug, box plug, box replug, box noise 1%, or box delay 0.02"
                )

    # -- time ----------------------------------------------------------------------------------

    def turn(self) -> float | None:
        """All that the box does at this moment; returns when it is to be called next."""
        with self._lock:
            if not self.powered:
                return None
            now = self._clock.now()
            self._collect(now)
            self._board.came += self.to_box.take(now)
            due = self._box.step(round(now * 1000)) / 1000
            self.from_box.put(self._board.said, now)
            self._board.said = b""
            self._deliver(self.from_box.take(now))
            dues = (due, self.to_box.due(), self.from_box.due())
            return min(due for due in dues if due is not None)

    def meet(self, wire: Wire | None, wait: Callable[[float], None]) -> float | None:
        """As `turn`, but first all that the computer has sent is here, and afterwards all that the
        box has sent is there, however slow the pty is: so time may stand still meanwhile.

        ``wait`` returns when the computer's end has received something.
        """
        if wire is not self._peer:
            self._peer = wire
            self.written = self.read = 0
        if wire is None:
            return self.turn()
        end = time.monotonic() + _PATIENCE
        while self._ends is not None and self.read < wire.sent and time.monotonic() < end:
            select.select(self._ends[:1], [], [], _PATIENCE)
            self._collect(self._clock.now())
        due = self.turn()
        while not wire.lost and time.monotonic() < end:
            if self.plugged and wire.received >= self.written:
                break
            wait(_PATIENCE)
        return due

    def ring(self) -> None:
        """End the wait of whoever calls `turn`."""
        os.write(self._bell[1], b".")

    def rest(self, seconds: float) -> None:
        """Wait until something has happened to the box, or for so long."""
        with self._lock:
            ends = [self._bell[0], *(self._ends or ())[:1]]
        # A line that is cut meanwhile rings the bell.
        with contextlib.suppress(OSError, ValueError):
            select.select(ends, [], [], seconds)
            os.read(self._bell[0], 4096)

    def _collect(self, now: float) -> None:
        if self._ends is None:
            return
        try:
            data = os.read(self._ends[0], 65_536)
        except BlockingIOError:
            return
        self.read += len(data)
        self.to_box.put(data, now)

    def _deliver(self, data: bytes) -> None:
        if self._ends is not None and data:
            with contextlib.suppress(BlockingIOError):  # nobody reads, and the pty is full
                self.written += os.write(self._ends[0], data)


def _number(word: str, most: float) -> float:
    try:
        number = float(word)
    except ValueError:
        number = -1.0
    if not 0 <= number <= most:
        raise ValueError(f"{word} is no number from 0 to {most:g}")
    return number


class BoxThread(threading.Thread):
    """Turns a box on a real clock."""

    def __init__(self, box: SimBox, clock: Clock) -> None:
        super().__init__(name="seat box", daemon=True)
        self._box = box
        self._clock = clock
        self._stopped = False
        self.start()

    def run(self) -> None:
        while not self._stopped:
            due = self._box.turn()
            self._box.rest(1.0 if due is None else max(0.0, due - self._clock.now()))

    def stop(self) -> None:
        self._stopped = True
        self._box.ring()
        self.join()
