"""The computer's half of the seat box's protocol: bytes and times in, bytes and events out.

Theory of operation. After a port was opened the box is greeted until it introduces itself. Then the
whole wanted state of the lamps goes to it, with a number: at once when it changes, again and again
until the box echoes the number, and once a second after that, which is the heartbeat. Every press
and release has a number too; exactly the next one is taken, all are acknowledged. A box draws a
new tag whenever it starts, and its numbers belong to the tag: so a box that restarts is
noticed, and one that was only away for a moment goes on where it was.

No I/O, no clock, no thread. Times are seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from hal.box import messages
from hal.box.bounds import Bounds
from hal.box.codec import Lines, frame, text_of
from hal.box.messages import About, Event, LampEcho, Lie, Message
from hal.box.trouble import Reason, Trouble
from hal.interfaces import Lamp

#: Seconds between two repetitions of what has not been answered, and between two heartbeats.
REPEAT: Final = 0.1
HEARTBEAT: Final = 1.0
#: Seconds without a word after which a box counts as lost.
SILENT: Final = 3.0
#: Seconds for which a port is greeted in haste; after that at the pace of the heartbeat.
HASTE: Final = 3.0
#: Starts of boxes whose numbers are remembered.
STARTS: Final = 16
#: Letters of a lie that are repeated to people.
QUOTED: Final = 40
#: Before any moment.
NEVER: Final = float("-inf")


class Phase(Enum):
    CLOSED = "closed"  # no port is open
    GREETING = "greeting"  # a port is open, and no box answers
    ATTACHED = "attached"
    MISMATCHED = "mismatched"  # a box is there and speaks another protocol
    DISTRUSTED = "distrusted"  # what is there cannot be a box; no more is heard of it


@dataclass(slots=True)
class Counts:
    """What has gone over the line since the program started."""

    bytes_in: int = 0
    bytes_out: int = 0
    lines: int = 0
    #: Lines, and their bytes, that were damaged or are not of this protocol.
    bad_lines: int = 0
    bad_bytes: int = 0
    presses: int = 0
    #: Events that had been taken already.
    repeated: int = 0
    #: Seconds from the last change of the lamps to its echo.
    answer: float | None = None
    #: What the box has counted itself, see `LampEcho`.
    box_bad: int = 0
    box_missed: int = 0


class Protocol:
    """One box; `opened` and `closed` say when there is a port to it.

    ``fault``: what the box says is wrong with its configuration. ``distrust``: why the port is
    not believed any more, until it is opened anew; its ``path`` is left to others.
    """

    def __init__(self) -> None:
        self.phase = Phase.CLOSED
        self.about: About | None = None
        self.fault = ""
        self.distrust: Reason | None = None
        self.counts = Counts()
        self._bounds = Bounds()
        self._lines = Lines()
        self._out = b""
        self._expected: dict[str, int] = {}  # the next event's number, by tag
        self._lamps: dict[str, Lamp] = {}
        self._number = 0  # of the lamps' state
        self._echoed = False
        self._hasty = self._heard = self._spoken = self._next = NEVER

    # -- the port ------------------------------------------------------------------------------

    def opened(self, now: float) -> None:
        """A port was opened; whatever was on the way before is gone."""
        self._lines = Lines()
        self._bounds = Bounds()
        self.distrust = None
        self._out = b""
        self._spoken = NEVER
        self._greet(now)

    def closed(self) -> None:
        self.phase = Phase.CLOSED
        self._heard = NEVER
        self._out = b""

    def present(self, now: float) -> bool:
        """Whether a box is there; one that must introduce itself once more still is."""
        known = self.phase in (Phase.ATTACHED, Phase.GREETING)
        return known and now < self._heard + SILENT

    # -- what is wanted ------------------------------------------------------------------------

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

    # -- in ------------------------------------------------------------------------------------

    def receive(self, data: bytes, now: float) -> list[Event]:
        """Take what has come; returns the events in it, each once and in order."""
        counts = self.counts
        counts.bytes_in += len(data)
        if self.distrust is None and not self._bounds.bytes.spend(len(data), now):
            self._disbelieve(Trouble.FLOOD)
        if self.distrust is not None:
            return []
        taken: list[Event] = []
        tags = set()
        for line in self._lines.receive(data):
            if self.distrust is not None:
                break
            message = messages.parse(text_of(line) or "")
            if message is None:
                counts.bad_lines += 1
                counts.bad_bytes += len(line) + 1
                continue
            counts.lines += 1
            if isinstance(message, Event):
                tags.add(message.tag)
                if self._event(message, now):
                    taken.append(message)
            else:
                self._handle(message, now)
        counts.bad_bytes += self._lines.lost
        self._lines.lost = 0
        for tag in tags & self._expected.keys():
            self._say(messages.ack(tag, self._expected[tag] - 1))
        return taken

    def _handle(self, message: Message, now: float) -> None:
        if isinstance(message, About):
            self._met(message, now)
        elif isinstance(message, LampEcho):
            self._echo(message, now)
        elif isinstance(message, messages.Fault):
            if message.words == self.fault or self._is_news(now):
                self.fault = message.words
        elif isinstance(message, Lie):
            self._disbelieve(Trouble.LIE, message.words)

    def _is_news(self, now: float) -> bool:
        """Whether one more thing that differs from what was said before can be believed."""
        if self._bounds.news.spend(1, now):
            return True
        self._disbelieve(Trouble.FLOOD)
        return False

    def _disbelieve(self, trouble: Trouble, words: str = "") -> None:
        self.phase = Phase.DISTRUSTED
        self.distrust = Reason(trouble, {"words": words[:QUOTED]})
        self._heard = NEVER

    def _met(self, about: About, now: float) -> None:
        if self.about is not None and not about.resembles(self.about) and not self._is_news(now):
            return
        self.about = about
        self._heard = now
        if about.mismatch is not None:
            self.phase = Phase.MISMATCHED
            return
        if self.phase is not Phase.ATTACHED or about.tag not in self._expected:
            self.phase = Phase.ATTACHED
            self.fault = ""
            self._echoed = False
            self._next = now
        self._expected.setdefault(about.tag, about.first)
        if len(self._expected) > STARTS:
            del self._expected[next(iter(self._expected))]

    def _event(self, event: Event, now: float) -> bool:
        """Whether this is the next event."""
        if event.tag not in self._expected:
            self._greet(now)  # a box that has started anew
            return False
        self._heard = now
        if self.about is not None and event.tag == self.about.tag and event.seat > self.about.seats:
            self._disbelieve(Trouble.LIE, f"seat {event.seat} of {self.about.seats}")
            return False
        if not self._bounds.events.spend(1, now):
            self._disbelieve(Trouble.FLOOD)
            return False
        if event.number != self._expected[event.tag]:
            self.counts.repeated += event.number < self._expected[event.tag]
            return False
        self._expected[event.tag] += 1
        self.counts.presses += event.down
        return True

    def _echo(self, shown: LampEcho, now: float) -> None:
        if self.about is None or shown.tag != self.about.tag:
            self._greet(now)
            return
        self._heard = now
        self.counts.box_bad, self.counts.box_missed = shown.bad, shown.missed
        if shown.number != self._number:  # a state from before: the next repetition mends it
            self._echoed = False
            return
        if not self._echoed:
            self._echoed = True
            self.counts.answer = now - self._spoken
        self._next = self._spoken + HEARTBEAT

    # -- out -----------------------------------------------------------------------------------

    def step(self, now: float) -> float | None:
        """Say what is due now; returns when to step again if nothing comes in (None: never)."""
        if self.phase in (Phase.CLOSED, Phase.DISTRUSTED):
            return None
        silent = self._heard + SILENT
        if self.phase is not Phase.GREETING and now >= silent:
            self._greet(now)
        if now >= self._next:
            self._speak(now)
        return self._next if self.phase is Phase.GREETING else min(self._next, silent)

    def take(self) -> bytes:
        """The bytes to be sent, once."""
        out, self._out = self._out, b""
        return out

    def _greet(self, now: float) -> None:
        self.phase = Phase.GREETING
        self._hasty = now + HASTE
        self._next = max(now, self._spoken + REPEAT)

    def _speak(self, now: float) -> None:
        self._spoken = now
        if self.phase is Phase.ATTACHED and self.about is not None:
            names = (f"seat{seat}" for seat in range(1, self.about.seats + 1))
            wanted = (self._lamps.get(name, Lamp()) for name in names)
            self._say(messages.lamps(self._number, wanted))
            self._next = now + REPEAT  # unless it is echoed before
        else:
            hasty = self.phase is Phase.GREETING and now < self._hasty
            self._say(messages.hello())
            self._next = now + (REPEAT if hasty else HEARTBEAT)

    def _say(self, text: str) -> None:
        data = frame(text)
        self.counts.bytes_out += len(data)
        self._out += data
