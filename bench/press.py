"""From a press to the frame that answers it, on the real screens of every game, in CPU time.

Whole matches are mashed: random presses, the wrong ones too, with answers in between; each entry is
kept on a disk. What the electrics add stands in `bench.panel`.
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from bench.figures import Figure, p99, show
from hal.interfaces import Gesture, Press
from referee.doors.memory import settle, tidy
from referee.kernel.ask import Entry
from referee.kernel.game import find_game, game_names
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.kernel.text import Plain
from referee.players.named import random_bot
from referee.table.program import TableProgram
from referee.table.settings import Settings

#: Presses of every game; and milliseconds of computing that one of a hundred may take longer than.
PRESSES: Final = 1500
LONG: Final = 20.0

NAMES: Final = ("Ada", "Bob", "Cem", "Dan")
BUTTONS: Final = (*("ok",) * 6, *("roll",) * 4, "up", "down", "down", "back",
                  *(f"seat{seat}" for seat in range(1, 5)))  # fmt: skip

#: Options with which a press has most to do.
OPTIONS: Final[dict[str, dict[str, Plain]]] = {"knister": {"sheets": "device", "hints": True}}


def figures() -> Iterator[Figure]:
    settle()  # as the panel's program does
    all_taken: list[float] = []
    full = 0
    for name in game_names():
        tidy()
        before = _full_collections()
        taken, entries = pressed(name)
        full += _full_collections() - before
        all_taken += taken
        yield Figure(
            f"press to frame, {name}: p99", p99(taken), "ms CPU", LONG,
            f"median {statistics.median(taken):.2f}, longest {max(taken):.1f}; {entries} entries",
        )  # fmt: skip
    yield Figure(
        "press to frame, all games: p99", p99(all_taken), "ms CPU", LONG,
        f"median {statistics.median(all_taken):.2f} of {len(all_taken):,} presses",
    )  # fmt: skip
    yield Figure("full garbage collections during a press", full, "times", 0)


def _full_collections() -> int:
    return int(gc.get_stats()[2]["collections"])


def pressed(name: str, count: int = PRESSES) -> tuple[list[float], int]:
    """CPU milliseconds from every press to its frame, and how many entries they brought."""
    rng = random.Random(f"press {name}")
    taken, matches = [], []
    with tempfile.TemporaryDirectory() as folder, closing(_store(folder)) as store:
        program = TableProgram(store, lambda: "", defaults=Settings("en"), games=(name,))
        now = 0.0
        for number in range(count):
            if program.session is None or program.session.match.over:
                matches.append(_match(name, store, f"press {number}"))
                program.show(matches[-1])
                program.frame()
            now += rng.choice((0.4, 3.0))
            press = Press(now, rng.choice(BUTTONS), Gesture.TAP)
            began = time.process_time()
            program.press(press)
            program.frame()
            taken.append(1000 * (time.process_time() - began))
            program.tick(now + 0.2)
            program.frame()
            _help(program, rng)
    return taken, sum(len(match.lines) for match in matches)


def _help(program: TableProgram, rng: random.Random) -> None:
    """Now and then somebody answers elsewhere, so that no random press is stuck for ever."""
    session = program.session
    if session is None or session.match.over or rng.randrange(4):
        return
    ask = rng.choice(session.match.asks)
    entry = random_bot(None, ask, ask.seats[0], rng.randrange)
    program.answer(Entry(entry.seat, entry.verb) if session.match.supplies(ask) else entry)


def _store(folder: str) -> Store:
    return Store(Path(folder) / "db.sqlite", time.time, owner=True)


def _match(name: str, store: Store, seed: str) -> Match:
    return Match.new(find_game(name), NAMES, OPTIONS.get(name), seed, store=store)


if __name__ == "__main__":
    sys.exit(show(figures()))
