"""Victory's tables and decisions: pure functions, no effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final

from referee.games.victory.numbers import CROSS
from referee.games.victory.position import Victory

#: So many crosses in a turn: it is missed; so many or more: the car is out (VIC-CROSS-4, -5).
MISSED: Final = 3
OUT: Final = 4


@dataclass(frozen=True, slots=True)
class Odds:
    """What a second throw will bring; the three chances add up to one. ``moves``: expected."""

    drives: Fraction
    misses: Fraction
    crashes: Fraction
    moves: Fraction


def odds(die: Mapping[str, int], first: int, crosses: int, dice: int) -> Odds:
    """After ``first`` dice with so many crosses: the chances of throwing ``dice`` more.

    ``die`` says how many of its faces show what (VIC-CROSS-8).
    """
    return _odds(die[CROSS], sum(die.values()), first, crosses, dice)


@cache
def _odds(marked: int, faces: int, first: int, crosses: int, dice: int) -> Odds:
    cross = Fraction(marked, faces)
    chances = {
        crosses + more: comb(dice, more) * cross**more * (1 - cross) ** (dice - more)
        for more in range(dice + 1)
    }
    return Odds(
        drives=_sum(chance for total, chance in chances.items() if total < MISSED),
        misses=chances.get(MISSED, Fraction(0)),
        crashes=_sum(chance for total, chance in chances.items() if total >= OUT),
        moves=_sum(c * (first + dice - total) for total, c in chances.items() if total < MISSED),
    )


def _sum(parts: Iterable[Fraction]) -> Fraction:
    return sum(parts, Fraction(0))


def percent(chance: Fraction) -> int:
    """Rounded; 0 and 100 only for what cannot be, or cannot fail."""
    if chance in (0, 1):
        return int(100 * chance)
    return min(max(round(100 * chance), 1), 99)


def standing(p: Victory) -> list[int]:
    """All cars, the best placed first (VIC-PAD-4); crashed ones last, the latest of them first.

    Of two cars with the same laps to go the one written first is ahead (VIC-END-4, VIC-END-5).
    """
    running = sorted(p.running, key=lambda seat: (-p.laps(seat), _entry(p, seat)))
    return [*p.finished, *running, *reversed(p.out)]


def _entry(p: Victory, seat: int) -> int:
    return p.pad[p.laps(seat)].index(seat)


def slots(p: Victory) -> list[list[int]]:
    """The grid row by row, each from the left (VIC-SET-9, VIC-SET-10)."""
    size = p.numbers.start_row
    return [p.order[at : at + size] for at in range(0, len(p.order), size)]


def lap_fits(p: Victory) -> bool:
    """Whether the moves of this turn can complete one more lap (VIC-LAP-3, INT-VIC-21).

    A straight move comes less than half round any point within the circuit: once round takes three
    moves from the start row, a further time round two more.
    """
    laps = p.lines - (p.starting and p.lines > 0)
    return p.coloured >= 2 * (laps + 1) + (1 if p.turn in p.fresh else -1)
