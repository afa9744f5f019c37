"""What is in Victory's box, read from `components.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.game import Components, text
from referee.games.victory.building import Square, closed

#: The faces of a die, as they stand in entries.
RED, BLUE, CROSS = "R", "B", "X"
FACES: Final[Mapping[str, str]] = {RED: "red", BLUE: "blue", CROSS: "cross"}

#: Dice of the first throw; those that may be chosen for the second (VIC-TURN-3, VIC-TURN-4).
FIRST: Final = 3
SECOND: Final = (1, 2)

#: Laps that the pad has columns for, the booklet's example first (VIC-SET-11, INT-VIC-6).
LAPS: Final = (3, 4, 5, 6, 1, 2)

#: Squares of the smallest circuit that has a straight (VIC-SET-6).
LEAST_SQUARES: Final = 6

#: Connector pieces at one joint at most (VIC-COMP-4).
PER_JOINT: Final = 2


@dataclass(frozen=True, slots=True)
class Numbers:
    """``die``: how many faces of a die show each of `FACES`.

    ``cars``: their colours, those of the example first (VIC-COMP-5, UNK-VIC-3). ``circuits``: ready
    ones by name, as far as there are squares enough for them.
    """

    squares: int
    connectors: int
    die: Mapping[str, int]
    cars: tuple[str, ...]
    start_row: int
    circuits: Mapping[str, tuple[Square, ...]]

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces of one die, each as often as it is on it (VIC-DICE-1, UNK-VIC-1)."""
        return tuple(face for face, count in self.die.items() for _ in range(count))

    @classmethod
    def of(cls, parts: Components, players: int) -> Numbers:
        """Raises `ComponentsError` for a box that does not add up, or is too small."""
        die = parts.table("die", 1, 100)
        made = cls(
            squares=parts.number("squares", LEAST_SQUARES, 99),
            connectors=parts.number("connectors", 0, 999),
            die={face: die[name] for face, name in FACES.items()},
            cars=(*parts.words("car_colours"), *parts.words("more_car_colours")),
            start_row=parts.number("start_row", 1, 20),
            circuits=parts.once(_circuits),
        )
        made._check(parts, players)
        return made

    def _check(self, parts: Components, players: int) -> None:
        both = FIRST + max(SECOND)
        parts.number("dice", both, both)
        different = len(set(self.cars))
        if different != parts["cars"]:
            detail = text("components.sum", found=different, said=parts["cars"])
            raise parts.wrong("cars", detail, of=("car_colours", "more_car_colours"))
        parts.number("cars", players, 99, ("car_colours", "more_car_colours"))
        parts.number("connectors", PER_JOINT * self.squares, 999, ("squares",))


def _circuits(parts: Components) -> dict[str, tuple[Square, ...]]:
    """The ready circuits; raises `ComponentsError` for one that is not closed (VIC-SET-1)."""
    found: dict[str, tuple[Square, ...]] = {}
    for ready in parts["circuits"]:
        name, squares = ready["name"], tuple(map(tuple, ready["squares"]))
        parts.fitting("circuits", name)
        if name in found:
            raise parts.wrong("circuits", text("components.twice"))
        if any(len(square) != 2 for square in squares) or not closed(squares, len(squares)):
            raise parts.wrong("circuits", text("vic.box.circuit", name=name))
        left, low = (min(square[i] for square in squares) for i in range(2))
        found[name] = tuple((column - left, row - low) for column, row in squares)
    return {name: squares for name, squares in found.items() if len(squares) <= parts["squares"]}
