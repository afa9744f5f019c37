"""Knister's position: the sums that were called, and the sheets as far as the device has them.

Seats are numbered from 1; ``sheets[seat - 1]`` is that seat's sheet.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from referee.game import CONSTANT, LATER, Options, Position, Setup
from referee.games.knister import scoring
from referee.games.knister.numbers import SUMS, Numbers


@dataclass(slots=True)
class Sheet:
    """``cells``: see `scoring`. With sheets on paper they are empty until the count.

    ``hint``: the cell that its player was told this round; ``helped``: he was told one some time.
    ``told``: the total, where its player has counted himself; else None.
    ``free``: the empty cells while the device has the sheet, so that nobody need look for them.
    """

    cells: list[int]
    hint: int | None = None
    helped: bool = False
    told: int | None = None
    free: list[int] = field(default_factory=lambda: [*range(scoring.CELLS)], metadata=LATER)


@dataclass(slots=True)
class Knister(Position):
    """``sums``: what was called, the first round first. ``tied``: equally young players.
    ``missing``: seats that have not entered this round's number in the device, the roller's first.

    Sheets on paper only: ``checked``, numbers of the line that is being looked at; ``counting``,
    the seat whose sheet is being entered (0: none).
    """

    options: Options = field(kw_only=True, metadata=CONSTANT)
    numbers: Numbers = field(kw_only=True, metadata=CONSTANT)
    sheets: list[Sheet] = field(default_factory=list)
    youngest: int = 1
    tied: list[int] = field(default_factory=list)
    sums: list[int] = field(default_factory=list)
    checked: list[int] = field(default_factory=list)
    counting: int = 0
    missing: list[int] = field(default_factory=list, metadata=LATER)

    @property
    def seats(self) -> range:
        return range(1, len(self.sheets) + 1)

    def sheet(self, seat: int) -> Sheet:
        return self.sheets[seat - 1]

    @property
    def on_paper(self) -> bool:
        return bool(self.options["sheets"] == "paper")

    @property
    def typed(self) -> bool:
        """Whether the dice are rolled on the table and their sum is entered."""
        return bool(self.options["dice"] == "table")

    @property
    def round(self) -> int:
        """The round of the last throw; 0 before the first."""
        return len(self.sums)

    @property
    def called(self) -> int:
        """The number of this round."""
        return self.sums[-1]

    def roller(self, number: int) -> int:
        """Who throws in round ``number``: clockwise, the youngest first (KNI-RND-7)."""
        return (self.youngest + number - 2) % len(self.sheets) + 1

    def everybody(self) -> list[int]:
        """All seats clockwise, this round's roller first (KNI-RND-4)."""
        first = self.roller(self.round)
        return [*range(first, len(self.sheets) + 1), *range(1, first)]

    def empty(self, seat: int) -> int:
        """Empty cells of a sheet."""
        return self.sheet(seat).cells.count(0)

    def total(self, seat: int) -> int | None:
        """The points of a sheet; None while it is neither full nor counted (KNI-END-2)."""
        sheet = self.sheet(seat)
        if 0 in sheet.cells:
            return sheet.told
        return scoring.total(sheet.cells, self.numbers)

    @property
    def uncounted(self) -> list[int]:
        """Seats whose total is not known."""
        return [seat for seat in self.seats if self.total(seat) is None]

    def left(self) -> Counter[int]:
        """Called numbers that are not yet in the line or sheet that is being entered."""
        entered = self.sheet(self.counting).cells if self.counting else self.checked
        return Counter(self.sums) - Counter(entered)


def setup(start: Setup) -> Knister:
    """A fresh match: empty sheets, nothing thrown (KNI-SET-1)."""
    sheets = [Sheet([0] * scoring.CELLS) for _ in range(start.seats)]
    return Knister(options=start.options, numbers=start.components.once(Numbers.of), sheets=sheets)


def faults(p: Knister) -> list[str]:
    """What is wrong with a position: numbers that came or went."""
    found = []
    if p.round > scoring.ROUNDS or not set(p.sums) <= set(SUMS):
        found.append("more than 25 rounds, or a sum that two dice cannot show")
    for seat in p.seats:
        entered = Counter(p.sheet(seat).cells)
        del entered[0]
        if entered - Counter(p.sums):
            found.append(f"sheet {seat} has a number that was not called so often")
        if not p.on_paper and p.sheet(seat).free != scoring.empty_cells(p.sheet(seat).cells):
            found.append(f"sheet {seat} has lost count of its empty cells")
        behind = p.round - entered.total()
        if not p.on_paper and (seat in p.missing) != (behind > 0):
            found.append(f"sheet {seat} is {behind} numbers behind, but {p.missing} are missing")
        if not p.on_paper and behind not in ((0, 1) if p.state == "place" else (0,)):
            found.append(f"sheet {seat} is {behind} numbers behind in {p.state}")
    if p.agenda:
        found.append("an interruption is open")
    return found
