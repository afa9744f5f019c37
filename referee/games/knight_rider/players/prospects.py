"""What every place on the roads is worth to a car that hunts red."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from operator import itemgetter
from typing import Final

from referee.games.knight_rider.board.net import Needs, Net
from referee.games.knight_rider.board.roads import Roads
from referee.games.knight_rider.board.sides import SIDES
from referee.games.knight_rider.board.traffic import Spot
from referee.games.knight_rider.players.flight import Fled
from referee.games.knight_rider.players.odds import ROLLS, reaching

#: The odds that nobody else wins before the next turn.
FADE: Final = 0.95

#: The odds of the 6 that wins where red lands (KR-ESC-8).
SIX: Final = 1 / 6

#: Points of a move at most: a 6, doubled.
MOST: Final = 12

#: Turns looked ahead; later ones hardly count.
TURNS: Final = 10


class Prospects:
    """The odds to win from every field and facing of some roads, other cars left out of account.

    ``later``: where red is about in the turns after the next one, ``flights``: how many there are
    a round.
    """

    def __init__(self, made: Roads, net: Net, later: Fled, flights: int) -> None:
        self.key = (net, later)
        self._made, self._net = made, net
        landings = later.landings.items()
        hits = {number: 1 - (1 - SIX * odds) ** flights for number, odds in landings}
        self._reach = self._best_ends(self._catches(later.places), self._hits(hits))

    def _best_ends(
        self, catches: Sequence[Sequence[float]], hits: Sequence[float]
    ) -> list[list[float]]:
        """By points and by field and facing: what the best end of a trip is worth."""
        worth, reach = [0.0] * len(hits), list[list[float]]()
        afters = [itemgetter(*numbers) for numbers in zip(*self._net.after, strict=True)]
        for turn in range(TURNS):
            ends = [hit + (1 - hit) * FADE * odds for hit, odds in zip(hits, worth, strict=True)]
            reach = [ends]
            for _ in range(MOST if turn == TURNS - 1 else len(ROLLS)):
                ends = list(map(max, *(after(ends) for after in afters)))
                reach.append(ends)
            worth = [0.0] * len(hits)
            for caught, best in zip(catches, reach[1:], strict=False):
                worth = [
                    odds + (now + (1 - now) * later) / len(ROLLS)
                    for odds, now, later in zip(worth, caught, best, strict=True)
                ]
        return reach

    def _catches(self, places: Mapping[int, float]) -> list[list[float]]:
        """By roll and by field and facing: the odds that the trip reaches red."""
        found = [[0.0] * len(self._net.after) for _ in ROLLS]
        for number, odds in places.items():
            if self._made.middles[number] not in self._net:
                continue
            able = zip(*map(reaching, self._needs(number)), strict=True)
            found = [
                [now + odds * yes for now, yes in zip(caught, rolled, strict=True)]
                for caught, rolled in zip(found, able, strict=True)
            ]
        return found

    def _hits(self, odds: Mapping[int, float]) -> list[float]:
        """These odds of tableaus, at all facings of their middle fields."""
        found = [0.0] * len(self._net.after)
        for number, middle in self._made.middles.items():
            for side in SIDES if middle in self._net else ():
                found[self._net.number(Spot(middle, side))] = odds.get(number, 0.0)
        return found

    def _needs(self, number: int) -> list[Needs]:
        return self._net.needs(self._made.middles[number])

    def onward(self, at: Spot, points: int) -> float:
        """What the best end of a trip from here is worth, wherever red may be by then."""
        return self._reach[min(points, MOST)][self._net.number(at)]

    def worth(self, at: Spot, coming: Fled, boosts: frozenset[str]) -> float:
        """The odds to win for a car whose move ends here, with these flights to come before its
        next one and these Turbo-Boosts left."""
        here = self._net.number(at)
        hit, caught = self._hit(at, coming), self._caught(here, coming, boosts)
        turn = fsum(
            now + (1 - now) * best[here] for now, best in zip(caught, self._reach[1:], strict=False)
        )
        return hit + (1 - hit) * FADE * turn / len(ROLLS)

    def soon(self, at: Spot, coming: Fled, boosts: frozenset[str]) -> float:
        """The odds to win by these flights or by the next move."""
        hit, caught = self._hit(at, coming), self._caught(self._net.number(at), coming, boosts)
        return hit + (1 - hit) * fsum(caught) / len(ROLLS)

    def _hit(self, at: Spot, coming: Fled) -> float:
        """The odds that red lands there and is beaten by a 6."""
        return SIX * coming.landings.get(self._made.numbers.get(at.field, 0), 0.0)

    def _caught(self, here: int, coming: Fled, boosts: frozenset[str]) -> list[float]:
        """By the next roll: the odds that it reaches red."""
        caught = [0.0] * len(ROLLS)
        for number, odds in coming.places.items():
            able = reaching(self._needs(number)[here], boosts)
            caught = [now + odds * yes for now, yes in zip(caught, able, strict=True)]
        return caught
