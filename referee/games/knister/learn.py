"""Learns what unfinished lines are worth, and writes ``potentials.txt``.

    python -m referee.games.knister.learn [GAMES]

Solo games are played in which every number goes where it raises the worth of the sheet most. What
a throw then adds is more or less than was expected; the lines as they stood before are corrected
by a part of that (temporal differences). The result is the same every time.
"""

from __future__ import annotations

import operator
import random
import sys
from pathlib import Path
from typing import Final

from referee.games.knister import scoring
from referee.games.knister.numbers import CHANCES, DIE, SUMS
from referee.games.knister.potentials import (
    FILE,
    KIND_OF,
    LINES_OF,
    STAGE_OF,
    Tables,
    book,
    full_worth,
)

#: Solo games, and how much of an error a line takes over: at first, and in the end.
GAMES: Final = 400_000
FIRST, LAST = 0.01, 0.0007

HEAD: Final = """\
# What unfinished lines are worth. Numbers of the line: as row or column and as diagonal,
# at the end of a game, in its middle, at its beginning.
# Learnt from {games} solo games by: python -m referee.games.knister.learn
"""

#: By line and state; a choice of tables for one stage.
Worth = list[list[float]]


def learn(games: int) -> list[Tables]:
    """Play so many solo games; returns the tables by stage."""
    rng = random.Random("knister")
    plain, doubled = map(_by_chance, full_worth())
    tables = [(list(plain), list(doubled)) for _ in sorted(set(STAGE_OF))]
    by_stage = [[stage[kind] for kind in KIND_OF] for stage in tables]
    for game in range(games):
        _play(by_stage, rng, FIRST * (LAST / FIRST) ** (game / games))
    return tables


def _by_chance(full: list[float]) -> list[float]:
    """Where learning starts: what lines bring that take every throw as it comes."""
    table = list(full)
    for at, row in reversed(list(enumerate(book().after))):
        if row:
            table[at] = sum(map(operator.mul, CHANCES, (table[row[number]] for number in SUMS)))
    return table


def _play(by_stage: list[Worth], rng: random.Random, step: float) -> None:
    """One game; the worths are corrected after every throw but the first."""
    after, twin = book().after, book().twin
    states = [0] * len(scoring.LINES)
    empty = list(range(scoring.CELLS))
    before: Worth = []
    while empty:
        worth = by_stage[STAGE_OF[len(empty) - 1]]
        number = rng.choice(DIE) + rng.choice(DIE)
        gains = [
            table[twin[after[state][number]]] - table[twin[state]] if after[state] else 0.0
            for table, state in zip(worth, states, strict=True)
        ]
        brings = [sum(gains[line] for line in LINES_OF[cell]) for cell in empty]
        best = max(brings)
        if before:
            error = best + _sum(worth, states) - _sum(before, states)
            _correct(before, states, error * step)
        before = worth
        cell = empty.pop(brings.index(best))
        for line in LINES_OF[cell]:
            states[line] = after[states[line]][number]


def _sum(worth: Worth, states: list[int]) -> float:
    """What all lines are worth together."""
    twin = book().twin
    return sum(table[twin[state]] for table, state in zip(worth, states, strict=True))


def _correct(worth: Worth, states: list[int], by: float) -> None:
    """All unfinished lines take over their part of an error."""
    after, twin = book().after, book().twin
    for table, state in zip(worth, states, strict=True):
        if after[state]:
            table[twin[state]] += by


def written(tables: list[Tables], games: int) -> str:
    """The tables as the text of the file."""
    rows = []
    for at, state in enumerate(book().states):
        if book().twin[at] == at and len(state) < scoring.SIDE:
            worths = (f"{kind[at]:.3f}" for stage in tables for kind in stage)
            rows.append(f"{' '.join(map(str, state))}: {' '.join(worths)}")
    return HEAD.format(games=games) + "\n".join(rows) + "\n"


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    Path(str(FILE)).write_text(written(learn(games), games), "utf-8")


if __name__ == "__main__":
    main()
