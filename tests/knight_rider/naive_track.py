"""The naive model's track: where a tableau may lie, where the cars begin, who is shut in."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tests.knight_rider.naive import CENTRE, FACING, LETTER, Naive, Piece

#: Tableaus in reach of cars that count as shut in (KR-INT-54).
FEW = 4


def placements(
    pieces: Sequence[Piece], ways: list[complex], *, first: bool, join: bool
) -> set[tuple[complex, str]]:
    """All legal ways to lay a piece, as (cell, arms) - looked for everywhere on the table.

    ``join``: it must continue a road, if one is open and it isn't its player's first (KR-INT-3).
    """
    taken = {piece.cell: piece.arms for piece in pieces}
    faces = {frozenset(way * (-1j) ** turns for way in ways) for turns in range(4)}
    found: dict[bool, set[tuple[complex, str]]] = {True: set(), False: set()}
    roads = False
    for cell in table(taken):
        beside = {way: -way in taken[cell + way] for way in FACING.values() if cell + way in taken}
        at_centre = any(cell + way in CENTRE for way in FACING.values())
        if cell in taken or cell in CENTRE or not (at_centre or (beside and not first)):
            continue
        joins = any(beside.values())
        roads |= joins
        for arms in faces:
            if all((way in arms) == road for way, road in beside.items()):
                found[joins].add((cell, letters(arms)))
    return found[True] if join and roads and not first else found[True] | found[False]


def table(taken: Iterable[complex]) -> Iterator[complex]:
    """All places of the table that could matter, and many that don't."""
    cells = [*taken, *CENTRE]
    xs, ys = [int(cell.real) for cell in cells], [int(cell.imag) for cell in cells]
    sides = (range(min(axis) - 2, max(axis) + 3) for axis in (xs, ys))
    return (complex(x, y) for x, y in itertools.product(*sides))


def letters(ways: Iterable[complex]) -> str:
    return "".join(sorted(LETTER[way] for way in ways))


def turned(number: int, cell: complex, ways: list[complex], arms: str) -> Piece:
    """The piece as it lies with these arms."""
    pieces = (Piece(number, cell, turns, ways) for turns in range(4))
    return next(piece for piece in pieces if letters(piece.arms) == arms)


def outlets(pieces: Sequence[Piece], piece: Piece) -> set[complex]:
    """The arms that lead to no other tableau."""
    cells = {other.cell for other in pieces}
    return {way for way in piece.arms if piece.cell + way not in cells}


def able(pieces: Sequence[Piece], red: int) -> list[Piece]:
    """Tableaus but red's with a free road start, and a road that leads on if any has one (KR-POS-6,
    KR-INT-6)."""
    free = [p for p in pieces if p.number != red and outlets(pieces, p)]
    return [piece for piece in free if outlets(pieces, piece) != piece.arms] or free


def starts(pieces: Sequence[Piece], red: int, *, by_road: bool) -> list[int]:
    """The start tableaus: all distances by relaxing until nothing changes (KR-INT-6)."""
    goal = next(piece for piece in pieces if piece.number == red)
    fit = able(pieces, red)
    joined = [(one.number, two.number) for one, two in itertools.permutations(pieces, 2)
              if two.cell - one.cell in one.arms]  # fmt: skip
    steps = {red: 0}
    for _ in pieces if by_road else ():
        for one, two in joined:
            if one in steps:
                steps[two] = min(steps[one] + 1, steps.get(two, 99))
    if not any(piece.number in steps for piece in fit):
        ways = {piece.number: piece.cell - goal.cell for piece in pieces}
        steps = {number: round(abs(way.real) + abs(way.imag)) for number, way in ways.items()}
    known = [piece.number for piece in fit if piece.number in steps]
    most = max((steps[number] for number in known), default=0)
    return sorted(number for number in known if steps[number] == most)


# -- who is shut in --------------------------------------------------------------------------


def haunts(board: Naive, arrows: Sequence[complex]) -> set[int]:
    """Where red can ever be: where any row of escape cards leads."""
    by_cell = {piece.cell: piece.number for piece in board.pieces}
    found: set[complex] = {board.piece(board.red).cell}
    while more := {cell + way for cell in found for way in arrows} & by_cell.keys() - found:
        found |= more
    return {by_cell[cell] for cell in found}


def cleared(board: Naive) -> Naive:
    """The board with the most open roads that more diversions can make (KR-DIV-7, KR-DIV-8)."""
    pieces = [p if len(p.cards) == 3 else replace(p, cards=[]) for p in board.pieces]
    return Naive(pieces, board.full)


def meetings(board: Naive, start: complex, jumps: int, reds: set[int], wanted: set[int]) -> int:
    """At how many of the tableaus ``reds`` a car can stand that begins here; 0 where it can't
    drive to all that are ``wanted`` of it. Other cars are left out of account."""
    seen = {(start, jumps)}
    fresh = list(seen)
    stands = {board.numbers.get(start, 0)}
    while fresh and not (wanted <= stands and len(stands & reds) > FEW):
        at, left = fresh.pop()
        for way in FACING.values():
            to, after = at + way, left
            if not board.linked(at, way):
                continue
            if to in board.blocked:
                to, after = to + way, left - 1
                if after < 0 or not board.linked(to - way, way) or to in board.blocked:
                    continue
            if (to, after) not in seen:
                seen.add((to, after))
                fresh.append((to, after))
                stands.add(board.numbers.get(to, 0))
    return len(stands & reds) if wanted <= stands else 0
