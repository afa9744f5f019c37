"""An independent scorer: written from the rules alone, slow and plain. It shares no code with the
game, and no idea: lines are walked by coordinates, combinations found by looking at all pairs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache


def points_of(numbers: Sequence[int]) -> int:
    """What five numbers bring as a row or column.

    The number of equal pairs among five numbers tells the combination: 1 is a 2er, 2 are two of
    them, 3 a 3er, 4 a full house, 6 a 4er, 10 a 5er.
    """
    pairs = sum(numbers[i] == numbers[j] for i in range(5) for j in range(i))
    if pairs:
        return {1: 1, 2: 3, 3: 3, 4: 8, 6: 6, 10: 10}[pairs]
    for first in range(2, 9):
        if all(first + step in numbers for step in range(5)):
            return 8 if first <= 7 <= first + 4 else 12
    return 0


def _walk(row: int, column: int, down: int, right: int) -> list[int]:
    return [5 * (row + down * n) + column + right * n for n in range(5)]


_ROWS = [_walk(row, 0, 0, 1) for row in range(5)]
_COLUMNS = [_walk(0, column, 1, 0) for column in range(5)]
_DIAGONALS = [_walk(0, 0, 1, 1), _walk(0, 4, 1, -1)]


def line_points(cells: Sequence[int]) -> list[int]:
    """The points of all twelve lines: rows, columns, D1 from the top left, D2; doubled there."""
    found = [_known(tuple(cells[at] for at in line)) for line in _ROWS + _COLUMNS + _DIAGONALS]
    return [*found[:10], 2 * found[10], 2 * found[11]]


@cache
def _known(numbers: tuple[int, ...]) -> int:
    return points_of(numbers)
