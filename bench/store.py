"""Ten thousand kept matches: opening the database and listing the last hundred, in CPU time."""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from bench.figures import Figure, cpu, in_turns, show
from bench.replay import fresh, grown
from referee.kernel.store import Store

#: Matches that are kept, few and many, and the lines of each.
FEW, MANY, LINES = 100, 10_000, 60

#: As the first match, under further numbers.
_MORE = """
WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < :count)
INSERT INTO match SELECT i, game, version, seats, options, components, seed || i, names, started,
    changed, status, carried, players, i FROM n, match WHERE id = 1"""
_THEIR_LINES = """
INSERT INTO line SELECT match.id, number, data, digest, at FROM match, line
    WHERE line.match = 1 AND match.id > 1"""


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        few, many = (filled(Path(folder), count) for count in (FEW, MANY))
        size = f"{many.stat().st_size / 1e6:.0f} MB"
        opening = in_turns([partial(_opened, path) for path in (few, many)], 25)
        yield Figure(
            f"open {MANY:,} kept matches, to {FEW}", opening[1] / opening[0], "times", 1.5,
            f"{1000 * opening[1]:.1f} ms of {size}",
        )  # fmt: skip
        with closing(Store(few, time.time)) as one, closing(Store(many, time.time)) as other:
            listing = in_turns([one.matches, other.matches], 25)
            last = in_turns([partial(store.matches, "open", 1) for store in (one, other)], 25)
        yield Figure(
            f"list the last {FEW} of {MANY:,}, to the only {FEW}", listing[1] / listing[0],
            "times", 1.5, f"{1000 * listing[1]:.1f} ms",
        )  # fmt: skip
        yield Figure(
            f"find the last open one of {MANY:,}, to {FEW}", last[1] / last[0], "times", 1.5,
            f"{1e6 * last[1]:.0f} us",
        )  # fmt: skip
        Path(f"{many}-wal").touch()  # as after an unclean stop
        yield Figure("open after an unclean stop (whole-file check)",
                     1000 * cpu(lambda: _opened(many), 1), "ms CPU")  # fmt: skip


def _opened(path: Path) -> None:
    Store(path, time.time).close()


def filled(folder: Path, count: int) -> Path:
    """A database with so many matches."""
    path = folder / f"{count}.sqlite"
    with closing(Store(path, time.time, owner=True)) as store:
        match = grown(fresh(store=store), LINES)
        if match.over:
            match.undo()  # there is one to go on with, as in most households
        assert match.id == 1
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(_MORE, {"count": count})
        db.execute(_THEIR_LINES)
    return path


if __name__ == "__main__":
    sys.exit(show(figures()))
