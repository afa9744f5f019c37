"""What the program knows of the box that it runs on, and what was found wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from referee.kernel.match import Match
from referee.kernel.text import Plain, Text
from referee.table.catalogue import Catalogue


class Grade(Enum):
    """How a part of the box was found."""

    GOOD = "good"
    NOTE = "note"  # good to know; everything works
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one part: ``screen``, ``button ok``, ``disk`` ..."""

    part: str
    grade: Grade
    text: Text


@dataclass(frozen=True, slots=True)
class Invitation:
    """What to scan, or to type: where (``host:port``, a Wi-Fi's name), and a code or password.

    ``modules``: both as a QR code, one string a row, `#` for dark; empty where it would be too
    large.
    """

    address: str
    code: str
    modules: tuple[str, ...] = ()


class Phones(Protocol):
    """Invites phones to the box's pages."""

    def cards(self) -> Sequence[str]:
        """What there is to scan now, in this order: ``wifi``, ``page``, ``panel``."""

    def waits(self) -> str:
        """The key of the sentence that says why there is nothing to scan."""

    def invite(self, card: str) -> Invitation: ...

    def held(self, match: Match) -> Collection[int] | None:
        """The seats of this match that a phone plays for; None where no pages are served."""

    def free(self, match: Match) -> Sequence[int]:
        """The seats that are there for whoever scans their code; none where nothing is hidden:
        whoever is in takes one then."""

    def guests(self, match: Match) -> bool:
        """Whether some phone is there that has none."""

    def open(self, match: Match, seat: int) -> None:
        """Take this seat from whoever has it, for the phone that scans `invite_to`."""

    def invite_to(self, match: Match, seat: int) -> Invitation:
        """Invite a phone to this seat; only while `held` is not None."""


class Switch(Protocol):
    """Something of the box that its owner switches on and off."""

    @property
    def on(self) -> bool: ...

    def facts(self) -> Mapping[str, Plain]:
        """What switching it on opens, for the sentence that asks whether to."""

    def switch(self, on: bool) -> None:
        """Returns at once, and takes its time then. Raises RefereeError."""


@dataclass(frozen=True, slots=True)
class Appliance:
    """The box. One that is made without anything is a panel that has nothing to be looked at.

    ``buttons``, ``lamps``: by name, those of the panel. ``checks`` looks at everything that can
    be looked at without hands and eyes. ``power_off`` asks for the machine to be switched off;
    raises `RefereeError` when that is not to be had. ``going_down``: whether it is being switched
    off just now, whoever asked for it. ``retry`` ends safe mode, where it is that; ``failure`` is
    what led to it, a traceback. ``phones`` invites phones to the box's pages, where it has any;
    ``pages`` and ``wifi`` switch them, and a Wi-Fi of its own, where that is to be had.
    ``speaks``: it has a voice; ``keyboard``: its players have keys for everything.
    ``rest`` does what a press would feel; it is called once whenever nobody plays for a while.
    """

    buttons: tuple[str, ...] = ()
    lamps: tuple[str, ...] = ()
    checks: Callable[[], Sequence[Finding]] | None = None
    power_off: Callable[[], None] | None = None
    going_down: Callable[[], bool] = lambda: False
    retry: Callable[[], None] | None = None
    failure: str = ""
    speaks: bool = False
    keyboard: bool = False
    phones: Phones | None = None
    pages: Switch | None = None
    wifi: Switch | None = None
    rest: Callable[[], None] = lambda: None


def part_name(words: Catalogue, part: str) -> str:
    """A part for people: ``button seat3`` is the button of seat 3."""
    kind, _, name = part.partition(" ")
    return words(f"part.{kind}", name=key_name(words, name))


def key_name(words: Catalogue, name: str) -> str:
    """A button's or lamp's name: ``seat3`` is the one of seat 3, others are as on the panel."""
    seat = name.removeprefix("seat")
    return words("part.seat", seat=int(seat)) if seat.isdigit() else name.upper()
