"""A computer player that looks one throw ahead, and the hint that it gives (INT-KNI-12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import fsum
from typing import Final

from referee.game import (
    DEVICE,
    Ask,
    Bot,
    Chosen,
    Entry,
    Player,
    RandBelow,
    Shaped,
    Text,
    text,
)
from referee.games.knister import scoring
from referee.games.knister.numbers import CHANCES, SUMS
from referee.games.knister.potentials import (
    KIND_OF,
    LINES_OF,
    STAGE_OF,
    book,
    full_worth,
    potentials,
)

#: The lines through every cell, as bits: cells that share none have nothing to do with each other.
NEAR: Final = tuple(sum(1 << line for line in lines) for lines in LINES_OF)

#: By line and state: what each sum adds to the line's worth, in the order of `SUMS`.
Gains = Sequence[Mapping[int, Sequence[float]]]


def strong_bot() -> Bot:
    """Places every number where the sheet is worth most; plays by the points as printed.

    With sheets on paper it enters the sheet that it would have written. Everything else is
    answered in the commonest way. The tables are read now, so that no placement waits for them.
    """
    prepare()
    return _answer


def hasty_bot() -> Bot:
    """Places every number where it adds most at once, and thinks of no throw to come."""
    prepare()
    return _hasty


def _hasty(view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry | Chosen:
    if ask.verb != "place":
        return _answer(view, ask, seat, below)
    cells, number = view["sheets"][seat - 1]["cells"], view["sums"][-1]
    states, gains = book().states_of(cells), _gains()[0]

    def adds(cell: int) -> float:
        return fsum(gains[line][states[line]][number - SUMS[0]] for line in LINES_OF[cell])

    empty = (cell for cell, written in enumerate(cells) if not written)
    return _placed(seat, cells, number, max(empty, key=adds), gains)


def _answer(view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry | Chosen:
    if ask.verb == "place":
        cells, number = view["sheets"][seat - 1]["cells"], view["sums"][-1]
        gains = _gains()[_stage(cells)]
        return _placed(seat, cells, number, advice(cells, number), gains)
    if view["state"] == "sheet":
        cell = view["sheets"][view["counting"] - 1]["cells"].index(0)
        return Entry(seat, "number", {"number": _paper(tuple(view["sums"]))[cell]})
    verb, args = next(ask.listed())
    return Entry(seat, verb, args)


#: What so many equal numbers in a line are, whatever its other ones will be.
EQUAL: Final = {2: "pair", 3: "triple", 4: "quad"}


def _placed(seat: int, cells: Sequence[int], number: int, cell: int, gains: Gains) -> Chosen:
    """The number in this cell, and what it scores; else what it does for the line that gains most
    by it."""
    entry = Entry(seat, "place", {"cell": scoring.place(cell)})
    return Chosen(entry, _why(cells, number, cell, gains) if cells.count(0) > 1 else None)


def _why(cells: Sequence[int], number: int, cell: int, gains: Gains) -> Text:
    states = book().states_of(cells)

    def gain(at: int) -> float:
        return gains[at][states[at]][number - SUMS[0]]

    def points(at: int) -> float:
        return full_worth()[KIND_OF[at]][book().after[states[at]][number]]

    best = max(LINES_OF[cell], key=lambda at: (points(at), gain(at)))
    others = [written for written in scoring.LINES[best].of(cells) if written]
    line = scoring.line_name(scoring.LINES[best])
    if points(best):
        name = scoring.combination_name(scoring.combination((*others, number)))
        return text("kni.bot.scores", line=line, combination=name)
    if gain(best) <= 0:
        return text("kni.bot.least")
    if number in others:
        name = scoring.combination_name(EQUAL[others.count(number) + 1])
        return text("kni.bot.equal", line=line, combination=name)
    after = {*others, number}
    if 1 < len(after) == len(others) + 1 and max(after) - min(after) < scoring.SIDE:
        return text("kni.bot.straight-may", line=line)
    return text("kni.bot.promises", line=line)


@lru_cache(maxsize=8)
def _paper(sums: tuple[int, ...]) -> tuple[int, ...]:
    """The sheet on which these sums were entered one after the other."""
    cells = [0] * scoring.CELLS
    for number in sums:
        cells[advice(cells, number)] = number
    return tuple(cells)


def advice(cells: Sequence[int], number: int) -> int:
    """The best empty cell for this number."""
    states = book().states_of(cells)
    empty = [cell for cell, written in enumerate(cells) if not written]
    gains = _gains()[_stage(cells)]
    now = [gains[line][state] for line, state in enumerate(states)]
    before = {cell: _by_throw(now, cell) for cell in empty}
    return max(empty, key=lambda cell: _worth(states, gains, before, cell, number))


def _stage(cells: Sequence[int]) -> int:
    """Which tables hold now: those for the sheet after this throw and the next one."""
    return STAGE_OF[max(cells.count(0) - 2, 0)]


def _by_throw(now: Sequence[Sequence[float]], cell: int) -> tuple[float, ...]:
    """What every throw would add in this cell, by what it adds to every line."""
    return tuple(map(fsum, zip(*(now[line] for line in LINES_OF[cell]), strict=True)))


def _worth(
    states: Sequence[int],
    gains: Gains,
    before: Mapping[int, tuple[float, ...]],
    cell: int,
    number: int,
) -> float:
    """What the number adds in this cell, and the best place for the throw after it.

    ``before``: `_by_throw` of all empty cells before it is written; it holds still for those that
    share no line with the cell.
    """
    after = list(states)
    worth = 0.0
    for line in LINES_OF[cell]:
        worth += gains[line][states[line]][number - SUMS[0]]
        after[line] = book().after[states[line]][number]
    now = [gains[line][state] for line, state in enumerate(after)]
    others = [
        _by_throw(now, other) if NEAR[cell] & NEAR[other] else known
        for other, known in before.items()
        if other != cell
    ]
    for chance, best in zip(CHANCES, map(max, zip(*others, strict=True)), strict=False):
        worth += chance * best
    return worth


def prepare() -> None:
    """Read the tables now, so that the first hint is as quick as the others."""
    _gains()


@cache
def _gains() -> tuple[Gains, ...]:
    """By stage."""
    made = []
    for tables in potentials():
        by_kind = [_gains_in(table) for table in tables]
        made.append([by_kind[kind] for kind in KIND_OF])
    return tuple(made)


def _gains_in(table: Sequence[float]) -> Mapping[int, Sequence[float]]:
    return {
        at: tuple(table[row[number]] - table[at] for number in SUMS) if row else ()
        for at, row in enumerate(book().after)
    }


#: The number at hand alone.
EASY: Final = Player(lambda setup: hasty_bot(), {"sheets": DEVICE})
#: One throw ahead, by tables that have learnt from many sheets.
GOOD: Final = Player(lambda setup: strong_bot(), {"sheets": DEVICE})
