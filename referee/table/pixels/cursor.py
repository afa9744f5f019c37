"""What scrolls, and what is chosen in it: the cursor over a grid or a map."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from referee.table.pixels.canvas import Canvas, Rect

#: A place as fields name it: ``(row, column)`` of a grid, ``(column, row)`` of a map, (east, north)
#: of a town.
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where the cursor stands, and where it may go.

    ``presses``: what a pointer means on each place; ``moves``: they move the cursor there.
    ``arms``: those of a tile that would lie there, empty if nothing leads through it; None: as the
    town says.
    """

    at: Place
    places: Collection[Place] = ()
    presses: Mapping[Place, tuple[str, ...]] = field(default_factory=dict)
    moves: bool = False
    arms: str | None = None

    def touch(self, canvas: Canvas, rect: Rect, place: Place) -> None:
        canvas.touch(rect, self.presses.get(place, ()), cell=self.moves)


def first_in_sight(count: int, room: int, focus: int) -> int:
    """The first of ``count`` things to show so that number ``focus`` is in sight."""
    return max(0, min(focus - room // 2, count - room))
