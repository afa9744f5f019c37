"""Secret numbers of several players at once: each taps at his own button, unseen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hal.interfaces import Lamp
from referee.kernel.ask import Ask
from referee.kernel.entry import Entry
from referee.table.answer.taps import Taps, suits, tapped
from referee.table.session import Session


class Secrets:
    """``enter`` gives an answer to the match; ``wrong`` says that a number won't do."""

    def __init__(
        self, session: Session, enter: Callable[[Entry, Ask], object], wrong: Callable[[], None]
    ) -> None:
        self._session = session
        self._enter = enter
        self._wrong = wrong
        self._taps = Taps()
        self._asked: dict[int, object] = {}  # what the taps of a seat are for

    def follow(self) -> None:
        """Forget the taps of all who are asked for something else, or nothing, by now."""
        self._taps.keep([seat for seat in self._asked if self._still(seat)])

    def tappable(self, seat: int) -> bool:
        """Whether this seat's secret is a number that he can tap on his own button."""
        ask = self._ask(seat)
        return ask is not None and suits(ask)

    def tap(self, seat: int, now: float) -> None:
        self._asked[seat] = self._question(seat)
        self._taps.tap(seat, now)

    def lamps(self) -> Mapping[str, Lamp]:
        return self._taps.lamps()

    def tick(self, now: float) -> float | None:
        """Enter what is finished; returns when the next number is."""
        for seat, count in self._taps.finished(now):
            ask = self._ask(seat) if self._still(seat) else None
            if ask is None:
                continue  # somebody has answered elsewhere than on the panel
            entry = tapped(ask, seat, count)
            if entry is None:
                self._wrong()
            else:
                self._enter(entry, ask)
        return self._taps.due()

    def _still(self, seat: int) -> bool:
        """Whether the seat is asked what it was asked when it tapped."""
        question = self._question(seat)
        return question is not None and self._asked.get(seat) == question

    def _question(self, seat: int) -> object:
        """A question of its own: the same one later, after an answer, is another."""
        ask, lines = self._ask(seat), self._session.match.lines
        if ask is None:
            return None
        said = sum(line.entry is not None and line.entry.seat == seat for line in lines)
        return ask.options, said

    def _ask(self, seat: int) -> Ask | None:
        """What is asked of this seat in secret, if it is one thing."""
        turns = [t for t in self._session.turns if seat in t.seats and t.secret]
        return turns[0].asks[0] if turns and len(turns[0].asks) == 1 else None
