"""Knister at the table: a match in the hands of tests; sums are typed, sheets in the device."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from referee import testing
from referee.game import OneOf, Plain
from referee.games.knister import GAME
from referee.games.knister.position import Knister

#: Tim's sheet as the rules print it (KNI-EX-3), row by row.
TIM = (
    (7, 4, 8, 9, 11),
    (3, 7, 3, 7, 7),
    (5, 5, 10, 5, 5),
    (8, 9, 3, 6, 9),
    (8, 11, 8, 8, 7),
)
TIM_CELLS = [number for row in TIM for number in row]

#: His points by line: rows, columns, diagonals.
TIM_POINTS = [0, 8, 6, 1, 3, 1, 0, 3, 8, 1, 6, 16]

#: A sheet of straights without 7 only: no sheet can have more points.
BEST = [(2 * row + column) % 5 + 2 for row in range(5) for column in range(5)]


class Play(testing.Play[Knister]):
    """A match with dice on the table and sheets in the device."""

    game = GAME
    facts: ClassVar = {"dice": "table", "sheets": "device"}

    def begin(self, youngest: int = 1) -> Play:
        return self.do("youngest", seat=youngest) if self.state == "youngest" else self

    def call(self, number: int) -> Play:
        """The roller's dice show this sum."""
        return self.do("roll", sum=number)

    def place(self, seat: int, row: int, column: int) -> Play:
        return self.do("place", seat, cell=[row, column])

    def fill(self, cells: Sequence[int], order: Sequence[int] = ()) -> Play:
        """All players write this sheet, the cells in this order; 0 is left empty."""
        for cell in order or range(len(cells)):
            if cells[cell]:
                self.call(cells[cell])
                for seat in self.p.seats if not self.p.on_paper else ():
                    self.place(seat, cell // 5 + 1, cell % 5 + 1)
        return self

    def enter(self, seat: int, cells: Sequence[int]) -> Play:
        """A paper sheet is entered number by number."""
        self.do("sheet", seat=seat)
        for number in cells:
            self.do("number", number=number)
        return self

    # -- looking ---------------------------------------------------------------------------

    @property
    def roller(self) -> int:
        """Who throws now."""
        assert self.state == "roll"
        return self.ask.seats[0]

    @property
    def waiting(self) -> list[int]:
        """Seats that still have to answer, in the order of the asks."""
        return [ask.seats[0] for ask in self.match.asks]

    def free(self, seat: int) -> list[Plain]:
        """The cells that are offered to a seat."""
        field = next(a for a in self.match.asks if a.seats == (seat,)).options[0].fields["cell"]
        assert isinstance(field, OneOf)
        return list(field.values)
