"""Clocks that stand still: until they are moved, or until somebody has done what was due."""

from __future__ import annotations

from hal.interfaces import Clock


class SimClock:
    """Seconds from 0; never back."""

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        return self._now

    def move_to(self, moment: float) -> None:
        """Raises ValueError for a moment that has passed."""
        if moment < self._now:
            raise ValueError(f"it is {self._now} already, the clock cannot go back to {moment}")
        self._now = moment


class WaitingClock:
    """A clock that waits at ``due`` for what is to happen then, however late that comes."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.due: float | None = None

    def now(self) -> float:
        now, due = self._clock.now(), self.due
        return now if due is None else min(now, due)
