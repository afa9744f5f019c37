"""The fold: which journal lines count, what they make of a fresh position and announce on the way,
and what the device itself answers.

The position is always what the lines make of a fresh one. So that going back costs what is taken
back, the fold keeps a pickled copy of the position every `EVERY` lines: a cache, which may be
thrown away at any time and is never looked at for anything else.

`Supply` knows the device's dice, cards and board. It reads the fold and never changes it: a line
it gives has still to happen.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from operator import attrgetter, is_
from typing import Any, Final

from referee.kernel.ask import Ask, Entry, Kind, Option, judge
from referee.kernel.chance import Stream
from referee.kernel.components import Components
from referee.kernel.errors import BadEntry, FlowError, Refused
from referee.kernel.flow import Executor, Flow
from referee.kernel.game import DEVICE, Game, Result, Setup
from referee.kernel.journal import Header, Line, Mark
from referee.kernel.position import Position, digest, fields
from referee.kernel.ruling import Outcome, Ruling
from referee.kernel.text import Text, Who

#: Lines between two copies of the position: so many at most are applied again to go back.
EVERY: Final = 100


# -- which lines count --------------------------------------------------------------------------


def effective(lines: Iterable[Line]) -> list[Line]:
    """The entry lines that count, oldest first, after all undos and corrections."""
    return Standing(lines).lines


class Standing:
    """The entry lines that count, kept up to date line by line of the journal.

    ``lines``: read them, never write them. ``undone``: seats whose answers were taken back by the
    undos that end the journal.
    """

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self.lines: list[Line] = []
        self.undone: set[int] = set()
        for line in lines:
            self.add(line)

    def add(self, line: Line) -> int:
        """Count one more line of the journal; returns how many lines stand unchanged by it.

        Raises `BadEntry` for the correction of a missing entry.
        """
        same = len(self.lines)
        if line.mark is Mark.UNDO:
            same = max(0, same - line.count)
            self.undone |= _seats(self.lines[same:])
            del self.lines[same:]
            return same
        self.undone.clear()
        if line.mark is not Mark.CORRECT:
            self.lines.append(line)
            return same
        if line.index >= same:
            raise BadEntry("error.line.shape", detail="correction of a missing entry")
        self.lines[line.index] = replace(self.lines[line.index], entry=line.entry)
        del self.lines[line.index + 1 + line.count :]
        return line.index


def _seats(lines: Iterable[Line]) -> set[int]:
    return {line.entry.seat for line in lines if line.entry is not None}


# -- what they make of a position -----------------------------------------------------------------


@dataclass(slots=True, init=False, kw_only=True)
class LogEntry(Outcome):
    """One effective journal line with what it brought about. Read it, never write it."""

    line: Line

    def __init__(self, line: Line) -> None:
        self.line = line
        self.rulings = []
        self.rows = []

    @property
    def reason(self) -> Ruling | None:
        """Why a computer player has answered so: told like a ruling, but no clause asks it."""
        entry, why = self.line.entry, self.line.why
        if entry is None or why is None:
            return None
        return Ruling("computer.why", "", entry.seat, {"who": Who(entry.seat), "why": why})

    @property
    def told(self) -> list[Ruling]:
        """The reason, and what came of it after it."""
        reason = self.reason
        return self.rulings if reason is None else [reason, *self.rulings]


@dataclass(slots=True)
class _Snapshot:
    """The position after the first ``count`` lines: its changing fields, pickled."""

    count: int
    drawn: int
    data: bytes


class Fold:
    """A position and the effective lines that led to it. Draws nothing, keeps nothing.

    After an exception in `replay` or `apply` it is undefined until `replay` or `become`.
    """

    def __init__(
        self, game: Game[Any], header: Header, components: Components,
        runner: Callable[[Flow[Any]], Executor[Any]] = attrgetter("table"),
    ) -> None:  # fmt: skip
        """``runner``: what of a flow runs the beginning; all that is replayed is run as a plain
        dict."""
        self.game = game
        self.flow = game.flow(header.options)
        self._setup = Setup(header.seats, header.options, components, header.carried)
        self._empty()
        self._begin(runner(self.flow))

    def replay(self, lines: Sequence[Line]) -> None:
        """Start afresh and apply these effective lines."""
        self._empty()
        self._begin(self.flow.table)
        self._run(lines, self.flow.table)

    def _empty(self) -> None:
        self.log: list[LogEntry] = []
        self._snapshots: list[_Snapshot] = []

    def _begin(self, executor: Executor[Any]) -> None:
        """The position before the first line."""
        self.position: Position = self.game.setup(self._setup)
        self.position.state = self.flow.initial
        self.drawn = 0  # values taken from the device's stream by the lines that count
        outcome = Outcome()
        executor.start(self.position, outcome)
        self.opening = tuple(outcome.rulings)
        self._asks: tuple[Ask, ...] | None = None
        self._broken = False

    def apply(self, line: Line, executor: Executor[Any] | None = None) -> Sequence[Ruling]:
        """Let one line happen; its legality is not asked again. ``executor``: the plain table."""
        self._run((line,), executor or self.flow.table)
        return self.log[-1].rulings

    def _run(self, lines: Sequence[Line], executor: Executor[Any]) -> None:
        """Let lines happen. One loop for all, as thousands are folded when a match is opened."""
        fire, log, position = executor.fire, self.log, self.position
        self._asks = None
        for line in lines:
            logged = LogEntry(line)
            if line.entry is not None:
                try:
                    fire(position, line.entry, logged)
                except BaseException:
                    self._broken = True
                    raise
            if line.chance and line.device:
                self.drawn += 1
            log.append(logged)
            if len(log) % EVERY == 0:
                self._save()

    def take(
        self, line: Line, standing: Standing, executor: Executor[Any] | None = None
    ) -> Sequence[Ruling]:
        """Let one more journal line happen, an undo or a correction too; ``standing`` hears of it
        as well. The rulings are those of an entry."""
        same = standing.add(line)
        if line.mark is Mark.ENTRY or line.mark is Mark.ABANDON:
            self._run((line,), executor or self.flow.table)
            return self.log[-1].rulings
        self.rewind(same)
        self._run(standing.lines[same:], self.flow.table)
        return ()

    def apply_legal(self, lines: Sequence[Line]) -> int:
        """Apply lines up to the first that is not legal here; returns how many were."""
        for number, line in enumerate(lines):
            try:
                self.judge(line)
            except Refused:
                return number
            self.apply(line)
        return len(lines)

    def judge(self, line: Line) -> Ask | None:
        """The ask that a line with its values answers, whoever supplied them; or `Refused`."""
        return judge(line.entry, self.asks, self.ending) if line.entry is not None else None

    # -- going back ------------------------------------------------------------------------

    def rewind(self, count: int) -> None:
        """Stand again after the first ``count`` lines; costs no more than `EVERY` of them."""
        if count == len(self.log) and not self._broken:
            return
        while self._snapshots and self._snapshots[-1].count > count:
            del self._snapshots[-1]
        start = self._snapshots[-1].count if self._snapshots else 0
        again = [logged.line for logged in self.log[start:count]]
        del self.log[start:]
        if self._snapshots:
            self._load(self._snapshots[-1])
        else:
            self._begin(self.flow.table)
        self._run(again, self.flow.table)

    def become(self, lines: Sequence[Line]) -> None:
        """Stand after these effective lines, whatever happened before; those that are the same
        objects as before are not applied again."""
        pairs = zip((logged.line for logged in self.log), lines, strict=False)
        same = next((n for n, (old, new) in enumerate(pairs) if not is_(old, new)), None)
        same = min(len(self.log), len(lines)) if same is None else same
        self.rewind(same)
        self._run(lines[same:], self.flow.table)

    def branch(self, count: int) -> Fold:
        """Another fold that stands after the first ``count`` lines of this one."""
        other = object.__new__(Fold)
        other.game, other.flow, other._setup = self.game, self.flow, self._setup
        other.position, other.opening, other.drawn = self.position, self.opening, self.drawn
        other.log, other._snapshots, other._asks = self.log[:], self._snapshots[:], None
        other._broken = True  # the position is not its own
        if count == len(self.log):
            other._save()
        other.rewind(count)
        return other

    def revealed(self, count: int) -> bool:
        """Whether the last ``count`` lines turned secrets up: they begin with a secret answer, the
        last one that was waited for, or in a match that hides something they have announced
        anything or ended it. Whoever asks for its file then has everybody's cards, and the seed of
        those to come."""
        if self.over and self._secretive:
            return not self.abandoned
        if self.announced(count):
            return True
        first = self.log[-count].line
        if not first.secret:
            return False
        before = self.branch(len(self.log) - count)
        answered = before.judge(first)
        return [ask for ask in before.asks if ask is not answered] != list(self.asks)

    def announced(self, count: int) -> bool:
        """Whether the last ``count`` lines of a match that hides something told anybody anything: a
        doubt turns all cups up, and a card that somebody has looked at he knows from then on."""
        return self._secretive and any(logged.rulings for logged in self.log[-count:])

    # -- what it is --------------------------------------------------------------------------

    @property
    def _secretive(self) -> bool:
        return self.game.secretive(self._setup.seats, self._setup.options)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """All open asks as the game gives them, the device's own with all their values."""
        if self._asks is None:
            self._asks = () if self.abandoned else self.flow.asks(self.position)
        return self._asks

    @property
    def abandoned(self) -> bool:
        return bool(self.log) and self.log[-1].line.mark is Mark.ABANDON

    @property
    def over(self) -> bool:
        return self.flow.states[self.position.state].final or self.abandoned

    @property
    def result(self) -> Result | None:
        if self.abandoned:
            return Result((), Text("result.abandoned"), self.game.abandoned)
        return self.game.result(self.position) if self.over else None

    @property
    def ending(self) -> str:
        """The clause that ended the match; empty while it goes on."""
        result = self.result
        return result.clause if result is not None else ""

    @property
    def status(self) -> str:
        """``open``, ``over`` or ``abandoned``: what a list of matches says."""
        if self.abandoned:
            return "abandoned"
        return "over" if self.over else "open"

    @property
    def digest(self) -> str:
        return digest(self.position)

    # -- inside ------------------------------------------------------------------------------

    def _save(self) -> None:
        position = self.position
        values = [getattr(position, name) for name in fields(type(position))[0]]
        self._snapshots.append(_Snapshot(len(self.log), self.drawn, pickle.dumps(values)))

    def _load(self, snapshot: _Snapshot) -> None:
        """A position of its own: the constant fields are shared, all others are new."""
        old = self.position
        changing, constant = fields(type(old))
        self.position = object.__new__(type(old))
        for name in constant:
            setattr(self.position, name, getattr(old, name))
        for name, value in zip(changing, pickle.loads(snapshot.data), strict=True):
            setattr(self.position, name, value)
        self.drawn, self._asks, self._broken = snapshot.drawn, None, False


