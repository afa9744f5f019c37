"""What is printed on the tableaus and on the diversion cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.games.knight_rider.board.sides import Point, rotated

#: The two by two cells in the middle; they stay empty (KR-TRK-4, KR-TRK-14).
CENTRE: Final[tuple[Point, ...]] = ((0, 0), (1, 0), (0, 1), (1, 1))

#: What stands for the roadblock in the shapes of the diversion cards.
BARRIER: Final = "barrier"


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """``arms``: road arms by tableau number, printed top = N. ``full_fields``: whole fields
    between the middle field and the one at the edge. ``shapes``: the sides that a diversion card
    joins to the middle field, unturned; None: its barrier blocks the middle field (KR-INT-34).
    """

    arms: Mapping[int, str]
    full_fields: int
    shapes: Mapping[str, str | None]

    @property
    def spacing(self) -> int:
        """Steps from a tableau's middle field to the next one's."""
        return 2 * self.full_fields + 2

    def turned_arms(self, number: int, turns: int) -> str:
        """The sides with a road of a tableau turned clockwise that many quarters."""
        return rotated(self.arms[number], turns)

    def distinct_turns(self, number: int) -> list[int]:
        """Rotations that look different: a crossing has one, a straight two (KR-TRK-6)."""
        found: dict[str, int] = {}
        for turns in range(4):
            found.setdefault(self.turned_arms(number, turns), turns)
        return list(found.values())

    def joined(self, kind: str, turns: int) -> str | None:
        """The sides that a diversion card so turned joins; None for the roadblock."""
        shape = self.shapes[kind]
        return None if shape is None else rotated(shape, turns)

    def distinct_card_turns(self, kind: str) -> list[int]:
        """Rotations of a diversion card that differ in what they join."""
        found: dict[str | None, int] = {}
        for turns in range(4):
            found.setdefault(self.joined(kind, turns), turns)
        return list(found.values())
