"""Where the red car may flee to: what the escape cards that are left can bring."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.games.knight_rider.board.laying import Laid
from referee.games.knight_rider.board.sides import Point

#: Decks that are played to see where red may come later.
_DECKS: Final = 120


@dataclass(frozen=True, slots=True)
class Fled:
    """``places``: where red may be after some flights, by tableau, with the odds of each.
    ``landings``: how often red is expected to land on each tableau meanwhile."""

    places: Mapping[int, float]
    landings: Mapping[int, float]


class Flights:
    """Red's flights over a finished track. ``arrows``: those of all escape cards."""

    def __init__(self, laid: Sequence[Laid], arrows: Sequence[Point]) -> None:
        cells = {tile.number: tile.cell for tile in laid}
        numbers = {cell: number for number, cell in cells.items()}
        self._goals = {
            number: [numbers.get((x + east, y + north), 0) for east, north in arrows]
            for number, (x, y) in cells.items()
        }
        self._all = (1 << len(arrows)) - 1

    def coming(self, red: int, turned: Collection[int], count: int) -> Fled:
        """The next flights from a tableau, with these cards turned already (KR-ESC-12)."""
        deck = self._all & ~sum(1 << card - 1 for card in turned)
        states, landings = {(deck, red): 1.0}, dict[int, float]()
        for _ in range(count):
            states = self._drawn(states, landings)
        places: dict[int, float] = {}
        for (_, number), odds in states.items():
            places[number] = places.get(number, 0.0) + odds
        return Fled(places, landings)

    def _drawn(
        self, states: Mapping[tuple[int, int], float], landings: dict[int, float]
    ) -> dict[tuple[int, int], float]:
        """One more card; a deck is left of which every card is as likely as the others."""
        after: dict[tuple[int, int], float] = {}
        for (left, number), odds in states.items():
            deck = left or self._all
            share, goals = odds / deck.bit_count(), self._goals[number]
            for card, goal in enumerate(goals):
                if deck >> card & 1:
                    key = (deck & ~(1 << card), goal or number)
                    after[key] = after.get(key, 0.0) + share
                    if goal:
                        landings[goal] = landings.get(goal, 0.0) + share
        return after

    def later(self, red: int, turned: Collection[int], first: int, last: int) -> Fled:
        """Where red is about after the flights from ``first`` to ``last``, and how often one of
        them lands where. Red stays in its part of the town: all cards together lead nowhere. Found
        by playing shuffled decks, always the same ones."""
        rng = random.Random(f"{red} {sorted(turned)}")
        cards = list(range(len(self._goals[red])))
        left = [card for card in cards if card + 1 not in turned] or cards
        places, landings = Counter[int](), Counter[int]()
        for _ in range(_DECKS):
            deck, at = rng.sample(left, len(left)), red
            while len(deck) < last:
                deck += rng.sample(cards, len(cards))
            for number, card in enumerate(deck[:last], 1):
                goal = self._goals[at][card]
                at = goal or at
                if number >= first:
                    places[at] += 1
                    landings[goal] += 1
        odds = 1 / (_DECKS * (last - first + 1))
        del landings[0]
        return Fled(
            {at: odds * count for at, count in places.items()},
            {at: odds * count for at, count in landings.items()},
        )
