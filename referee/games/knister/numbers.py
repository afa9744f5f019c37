"""What is printed on Knister's sheets, read from `components.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.game import Components, text

#: The faces of one die, and what two of them add up to (KNI-COMP-4).
DIE: Final = (1, 2, 3, 4, 5, 6)
SUMS: Final = tuple(range(2 * DIE[0], 2 * DIE[-1] + 1))

#: In which part of all throws every sum falls, in the order of `SUMS`.
CHANCES: Final = tuple(
    sum(one + other == total for one in DIE for other in DIE) / len(DIE) ** 2 for total in SUMS
)

#: Players as printed in the header, and as many as the device has seats for (KNI-COMP-2).
PLAYERS: Final = 12
MOST: Final = 30

#: Points of a combination, at most; of everything, at most.
MOST_POINTS: Final = 99
LARGEST: Final = 9999

#: Ratings of a solo game, the lowest first (KNI-SOLO-2).
RATINGS: Final = ("good", "super", "spectacular")


@dataclass(frozen=True, slots=True)
class Numbers:
    """``points``: by combination. ``ratings``: points that a rating wants more than."""

    points: Mapping[str, int]
    diagonal_factor: int
    ratings: Mapping[str, int]
    age: int
    minutes: int

    @classmethod
    def of(cls, parts: Components) -> Numbers:
        """Raises `ComponentsError` for numbers that make no sense, or ratings that do not rise."""
        made = cls(
            points=parts.table("points", 0, MOST_POINTS),
            diagonal_factor=parts.number("diagonal_factor", 1, 9),
            ratings=parts.table("ratings", 0, LARGEST),
            age=parts.number("age", 0, 99),
            minutes=parts.number("minutes", 1, 999),
        )
        limits = [made.ratings[name] for name in RATINGS]
        if sorted(set(limits)) != limits:
            raise parts.wrong("ratings", text("kni.box.ratings", known=", ".join(RATINGS)))
        return made
