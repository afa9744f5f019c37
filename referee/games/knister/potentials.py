"""What an unfinished line is worth: the points that it may be expected to bring in the end.

A line is known by its numbers alone, whatever their order; `STATES` are all such multisets of up
to five numbers. Full lines are worth what they score. What unfinished ones are worth was learnt
by playing (`learn`) and stands in ``potentials.txt``, once for rows and columns and once for
diagonals. Lines that are each other's mirror image in the 7 are worth the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from typing import Final

from referee.games.knister import rules
from referee.games.knister.numbers import SUMS, Numbers
from referee.kernel.components import load

#: The numbers of a line in rising order.
State = tuple[int, ...]

STATES: Final[tuple[State, ...]] = tuple(
    state for size in range(rules.SIDE + 1) for state in combinations_with_replacement(SUMS, size)
)
_AT: Final[Mapping[State, int]] = {state: at for at, state in enumerate(STATES)}

#: ``AFTER[state][number]``: the state when this number is added; rows are as long as needed.
AFTER: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(_AT[tuple(sorted((*state, n)))] if n in SUMS else at for n in range(SUMS[-1] + 1))
    if len(state) < rules.SIDE
    else ()
    for at, state in enumerate(STATES)
)

#: ``LINES_OF[cell]``: numbers of the lines through a cell, in the order of `rules.LINES`.
LINES_OF: Final = tuple(
    tuple(at for at, line in enumerate(rules.LINES) if cell in line.cells)
    for cell in range(rules.CELLS)
)

#: The two tables: 0 for rows and columns, 1 for diagonals; and which of them a line reads.
KINDS: Final = ("straight", "diagonal")
KIND_OF: Final = tuple(int(line.kind == "diagonal") for line in rules.LINES)

FILE: Final = files(__package__).joinpath("potentials.txt")


def state_of(numbers: Iterable[int]) -> int:
    """The state of a line with these numbers; 0 is an empty cell."""
    return _AT[tuple(sorted(filter(None, numbers)))]


def states_of(cells: Sequence[int]) -> list[int]:
    """The states of all lines of a sheet, in the order of `rules.LINES`."""
    return [state_of(cells[cell] for cell in line.cells) for line in rules.LINES]


def mirrored(state: State) -> State:
    """The mirror image in the 7: it is as likely and scores the same."""
    return tuple(SUMS[0] + SUMS[-1] - n for n in reversed(state))


#: One of a state and its mirror image.
CANON: Final = tuple(_AT[min(state, mirrored(state))] for state in STATES)


@cache
def full_worth() -> tuple[list[float], list[float]]:
    """By kind and state: the points of full lines as printed; 0 for unfinished ones."""
    numbers = Numbers.of(load(files(__package__).joinpath("components.toml").read_text("utf-8")))
    plain = [0.0] * len(STATES)
    for at, state in enumerate(STATES):
        if len(state) == rules.SIDE:
            plain[at] = float(numbers.points.get(rules.combination(state), 0))
    return plain, [points * numbers.diagonal_factor for points in plain]


@cache
def potentials() -> tuple[list[float], list[float]]:
    """By kind and state: what a line is worth, in points."""
    tables = full_worth()
    made = (list(tables[0]), list(tables[1]))
    learnt = {}
    for line in FILE.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            numbers, _, worths = line.partition(":")
            learnt[state_of(map(int, numbers.split()))] = [float(word) for word in worths.split()]
    for at, state in enumerate(STATES):
        if len(state) < rules.SIDE:
            made[0][at], made[1][at] = learnt[CANON[at]]
    return made
