"""What is in Victory's box, read from `components.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.game import Components
from referee.games.victory.building import Square, closed

#: The faces of a die, as they stand in entries.
RED, BLUE, CROSS = "R", "B", "X"
FACES: Final[Mapping[str, str]] = {RED: "red", BLUE: "blue", CROSS: "cross"}

#: Dice of the first throw; those that may be chosen for the second (VIC-TURN-3, VIC-TURN-4).
FIRST: Final = 3
SECOND: Final = (1, 2)

#: Laps that the pad has columns for, the booklet's example first (VIC-SET-11, INT-VIC-6).
LAPS: Final = (3, 4, 5, 6, 1, 2)

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
        made = cls(
            squares=parts["squares"],
            connectors=parts["connectors"],
            die={face: parts["die"][name] for face, name in FACES.items()},
            cars=(*parts["car_colours"], *parts["more_car_colours"]),
            start_row=parts["start_row"],
            circuits=parts.once(_circuits),
        )
        made._check(parts, players)
        return made

    def _check(self, parts: Components, players: int) -> None:
        if min(self.die.values()) < 1:
            raise parts.wrong("die", "wants at least one face of every kind")
        if parts["dice"] != FIRST + max(SECOND):
            raise parts.wrong("dice", f"wants {FIRST + max(SECOND)}: both throws of a turn")
        if len(set(self.cars)) != parts["cars"]:
            raise parts.wrong("cars", f"there are {len(set(self.cars))} different colours")
        if len(self.cars) < players:
            raise parts.wrong("cars", f"wants one for each of {players} players")
        if self.connectors < PER_JOINT * self.squares:
            raise parts.wrong("connectors", f"wants {PER_JOINT} for each of {self.squares} joints")
        if self.start_row < 1:
            raise parts.wrong("start_row", "wants at least 1")


def _circuits(parts: Components) -> dict[str, tuple[Square, ...]]:
    """The ready circuits; raises `ComponentsError` for one that is not closed (VIC-SET-1)."""
    found = {}
    for ready in parts["circuits"]:
        name, squares = ready["name"], tuple(map(tuple, ready["squares"]))
        if not name or name in found:
            raise parts.wrong("circuits", f"wants different names, found {name!r} twice")
        if any(len(square) != 2 for square in squares) or not closed(squares, len(squares)):
            raise parts.wrong("circuits", f"{name} is not closed, or has no straight square")
        found[name] = squares
    return {name: squares for name, squares in found.items() if len(squares) <= parts["squares"]}
