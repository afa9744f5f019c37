"""A computer and a seat box on a line that may be hostile, in one process and in virtual time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from firmware.box import Board, Box
from hal.box.protocol import Event, Protocol
from hal.interfaces import Lamp
from sim.noise import NoisyLine

Colour = tuple[int, int, int]


class TestBoard(Board):
    """What the firmware sees of a board: everything a test wants to set and to look at."""

    __test__ = False
    lamps = "rgb"
    id = "e66164"

    def __init__(self, seats: int = 7, start: int = 1) -> None:
        self.seats = seats
        self.tag = f"{start:06x}"
        self.contacts = 0
        self.came = self.said = b""
        self.room = 1 << 20  # bytes that the line takes at once
        self.colours: list[Colour] = [(0, 0, 0)] * seats
        self.alive = False
        self.left = False

    def read(self) -> bytes:
        came, self.came = self.came, b""
        return came

    def write(self, data: bytes) -> int:
        self.said += data[: self.room]
        return len(data[: self.room])

    def closed(self) -> int:
        return self.contacts

    def show(self, colours: list[Colour], alive: bool) -> None:
        self.colours, self.alive = list(colours), alive

    def leave(self) -> None:
        self.left = True

    def push(self, seat: int) -> None:
        self.contacts |= 1 << (seat - 1)

    def release(self, seat: int) -> None:
        self.contacts &= ~(1 << (seat - 1))

    def take(self) -> bytes:
        """What the box has said since the last time."""
        said, self.said = self.said, b""
        return said


#: Something that happens at a moment (milliseconds): the contact of a seat closes or opens.
Touch = tuple[int, int, bool]


class Conversation:
    """`board` and `box` at one end, `host` at the other; ``now`` in milliseconds."""

    def __init__(
        self, rate: float = 0.0, delay: float = 0.0, seed: int = 0, seats: int = 7
    ) -> None:
        self.now = 0
        self.starts = 0
        self.seats = seats
        self.to_box = NoisyLine(2 * seed, rate, delay)
        self.from_box = NoisyLine(2 * seed + 1, rate, delay)
        self.host = Protocol()
        self.taken: list[Event] = []
        self.start_box()
        self.plug()

    def start_box(self) -> None:
        """The box gets power; whatever it knew is forgotten."""
        self.starts += 1
        contacts = self.board.contacts if self.starts > 1 else 0
        self.board = TestBoard(self.seats, self.starts)
        self.board.contacts = contacts
        self.box = Box(self.board)

    def unplug(self) -> None:
        """The line breaks, with all that is under way."""
        self.plugged = False
        self.to_box.clear()
        self.from_box.clear()
        self.host.closed()

    def plug(self) -> None:
        self.plugged = True
        self.host.opened(self.now / 1000)

    def show(self, lamps: Mapping[str, Lamp]) -> None:
        self.host.show(lamps, self.now / 1000)

    def run(self, milliseconds: int) -> None:
        end = self.now + milliseconds
        while (due := self.step()) <= end:
            self.now = max(due, self.now + 1)
        self.now = end

    def play(self, touches: Iterable[Touch]) -> None:
        """Let contacts close and open, each at its own time, counted from now."""
        begin = self.now
        for at, seat, down in touches:
            self.run(begin + at - self.now)
            (self.board.push if down else self.board.release)(seat)
            self.step()

    def settle(self, done: Callable[[], bool], seconds: int = 600) -> None:
        """Let time pass until it is so."""
        for _ in range(20 * seconds):
            if done():
                return
            self.run(50)
        raise AssertionError("it does not come to that")

    @property
    def presses(self) -> list[int]:
        """The seats that the host has seen pressing, in order."""
        return [event.seat for event in self.taken if event.down]

    def step(self) -> int:
        """All that both ends do at this moment; returns when the next thing is due."""
        now = self.now / 1000
        self.taken += self.host.receive(self.from_box.take(now), now)
        host_due = self.host.step(now)
        self.to_box.put(self.host.take(), now)
        self.board.came += self.to_box.take(now)
        due = self.box.step(self.now)
        said = self.board.take()
        if self.plugged:
            self.from_box.put(said, now)
        dues = (host_due, self.to_box.due(), self.from_box.due())
        return min([due, *(round(at * 1000) for at in dues if at is not None)])
