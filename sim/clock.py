"""A clock that stands still until it is moved."""

from __future__ import annotations


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
