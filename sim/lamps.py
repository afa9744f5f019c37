"""What an eye makes of a lamp's changes: which pattern it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hal.interfaces import Pattern
from hal.lamps import COLOURS, lit

#: Seconds of watching after which every pattern can be told from every other.
WATCH: Final = 2.0
#: Seconds between two looks.
_LOOK: Final = 0.025

#: (time, lit) of a lamp's changes, the oldest first; it was dark before.
Changes = Sequence[tuple[float, bool]]


def fitting(changes: Changes, start: float, end: float) -> set[Pattern]:
    """The patterns that fully explain what was seen from ``start`` to ``end``."""
    misses = _misses(changes, start, end)
    return {pattern for pattern, count in misses.items() if count == 0}


def likeliest(changes: Changes, now: float) -> Pattern:
    """The pattern that explains the last seconds best, on a real clock that wakes up late."""
    if not changes or changes[-1][0] < now - WATCH:  # longer than any pattern stands still
        return Pattern.ON if changes and changes[-1][1] else Pattern.OFF
    misses = _misses(changes, max(0.0, now - WATCH), now)
    return min(misses, key=lambda pattern: misses[pattern])


def _misses(changes: Changes, start: float, end: float) -> dict[Pattern, int]:
    """How many looks disagree with each pattern."""
    looks = [start + _LOOK * (step + 0.5) for step in range(round((end - start) / _LOOK))]
    seen = [(moment, _level(changes, moment)) for moment in looks]
    return {
        pattern: sum(lit(pattern, moment) is not level for moment, level in seen)
        for pattern in Pattern
    }


def _level(changes: Changes, moment: float) -> bool:
    level = False
    for when, now_lit in changes:
        if when > moment:
            break
        level = now_lit
    return level


def nearest(levels: Sequence[float]) -> str:
    """The colour's name that is nearest to these levels of red, green and blue (not all 0)."""
    top = max(levels)

    def distance(name: str) -> float:
        parts = zip(levels, COLOURS[name], strict=True)
        return sum((level / top - part) ** 2 for level, part in parts)

    return min(COLOURS, key=distance)
