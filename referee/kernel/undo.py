"""Taking back and correcting: what an undo takes back, and what a correction leaves standing.

Both only look: the match enters the line that makes it so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.kernel.entry import Entry
from referee.kernel.errors import BadEntry, Refused
from referee.kernel.fold import Fold
from referee.kernel.journal import Line, Mark, Standing
from referee.kernel.supply import Supply
from referee.kernel.text import Plain


@dataclass(frozen=True, slots=True)
class Undo:
    """What an undo takes back: ``count`` lines, their entries, the newest last.

    ``correction``: it goes further back than a player may go by himself (a die, a reveal, or
    another seat's answer lies in between); a panel asks first.
    """

    count: int
    entries: tuple[Entry, ...]
    correction: bool


def next_undo(fold: Fold, standing: Standing, to: int | None = None) -> Undo | None:
    """What the next undo takes back; None when nothing is left."""
    undone = last_answer(standing, to)
    if undone is not None and not undone.correction and fold.revealed(undone.count):
        return replace(undone, correction=True)
    return undone


def last_answer(standing: Standing, to: int | None = None) -> Undo | None:
    """As `next_undo`, by the lines alone.

    That is the last answer somebody gave, with all that the device added to it unasked; with
    ``to`` everything from this effective line on.
    """
    kept = standing.lines
    last = (i for i in range(len(kept) - 1, -1, -1) if not kept[i].auto)
    at = next(last, None) if to is None else to
    if at is None:
        return None
    gone = kept[at:]
    seat = gone[0].entry.seat if gone[0].entry is not None else 0
    beyond = any(line.chance for line in gone) or bool(standing.undone - {seat})
    entries = tuple(line.entry for line in gone if line.entry is not None)
    return Undo(len(gone), entries, beyond)


def correction(
    fold: Fold, supply: Supply, standing: Standing, index: int, args: Mapping[str, Plain]
) -> tuple[Line, tuple[Entry, ...]]:
    """The line that says what effective entry ``index`` (from 0) was in truth, and the players'
    later entries that no longer stand after it.

    What the device has added is worked out anew; the first line that it would now give otherwise,
    or that is no longer legal, ends what stands. Raises `Refused` or `BadEntry` when the corrected
    entry itself is not legal there.
    """
    log = standing.lines
    old = log[index].entry if 0 <= index < len(log) and not log[index].device else None
    if old is None:
        raise BadEntry("error.correct.index", index=index)
    entry = Entry(old.seat, old.verb, dict(args))
    fixed = replace(log[index], entry=entry)
    trial = fold.branch(index)
    trial.judge(fixed)
    trial.apply(fixed)
    later = log[index + 1 :]
    kept = _apply_standing(trial, supply.over(trial), later)
    dropped = (line.entry for line in later[kept:] if not line.device)
    return Line(Mark.CORRECT, entry, index, kept), tuple(filter(None, dropped))


def _apply_standing(trial: Fold, supply: Supply, lines: Sequence[Line]) -> int:
    """Apply lines up to the first that does not stand here; returns how many do."""
    for number, line in enumerate(lines):
        try:
            if not supply.fits(line):
                return number
        except Refused:
            return number
        trial.apply(line)
    return len(lines)
