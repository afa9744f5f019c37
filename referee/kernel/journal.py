"""The journal: lines that are only ever added.

Nothing is deleted: taking back and correcting are lines of their own. Which entries count after
them, and what those make of a position, says the `fold`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Protocol

from referee.kernel.ask import Entry
from referee.kernel.errors import BadEntry
from referee.kernel.text import Plain, Text, Value

#: How the name of a computer player begins that is a program: the rest is its command line.
COMMAND: Final = "cmd:"


def shown_player(player: str) -> str:
    """A computer player's name for everybody's eyes: how a program is called on this computer may
    hold a password."""
    return COMMAND if player.startswith(COMMAND) else player


@dataclass(frozen=True, slots=True)
class Header:
    """What a match is played with; constant from its first line to its last.

    ``version`` names the rules (the game's own version and its flow's fingerprint). ``carried``:
    what the match before left to this one. ``players``: by seat the level of the computer player
    there, empty for a person; none at all where only people play.
    """

    game: str
    version: str
    seats: int
    options: Mapping[str, Value]
    components: Mapping[str, Plain]
    seed: str
    names: tuple[str, ...] = ()
    carried: Plain = None
    players: tuple[str, ...] = ()

    @property
    def programs(self) -> dict[int, str]:
        """The programs among the players, by seat: their command lines."""
        seated = enumerate(self.players, 1)
        return {n: name.removeprefix(COMMAND) for n, name in seated if name.startswith(COMMAND)}


class Mark(Enum):
    """What a journal line does."""

    ENTRY = "entry"
    UNDO = "undo"  # takes back the last `count` effective entries
    CORRECT = "correct"  # entry number `index` was in truth `entry`; `count` later ones stand
    ABANDON = "abandon"  # the players gave the match up


_FLAGS: Final = ("chance", "device", "auto", "secret")
_NUMBERS: Final = ("index", "count")


@dataclass(slots=True)
class Line:
    """One line of the journal.

    ``chance``: dice or cards stand in the entry. ``device``: the device itself supplied its
    values; ``auto``: without a press. ``secret``: for the eyes of its seat only. ``why``: a
    computer player's reason; it is told as long as the program runs, and never stored.
    """

    mark: Mark
    entry: Entry | None = None
    index: int = 0
    count: int = 0
    chance: bool = False
    device: bool = False
    auto: bool = False
    secret: bool = False
    why: Text | None = field(default=None, compare=False)

    def plain(self) -> dict[str, Plain]:
        data: dict[str, Plain] = {"mark": self.mark.value}
        if self.entry is not None:
            data.update(self.entry.plain())
        for name in (*_NUMBERS, *_FLAGS):
            if getattr(self, name):
                data[name] = getattr(self, name)
        return data

    @classmethod
    def parse(cls, data: Plain) -> Line:
        """A line from decoded JSON; raises `BadEntry` naming what is wrong."""
        if not isinstance(data, dict):
            raise BadEntry("error.line.shape", detail="not an object")
        body = dict(data)
        try:
            mark = Mark(body.pop("mark", None))
        except ValueError as error:
            raise BadEntry("error.line.shape", detail="mark") from error
        numbers = {name: body.pop(name, 0) for name in _NUMBERS}
        flags = {name: body.pop(name, False) for name in _FLAGS}
        for name, value in (numbers | flags).items():
            if type(value) is not (int if name in numbers else bool) or value < 0:
                raise BadEntry("error.line.shape", detail=name)
        if mark in (Mark.ENTRY, Mark.CORRECT):
            return cls(mark, Entry.parse(body), **numbers, **flags)
        if body:
            raise BadEntry("error.line.shape", detail=str(min(body))[:40])
        return cls(mark, None, **numbers, **flags)


class Journal(Protocol):
    """Where the lines of one match are kept; ``id`` is the match's number there."""

    @property
    def id(self) -> int: ...

    def append(self, number: int, lines: Sequence[tuple[Line, str]], status: str) -> None:
        """Keep lines with the digests after them, the first as number ``number`` (from 0).

        All of them are safe when this returns, or none when it raises. ``status`` says how
        the match stands then: ``open``, ``over``, ``abandoned``.
        """
        ...


class Keeper(Protocol):
    """Where matches are kept: a new one gets a journal of its own."""

    def begin(self, header: Header) -> Journal: ...
