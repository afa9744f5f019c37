"""Damaged rows and damaged bytes: what can be read is read, the rest is told, nothing crashes."""

from __future__ import annotations

import gzip
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from referee.cli import main
from referee.doors import places
from referee.kernel.errors import RefereeError
from referee.kernel.match import Match
from referee.kernel.store import Store
from tests.attack.progress import told

KEPT = Path(__file__).parents[1] / "data" / "45cf78f" / "matches.sqlite.gz"

#: How often something is damaged.
ROWS, BYTES = 600, 150

COLUMNS = ("game", "version", "seats", "options", "components", "seed", "names", "started",
           "changed", "status", "carried", "players", "turn")  # fmt: skip
VALUES = ("", "5", "null", "[]", "{}", "[1]", '{"a":', "x'ff'", "[[[[", "-1", "1e300", "\x1b[2J",
          "9" * 400, '["' + "x" * 5000 + '"]')  # fmt: skip


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Path]:
    """Makes the data folder anew, with the kept database in it."""
    monkeypatch.setenv(places.DATA, str(tmp_path))
    monkeypatch.setenv(places.CONFIG, str(tmp_path / "config"))
    data = gzip.decompress(KEPT.read_bytes())

    def make() -> Path:
        for file in tmp_path.glob("matches.sqlite*"):
            file.unlink()
        path = tmp_path / places.STORE
        path.write_bytes(data)
        return path

    return make


def looked_at(path: Path, rng: random.Random, *, owner: bool) -> int:
    """Open it, list it, resume a match; only errors that a user may read. Returns how many
    matches can still be played."""
    try:
        with closing(Store(path, lambda: 1.0, owner=owner)) as store:
            found = store.matches(limit=-1)
            store.unreadable()
            for stored in rng.sample(found, min(2, len(found))):
                try:
                    Match.resume(store, stored.id)
                except RefereeError:
                    continue
    except RefereeError:
        return 0
    return len(found)


@pytest.mark.timeout(900)
def test_damaged_rows_concern_their_match_alone(
    fresh: Callable[[], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(1)
    for number in told(ROWS, "damaged rows"):
        if number % 20 == 0:
            path = fresh()
            Store(path, lambda: 1.0).close()  # tables of this version
        with closing(sqlite3.connect(path)) as db:
            spoil(db, rng)
        assert looked_at(path, rng, owner=False) > 0
        if number % 20 == 19:
            assert main(["history"]) == 0
            main(["history", str(rng.randrange(1, 12))])
            assert "Traceback" not in capsys.readouterr().err


def spoil(db: sqlite3.Connection, rng: random.Random) -> None:
    """Write something strange into one row, as far as the table takes it."""
    match, value, line = rng.randrange(1, 6), rng.choice(VALUES), rng.randrange(9)
    changes = [
        (f"UPDATE match SET {rng.choice(COLUMNS)} = ? WHERE id = ?", (value, match)),
        (
            "UPDATE line SET data = ? WHERE match = ? AND number = ?",
            (value, match, line),
        ),
        ("UPDATE line SET digest = ? WHERE match = ? AND number = 3", (value, match)),
        ("DELETE FROM line WHERE match = ? AND number = ?", (match, rng.randrange(30))),
    ]
    try:
        with db:
            db.execute(*rng.choice(changes))
    except sqlite3.Error:
        return  # the table does not take it


@pytest.mark.timeout(900)
def test_damaged_bytes_crash_nothing(fresh: Callable[[], Path]) -> None:
    rng = random.Random(2)
    for number in told(BYTES, "damaged files"):
        path = fresh()
        data = bytearray(path.read_bytes())
        for _ in range(rng.choice((1, 20, 2000))):
            data[rng.randrange(len(data))] = rng.randrange(256)
        if rng.random() < 0.2:
            del data[rng.randrange(len(data)) :]
        path.write_bytes(data)
        if number % 2:
            Path(f"{path}-wal").touch()  # as after an unclean stop
        looked_at(path, rng, owner=number % 3 == 0)
