"""Numbers of counts: rates with intervals, quantiles, what an option changes, Elo."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.kernel.score import Z, interval
from referee.lab.study import Cell
from referee.lab.tally import Tally

#: Rounds of the fit of strengths; it has come to rest long before.
ROUNDS: Final = 2000

#: Elo of the reference, and points that make somebody ten times as likely to win.
ELO, TENFOLD = 1000.0, 400.0


@dataclass(frozen=True, slots=True)
class Rate:
    """A proportion with its 95 % interval."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, wins: float, among: int) -> Rate:
        low, high = interval(wins, among)
        return cls(wins / among if among else 0.0, low, high)

    def __str__(self) -> str:
        return f"{self.value:.1%} ({self.low:.1%} - {self.high:.1%})"


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with half of its 95 % interval."""

    value: float
    half: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ± {self.half:.2f}"


def seat_wins(tally: Tally, seat: int) -> float:
    """Wins of a seat; a tie is shared out."""
    return _shared(tally.wins, str(seat))


def player_wins(tally: Tally, name: str) -> float:
    return _shared(tally.won, name)


def _shared(counts: Counter[str], name: str) -> float:
    parts = ((key.rpartition("/"), count) for key, count in sorted(counts.items()))
    return sum(count / int(among) for (who, _, among), count in parts if who == name)


def mean(counts: Counter[str]) -> Mean:
    """Of a histogram of whole numbers."""
    number = counts.total()
    if not number:
        return Mean(0.0, 0.0)
    total = sum(int(value) * count for value, count in counts.items())
    middle = total / number
    squares = sum(int(value) ** 2 * count for value, count in counts.items())
    variance = max(squares / number - middle**2, 0.0)
    return Mean(middle, Z * math.sqrt(variance / number))


def quantile(counts: Counter[str], part: float) -> int:
    """The smallest value that so large a part of all does not exceed."""
    due, seen = part * counts.total(), 0
    for value in sorted(map(int, counts)):
        seen += counts[str(value)]
        if seen >= due:
            return value
    return 0


def difference(one: Mean, other: Mean) -> Mean:
    """How much more ``one`` is, of independent matches."""
    return Mean(one.value - other.value, math.hypot(one.half, other.half))


def rate_difference(one: tuple[float, int], other: tuple[float, int]) -> Mean:
    """How much larger the first proportion is; each as wins among so many."""
    (wins, among), (wins2, among2) = one, other
    first, second = wins / among, wins2 / among2
    spread = first * (1 - first) / among + second * (1 - second) / among2
    return Mean(first - second, Z * math.sqrt(spread))


# -- options ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Effect:
    """What one option changes against the cell that differs in nothing else: entries of a
    match, points of a seat (None: the game has none), the rate of wins of the first seat."""

    cell: Cell
    length: Mean
    points: Mean | None
    first: Mean


def effects(counts: Sequence[tuple[Cell, Tally]]) -> Iterator[Effect]:
    """The effects of all changed options."""
    for cell, tally in counts:
        base = _base(cell, counts)
        if cell.change is None or base is None or not (base.matches and tally.matches):
            continue
        points = None
        if base.scores and tally.scores:
            points = difference(mean(tally.scores), mean(base.scores))
        first = rate_difference(
            (seat_wins(tally, 1), tally.matches), (seat_wins(base, 1), base.matches)
        )
        yield Effect(cell, difference(mean(tally.lengths), mean(base.lengths)), points, first)


def _base(cell: Cell, counts: Sequence[tuple[Cell, Tally]]) -> Tally | None:
    """The matches of the same table, where the changed option is as it was."""
    key = cell.change[0] if cell.change is not None else ""
    others = {name: value for name, value in cell.options.items() if name != key}
    for other, tally in counts:
        same = (other.game, other.seats, other.players) == (cell.game, cell.seats, cell.players)
        kept = {name: value for name, value in other.options.items() if name != key}
        if other.change is None and same and kept == others:
            return tally
    return None


# -- players ---------------------------------------------------------------------------------


def elo(tallies: Iterable[Tally]) -> dict[str, Mean]:
    """The strength of every player, from all pairs of seats in which two met; the weakest has
    `ELO`. Half of the interval is that of its wins against all others, counted as matches."""
    wins: Counter[tuple[str, str]] = Counter()
    for tally in tallies:
        for key, count in sorted(tally.beat.items()):
            one, sign, other = key.split("\t")
            wins[one, other] += 2 * count if sign == ">" else count
            wins[other, one] += 0 if sign == ">" else count
    names = sorted({name for pair in wins for name in pair})
    if not names:
        return {}
    strength = _fitted(names, wins)
    low = min(strength.values())
    return {
        name: Mean(ELO + TENFOLD * math.log10(strength[name] / low), _elo_half(name, names, wins))
        for name in names
    }


def _fitted(names: Sequence[str], wins: Counter[tuple[str, str]]) -> dict[str, float]:
    """Bradley-Terry strengths by minorization (Hunter 2004); half a win each way keeps a player
    that never lost, or never won, within reach."""
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        fresh = {}
        for one in names:
            others = [other for other in names if other != one]
            won = sum(wins[one, other] / 2 + 0.5 for other in others)
            met = sum(
                (wins[one, other] / 2 + wins[other, one] / 2 + 1)
                / (strength[one] + strength[other])
                for other in others
            )
            fresh[one] = won / met
        scale = math.exp(sum(map(math.log, fresh.values())) / len(fresh))
        strength = {name: value / scale for name, value in fresh.items()}
    return strength


def _elo_half(name: str, names: Sequence[str], wins: Counter[tuple[str, str]]) -> float:
    """Half an interval, by the rate against all others together."""
    won = sum(wins[name, other] for other in names) / 2
    lost = sum(wins[other, name] for other in names) / 2
    if not won + lost:
        return 0.0
    rate = (won + 0.5) / (won + lost + 1)
    return TENFOLD / math.log(10) * Z / math.sqrt((won + lost + 1) * rate * (1 - rate))
