"""What the seat box and the computer tell each other, as texts of lines (docs/seat-box.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from hal.box.trouble import Reason, Trouble
from hal.interfaces import Lamp, Pattern
from hal.lamps import COLOURS

#: The protocol that is spoken here, and the firmware that comes with this program.
PROTOCOL: Final = 1
FIRMWARE: Final = "1.1.0"

#: Seats that a box can have; one whose configuration is wrong has none.
SEATS: Final = 12

_SIGNS: Final = {
    Pattern.ON: "+",
    Pattern.BLINK: "b",
    Pattern.FAST: "f",
    Pattern.PULSE: "p",
    Pattern.DOUBLE: "d",
}

# -- from the box ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class About:
    """How a box introduces itself. Of a box with another protocol only the first three are known.

    ``tag`` is another one whenever it starts; ``first`` is the number of the first event that it
    still has or will have. ``lamps``: ``led`` or ``rgb``. ``reason``: why it started, ``power`` or
    ``watchdog``.
    """

    protocol: int
    firmware: str
    board: str
    tag: str = ""
    first: int = 0
    seats: int = 0
    lamps: str = ""
    reason: str = ""

    def resembles(self, other: About) -> bool:
        """Whether both may be the same box with the same program, started at other times."""
        return self._program == other._program

    @property
    def _program(self) -> tuple[object, ...]:
        return self.protocol, self.firmware, self.board, self.seats, self.lamps

    @property
    def mismatch(self) -> Reason | None:
        """What is wrong with its protocol, with both versions and the command."""
        if self.protocol == PROTOCOL:
            return None
        versions = {"theirs": self.protocol, "firmware": self.firmware}
        return Reason(Trouble.MISMATCH, {**versions, "ours": PROTOCOL, "ship": FIRMWARE})


@dataclass(frozen=True, slots=True)
class Event:
    """A button was pressed or let go, ``age`` seconds before this was sent."""

    tag: str
    number: int
    seat: int
    down: bool
    age: float


@dataclass(frozen=True, slots=True)
class LampEcho:
    """The lamps' state with this number is shown.

    Since the box started, it has received so many ``bad`` bytes, and so many presses and
    releases were ``missed``: nobody had fetched those before.
    """

    tag: str
    number: int
    bad: int
    missed: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Something is wrong with the box's configuration."""

    words: str


@dataclass(frozen=True, slots=True)
class Lie:
    """What no box says, although the line came through undamaged. ``words``: what it was."""

    words: str


Message = About | Event | LampEcho | Fault | Lie


def parse(text: str) -> Message | None:
    """The message in a line's text; None: there is no such message."""
    match text.split(" "):
        case ["box", protocol, firmware, board, *rest] if _whole(protocol):
            about = _about(int(protocol), firmware, board, rest)
            return Lie(text) if about is not None and about.seats > SEATS else about
        case [("down" | "up") as verb, tag, number, seat, age] if _whole(number, seat, age):
            if not 1 <= int(seat) <= SEATS:
                return Lie(text)
            return Event(tag, int(number), int(seat), verb == "down", int(age) / 1000)
        case ["shown", tag, number, bad, missed] if _whole(number, bad, missed):
            return LampEcho(tag, int(number), int(bad), int(missed))
        case ["fault", *words]:
            return Fault(" ".join(words))
    return None


def _about(protocol: int, firmware: str, board: str, rest: list[str]) -> About | None:
    if protocol != PROTOCOL:
        return About(protocol, firmware, board)
    match rest:
        case [tag, first, seats, lamps, reason] if _whole(first, seats):
            return About(
                protocol, firmware, board, tag, int(first), int(seats), lamps, reason
            )  # fmt: skip
    return None


def _whole(*words: str) -> bool:
    return all(word.isascii() and word.isdigit() and len(word) < 10 for word in words)


# -- to the box --------------------------------------------------------------------------------


def hello() -> str:
    return f"hello {PROTOCOL}"


def ack(tag: str, number: int) -> str:
    """All events up to this number have been taken."""
    return f"ack {tag} {number}"


def lamps(number: int, wanted: Iterable[Lamp]) -> str:
    """The whole wanted state, one lamp for each seat of the box."""
    return " ".join(("lamps", str(number), *map(lamp, wanted)))


def lamp(wanted: Lamp) -> str:
    """``-`` for dark, or a pattern's sign and the colour in three hexadecimal digits."""
    if wanted.pattern is Pattern.OFF:
        return "-"
    colour = COLOURS.get(wanted.colour, COLOURS["white"])
    return _SIGNS[wanted.pattern] + "".join(f"{round(15 * part):x}" for part in colour)