# -- what the device answers ------------------------------------------------------------------


class Supply:
    """The device's answers in one match. Asks are given as the fold has them, with all values
    that they may have."""

    def __init__(self, game: Game[Any], header: Header, fold: Fold) -> None:
        self._game = game
        self._own = frozenset(key for key, value in header.options.items() if value == DEVICE)
        self._stream = Stream(header.seed)
        self._fold = fold

    def over(self, fold: Fold) -> Supply:
        """The same device's answers over another fold of the match."""
        other = copy(self)
        other._fold = fold
        return other

    def supplies(self, ask: Ask) -> bool:
        """Whether the device itself knows this ask's answer."""
        return ask.kind is not Kind.DECISION and ask.source in self._own

    def offered(self, ask: Ask) -> Ask:
        """The ask as players see it: where the device supplies the values, only the press."""
        return replace(ask, options=(Option(ask.verb),)) if self.supplies(ask) else ask

    def answer(self, ask: Ask, seat: int, *, auto: bool = False) -> Line:
        """The device's own answer, as the game gives it; ``auto``: nobody pressed for it."""
        chance = ask.kind is Kind.CHANCE
        if chance:
            below, option = self._stream.at(self._fold.drawn), ask.options[0]
            entry = Entry(seat, option.verb, option.sample(below))
        else:
            entry = self._game.report(self._fold.position, ask)
            if entry.seat not in ask.seats or not ask.accepts(entry.verb, entry.args):
                raise FlowError(f"game {self._game.name}: its report is no answer to {ask.prompt}")
        return Line(Mark.ENTRY, entry, chance=chance, device=True, auto=auto, secret=ask.secret)

    def unasked(self, press: bool) -> Line | None:
        """What the device answers next without a press, or else with one where ``press`` says
        so; None when somebody must act."""
        supplied = [ask for ask in self._fold.asks if self.supplies(ask)]
        for ask in supplied:
            if ask.auto or ask.kind is Kind.REPORT:
                return self.answer(ask, ask.seats[0], auto=True)
        if press and supplied:
            return self.answer(supplied[0], supplied[0].seats[0])
        return None

    def fits(self, line: Line) -> bool:
        """Whether a line that was kept would be written here too: the device gives the same, and
        players answer what they are asked; raises `Refused` where they are not.
        """
        unasked = self.unasked(press=False)
        if unasked is not None:
            return unasked.entry == line.entry
        ask = self._fold.judge(line)
        if ask is None or line.entry is None:
            return True  # the match was given up
        if not self.supplies(ask):
            return not line.device
        return line.device and self.answer(ask, line.entry.seat).entry == line.entry
