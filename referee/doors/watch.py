"""A seat box watched: what is told about it line by line, and what its counters mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from hal.box.ports import Listing
from hal.box.protocol import Counts
from hal.box.seatbox import NONE, SeatBox
from hal.box.trouble import Reason
from hal.inbox import Inbox
from hal.interfaces import Clock, Edge, Lamp, Pattern
from hal.schema import AUTO, SEATS
from referee.doors.words import Words

#: Seconds for which each lamp shines in the lamp test, and the colours of its rounds.
STRIDE: Final = 0.4
ROUNDS: Final = ("white", "red", "green", "blue")
#: Seconds after which a box that is there has introduced itself.
INTRODUCED: Final = 4.0
#: Percent of damaged lines from which on a cable is to blame.
NOISY: Final = 1.0

Write = Callable[[str], None]


class Watch:
    """A seat box, told line by line."""

    def __init__(
        self, words: Words, clock: Clock, listing: Listing, place: str, write: Write
    ) -> None:
        self._words = words
        self._clock = clock
        self._listing = listing
        self._place = place
        self._write = write
        self._begun = clock.now()
        self._inbox = Inbox()
        self.box = SeatBox(place, listing, self._inbox.put, self._inbox.wake)
        self._told: Reason | str | None = None
        self._down: dict[str, float] = {}
        self._pressed: set[str] = set()

    @property
    def works(self) -> bool:
        return self.box.why is None

    def settled(self) -> bool:
        """Whether it is known what is connected."""
        return self.box.protocol.shown or self._clock.now() >= self._begun + INTRODUCED

    def wait(self, seconds: float) -> None:
        self._inbox.wait(seconds)

    def close(self) -> None:
        self.box.close()

    def step(self) -> float:
        """All that is due now; returns how many seconds from now something is due next."""
        now = self._clock.now()
        for item in self._inbox.drain():
            if isinstance(item, Edge):
                self._press(item)
        self.box.show(self._lamps(now))
        due = self.box.step(now)
        self._status()
        light = (now // STRIDE + 1) * STRIDE
        return max(0.0, min(light, light if due is None else due) - now)

    # -- what is told ---------------------------------------------------------------------------

    def begin(self) -> None:
        words, ports = self._words, self._listing()
        self._write(words("box.ports") if ports else words("box.ports.none"))
        for port in ports:
            self._write(words("box.port.likely" if port.likely else "box.port", port=str(port)))
        if self._place != AUTO:
            self._write(words("box.place", port=self._place))
        self._write(words("box.hands"))

    def end(self) -> None:
        for line in explained(self.box.protocol.counts, self.box.stale, self._words):
            self._write(line)
        about = self.box.protocol.about
        if about is not None and self.works:
            quiet = [n for n in range(1, about.seats + 1) if f"seat{n}" not in self._pressed]
            if quiet:
                self._write(self._words("box.quiet", seats=", ".join(map(str, quiet))))

    def _press(self, edge: Edge) -> None:
        seat = edge.button.removeprefix("seat")
        if edge.down:
            self._down[edge.button] = edge.at
            self._pressed.add(edge.button)
            self._write(self._words("box.pressed", seat=seat))
        else:
            seconds = edge.at - self._down.pop(edge.button, edge.at)
            self._write(self._words("box.let-go", seat=seat, seconds=f"{seconds:.2f}"))

    def _status(self) -> None:
        about, wire = self.box.protocol.about, self.box.wire
        now: Reason | str | None = self.box.why
        if now is None and about is not None:
            now = about.tag  # a box that has started anew is told anew
        if now == self._told or (now == NONE and wire is not None):
            return
        self._told = now
        if isinstance(now, Reason):
            self._write(reason_text(now, self._words))
        elif about is not None and wire is not None:
            self._write(
                self._words(
                    "box.works", board=about.board, port=wire.path, n=about.seats,
                    lamps=self._named("box.lamps", about.lamps), firmware=about.firmware,
                    protocol=about.protocol, reason=self._named("box.reason", about.reason),
                )
            )  # fmt: skip

    def _named(self, table: str, word: str) -> str:
        """A word of the protocol in this language; one that is not known stands for itself."""
        key = f"{table}.{word}"
        return self._words(key) if self._words.has(key) else word

    # -- the lamp test --------------------------------------------------------------------------

    def _lamps(self, now: float) -> dict[str, Lamp]:
        """A light goes round, in another colour each time; a pressed button's lamp shines."""
        about = self.box.protocol.about
        seats = about.seats if about is not None and about.seats else SEATS
        stride = int(now // STRIDE)
        colour = ROUNDS[stride // seats % len(ROUNDS)]
        lamps = {f"seat{stride % seats + 1}": Lamp(Pattern.ON, colour)}
        return lamps | {button: Lamp(Pattern.ON, "white") for button in self._down}


def reason_text(reason: Reason, words: Words) -> str:
    """A reason with its remedy."""
    return words(f"box.why.{reason.trouble.value}", **reason.about)


def explained(counts: Counts, stale: int, words: Words) -> Sequence[str]:
    """What has gone over the line, and what it means; things that did not happen are left out."""
    lines = counts.lines + counts.bad_lines
    if not lines:
        return ()
    part = 100 * counts.bad_lines / lines
    said = [words("box.count.lines", bytes=counts.bytes_in, n=lines)]
    if counts.bad_lines or counts.box_bad:
        said.append(
            words("box.count.bad", n=counts.bad_lines, part=f"{part:.1f}", box=counts.box_bad)
        )
        said.append(words("box.count.noisy" if part >= NOISY else "box.count.harmless"))
    said.append(words("box.count.presses", n=counts.presses))
    if counts.repeated:
        said.append(words("box.count.repeated", n=counts.repeated))
    if stale:
        said.append(words("box.count.stale", n=stale))
    if counts.box_missed:
        said.append(words("box.count.missed", n=counts.box_missed))
    if counts.answer is not None:
        said.append(words("box.count.answer", ms=f"{1000 * counts.answer:.1f}"))
    return said
