"""Secret numbers of several players at once: each taps at his own button, unseen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hal.interfaces import Lamp
from referee.kernel.ask import Ask
from referee.kernel.entry import Entry
from referee.table.answer.taps import Taps, tapped
from referee.table.session import Session


class Secrets:
    """``enter`` gives an answer to the match; ``wrong`` says that a number won't do."""

    def __init__(
        self, session: Session, enter: Callable[[Entry, Ask], None], wrong: Callable[[], None]
    ) -> None:
        self._session = session
        self._enter = enter
        self._wrong = wrong
        self._taps = Taps()

    def follow(self) -> None:
        """Forget the taps of all who are asked for nothing any more."""
        turns = self._session.turns
        self._taps.keep([seat for turn in turns if turn.secret for seat in turn.seats])

    def tappable(self, seat: int) -> bool:
        """Whether this seat's secret is a number that he can tap on his own button."""
        ask = self._ask(seat)
        return ask is not None and Taps.suits((ask,))

    def tap(self, seat: int, now: float) -> None:
        self._taps.tap(seat, now)

    def lamps(self) -> Mapping[str, Lamp]:
        return self._taps.lamps()

    def tick(self, now: float) -> float | None:
        """Enter what is finished; returns when the next number is."""
        for seat, count in self._taps.finished(now):
            ask = self._ask(seat)
            entry = tapped(ask, seat, count) if ask is not None else None
            if ask is None or entry is None:
                self._wrong()
            else:
                self._enter(entry, ask)
        return self._taps.due()

    def _ask(self, seat: int) -> Ask | None:
        """What is asked of this seat in secret, if it is one thing."""
        turns = [t for t in self._session.turns if seat in t.seats and t.secret]
        return turns[0].asks[0] if turns and len(turns[0].asks) == 1 else None
