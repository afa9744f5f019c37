"""The lines of a sheet, what their numbers are, and what that is worth.

A sheet's cells are a list of 25 numbers, row by row from the top left; 0 is an empty cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from referee.game import Text, column_name, text
from referee.games.knister.numbers import Numbers

SIDE: Final = 5
CELLS: Final = SIDE * SIDE

#: How both diagonals lie.
DIAGONALS: Final = ("\\", "/")

#: One throw for every cell (KNI-RND-1).
ROUNDS: Final = CELLS

#: The lucky number of straights (KNI-SCORE-8, KNI-SCORE-9).
SEVEN: Final = 7


@dataclass(frozen=True, slots=True)
class Line:
    """Five cells that are scored. ``kind``: row, column or diagonal; ``number``: from 1.
    ``of(cells)`` is what stands in them."""

    kind: str
    number: int
    cells: tuple[int, ...]
    of: Callable[[Sequence[int]], tuple[int, ...]] = field(compare=False, repr=False)


def _line(kind: str, number: int, cells: Iterable[int]) -> Line:
    five = tuple(cells)
    return Line(kind, number, five, itemgetter(*five))


def _lines() -> Iterator[Line]:
    for row in range(SIDE):
        yield _line("row", row + 1, (row * SIDE + n for n in range(SIDE)))
    for column in range(SIDE):
        yield _line("column", column + 1, (n * SIDE + column for n in range(SIDE)))
    yield _line("diagonal", 1, (n * (SIDE + 1) for n in range(SIDE)))
    yield _line("diagonal", 2, ((n + 1) * (SIDE - 1) for n in range(SIDE)))


#: Rows from the top, columns from the left, D1 from the top left, D2 from the top right
#: (KNI-SCORE-1, KNI-COMP-6).
LINES: Final = tuple(_lines())

#: The lines through every cell (KNI-SCORE-17).
THROUGH: Final = tuple(tuple(line for line in LINES if cell in line.cells) for cell in range(CELLS))

#: How often the same number stands in a line, the most first, and what that is.
_COUNTS: Final[Mapping[tuple[int, ...], str]] = {
    (2, 1, 1, 1): "pair",
    (3, 1, 1): "triple",
    (4, 1): "quad",
    (5,): "quint",
    (2, 2, 1): "two_pairs",
    (3, 2): "full_house",
}

#: The clause of every combination.
CLAUSES: Final[Mapping[str, str]] = {
    "pair": "KNI-SCORE-2",
    "triple": "KNI-SCORE-3",
    "quad": "KNI-SCORE-4",
    "quint": "KNI-SCORE-5",
    "two_pairs": "KNI-SCORE-6",
    "full_house": "KNI-SCORE-7",
    "straight_with_7": "KNI-SCORE-8",
    "straight_without_7": "KNI-SCORE-9",
    "nothing": "KNI-SCORE-14",
}


def combination(numbers: Sequence[int]) -> str:
    """The one combination of five numbers in any order, or ``nothing`` (KNI-SCORE-10).

    Four in a row are no straight, and none goes round the end (KNI-SCORE-11, KNI-SCORE-12,
    INT-KNI-6); one line scores one combination, never two (KNI-SCORE-15, INT-KNI-4).
    """
    return _combination(tuple(sorted(numbers)))


@cache
def _combination(numbers: tuple[int, ...]) -> str:
    """The second straight of the printed list is the one without a 7 (INT-KNI-5)."""
    counts = tuple(sorted(Counter(numbers).values(), reverse=True))
    if counts in _COUNTS:
        return _COUNTS[counts]
    if numbers[-1] - numbers[0] != len(numbers) - 1:
        return "nothing"
    return "straight_with_7" if SEVEN in numbers else "straight_without_7"


class Score(NamedTuple):
    """A full line: its combination, the points of that, the points of the line, and how often the
    line counts them."""

    line: Line
    combination: str
    single: int
    points: int
    factor: int


def score(line: Line, cells: Sequence[int], numbers: Numbers) -> Score | None:
    """What a line brings; None while a cell of it is empty (KNI-SCORE-13, KNI-SCORE-16)."""
    found = line.of(cells)
    if 0 in found:
        return None
    name, points, factor = _worth(line, found, numbers)
    return Score(line, name, numbers.points.get(name, 0), points, factor)


def scores(cells: Sequence[int], numbers: Numbers) -> list[Score | None]:
    """What all lines bring, in the order of `LINES`."""
    return [score(line, cells, numbers) for line in LINES]


#: A full line's combination, the points of the line, and what they were multiplied by.
Gain: TypeAlias = tuple[str, int, int]
POINTS: Final[Callable[[Gain], int]] = itemgetter(1)


def full_through(cell: int, cells: Sequence[int], numbers: Numbers) -> list[Gain]:
    """What the full lines through a cell bring."""
    full = []
    for line in THROUGH[cell]:
        found = line.of(cells)
        if 0 not in found:
            full.append(_worth(line, found, numbers))
    return full


def total(cells: Sequence[int], numbers: Numbers) -> int:
    """The points of all full lines (KNI-END-2)."""
    points = 0
    for line in LINES:
        found = line.of(cells)
        if 0 not in found:
            points += _worth(line, found, numbers)[1]
    return points


def _worth(line: Line, found: tuple[int, ...], numbers: Numbers) -> Gain:
    """What five numbers bring in this line: on a diagonal more (KNI-SCORE-13)."""
    name = _combination(tuple(sorted(found)))
    factor = numbers.diagonal_factor if line.kind == "diagonal" else 1
    return name, numbers.points.get(name, 0) * factor, factor


def most_points(numbers: Numbers) -> int:
    """No sheet can have more: every line the best combination."""
    factors = (numbers.diagonal_factor if line.kind == "diagonal" else 1 for line in LINES)
    return max(numbers.points.values()) * sum(factors)


def empty_cells(cells: Sequence[int]) -> list[int]:
    return [cell for cell, number in enumerate(cells) if not number]


def place(cell: int) -> list[int]:
    """A cell as fields name it: [row, column], both from 1."""
    return [cell // SIDE + 1, cell % SIDE + 1]


#: The cell by its row and column.
CELL_AT: Final = {(row, column): cell for cell in range(CELLS) for row, column in [place(cell)]}


# -- in words --------------------------------------------------------------------------------


def line_name(line: Line) -> Text:
    """``Row 2``, ``Column D``, ``Diagonal /``."""
    n = line.number
    names = {"row": str(n), "column": column_name(n), "diagonal": DIAGONALS[n > 1]}
    return text(f"kni.line.{line.kind}", number=n, name=names[line.kind])


def combination_name(combination: str) -> Text:
    return text(f"kni.combination.{combination}")


def counted_name(combination: str, factor: int) -> Text:
    """A combination, and how often a diagonal counts it (KNI-SCORE-13)."""
    name = combination_name(combination)
    if factor == 1 or combination == "nothing":
        return name
    return text("kni.line.double" if factor == 2 else "kni.line.times", name=name, factor=factor)


def points_text(combination: str, points: int) -> Text:
    """A combination with its points; nothing is nothing."""
    if combination == "nothing":
        return combination_name(combination)
    return text("kni.line.points", combination=combination_name(combination), points=points)


#: Full lines whose combinations are named before an answer: more have no room beside a sheet.
NAMED: Final = 1


def _alike(name: Text, lines: int) -> Text:
    return name if lines == 1 else text("kni.line.alike", name=name, n=lines)


@cache
def gain_text(key: str, *full: Gain) -> Text:
    """What lines bring that are full now, with the combinations that bring it."""
    worth = [gain for gain in full if POINTS(gain)]
    lines = Counter((name, factor) for name, _, factor in worth)
    names = tuple(_alike(counted_name(*what), n) for what, n in lines.items())
    names = names or (text("kni.line.none"),)
    return text(key, points=sum(map(POINTS, worth)), combinations=names)


@cache
def preview_text(total: int, *full: Gain) -> Text:
    """What lines would bring that a cell fills: few combinations by name, more by their points; if
    it fills none, the sheet's ``total``, which stays."""
    if not full:
        return text("kni.preview.still", n=total) if total else text("kni.preview.open")
    worth = [points for points in map(POINTS, full) if points]
    if len(worth) <= NAMED:
        return gain_text("kni.preview.full", *full)
    parts = " + ".join(map(str, worth))
    return text("kni.preview.sum", points=sum(worth), n=len(worth), parts=parts)
