"""A match: the one door through which screens, bots, the protocol and the tests play a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from referee.kernel.ask import Ask, Kind, Option
from referee.kernel.components import Components
from referee.kernel.entry import Entry
from referee.kernel.errors import BadEntry, RefereeError, Refused, RulesChanged
from referee.kernel.game import Game, Result, Setup, find_game
from referee.kernel.journal import (
    Header,
    Journal,
    Keeper,
    Line,
    Mark,
    TakeBack,
    effective,
    plan_take_back,
)
from referee.kernel.position import Position, digest
from referee.kernel.ruling import Outcome, Ruling
from referee.kernel.stream import Stream, commitment
from referee.kernel.text import Plain, Text, Who

if TYPE_CHECKING:
    from referee.kernel.store import Store

#: Values of the options ``dice``, ``cards``, ``board``: who supplies these facts.
DEVICE, ON_TABLE = "device", "table"


@dataclass(frozen=True, slots=True)
class Logged:
    """One effective journal line with what it brought about."""

    line: Line
    rulings: tuple[Ruling, ...]
    rows: tuple[str, ...]


class Match:
    """One playing of a game. Not thread-safe: one owner, one thread."""

    def __init__(
        self,
        game: Game[Any],
        header: Header,
        components: Components,
        lines: Sequence[Line] = (),
        journal: Journal | None = None,
    ) -> None:
        self.game = game
        self.header = header
        self.flow = game.flow(header.options)
        self._setup = Setup(header.seats, header.options, components)
        self._stream = Stream(header.seed)
        self._journal = journal
        self._lines: list[Line] = list(lines)
        self._asks: tuple[Ask, ...] | None = None  # as the game gives them
        self._open: tuple[Ask, ...] | None = None  # as the players see them
        self._replay(effective(self._lines))

    @classmethod
    def new(
        cls,
        game: Game[Any],
        seats: int | Sequence[str],
        options: Mapping[str, Plain] | None = None,
        seed: str = "",
        *,
        components: Components | None = None,
        store: Keeper | None = None,
    ) -> Match:
        """A fresh match. ``seats``: a number, or the players' names in seating order.

        Raises `BadEntry` or `Refused` for seats and options that the game does not allow.
        """
        names = () if isinstance(seats, int) else tuple(seats)
        count = seats if isinstance(seats, int) else len(names)
        chosen = game.complete(count, options or {})
        parts = components if components is not None else game.components()
        version = game.rules_version(chosen)
        header = Header(game.name, version, count, chosen, parts.plain(), seed, names)
        match = cls(game, header, parts, (), store.begin(header) if store is not None else None)
        match._settle([])
        return match

    @classmethod
    def resume(cls, store: Store, match_id: int) -> Match:
        """A stored match as it was left; replayed and compared with what was kept.

        Raises `StoreError` if there is none, `RulesChanged` if it does not replay as played.
        """
        header, (lines, digests) = store.match(match_id).header, store.lines(match_id)
        game = find_game(header.game)
        parts = game.components().with_values(header.components)
        match = cls(game, header, parts, (), store.journal(match_id))
        other_rules = header.version != game.rules_version(header.options)
        match._load(lines, digests, checked=other_rules)
        match._settle([])
        return match

    # -- what it waits for ---------------------------------------------------------------

    @property
    def state(self) -> str:
        """The flow's state, in the rule book's word."""
        return self._position.state

    @property
    def asks(self) -> tuple[Ask, ...]:
        """All open asks; empty when the match is over. More than one: answered in any order."""
        if self._open is None:
            self._open = tuple(self._offered(ask) for ask in self._raw_asks())
        return self._open

    @property
    def ask(self) -> Ask | None:
        """The first open ask, or None when the match is over."""
        asks = self.asks
        return asks[0] if asks else None

    @property
    def over(self) -> bool:
        return self.abandoned or self.flow.states[self._position.state].final

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it goes on."""
        if self.abandoned:
            return Result((), Text("result.abandoned"), self.game.abandoned)
        return self.game.result(self._position) if self.over else None

    def view(self, seat: int | None) -> Plain:
        """The position as this seat may see it; None: what everybody may see."""
        return self.game.view(self._position, seat)

    @property
    def position(self) -> Position:
        """The position itself. The owner's eyes only: read it, never write it."""
        return self._position

    # -- answering -----------------------------------------------------------------------

    def answer(self, entry: Entry) -> tuple[Ruling, ...]:
        """Enter one answer and return what follows from it, committed before it returns.

        Raises `BadEntry` for what is no entry of this match, `Refused` (reason and clause) for
        what the rules forbid, `StoreError` when it cannot be kept. The position is then
        unchanged. For an ask that the device supplies, the entry has no arguments: the press.
        """
        ask = self._find(entry)
        if self.supplies(ask):
            return self._enter_supplied(ask, entry.seat)
        line = Line(Mark.ENTRY, entry, chance=ask.kind is Kind.CHANCE)
        rulings = list(self._append(line))
        self._settle(rulings)
        return tuple(rulings)

    def supplies(self, ask: Ask) -> bool:
        """Whether the device itself knows this ask's answer (its dice, its deck, its board)."""
        return ask.kind is not Kind.DECISION and self.header.options.get(ask.source) == DEVICE

    def supply(self, ask: Ask) -> tuple[Ruling, ...]:
        """Have the device answer one of its own asks now (the press, made by nobody)."""
        return self.answer(Entry(ask.seats[0], ask.verb))

    def _enter_supplied(self, ask: Ask, seat: int) -> tuple[Ruling, ...]:
        raw = next(a for a in self._raw_asks() if self._offered(a) == ask)
        rulings = list(self._append(self._supplied(raw, seat)))
        self._settle(rulings)
        return tuple(rulings)

    def _supplied(self, raw: Ask, seat: int, *, auto: bool = False) -> Line:
        chance = raw.kind is Kind.CHANCE
        if chance:
            below = self._stream.at(self._drawn)
            entry = Entry(seat, raw.verb, raw.options[0].sample(below))
        else:
            entry = self.game.report(self._position, raw)
        return Line(Mark.ENTRY, entry, chance=chance, device=True, auto=auto)

    def _settle(self, rulings: list[Ruling]) -> None:
        """Let the device answer whatever needs no press."""
        while not self.over:
            due = (a for a in self._raw_asks() if self.supplies(a) and _unpressed(a))
            ask = next(due, None)
            if ask is None:
                return
            rulings += self._append(self._supplied(ask, ask.seats[0], auto=True))

    # -- taking back ---------------------------------------------------------------------

    def take_back(self) -> TakeBack | None:
        """What `undo` would do now; None when there is nothing to take back."""
        return plan_take_back(self._lines)

    def undo(self) -> TakeBack | None:
        """Take back the last answer (with what the device added to it by itself)."""
        plan = self.take_back()
        if plan is not None:
            self._amend(Line(Mark.UNDO, count=plan.count))
        return plan

    def correct(self, index: int, args: Mapping[str, Plain]) -> tuple[Entry, ...]:
        """Say what effective entry ``index`` (from 0) was in truth, and replay the later ones.

        Returns the later entries that had to be dropped because they are no longer legal.
        Raises `Refused` or `BadEntry` when the corrected entry itself is not legal there.
        """
        log = [logged.line for logged in self._log]
        old = log[index].entry if 0 <= index < len(log) and not log[index].device else None
        if old is None:
            raise BadEntry("error.correct.index", index=index)
        entry = Entry(old.seat, old.verb, dict(args))
        trial = Match(self.game, self.header, self._setup.components, log[:index])
        trial._check(entry)
        trial._apply(replace(log[index], entry=entry))
        kept = trial._apply_legal(log[index + 1 :])
        self._amend(Line(Mark.CORRECT, entry, index, kept))
        self._settle([])
        dropped = log[index + 1 + kept :]
        return tuple(line.entry for line in dropped if line.entry is not None)

    def abandon(self) -> None:
        """Give the match up: it is over and nobody has won. Can be undone."""
        if not self.over:
            self._append(Line(Mark.ABANDON))

    # -- records -------------------------------------------------------------------------

    @property
    def log(self) -> tuple[Logged, ...]:
        """The effective lines with their rulings and flow rows, oldest first."""
        return tuple(self._log)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The whole journal, undos and corrections included."""
        return tuple(self._lines)

    @property
    def abandoned(self) -> bool:
        return bool(self._log) and self._log[-1].line.mark is Mark.ABANDON

    @property
    def opening(self) -> tuple[Ruling, ...]:
        """What was announced before the first entry."""
        return self._opening

    @property
    def commitment(self) -> str:
        """The seed's hash, to be shown before play; the seed itself is shown at the end."""
        return commitment(self.header.seed)

    @property
    def digest(self) -> str:
        return digest(self._position)

    # -- inside --------------------------------------------------------------------------

    def _raw_asks(self) -> tuple[Ask, ...]:
        if self._asks is None:
            self._asks = () if self.over else self.flow.asks(self._position)
        return self._asks

    def _forget_asks(self) -> None:
        self._asks = self._open = None

    def _offered(self, ask: Ask) -> Ask:
        """The ask as players see it: where the device supplies the values, only the press."""
        if not self.supplies(ask):
            return ask
        return replace(ask, options=(Option(ask.verb),))

    def _find(self, entry: Entry) -> Ask:
        if not 1 <= entry.seat <= self.header.seats:
            raise BadEntry("error.seat", seat=entry.seat, seats=self.header.seats)
        asks = self.asks
        if not asks:
            raise Refused(Text("refused.over"), self._ending_clause())
        mine = [ask for ask in asks if entry.seat in ask.seats]
        for ask in mine:
            if ask.accepts(entry.verb, entry.args):
                return ask
        raise self._refusal(entry, mine or asks, bool(mine))

    def _check(self, entry: Entry) -> None:
        """Whether an entry with its values fits an open ask, whoever supplies them."""
        asks = [ask for ask in self._raw_asks() if entry.seat in ask.seats]
        if not any(ask.accepts(entry.verb, entry.args) for ask in asks):
            raise self._refusal(entry, asks or self._raw_asks(), bool(asks))

    def _refusal(self, entry: Entry, asks: Sequence[Ask], mine: bool) -> Refused:
        for ask in asks:
            if known := ask.refusal(entry.verb, entry.args):
                return Refused(known.reason, known.clause)
        if not asks:
            return Refused(Text("refused.over"), self._ending_clause())
        first = asks[0]
        if not mine:
            turn = tuple(Who(seat) for seat in first.seats)
            return Refused(Text("refused.seat", {"seats": turn}), first.clause)
        if any(o.verb == entry.verb for ask in asks for o in ask.options):
            return Refused(Text("refused.args", {"prompt": first.prompt}), first.clause)
        return Refused(Text("refused.now", {"prompt": first.prompt}), first.clause)

    def _ending_clause(self) -> str:
        result = self.result
        return result.clause if result is not None else ""

    def _apply_legal(self, lines: Sequence[Line]) -> int:
        """Apply lines up to the first that is not legal here; returns how many were."""
        for number, line in enumerate(lines):
            try:
                if line.entry is not None:
                    self._check(line.entry)
            except Refused:
                return number
            self._apply(line)
        return len(lines)

    def _load(self, lines: Sequence[Line], digests: Sequence[str], *, checked: bool) -> None:
        """Replay stored lines; ``checked``: compare with the digest kept at every line."""
        for number, line in enumerate(lines):
            try:
                if line.mark in (Mark.ENTRY, Mark.ABANDON):
                    self._apply(line)
                else:
                    self._replay(effective(lines[: number + 1]))
            except RefereeError as error:
                raise RulesChanged(self.game.name, number, len(lines)) from error
            if checked and self.digest != digests[number]:
                raise RulesChanged(self.game.name, number, len(lines))
        if lines and not checked and self.digest != digests[-1]:
            self._replay(())
            self._load(lines, digests, checked=True)
        self._lines = list(lines)

    def _append(self, line: Line) -> tuple[Ruling, ...]:
        """Apply a line and keep it; on any failure the position is as before."""
        try:
            rulings = self._apply(line)
            self._keep(line)
        except BaseException:
            self._replay(effective(self._lines))
            raise
        self._lines.append(line)
        return rulings

    def _amend(self, line: Line) -> None:
        """Keep a line that changes which lines count."""
        before = self._log
        try:
            self._replay(effective([*self._lines, line]))
            self._keep(line)
        except BaseException:
            self._replay([logged.line for logged in before])
            raise
        self._lines.append(line)

    def _keep(self, line: Line) -> None:
        if self._journal is not None:
            self._journal.append(len(self._lines), line, self.digest)

    def _replay(self, lines: Sequence[Line]) -> None:
        """Fold: the position is what the effective lines make of a fresh one."""
        self._position: Position = self.game.setup(self._setup)
        self._log: list[Logged] = []
        self._opening = tuple(self.flow.start(self._position).rulings)
        self._drawn = 0  # values taken from the stream by the lines that count
        self._forget_asks()
        for line in lines:
            self._apply(line)

    def _apply(self, line: Line) -> tuple[Ruling, ...]:
        outcome = Outcome()
        if line.entry is not None:
            outcome = self.flow.fire(self._position, line.entry)
        self._drawn += line.chance and line.device
        self._forget_asks()
        self._log.append(Logged(line, tuple(outcome.rulings), tuple(outcome.rows)))
        return tuple(outcome.rulings)


def _unpressed(ask: Ask) -> bool:
    """Device-supplied asks that nobody has to press for."""
    return ask.auto or ask.kind is Kind.REPORT
