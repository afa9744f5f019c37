"""Who reads at the panel what only he may see, and how long ago somebody did.

A page may lift a cover, which then lies open for all. But one that lies there for a moment only,
because a page has changed the language, taken an answer back or put the match on the table anew,
is lifted by whoever has read below it: else nobody would see that a page has done so.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from referee.authority import may_lift, may_watch
from referee.table import errands
from referee.table.program import TableProgram
from referee.web.client import Client


class Reading:
    """``now``: the panel's clock. It is looked at before whatever may end somebody's reading."""

    def __init__(self, program: TableProgram, now: Callable[[], float]) -> None:
        self._program = program
        self._now = now
        self._seat: int | None = None  # who reads there now, and
        self._by: Client | None = None  # at which page the cover was lifted
        self._last: dict[int, tuple[float, Client | None]] = {}  # both of each seat, and when

    def look(self) -> bool:
        """Whether the panel shows what not everybody may see."""
        modes = self._program.modes
        private = errands.private(modes)
        self._note()
        seat = errands.reads(modes) if private else None
        if seat != self._seat or not private:
            self._seat, self._by = seat, None
            self._note()
        return private

    def _note(self) -> None:
        if self._seat is not None:
            self._last[self._seat] = self._now(), self._by

    def lifted(self, client: Client) -> None:
        """This page has lifted the cover of what is read now."""
        self._by = client

    def may_watch(self, client: Client) -> bool:
        """Whether a page may see what the panel shows."""
        return may_watch(private=self.look(), here=client.local, lifted=self._by is client)

    def may_press(self, client: Client) -> bool:
        """Whether a page may press something: it sees what is there, and lifts no cover under the
        eyes of whoever has just read below it."""
        if not self.may_watch(client):
            return False
        covered = errands.covered(self._program.modes)
        at, by = self._last.get(covered or 0, (-inf, None))
        return by is client or may_lift(here=client.local, rested=self._now() - at)
