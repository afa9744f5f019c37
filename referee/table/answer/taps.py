"""Secret numbers tapped on one's own seat button, unseen by the others.

Only where the game wishes it (`OneOf.taps`). One tap more is made than the number says, whatever
numbers there are: so everybody taps, who has 0 looks like all others, and what the screen says
tells nothing about the numbers. A button that is held counts as one tap.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from hal.interfaces import Lamp, Pattern
from referee.kernel.ask import Ask, OneOf
from referee.kernel.entry import Entry
from referee.kernel.text import Plain

#: So long after the last tap a number counts as finished (seconds).
PAUSE: Final = 2.5

#: Taps beyond the number; `secret.tap` in the texts says so.
MORE: Final = 1

#: Lit while a seat's taps are counted; it says that, not how many.
COUNTING: Final = Lamp(Pattern.FAST, "white")


class Taps:
    """Counts the presses of every seat by itself."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}
        self._last: dict[int, float] = {}

    def tap(self, seat: int, now: float) -> None:
        self._counts[seat] = self._counts.get(seat, 0) + 1
        self._last[seat] = now

    def due(self) -> float | None:
        """When the next number is finished."""
        return min(self._last.values()) + PAUSE if self._last else None

    def finished(self, now: float) -> list[tuple[int, int]]:
        """Seats that have stopped tapping, with their numbers; they are forgotten here."""
        seats = [seat for seat, last in self._last.items() if now >= last + PAUSE]
        for seat in seats:
            del self._last[seat]
        return [(seat, self._counts.pop(seat)) for seat in seats]

    def keep(self, seats: Collection[int]) -> None:
        """Forget the taps of all other seats: nothing is asked of them any more."""
        for seat in set(self._counts) - set(seats):
            del self._counts[seat], self._last[seat]

    def lamps(self) -> dict[str, Lamp]:
        return {f"seat{seat}": COUNTING for seat in self._counts}


def suits(ask: Ask) -> bool:
    """Whether this ask wants one number that may be tapped, and nothing else."""
    if not ask.secret or len(ask.options) != 1 or len(ask.options[0].fields) != 1:
        return False
    (wanted,) = ask.options[0].fields.values()
    return isinstance(wanted, OneOf) and wanted.taps


def tapped(ask: Ask, seat: int, count: int) -> Entry | None:
    """The answer that so many taps give to an ask that `suits`; None if it is no option."""
    (name,) = ask.options[0].fields
    args: dict[str, Plain] = {name: count - MORE}
    return Entry(seat, ask.verb, args) if ask.accepts(ask.verb, args) else None
