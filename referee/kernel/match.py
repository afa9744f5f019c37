"""A match: the one door through which screens, bots, the protocol and the tests play a game.

How it works. The **journal** is the only truth: lines that are only ever added. `Standing` says
which of them count after all undos and corrections, `Fold` is what those make of a fresh
position. One answer goes like this: `judge` finds the ask that accepts it, or refuses; the line
happens to the fold; the device adds what it knows; then all of it is kept in one write, with the
digest after every line. Whatever fails on the way, the fold is led back to the lines that are
kept: nothing has happened.

An undo or a correction is a line, too. It leads the fold back to the last line that stays as it
is, from a copy of the position at most `fold.EVERY` lines before, and applies the few that
follow. A stored match is replayed once and its last digest compared; only if that differs, line
by line, to say where, and which rule's rows fire there now (`resumed`).

At the table `transitions` fires what is entered, and the forks that follow; replay, undo and
correction run the same rows as a plain dict (`RowTable`). The conformance suite proves that both
do the same.

What it does not do well. It trusts that effects are pure: one that draws or looks at a clock is
found by the tests of a game, not here. A correction far back re-judges every later entry, which
costs as much as playing them. `log` and `lines` are copied at every call. The digest of a long
position costs more than the entry itself. A match belongs to one thread and calls nobody back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from referee.kernel.ask import Ask, Entry, Kind, judge
from referee.kernel.chance import commitment
from referee.kernel.components import Components
from referee.kernel.errors import BadEntry, FlowError, RefereeError, RulesChanged
from referee.kernel.flow import Executor, Flow
from referee.kernel.fold import Fold, LogEntry, Standing, Supply
from referee.kernel.game import Game, Result, Setup, find_game
from referee.kernel.journal import Header, Journal, Keeper, Line, Mark
from referee.kernel.names import check_names, check_text
from referee.kernel.position import Position
from referee.kernel.ruling import Ruling
from referee.kernel.text import Plain, Shaped, Text
from referee.kernel.undo import Undo, correction, next_undo, own_undo

if TYPE_CHECKING:
    from referee.kernel.store import Store

#: Lines that the device may add to one answer before it counts as running in circles.
UNASKED = 10_000


class Match:
    """One playing of a game. Not thread-safe: one owner, one thread."""

    def __init__(
        self,
        game: Game[Any],
        header: Header,
        components: Components,
        lines: Sequence[Line] = (),
        journal: Journal | None = None,
        fold: Fold | None = None,
    ) -> None:
        """``fold``: one of its own, which has gone some of the way already."""
        self.game = game
        self.header = header
        self._components = components
        self._journal = journal
        self._lines: list[Line] = list(lines)
        #: How many lines the journal has: as long as it stays the same, nothing has happened.
        self.written = len(self._lines)
        self._open: tuple[Ask, ...] | None = None  # the asks as the players see them
        self._fold = fold or Fold(game, header, components, self._ready)
        self._supply = Supply(game, header, self._fold)
        self._standing = Standing(self._lines)
        self._fold.become(self._standing.lines)
        self._executor = self._ready(self._fold.flow)

    @staticmethod
    def _ready(flow: Flow[Any]) -> Executor[Any]:
        """What runs the entries of this match."""
        return flow.machinery

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
        carried: Plain = None,
        players: Sequence[str] = (),
    ) -> Self:
        """A fresh match. ``seats``: a number, or the players' names in seating order.

        ``carried``: `carry` of the match before, if the same players go on (`kernel.series`).
        ``players``: by seat the level of the computer player there (`kernel.players`), or nothing.
        Raises `BadEntry` or `Refused` for seats, names and options that the game does not allow.
        """
        printed = components if components is not None else game.components()
        header = first_header(game, seats, options or {}, seed, printed, carried, tuple(players))
        match = cls(game, header, printed, (), store.begin(header) if store is not None else None)
        match._commit()
        return match

    @classmethod
    def resume(cls, store: Store, match_id: int) -> Match:
        """A stored match as it was left; replayed and compared with what was kept.

        Raises `StoreError` if there is none, `RulesChanged` if it does not replay as played.
        """
        header, (lines, digests) = store.match(match_id).header, store.lines(match_id)
        game = find_game(header.game)
        try:
            header = replace(header, options=game.restored(header.seats, header.options))
        except RefereeError as error:
            raise RulesChanged(game.name, 0, len(lines)) from error
        printed = game.components().with_values(header.components)
        match = cls(game, header, printed, (), store.journal(match_id))
        match._standing = resumed(match._fold, lines, digests)
        match._lines = list(lines)
        match.written = len(lines)
        match._commit()
        return match

    def copy(self) -> Self:
        """The same match once more, kept nowhere: what happens in one does not happen in the
        other."""
        fold = self._fold.branch(self.length)
        return type(self)(self.game, self.header, self._components, self._lines, fold=fold)

    def at(self, length: int) -> Self:
        """The match as it was after its first ``length`` entries that stand, kept nowhere."""
        lines, fold = self._standing.lines[:length], self._fold.branch(length)
        return type(self)(self.game, self.header, self._components, lines, fold=fold)

    # -- what it waits for ---------------------------------------------------------------

    @property
    def flow(self) -> Flow[Any]:
        """The flow under this match's options."""
        return self._fold.flow

    @property
    def setup(self) -> Setup:
        """What it started from."""
        header = self.header
        return Setup(header.seats, header.options, self._components, header.carried)

    @property
    def id(self) -> int | None:
        """The number under which it is stored; None for a match that is not kept."""
        return self._journal.id if self._journal is not None else None

    @property
    def state(self) -> str:
        """The flow's state, in the rule book's word."""
        return self.position.state

    @property
    def asks(self) -> tuple[Ask, ...]:
        """All open asks; empty when the match is over. More than one: answered in any order."""
        if self._open is None:
            self._open = tuple(map(self._supply.offered, self._fold.asks))
        return self._open

    @property
    def ask(self) -> Ask | None:
        """The first open ask, or None when the match is over."""
        asks = self.asks
        return asks[0] if asks else None

    @property
    def over(self) -> bool:
        return self._fold.over

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it goes on."""
        return self._fold.result

    @property
    def carry(self) -> Plain:
        """What it leaves to the next match of the same players; None unless played to the end."""
        return self.game.carry(self.position) if self.over and not self.abandoned else None

    def view(self, seat: int | None) -> Shaped:
        """The position as this seat may see it; None: what everybody may see."""
        return self.game.view(self.position, seat)

    @property
    def secretive(self) -> bool:
        """Whether it may keep anything from one of its players."""
        return self.game.secretive(self.header.seats, self.header.options)

    @property
    def position(self) -> Position:
        """The position itself. The owner's eyes only: read it, never write it."""
        return self._fold.position

    # -- answering -----------------------------------------------------------------------

    def answer(self, entry: Entry, *, press: bool = False) -> tuple[Ruling, ...]:
        """Enter one answer and return what follows from it, committed before it returns.

        ``press``: with all that the device can answer then, as if somebody pressed for it; kept
        together, all or nothing. So it is for `undo`, `correct` and `abandon`.

        Raises `BadEntry` for what is no entry of this match, `Refused` (reason and clause) for
        what the rules forbid, `StoreError` when it cannot be kept. The position is then
        unchanged. For an ask that the device supplies, the entry has no arguments: the press.
        """
        return self._answer(entry, auto=False, press=press)

    def play(self, entry: Entry, why: Text | None = None) -> tuple[Ruling, ...]:
        """Enter a computer player's answer and his reason: as `answer`, but nobody pressed anything
        for it.

        So undoing takes it back together with the last answer that somebody gave.
        """
        return self._answer(entry, auto=True, why=why)

    def _answer(
        self, entry: Entry, *, auto: bool, press: bool = False, why: Text | None = None
    ) -> tuple[Ruling, ...]:
        if not 1 <= entry.seat <= self.header.seats:
            raise BadEntry("error.seat", seat=entry.seat, seats=self.header.seats)
        asks = self.asks
        ask = judge(entry, asks, "" if asks else self._fold.ending)
        if self._supply.supplies(ask):
            raw = self._fold.asks[asks.index(ask)]
            return self._commit(self._supply.answer(raw, entry.seat, auto=auto), press=press)
        chance = ask.kind is Kind.CHANCE
        line = Line(Mark.ENTRY, entry, chance=chance, auto=auto, secret=ask.secret, why=why)
        return self._commit(line, press=press)

    def supplies(self, ask: Ask) -> bool:
        """Whether the device itself knows this ask's answer (its dice, its deck, its board)."""
        return self._supply.supplies(ask)

    def supply(self, ask: Ask) -> tuple[Ruling, ...]:
        """Have the device answer one of its own asks now (the press, made by nobody)."""
        return self.answer(Entry(ask.seats[0], ask.verb))

    # -- taking back ---------------------------------------------------------------------

    def next_undo(self, to: int | None = None, *, seat: int | None = None) -> Undo | None:
        """What `undo` would do now; None when there is nothing to take back."""
        if seat is not None:
            return own_undo(self._fold, self._supply, self._standing, seat)
        return next_undo(self._fold, self._standing, to)

    def undo(
        self, to: int | None = None, *, seat: int | None = None, press: bool = False
    ) -> Undo | None:
        """Take back the last answer (with what the device added to it by itself).

        ``to``: everything from effective entry ``to`` on, in one go. ``seat``: that seat's own last
        answer, without those of others who are asked at the same time.
        """
        undone = self.next_undo(to, seat=seat)
        if undone is not None:
            self._commit(Line(Mark.UNDO, count=undone.count), *undone.kept, press=press)
        return undone

    def correct(
        self, index: int, args: Mapping[str, Plain], *, press: bool = False
    ) -> tuple[Entry, ...]:
        """Say what effective entry ``index`` (from 0) was in truth, and replay the later ones.

        What the device had added is worked out anew. Returns people's later entries that had to be
        dropped because they no longer stand: a computer player answers anew.
        Raises `Refused` or `BadEntry` when the corrected entry itself is not legal there.
        """
        line, dropped = correction(self._fold, self._supply, self._standing, index, args)
        self._commit(line, press=press)
        return dropped

    def abandon(self) -> None:
        """Give the match up: it is over and nobody has won. Can be undone."""
        if not self.over:
            self._commit(Line(Mark.ABANDON))

    # -- records -------------------------------------------------------------------------

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """The effective lines with their rulings and flow rows, oldest first."""
        return tuple(self._fold.log)

    def asked(self, index: int) -> tuple[str, Ask | None]:
        """The state before effective line ``index`` (from 0), and the ask that it answered, with
        all values that the device may have chosen from; None where the match was given up."""
        before = self._fold.branch(index)
        return before.position.state, before.judge(self._fold.log[index].line)

    @property
    def length(self) -> int:
        """How many effective lines `log` has."""
        return len(self._fold.log)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The whole journal, undos and corrections included."""
        return tuple(self._lines)

    def since(self, count: int) -> list[Line]:
        """The lines of the journal after so many."""
        return self._lines[count:]

    @property
    def abandoned(self) -> bool:
        return self._fold.abandoned

    @property
    def opening(self) -> tuple[Ruling, ...]:
        """What was announced before the first entry."""
        return self._fold.opening

    @property
    def seed(self) -> str | None:
        """The seed, once the match was played to its end. None before, and for a match that was
        given up: it can be taken up again, and the seed knows every card."""
        return self.header.seed if self.over and not self.abandoned else None

    @property
    def commitment(self) -> str:
        """The seed's hash, to be shown before play; the seed itself is shown at the end."""
        return commitment(self.header.seed)

    @property
    def digest(self) -> str:
        return self._fold.digest

    # -- inside --------------------------------------------------------------------------

    def _commit(self, *given: Line, press: bool = False) -> tuple[Ruling, ...]:
        """Let lines happen, with all that the device adds to them, and keep them all at once.

        On any failure nothing is kept and the position is as before.
        """
        fresh: list[tuple[Line, str]] = []
        rulings: list[Ruling] = []
        try:
            waiting = list(given)
            while (line := waiting.pop(0) if waiting else self._supply.unasked(press)) is not None:
                self._open = None
                rulings += self._fold.take(line, self._standing, self._executor)
                fresh.append((line, self.digest if self._journal is not None else ""))
                if len(fresh) > UNASKED:
                    raise FlowError(f"game {self.game.name}: the device answers without end")
            if self._journal is not None and fresh:
                self._journal.append(len(self._lines), fresh, self._fold.status)
        except BaseException:
            self._open = None
            self._standing = Standing(self._lines)
            self._fold.become(self._standing.lines)
            raise
        self._lines += (kept for kept, _ in fresh)
        self.written = len(self._lines)
        return tuple(rulings)


