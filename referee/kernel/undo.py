"""Taking back and correcting: what an undo takes back, and what a correction leaves standing.

Both only look: the match enters the line that makes it so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.kernel.ask import Ask, Entry
from referee.kernel.errors import BadEntry, Refused
from referee.kernel.fold import Fold, Standing, Supply
from referee.kernel.journal import Line, Mark
from referee.kernel.text import Plain


@dataclass(frozen=True, slots=True)
class Undo:
    """What an undo takes back: ``count`` lines, their entries, the newest last.

    ``correction``: it goes further back than a player may go by himself (a die, a reveal, or
    another seat's answer lies in between); a panel asks first. ``kept``: lines of others among the
    ``count``, which are entered again.
    """

    count: int
    entries: tuple[Entry, ...]
    correction: bool
    kept: tuple[Line, ...] = ()


def next_undo(fold: Fold, standing: Standing, to: int | None = None) -> Undo | None:
    """What the next undo takes back; None when nothing is left."""
    undone = last_answer(standing, to)
    if undone is not None and not undone.correction and fold.revealed(undone.count):
        return replace(undone, correction=True)
    return undone


def own_undo(fold: Fold, supply: Supply, standing: Standing, seat: int) -> Undo | None:
    """What a seat takes back of its own without a correction; None if it can't.

    Where several are asked at once, that is its answer as long as the others are still being
    asked: what they have answered meanwhile stays.
    """
    lines = standing.lines
    mine = (n for n in range(len(lines) - 1, -1, -1) if _given_by(lines[n], seat))
    at = next(mine, None)
    if at is None:
        return None
    later = lines[at + 1 :]
    if later and not fold.announced(len(lines) - at) and _still_asked(fold, supply, at):
        entry = lines[at].entry
        assert entry is not None
        return Undo(len(later) + 1, (entry,), correction=False, kept=tuple(map(replace, later)))
    undone = next_undo(fold, standing)
    own = undone is not None and undone.count == len(lines) - at and not undone.correction
    return undone if own else None


def _given_by(line: Line, seat: int) -> bool:
    return line.entry is not None and line.entry.seat == seat and not line.auto


def _still_asked(fold: Fold, supply: Supply, at: int) -> bool:
    """Whether nothing but answers of others to the same questions has followed line ``at``, and
    somebody else is still being asked."""
    line, *later = (logged.line for logged in fold.log[at:])
    if any(one.chance or one.device for one in (line, *later)) or not fold.asks:
        return False
    trial = fold.branch(at)
    answered = trial.judge(line)
    if _apply_standing(trial, supply.over(trial), later) < len(later):
        return False
    others = [ask for ask in trial.asks if ask.seats != answered.seats] if answered else []
    return list(map(_question, others)) == list(map(_question, fold.asks))


def _question(ask: Ask) -> tuple[object, ...]:
    """What is asked of whom; what may be answered is nobody else's business."""
    return ask.seats, ask.kind, ask.prompt, ask.clause


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
    """The line that says what effective entry ``index`` (from 0) was in truth, and people's later
    entries that no longer stand after it.

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
    dropped = (line.entry for line in later[kept:] if not (line.device or line.auto))
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
