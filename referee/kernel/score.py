"""What a computer player won in many matches, and how sure that is."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from referee.kernel.game import Result

#: Standard deviations of a 95 % interval.
Z: Final = 1.96


@dataclass(slots=True)
class Score:
    """``seats``: seats it played, over all matches. ``wins``, ``best``: how often one of its seats
    was among so many winners, among so many equally placed best ones."""

    seats: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    best: Counter[int] = field(default_factory=Counter)

    def count(self, seat: int, result: Result | None) -> None:
        """Add one seat of a match. A team wins as one; who ties has a share of a win."""
        self.seats += 1
        if result is None:
            return
        winners = result.winners
        if seat in winners:
            self.wins[1 if result.together else len(winners)] += 1
        first = result.ranking[0] if result.ranking else winners
        if seat in first:
            self.best[1 if result.together else len(first)] += 1

    def add(self, other: Score) -> None:
        self.seats += other.seats
        self.wins += other.wins
        self.best += other.best


def share(counts: Counter[int]) -> float:
    """Wins, ties shared out."""
    return sum(count / among for among, count in counts.items())


def interval(wins: float, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a proportion."""
    if not of:
        return 0.0, 1.0
    rate, spread = wins / of, Z * Z / of
    middle = (rate + spread / 2) / (1 + spread)
    half = Z * math.sqrt(rate * (1 - rate) / of + spread / of / 4) / (1 + spread)
    return max(middle - half, 0.0), min(middle + half, 1.0)
