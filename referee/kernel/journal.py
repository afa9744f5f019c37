"""The journal: lines that are only ever added, and which of them count.

Nothing is deleted: taking back and correcting are lines of their own, and `effective` says
which entries count after them. The position is the fold of the effective entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from referee.kernel.entry import Entry
from referee.kernel.errors import BadEntry
from referee.kernel.text import Plain


@dataclass(frozen=True, slots=True)
class Header:
    """What a match is played with; constant from its first line to its last.

    ``version`` names the rules (the game's own version and its flow's fingerprint).
    """

    game: str
    version: str
    seats: int
    options: Mapping[str, Plain]
    components: Mapping[str, Plain]
    seed: str
    names: tuple[str, ...] = ()


class Mark(Enum):
    """What a journal line does."""

    ENTRY = "entry"
    UNDO = "undo"  # takes back the last `count` effective entries
    CORRECT = "correct"  # entry number `index` was in truth `entry`; `count` later ones stand
    ABANDON = "abandon"  # the players gave the match up


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the journal. ``device``: the device itself supplied the entry's values."""

    mark: Mark
    entry: Entry | None = None
    index: int = 0
    count: int = 0
    chance: bool = False
    device: bool = False
    auto: bool = False

    def plain(self) -> dict[str, Plain]:
        data: dict[str, Plain] = {"mark": self.mark.value}
        if self.entry is not None:
            data.update(self.entry.plain())
        for name in ("index", "count", "chance", "device", "auto"):
            if getattr(self, name):
                data[name] = getattr(self, name)
        return data

    @classmethod
    def parse(cls, data: dict[str, Plain]) -> Line:
        """A line from decoded JSON; raises `BadEntry`."""
        body = dict(data)
        try:
            mark = Mark(body.pop("mark"))
            flags = {n: bool(body.pop(n, False)) for n in ("chance", "device", "auto")}
            index, count = int(body.pop("index", 0)), int(body.pop("count", 0))
        except (KeyError, ValueError, TypeError) as error:
            raise BadEntry("error.line.shape", detail=str(error)[:80]) from error
        entry = Entry.parse(body) if mark in (Mark.ENTRY, Mark.CORRECT) else None
        if min(index, count) < 0:
            raise BadEntry("error.line.shape", detail="negative number")
        return cls(mark, entry, index, count, **flags)


def effective(lines: Iterable[Line]) -> list[Line]:
    """The entry lines that count, oldest first, after all undos and corrections."""
    kept: list[Line] = []
    for line in lines:
        if line.mark is Mark.UNDO:
            del kept[max(0, len(kept) - line.count) :]
        elif line.mark is Mark.CORRECT:
            _correct(kept, line)
        else:
            kept.append(line)
    return kept


def _correct(kept: list[Line], line: Line) -> None:
    if line.index >= len(kept):
        raise BadEntry("error.line.shape", detail="correction of a missing entry")
    old = kept[line.index]
    later = kept[line.index + 1 : line.index + 1 + line.count]
    fixed = Line(Mark.ENTRY, line.entry, chance=old.chance, device=False, auto=old.auto)
    kept[line.index :] = [fixed, *later]


class Journal(Protocol):
    """Where journal lines are kept. `append` returns when the line is safe, or raises."""

    def append(self, number: int, line: Line, digest: str) -> None: ...


class Keeper(Protocol):
    """Where matches are kept: a new one gets a journal of its own."""

    def begin(self, header: Header) -> Journal: ...


@dataclass(frozen=True, slots=True)
class TakeBack:
    """What an undo takes back: ``count`` lines, their entries, the newest last.

    ``correction``: it goes further back than a player may go by himself (a die, a reveal, or
    another seat's answer lies in between); a panel asks twice.
    """

    count: int
    entries: tuple[Entry, ...]
    correction: bool


def plan_take_back(lines: Sequence[Line]) -> TakeBack | None:
    """What the next undo takes back; None when nothing is left.

    That is the last answer somebody gave, with all that the device added to it unasked.
    """
    kept = effective(lines)
    at = next((i for i in range(len(kept) - 1, -1, -1) if not kept[i].auto), None)
    if at is None:
        return None
    gone = kept[at:]
    seat = gone[0].entry.seat if gone[0].entry is not None else 0
    beyond = any(line.chance for line in gone) or bool(_undone_seats(lines) - {seat})
    entries = tuple(line.entry for line in gone if line.entry is not None)
    return TakeBack(len(gone), entries, beyond)


def _undone_seats(lines: Sequence[Line]) -> set[int]:
    """Whose answers were taken back by the undos that end the journal."""
    seats: set[int] = set()
    for end in range(len(lines), 0, -1):
        if lines[end - 1].mark is not Mark.UNDO:
            break
        gone = effective(lines[: end - 1])[-lines[end - 1].count :]
        seats |= {line.entry.seat for line in gone if line.entry is not None}
    return seats
