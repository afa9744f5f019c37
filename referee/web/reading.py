"""Who reads at the panel what only he may see, and how long ago somebody did.

A page may lift a cover, which then lies open for all. But one that lies there for a moment only,
because a page has changed the language, taken an answer back or put the match on the table anew,
is lifted by whoever has read below it: else nobody would see that a page has done so. For the same
reason a page that lifts a cover and lets it fall at once is told to all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf

from referee.authority import is_glance, may_lift, may_watch
from referee.kernel.match import Match
from referee.table import errands
from referee.table.program import TableProgram
from referee.web.client import Client


@dataclass(frozen=True, slots=True)
class Lifted:
    """A cover that a page has lifted: whose, in which match after so many lines, and when."""

    by: Client
    seat: int
    match: Match
    lines: int
    at: float

    @property
    def answered(self) -> bool:
        """Whether that seat has answered since."""
        entries = (line.entry for line in self.match.lines[self.lines :])
        return any(entry is not None and entry.seat == self.seat for entry in entries)


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
        self._told = -inf  # when it was told of a glance

    def look(self) -> bool:
        """Whether the panel shows what not everybody may see."""
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
        lay = self._now() - lifted.at
        if is_glance(here=lifted.by.local, lay=lay, answered=lifted.answered):
            self._told = self._now()
            self._glanced(lifted.match, lifted.seat)

    def just_told(self, client: Client) -> bool:
        """Whether all are told of a glance just now: a page does not wipe that away."""
        self.look()
        return not may_lift(here=client.local, rested=self._now() - self._told)

    @property
    def _by(self) -> Client | None:
        return self._lifted.by if self._lifted is not None else None

    def _note(self) -> None:
        if self._seat is not None:
            self._last[self._seat] = self._now(), self._by

    def lifted(self, client: Client, match: Match) -> int | None:
        """This page has lifted the cover of what is read now. Returns whose."""
        if self._seat is not None:
            lines = len(match.lines)
            self._lifted = Lifted(client, self._seat, match, lines, self._now())
        return self._seat

    def may_watch(self, client: Client) -> bool:
        """Whether a page may see what the panel shows."""
        return may_watch(private=self.look(), here=client.local, lifted=self._by is client)

    def may_press(self, client: Client) -> bool:
        """Whether a page may press something: it sees what is there, and lifts no cover under the
        eyes of whoever has just read below it."""
        if not self.may_watch(client) or self.just_told(client):
            return False
        covered = errands.covered(self._program.modes)
        at, by = self._last.get(covered or 0, (-inf, None))
        return by is client or may_lift(here=client.local, rested=self._now() - at)
