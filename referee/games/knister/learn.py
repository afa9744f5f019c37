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

from referee.games.knister import rules
from referee.games.knister.numbers import CHANCES, DIE, SUMS
from referee.games.knister.potentials import (
    AFTER,
    CANON,
    FILE,
    KIND_OF,
    LINES_OF,
    STATES,
    full_worth,
)

#: Solo games, and how much of an error a line takes over: at first, and in the end.
GAMES: Final = 400_000
FIRST, LAST = 0.02, 0.0005

HEAD: Final = """\
# What unfinished lines are worth: numbers of the line: as row or column, as diagonal.
# Learnt from {games} solo games by: python -m referee.games.knister.learn
"""

Tables = tuple[list[float], list[float]]


def learn(games: int) -> Tables:
    """Play so many solo games; returns worths by kind and state."""
    rng = random.Random("knister")
    plain, doubled = full_worth()
    tables = (_by_chance(plain), _by_chance(doubled))
    for game in range(games):
        _play(tables, rng, FIRST * (LAST / FIRST) ** (game / games))
    return tables


def _by_chance(full: list[float]) -> list[float]:
    """Where learning starts: what lines bring that take every throw as it comes."""
    table = list(full)
    for at in reversed(range(len(STATES))):
        if AFTER[at]:
            after = (table[AFTER[at][number]] for number in SUMS)
            table[at] = sum(map(operator.mul, CHANCES, after))
    return table


def _play(tables: Tables, rng: random.Random, step: float) -> None:
    worth = [tables[kind] for kind in KIND_OF]
    states = [0] * len(rules.LINES)
    empty = list(range(rules.CELLS))
    while empty:
        number = rng.choice(DIE) + rng.choice(DIE)
        gains = [
            table[CANON[AFTER[state][number]]] - table[CANON[state]] if AFTER[state] else 0.0
            for table, state in zip(worth, states, strict=True)
        ]
        brings = [sum(gains[line] for line in LINES_OF[cell]) for cell in empty]
        best = max(brings)
        if len(empty) < rules.CELLS:
            _correct(worth, states, best * step)
        cell = empty.pop(brings.index(best))
        for line in LINES_OF[cell]:
            states[line] = AFTER[states[line]][number]


def _correct(worth: list[list[float]], states: list[int], by: float) -> None:
    """All unfinished lines take over their part of an error."""
    for table, state in zip(worth, states, strict=True):
        if AFTER[state]:
            table[CANON[state]] += by


def written(tables: Tables, games: int) -> str:
    """The tables as the text of the file."""
    rows = [
        f"{' '.join(map(str, state))}: {tables[0][at]:.3f} {tables[1][at]:.3f}"
        for at, state in enumerate(STATES)
        if CANON[at] == at and len(state) < rules.SIDE
    ]
    return HEAD.format(games=games) + "\n".join(rows) + "\n"


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    Path(str(FILE)).write_text(written(learn(games), games), "utf-8")


if __name__ == "__main__":
    main()
