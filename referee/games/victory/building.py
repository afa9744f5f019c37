"""Laying a circuit square by square: what closes, and where the next square may lie (VIC-SET-1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

#: A square's place: column and row of a raster.
Square = tuple[int, int]


def beside(square: Square) -> Iterator[Square]:
    """The four squares that touch a square."""
    x, y = square
    yield from ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1))


def closed(squares: Sequence[Square], most: int) -> bool:
    """Whether these are a circuit of at most so many squares with a straight for the start.

    Not all need be used (INT-VIC-2).
    """
    return round_again(squares, most) and has_straight(squares)


def round_again(squares: Sequence[Square], most: int) -> bool:
    """Whether every pair of neighbours touches and the last square the first, none lies twice, and
    they are at most so many."""
    if not 4 <= len(squares) <= most or len(set(squares)) < len(squares):
        return False
    after = [*squares[1:], squares[0]]
    return all(b in beside(a) for a, b in zip(squares, after, strict=True))


def has_straight(squares: Sequence[Square]) -> bool:
    """Whether some square of a closed list leads straight on; the card lies there (VIC-SET-6)."""
    after = [*squares[1:], squares[0]]
    before = [squares[-1], *squares[:-1]]
    return any(a[0] == b[0] or a[1] == b[1] for a, b in zip(before, after, strict=True))


@lru_cache(maxsize=4096)
def extensions(squares: tuple[Square, ...], most: int) -> tuple[Square, ...]:
    """Where the next square may lie, so that a circuit can still be closed with what is left."""
    return tuple(
        square
        for square in beside(squares[-1])
        if square not in squares and _closable((*squares, square), most)
    )


@lru_cache(maxsize=4096)
def _closable(squares: tuple[Square, ...], most: int) -> bool:
    """Whether these squares are a circuit, or the beginning of one."""
    if len(squares) > 3 and closed(squares, most):
        return True
    first, last = squares[0], squares[-1]
    away = abs(first[0] - last[0]) + abs(first[1] - last[1])
    if away - 1 > most - len(squares):
        return False
    free = (square for square in beside(last) if square not in squares)
    return any(_closable((*squares, square), most) for square in free)
