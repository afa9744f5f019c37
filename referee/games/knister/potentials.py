"""What an unfinished line is worth: the points that it may be expected to bring in the end.

A line is known by its numbers alone, whatever their order; a state is such a multiset of up to
five numbers. Full lines are worth what they score. What unfinished ones are worth was learnt by
playing (`learn`) and stands in ``potentials.txt``: for the end, the middle and the beginning of a
game, for rows and columns and for diagonals. Lines that are each other's mirror image in the 7 are
worth the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from typing import Final

from referee.game import load_components
from referee.games.knister import scoring
from referee.games.knister.numbers import SUMS, Numbers

#: The numbers of a line in rising order.
State = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """All states, numbered. ``after[state][number]``: the state when this number is added; empty
    for full lines. ``twin``: the same number for a state and its mirror image."""

    states: tuple[State, ...]
    numbers: Mapping[State, int]
    after: tuple[tuple[int, ...], ...]
    twin: tuple[int, ...]

    def state_of(self, numbers: Iterable[int]) -> int:
        """The state of a line with these numbers; 0 is an empty cell."""
        return self.numbers[tuple(sorted(filter(None, numbers)))]

    def states_of(self, cells: Sequence[int]) -> list[int]:
        """The states of all lines of a sheet, in the order of `scoring.LINES`."""
        return [self.state_of(cells[cell] for cell in line.cells) for line in scoring.LINES]


@cache
def book() -> Book:
    """Made when it is first wanted: it takes some time."""
    sizes = range(scoring.SIDE + 1)
    states = tuple(s for size in sizes for s in combinations_with_replacement(SUMS, size))
    numbers = {state: at for at, state in enumerate(states)}
    after = tuple(
        tuple(numbers[tuple(sorted((*state, n)))] if n in SUMS else at for n in range(SUMS[-1] + 1))
        if len(state) < scoring.SIDE
        else ()
        for at, state in enumerate(states)
    )
    twin = tuple(numbers[min(state, mirrored(state))] for state in states)
    return Book(states, numbers, after, twin)


def mirrored(state: State) -> State:
    """The mirror image in the 7: it is as likely and scores the same."""
    return tuple(SUMS[0] + SUMS[-1] - n for n in reversed(state))


#: ``LINES_OF[cell]``: numbers of the lines through a cell, in the order of `scoring.LINES`.
LINES_OF: Final = tuple(
    tuple(at for at, line in enumerate(scoring.LINES) if cell in line.cells)
    for cell in range(scoring.CELLS)
)

#: Whether a line is read in the table for rows and columns (0) or in that for diagonals (1).
KIND_OF: Final = tuple(int(line.kind == "diagonal") for line in scoring.LINES)

#: By the number of empty cells: 0 the end of a game, 1 its middle, 2 its beginning.
STAGE_OF: Final = tuple((empty >= 8) + (empty >= 16) for empty in range(scoring.CELLS + 1))

#: By kind and state: worths in points.
Tables = tuple[list[float], list[float]]

FILE: Final = files(__package__).joinpath("potentials.txt")


@cache
def full_worth() -> Tables:
    """By kind and state: the points of full lines as printed; 0 for unfinished ones."""
    printed = files(__package__).joinpath("components.toml").read_text("utf-8")
    numbers = Numbers.of(load_components(printed))
    plain = [
        float(numbers.points.get(scoring.combination(state), 0))
        if len(state) == scoring.SIDE
        else 0.0
        for state in book().states
    ]
    return plain, [points * numbers.diagonal_factor for points in plain]


@cache
def potentials() -> tuple[Tables, ...]:
    """By stage: what lines are worth."""
    learnt = {}
    for line in FILE.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            numbers, _, worths = line.partition(":")
            learnt[book().state_of(map(int, numbers.split()))] = [
                float(word) for word in worths.split()
            ]
    plain, doubled = full_worth()
    made = []
    for stage in sorted(set(STAGE_OF)):
        rows, diagonals = list(plain), list(doubled)
        for at, after in enumerate(book().after):
            if after:
                rows[at], diagonals[at] = learnt[book().twin[at]][2 * stage : 2 * stage + 2]
        made.append((rows, diagonals))
    return tuple(made)
