"""The naive model's cards: who may hold what, and what diversions join."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.knight_rider.naive import SHAPES, Naive, spun
from tests.knight_rider.naive_track import letters

KITT = ("shield", "turbo1", "turbo2", "jump")
DIVERSIONS = (*SHAPES, "roadblock")

#: How many cards of a sort a player gets (KR-CMP-5, KR-CMP-6), and how many of a kind there are.
SORTS = {"kitt": KITT, "diversion": DIVERSIONS}
COPIES = 5


@dataclass
class Hands:
    """``held``: cards by seat, for all to see; ``away``: those that nobody has (KR-INT-55)."""

    held: dict[int, Counter[str]] = field(default_factory=dict)
    away: Counter[str] = field(default_factory=Counter)

    @classmethod
    def sets(cls, seats: range, *, shuffled: bool) -> Hands:
        """A set for everybody, or nothing yet (KR-CMP-5..7, KR-VAR-4)."""
        one = Counter[str]() if shuffled else Counter([*KITT, *DIVERSIONS])
        held = {seat: Counter(one) for seat in seats}
        away = {kind: COPIES - len(seats) * one[kind] for kind in (*KITT, *DIVERSIONS)}
        return cls(held, Counter(away))

    def shares(self, options: Mapping[str, object]) -> dict[str, int]:
        """How many cards of each sort everybody is dealt (KR-VAR-3, KR-VAR-4, KR-INT-39)."""
        spare = {sort: sum(self.away[kind] for kind in kinds) for sort, kinds in SORTS.items()}
        if options["surplus"]:
            return {sort: count // len(self.held) for sort, count in spare.items()}
        return {sort: len(kinds) if options["luck"] else 0 for sort, kinds in SORTS.items()}

    def deal(self, kinds: Sequence[str]) -> None:
        """One card after the other to one player after the other."""
        for kind, hand in zip(kinds, itertools.cycle(self.held.values()), strict=False):
            hand[kind] += 1
        self.away.subtract(kinds)
        assert min(self.away.values()) >= 0

    def any_of(self, seat: int, sort: str) -> bool:
        return any(self.held[seat][kind] for kind in SORTS[sort])


def ways_to_lie(kind: str) -> frozenset[str]:
    """What a diversion can join, by the sides; a roadblock lies one way (KR-DIV-4)."""
    if kind == "roadblock":
        return frozenset([""])
    return frozenset(letters(spun(SHAPES[kind], turns)) for turns in range(4))


def lay(board: Naive, kind: str, number: int, joins: str) -> bool:
    """A diversion onto a tableau; whether it is the last there (KR-DIV-7)."""
    turns = 0
    while kind != "roadblock" and letters(spun(SHAPES[kind], turns)) != joins:
        turns += 1
    cards = board.piece(number).cards
    cards.append((kind, turns))
    board.changed()
    return len(cards) == 3