# -- how a match begins: with a header of its own, or the lines of a stored one ---------------


def first_header(
    game: Game[Any],
    seats: int | Sequence[str],
    options: Mapping[str, Plain],
    seed: str,
    components: Components,
    carried: Plain,
    players: tuple[str, ...],
) -> Header:
    """What a fresh match is played with; raises as `Match.new` does."""
    names = () if isinstance(seats, int) else tuple(seats)
    count = seats if isinstance(seats, int) else len(names)
    chosen = game.complete(count, options)
    check_names(names)
    for word in (seed, *players):
        check_text(word)
    version, printed = game.rules_version(chosen), components.plain()
    if len(players) not in (0, count):
        raise BadEntry("error.player.count", found=len(players), seats=count)
    return Header(game.name, version, count, chosen, printed, seed, names, carried, players)


def resumed(fold: Fold, lines: Sequence[Line], digests: Sequence[str]) -> Standing:
    """Replay stored lines once; the position must be the one that was kept last.

    Where it is another, or where the rules fail on an old line, raises `RulesChanged`.
    """
    standing = Standing(lines)
    try:
        fold.replay(standing.lines)
        same = not lines or fold.digest == digests[-1]
    except Exception:  # other rules may fail in any way on an old line
        same = False
    if not same:
        raise _changed(fold, lines, digests)
    return standing


def _changed(fold: Fold, lines: Sequence[Line], digests: Sequence[str]) -> RulesChanged:
    """Replay line by line to find the first one that no longer does what it did."""
    standing = Standing()
    fold.replay(())
    name = fold.game.name
    for number, line in enumerate(lines):
        state = fold.position.state
        try:
            fold.take(line, standing)
            same = fold.digest == digests[number]
        except Exception:
            same = False
        if not same:
            return RulesChanged(name, number, len(lines), _clauses(fold, state, line))
    return RulesChanged(name, len(lines), len(lines))


def _clauses(fold: Fold, state: str, line: Line) -> tuple[str, ...]:
    """The clauses of the rows that a line fires now; if it fails, of those that it may."""
    if line.entry is None:
        return ()
    log, flow = fold.log, fold.flow
    names = log[-1].rows if log and log[-1].line is line else ()
    rows = [row for row in flow.rows if row.name in names] or [
        row for row in flow.rows if (row.source, row.trigger) == (state, line.entry.verb)
    ]
    return tuple(dict.fromkeys(clause for row in rows for clause in row.clauses))
