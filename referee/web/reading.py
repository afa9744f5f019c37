"""Who reads at the panel what only he may see, and how long ago somebody did.

A page may lift a cover, which then lies open for all. But one that lies there for a moment only,
because a page has changed the language, taken an answer back or put the match on the table anew,
is lifted by whoever has read below it: else nobody would see that a page has done so. For the same
reason a page that lifts a cover and lets it fall at once is told to all, unless it has answered
there; if it takes that answer back later, all are told then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from referee.authority import is_glance, may_lift, may_watch
from referee.kernel.ask import Entry
from referee.kernel.match import Match
from referee.table import errands
from referee.table.program import TableProgram
from referee.web.client import Client

#: So many answers given below a cover are watched: whether they are taken back.
WATCHED: Final = 64


@dataclass(frozen=True, slots=True)
class Lifted:
    """A cover that a page has lifted: whose, in which match, and when. ``answers``: all that stands
    of that seat, once the page has answered below it; empty: it has not."""

    by: Client
    seat: int
    match: Match
    at: float
    answers: tuple[Entry, ...] = ()

    def stands(self, match: Match) -> bool:
        """Whether the page has answered, and nobody has taken that back."""
        now = answers_of(match, self.seat)
        return bool(self.answers) and now[: len(self.answers)] == self.answers


def answers_of(match: Match, seat: int) -> tuple[Entry, ...]:
    """What a seat has answered, as far as it stands, oldest first."""
    entries = (logged.line.entry for logged in match.log)
    return tuple(entry for entry in entries if entry is not None and entry.seat == seat)


class Reading:
    """``now``: the panel's clock. It is looked at before whatever may end somebody's reading.
    ``glanced``: told of a page that has seen what nobody could see it look at."""

    def __init__(
        self, program: TableProgram, now: Callable[[], float],
        glanced: Callable[[Match, int], None],
    ) -> None:  # fmt: skip
        self._program = program
        self._now = now
        self._glanced = glanced
        self._seat: int | None = None  # who reads there now, and
        self._lifted: Lifted | None = None  # at which page the cover was lifted
        self._last: dict[int, tuple[float, Client | None]] = {}  # both of each seat, and when
        self._answered: deque[Lifted] = deque(maxlen=WATCHED)  # at a glance
        #: The match that was looked through for those, and how many lines it had.
        self._looked_through: tuple[Match | None, int] = (None, 0)

    def look(self) -> bool:
        """Whether the panel shows what not everybody may see."""
        self._look_for_undone()
        modes = self._program.modes
        private = errands.private(modes)
        self._note()
        seat = errands.reads(modes) if private else None
        if seat != self._seat or not private:
            lifted, self._seat, self._lifted = self._lifted, seat, None
            self._note()
            if lifted is not None:
                self._fallen(lifted)
        elif self._lifted is not None and len(modes) > 1:  # nobody sees that it lies open
            self._lifted = replace(self._lifted, at=self._now())
        return private

    def _fallen(self, lifted: Lifted) -> None:
        if not is_glance(here=lifted.by.local, lay=self._now() - lifted.at):
            return
        if lifted.stands(lifted.match):
            self._answered.append(lifted)
        else:
            self._glanced(lifted.match, lifted.seat)

    def _look_for_undone(self) -> None:
        """Tell of each glance whose answer does not stand any more."""
        session = self._program.session
        if not self._answered or session is None:
            return
        match = session.match
        if self._looked_through == (match, match.written):
            return
        self._looked_through = (match, match.written)
        for lifted in tuple(self._answered):
            if lifted.match.commitment == match.commitment and not lifted.stands(match):
                self._answered.remove(lifted)
                self._glanced(match, lifted.seat)

    @property
    def _by(self) -> Client | None:
        return self._lifted.by if self._lifted is not None else None

    def _note(self) -> None:
        if self._seat is not None:
            self._last[self._seat] = self._now(), self._by

    def press(self, client: Client, press: Callable[[], object]) -> int | None:
        """Let a page press something. Returns whose cover it has lifted by that."""
        before, lifted = self.look(), self._lifted
        lines = lifted.match.written if lifted is not None else 0
        press()
        if lifted is not None and lifted.by is client:
            entries = [line.entry for line in lifted.match.since(lines)]
            if any(entry is not None and entry.seat == lifted.seat for entry in entries):
                answers = answers_of(lifted.match, lifted.seat)
                self._lifted = replace(lifted, answers=answers)
        return None if before or not self.look() else self._lift(client)

    def _lift(self, client: Client) -> int | None:
        session = self._program.session
        if self._seat is not None and session is not None:
            self._lifted = Lifted(client, self._seat, session.match, self._now())
        return self._seat

    def may_watch(self, client: Client) -> bool:
        """Whether a page may see what the panel shows."""
        return may_watch(private=self.look(), here=client.local, lifted=self._by is client)

    def may_press(self, client: Client) -> bool:
        """Whether a page may press something: it sees what is there, wipes away nothing that all
        are to read, and lifts no cover under the eyes of whoever has just read below it."""
        if not self.may_watch(client):
            return False
        modes = self._program.modes
        if modes[-1].stays and not client.local:
            return False
        covered = errands.covered(modes)
        at, by = self._last.get(covered or 0, (-inf, None))
        return by is client or may_lift(here=client.local, rested=self._now() - at)
