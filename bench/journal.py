"""The journal: folding it, and getting one entry onto the disk."""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from io import RawIOBase
from pathlib import Path

from bench.figures import Figure, cpu, each, show
from referee.kernel.ask import Entry
from referee.kernel.game import find_game
from referee.kernel.journal import Line, Mark
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.players.named import random_bot

ENTRIES = 1000


def figures() -> Iterator[Figure]:
    match = long_match()
    parts = match.game.components().with_values(match.header.components)
    lines = match.lines[:ENTRIES]
    folded = cpu(lambda: Match(match.game, match.header, parts, lines))
    parsed = cpu(lambda: [Line.parse(line.plain()) for line in lines])
    yield Figure(
        f"a match made of a journal of {ENTRIES:,} entries",
        1000 * folded,
        "ms CPU",
        100,
        f"only reading its lines {1000 * parsed:.1f} ms",
    )
    yield from committed()


def long_match() -> Match:
    """Matches of Knight Rider until one is long enough; undone answers are answered again."""
    game = find_game("knight-rider")
    rng = random.Random(1)
    match = Match.new(game, 5, {"dice": "table"}, "bench")
    while len(match.log) < ENTRIES:
        if match.over:
            match.undo()
        ask = match.asks[0]
        match.answer(random_bot(None, ask, ask.seats[0], rng.randrange))
    return match


def committed() -> Iterator[Figure]:
    """One entry, committed before its ruling shows; beside a bare write with fsync."""
    line = (Line(Mark.ENTRY, Entry(1, "roll", {"dice": [4]}), chance=True), "0123456789abcdef")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        store = Store(Path(folder) / "db.sqlite", time.time)
        journal = store.begin(long_match().header)
        kept = each(lambda n: journal.append(n, [line], "open"), 200)
        with open(Path(folder) / "plain", "ab", buffering=0) as file:
            bare = each(lambda n: write_out(file), 200)
        store.close()
    yield Figure(
        "one entry committed to the disk, median",
        1000 * statistics.median(kept),
        "ms",
        None,
        f"bare write and fsync {1000 * statistics.median(bare):.2f} ms",
    )
    yield Figure("one entry committed to the disk, p95", 1000 * sorted(kept)[190], "ms")


def write_out(file: RawIOBase) -> None:
    """A hundred bytes, safe on the disk."""
    file.write(b"x" * 100)
    os.fsync(file.fileno())


if __name__ == "__main__":
    sys.exit(show(figures()))
