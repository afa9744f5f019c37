"""A seat box of the computer at a real pty, and the device at the pty's other end."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import threading
import time
import tty
from collections.abc import Callable

from hal.box.codec import frame
from hal.box.ports import BOARDS, Port
from hal.box.seatbox import SeatBox
from hal.interfaces import Edge, Presence
from hal.schema import AUTO

#: Real seconds for what a pty does at once.
REAL = 20.0

MEETING = frame("box 1 1.0.0 e66164 0000aa 1 2 rgb power")


class Device:
    """A serial device: the far end of a pty."""

    def __init__(self) -> None:
        self.end, self._near = pty.openpty()
        tty.setraw(self._near)
        self.path = os.ttyname(self._near)
        os.set_blocking(self.end, False)

    def say(self, data: bytes) -> None:
        """Raises TimeoutError when nobody reads it."""
        while data:
            _, room, _ = select.select([], [self.end], [], REAL)
            if not room:
                raise TimeoutError("nobody reads")
            data = data[os.write(self.end, data) :]

    def heard(self, wait: float = 0.0) -> bytes:
        select.select([self.end], [], [], wait)
        try:
            return os.read(self.end, 1 << 16)
        except BlockingIOError:
            return b""

    def pull(self) -> None:
        for end in (self._near, self.end):
            with contextlib.suppress(OSError):
                os.close(end)


class Desk:
    """A seat box of a computer at a port, and its loop."""

    def __init__(self, place: str = AUTO) -> None:
        self.now = 0.0
        self.ports: list[Port] = []
        self.put: list[Edge | Presence] = []
        self._bell = threading.Event()
        self.box = SeatBox(place, lambda: self.ports, self.put.append, self._bell.set)

    def plug(self, device: Device, usb: tuple[int, int] | None = min(BOARDS)) -> None:
        self.ports = [Port(device.path, usb)]

    def step(self, seconds: float = 0.0) -> None:
        self.now += seconds
        self.box.step(self.now)

    def until(self, done: Callable[[], bool]) -> None:
        """Step, as the loop does when the reader wakes it, until it is so."""
        end = time.monotonic() + REAL
        while not done():
            assert time.monotonic() < end, f"it does not come to that; {self.box.why}"
            self.rest()
            self.step()

    def rest(self) -> None:
        """Wait until the reader has something, but not for long."""
        self._bell.wait(0.01)
        self._bell.clear()

    def attach(self, device: Device) -> None:
        self.step(1.0)
        device.say(MEETING)
        self.until(lambda: self.box.why is None)

    @property
    def counts(self) -> tuple[int, int]:
        counts = self.box.protocol.counts
        return counts.bad_lines, counts.bad_bytes

    @property
    def presses(self) -> list[str]:
        return [item.button for item in self.put if isinstance(item, Edge) and item.down]
