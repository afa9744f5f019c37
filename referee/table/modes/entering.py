"""Giving an answer to the match, and telling what follows from it."""

from __future__ import annotations

from collections.abc import Callable

from referee.kernel.ask import Ask, Kind, Refusal
from referee.kernel.entry import Entry
from referee.kernel.errors import RefereeError
from referee.kernel.players import Chosen
from referee.kernel.text import Text
from referee.table.answer.draft import Draft
from referee.table.computers import Ready
from referee.table.desk import Desk
from referee.table.mode import Mode
from referee.table.modes.telling import tell_refusal, tell_rulings
from referee.table.session import Session


class Entering:
    """``viewer``: who has the panel for himself; ``unheard``: and wants nothing of it said aloud;
    ``shown``: the screen looks at the match anew."""

    def __init__(
        self, desk: Desk, session: Session,
        viewer: Callable[[], int | None], unheard: Callable[[], bool], shown: Callable[[], None],
    ) -> None:  # fmt: skip
        self._desk = desk
        self._session = session
        self._viewer = viewer
        self._unheard = unheard
        self._shown = shown

    def take(
        self, outcome: Draft | Refusal | None, seat: int | None, *, named: bool = False
    ) -> None:
        """What came of a press by ``seat`` (None: nobody's own button), as one of those asked.

        ``named``: the press says who is meant, and rolls his die as well.
        """
        if isinstance(outcome, Refusal):
            tell_refusal(self._desk, self._session, outcome)
        elif outcome is not None:
            seats = outcome.ask.seats
            entry = outcome.entry(seat if seat in seats else seats[0])
            rolls = seat if named else entry.seat if outcome.options[0].rolls else None
            self.enter(entry, outcome.ask, rolls=rolls)

    def enter(
        self, entry: Entry, ask: Ask, rolls: int | None = None, *, pressed: bool = True,
        why: Text | None = None,
    ) -> RefereeError | None:  # fmt: skip
        """Give an answer to the match. ``rolls``: the press of this seat rolls his die, too.
        Returns why it could not be given, or not kept.

        ``pressed``: somebody has pressed for it; else a computer player has answered, and this is
        ``why``.
        """
        desk, session = self._desk, self._session

        def answer() -> None:
            rolled = session.match.supplies(ask)
            viewer, unheard = self._viewer(), self._unheard()
            rulings = session.answer(entry, ask, pressed=pressed, why=why)
            self._shown()
            roller = entry.seat if rolled else None
            tell_rulings(desk, session, rulings, roller=roller, viewer=viewer, unheard=unheard)
            if rolls is not None and not any(ruling.stop for ruling in rulings):
                self._roll_at_once(rolls)

        def unsaved() -> None:
            session.forget_store()
            desk.attempt(answer)

        return desk.attempt(answer, unsaved)

    def play(self, ready: Ready) -> None:
        """Give a computer player's answer to the match, and tell it as any other."""
        ask, decided = ready.ask, ready.chosen or Chosen(Entry(ready.ask.seats[0], ready.ask.verb))
        self.enter(decided.entry, ask, pressed=False, why=decided.why)

    def _roll_at_once(self, seat: int) -> None:
        """Roll the device's die that waits for nothing but this seat's press, if one does."""
        turns = self._session.turns
        asks = turns[0].asks if turns and turns[0].seats == (seat,) else ()
        if len(asks) == 1 and asks[0].kind is Kind.CHANCE and self._session.match.supplies(asks[0]):
            self.enter(Entry(seat, asks[0].verb), asks[0])


class Handover:
    """The box's turn becomes a person's by itself; a press just then was meant for the box's.

    ``due``: it has become a person's, but its screen does not stand yet.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.due = False

    def look(self, mode: Mode) -> None:
        """It begins when this mode's screen stands: now, or when the box's dice have fallen."""
        top = self._desk.top
        if self.due and top is mode:
            self._desk.settle()
        self.due = self.due and top.passing
