"""Secret numbers tapped on one's own seat button: so many presses, unseen by the others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from hal.interfaces import Lamp, Pattern
from referee.kernel.ask import Ask, OneOf

#: So long after the last tap a number counts as finished (seconds).
PAUSE: Final = 2.5

#: Lit while a seat's taps are counted; it says that, not how many.
COUNTING: Final = Lamp(Pattern.FAST, "white")


class Taps:
    """Counts the presses of every seat by itself."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}
        self._last: dict[int, float] = {}

    @staticmethod
    def suits(asks: Sequence[Ask]) -> bool:
        """Whether these asks want one number and nothing else."""
        if len(asks) != 1 or len(asks[0].options) != 1:
            return False
        fields = list(asks[0].options[0].fields.values())
        return len(fields) == 1 and isinstance(fields[0], OneOf) and fields[0].look == "number"

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
