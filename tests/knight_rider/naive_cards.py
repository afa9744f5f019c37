"""The naive model's cards: who may hold what, and what diversions join."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
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
    """``known``: cards by seat, as the table knows them; ``dark``: by seat and sort, cards that
    were dealt shuffled; ``away``: cards of which nobody knows who has them, if anybody."""

    known: dict[int, Counter[str]] = field(default_factory=dict)
    dark: dict[tuple[int, str], int] = field(default_factory=dict)
    away: Counter[str] = field(default_factory=Counter)

    @classmethod
    def dealt(cls, seats: range, options: Mapping[str, object]) -> Hands:
        """A set for everybody, or as many shuffled (KR-VAR-4); what is over, too (KR-VAR-3)."""
        made = cls()
        shuffled = bool(options["luck"])
        for seat in seats:
            made.known[seat] = Counter() if shuffled else Counter([*KITT, *DIVERSIONS])
        for sort, kinds in SORTS.items():
            for kind in kinds:
                made.away[kind] = COPIES - sum(hand[kind] for hand in made.known.values())
            spare = sum(made.away[kind] for kind in kinds)
            each = spare // len(seats) if options["surplus"] else len(kinds) if shuffled else 0
            made.dark |= {(seat, sort): each for seat in seats}
        return made

    def may_hold(self, seat: int, kind: str) -> bool:
        return self.known[seat][kind] > 0 or (self.dark[seat, sort(kind)] > 0 < self.away[kind])

    def any_of(self, seat: int, sort: str) -> bool:
        held = sum(self.known[seat][kind] for kind in SORTS[sort])
        return held + self.dark[seat, sort] > 0

    def most(self, seat: int, kind: str) -> int:
        """Cards of this kind that the player may have at most."""
        return self.known[seat][kind] + min(self.dark[seat, sort(kind)], self.away[kind])

    def play(self, seat: int, kind: str) -> None:
        if self.known[seat][kind]:
            self.known[seat][kind] -= 1
        else:
            self.dark[seat, sort(kind)] -= 1
            self.away[kind] -= 1


def sort(kind: str) -> str:
    return "kitt" if kind in KITT else "diversion"


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
