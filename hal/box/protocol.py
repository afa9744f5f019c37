"""The computer's half of the seat box's protocol: bytes and times in, bytes and contacts out.

Theory of operation. After a port was opened the box is greeted until it introduces itself. Then the
whole wanted state of the lamps goes to it, with a number: at once when it changes, again and again
until the box echoes the number, and once a second after that, which is the heartbeat. Every press
and release has a number too; exactly the next one is taken, all are acknowledged. A box draws a
new ``tag`` whenever it starts, and its numbers belong to the tag: so a box that restarts is
noticed, and one that was only away for a moment goes on where it was.

No I/O, no clock, no thread. Times are seconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from hal.box.codec import Lines, frame, text_of
from hal.interfaces import Lamp, Pattern
from hal.lamps import COLOURS

#: The protocol that is spoken here, and the firmware that comes with this program.
PROTOCOL: Final = 1
FIRMWARE: Final = "1.0.0"

#: Seconds between two repetitions of what has not been answered, and between two heartbeats.
REPEAT: Final = 0.1
HEARTBEAT: Final = 1.0
#: Seconds without a word after which a box counts as lost.
SILENT: Final = 3.0
#: Seconds for which a port is greeted in haste; after that at the pace of the heartbeat.
HASTE: Final = 3.0

_SIGNS: Final = {
    Pattern.ON: "+",
    Pattern.BLINK: "b",
    Pattern.FAST: "f",
    Pattern.PULSE: "p",
    Pattern.DOUBLE: "d",
}


class Phase(Enum):
    CLOSED = "closed"  # no port is open
    GREETING = "greeting"  # a port is open, no box has answered yet
    ATTACHED = "attached"
    MISMATCHED = "mismatched"  # a box is there and speaks another protocol


@dataclass(frozen=True, slots=True)
class Contact:
    """A button was pressed or let go, ``age`` seconds before the box sent it."""

    seat: int
    down: bool
    age: float


@dataclass(frozen=True, slots=True)
class About:
    """How a box introduces itself. Of a box with another protocol only the first three are known.

    ``lamps``: ``led`` or ``rgb``. ``reason``: why it started, ``power`` or ``watchdog``.
    """

    protocol: int
    firmware: str
    board: str
    tag: str = ""
    seats: int = 0
    lamps: str = ""
    reason: str = ""

    @property
    def mismatch(self) -> str:
        """What is wrong with its protocol, with both versions and the command; "" if nothing."""
        if self.protocol == PROTOCOL:
            return ""
        return (
            f"the seat box speaks protocol {self.protocol} (firmware {self.firmware}), this program"
            f" protocol {PROTOCOL} (firmware {FIRMWARE}); put them right with: referee box flash"
        )


@dataclass(slots=True)
class Counts:
    """What has gone over the line since the program started."""

    bytes_in: int = 0
    bytes_out: int = 0
    lines: int = 0
    #: Bytes and lines that were no lines of the protocol, or damaged ones.
    bad_bytes: int = 0
    bad_lines: int = 0
    presses: int = 0
    #: Events that came once more, as far as they had been taken already.
    repeated: int = 0
    #: Bad bytes that the box has received, and presses that it could not keep, since it started.
    box_bad: int = 0
    box_missed: int = 0
    #: Seconds from the last lamps to their echo.
    answer: float | None = None


@dataclass(slots=True)
class Protocol:
    """One box at a time; `opened` and `closed` say when there is a port to it."""

    phase: Phase = Phase.CLOSED
    about: About | None = None
    #: What the box says is wrong with its configuration.
    fault: str = ""
    counts: Counts = field(default_factory=Counts)
    _lines: Lines = field(default_factory=Lines)
    _out: bytes = b""
    _expected: dict[str, int] = field(default_factory=dict)  # the next event's number, by tag
    _lamps: Mapping[str, Lamp] = field(default_factory=dict)
    _number: int = 0  # of the lamps' state
    _echoed: bool = False
    _opened: float = 0.0
    _heard: float = 0.0
    _spoken: float = 0.0
    _next: float = 0.0  # when to speak next

    # -- the port --------------------------------------------------------------------------------

    def opened(self, now: float) -> None:
        """A port was opened; whatever was on the way before is gone."""
        self._lines = Lines()
        self._out = b""
        self._opened = now
        self._greet(now)

    def closed(self) -> None:
        self.phase = Phase.CLOSED
        self._out = b""

    # -- what is wanted --------------------------------------------------------------------------

    def show(self, lamps: Mapping[str, Lamp], now: float) -> None:
        """What the lamps shall show from now on: ``seat1`` ...; those not named are dark."""
        if lamps != self._lamps:
            self._lamps = dict(lamps)
            self._number += 1
            self._echoed = False
            if self.phase is Phase.ATTACHED:
                self._next = now

    @property
    def shown(self) -> bool:
        """Whether the box is known to show what is wanted."""
        return self.phase is Phase.ATTACHED and self._echoed

    # -- in --------------------------------------------------------------------------------------

    def receive(self, data: bytes, now: float) -> list[Contact]:
        """Take what has come; returns the presses and releases in it, each once and in order."""
        self.counts.bytes_in += len(data)
        contacts: list[Contact] = []
        acknowledge = ""
        for line in self._lines.receive(data):
            text = text_of(line)
            words = text.split(" ") if text else [""]
            tag = self._hear(words, contacts, now)
            if tag is None:
                self.counts.bad_lines += 1
                self.counts.bad_bytes += len(line) + 1
            else:
                self.counts.lines += 1
                acknowledge = tag or acknowledge
        self.counts.bad_bytes += self._lines.lost
        self._lines.lost = 0
        if acknowledge:
            self._say(f"ack {acknowledge} {self._expected[acknowledge] - 1}")
        return contacts

    def _hear(self, words: Sequence[str], contacts: list[Contact], now: float) -> str | None:
        """One line: the tag if it must be acknowledged, "" if not, None if it is no line at all."""
        match words:
            case ["box", protocol, firmware, board, *rest] if protocol.isdigit():
                return self._met(int(protocol), firmware, board, rest, now)
            case [("down" | "up") as verb, tag, number, seat, age] if _digits(number, seat, age):
                contact = Contact(int(seat), verb == "down", int(age) / 1000)
                return self._event(tag, int(number), contact, contacts, now)
            case ["shown", tag, number, bad, missed] if _digits(number, bad, missed):
                return self._echo(tag, int(number), int(bad), int(missed), now)
            case ["fault", *reason]:
                self.fault = " ".join(reason)
                return ""
        return None

    def _met(
        self, protocol: int, firmware: str, board: str, rest: Sequence[str], now: float
    ) -> str | None:
        if protocol != PROTOCOL:
            self.about = About(protocol, firmware, board)
            self._heard = now
            if self.phase is not Phase.MISMATCHED:
                self.phase = Phase.MISMATCHED
                self._next = now + HEARTBEAT
            return ""
        match rest:
            case [tag, first, seats, lamps, reason] if _digits(first, seats):
                self.about = About(protocol, firmware, board, tag, int(seats), lamps, reason)
                self._heard = now
                if self.phase is not Phase.ATTACHED or tag not in self._expected:
                    self.phase = Phase.ATTACHED
                    self.fault = ""
                    self._echoed = False
                    self._next = now
                self._expected.setdefault(tag, int(first))
                return ""
        return None

    def _event(
        self, tag: str, number: int, contact: Contact, contacts: list[Contact], now: float
    ) -> str | None:
        if self.about is None or tag not in self._expected:
            self._greet(now)  # a box that has started anew
            return ""
        if not 1 <= contact.seat <= self.about.seats:
            return None
        self._heard = now
        if number == self._expected[tag]:
            self._expected[tag] += 1
            self.counts.presses += contact.down
            contacts.append(contact)
        else:
            self.counts.repeated += number < self._expected[tag]
        return tag

    def _echo(self, tag: str, number: int, bad: int, missed: int, now: float) -> str:
        if tag not in self._expected:
            self._greet(now)
            return ""
        self._heard = now
        self.counts.box_bad, self.counts.box_missed = bad, missed
        if number == self._number and not self._echoed:
            self._echoed = True
            self._next = self._spoken + HEARTBEAT
            self.counts.answer = now - self._spoken
        return ""

    # -- out -------------------------------------------------------------------------------------

    def step(self, now: float) -> float | None:
        """Say what is due now; returns when to step again if nothing comes in (None: never)."""
        if self.phase is Phase.CLOSED:
            return None
        if self.phase is not Phase.GREETING and now >= self._heard + SILENT:
            self._opened = now
            self._greet(now)
        if now >= self._next:
            self._speak(now)
        return self._next if self.phase is Phase.GREETING else min(
            self._next, self._heard + SILENT
        )

    def take(self) -> bytes:
        """The bytes to be sent, once."""
        out, self._out = self._out, b""
        return out

    def _greet(self, now: float) -> None:
        self.phase = Phase.GREETING
        self._next = min(self._next, now) if self._spoken + REPEAT > now else now

    def _speak(self, now: float) -> None:
        self._spoken = now
        if self.phase is Phase.ATTACHED:
            self._say(" ".join(("lamps", str(self._number), *self._words())))
            self._next = now + (HEARTBEAT if self._echoed else REPEAT)
        else:
            hasty = self.phase is Phase.GREETING and now < self._opened + HASTE
            self._say(f"hello {PROTOCOL}")
            self._next = now + (REPEAT if hasty else HEARTBEAT)

    def _words(self) -> list[str]:
        seats = self.about.seats if self.about is not None else 0
        return [word(self._lamps.get(f"seat{seat}", Lamp())) for seat in range(1, seats + 1)]

    def _say(self, text: str) -> None:
        data = frame(text)
        self.counts.bytes_out += len(data)
        self._out += data


def word(lamp: Lamp) -> str:
    """A lamp as the protocol has it: ``-``, or a pattern's sign and three hexadecimal digits."""
    if lamp.pattern is Pattern.OFF:
        return "-"
    colour = COLOURS.get(lamp.colour, COLOURS["white"])
    return _SIGNS[lamp.pattern] + "".join(f"{round(15 * part):x}" for part in colour)


def _digits(*words: str) -> bool:
    return all(word.isascii() and word.isdigit() and len(word) < 10 for word in words)
