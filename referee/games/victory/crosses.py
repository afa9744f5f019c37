"""What the crosses of both throws say, and the odds of the second one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final

from referee.game import Entry, Say, Who
from referee.games.victory import track
from referee.games.victory.numbers import CROSS
from referee.games.victory.position import Victory

#: So many crosses in a turn: it is missed (VIC-CROSS-4); so many or more: the car is out
#: (VIC-CROSS-5).
MISSED: Final = 3
OUT: Final = 4


def misses(p: Victory, entry: Entry) -> bool:
    """Three crosses in both throws (VIC-CROSS-4)."""
    return p.crosses == MISSED


def miss(p: Victory, entry: Entry, say: Say) -> None:
    """The car does not move in this turn, and in no later one for it; coloured dice are void
    (VIC-CROSS-4, INT-VIC-10)."""
    say("vic.miss", "VIC-CROSS-4", p.turn, stop=True, who=Who(p.turn), n=p.crosses)


def crashes(p: Victory, entry: Entry) -> bool:
    """Four or five crosses in both throws (VIC-CROSS-5, VIC-CROSS-6)."""
    return p.crosses >= OUT


def crash(p: Victory, entry: Entry, say: Say) -> None:
    """The car is out for good and leaves the circuit (VIC-CROSS-5, VIC-CROSS-6)."""
    p.out.append(p.turn)
    track.leave(p)
    clause = "VIC-CROSS-5" if p.crosses == OUT else "VIC-CROSS-6"
    who, car = Who(p.turn), p.car(p.turn)
    say("vic.crash", clause, p.turn, stop=True, who=who, car=car, n=p.crosses)


# -- odds ------------------------------------------------------------------------------------


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
