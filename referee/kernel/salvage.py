"""What can still be read of a damaged database, match by match.

Two sources: the files that were set aside (`database`), read with SQLite row by row past what is
damaged, and the second copies (`archive.keep_copies`). Of each match the longest beginning that
the rules accept counts; what the database in use holds as far, or farther, is left out. Nothing
is written but by `recover`, and no source is ever changed.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.kernel.archive import COPIES, checked, parse
from referee.kernel.errors import RefereeError
from referee.kernel.journal import Header, Line
from referee.kernel.store import UNREADABLE, MatchJournal, Store, header_of

#: Numbers of matches that are tried one by one where the list of them is damaged.
TRIED: Final = 10_000

#: What reading a damaged file may raise.
_BROKEN: Final = (*UNREADABLE, OSError, EOFError, zlib.error, sqlite3.Error, RefereeError)

_Lines = list[tuple[Line, str]]


@dataclass(frozen=True, slots=True)
class RecoverableMatch:
    """A match that the database lacks, or holds less far. ``lines``: those that the rules accept,
    of ``total`` that could be read."""

    source: Path
    header: Header
    lines: _Lines
    total: int
    status: str


def damaged_files(database: Path) -> list[Path]:
    """What was set aside beside a database: whole files, and logs that had lost their end."""
    beside = database.parent.glob(f"{database.name}*.damaged-*")
    return sorted(file for file in beside if not file.name.endswith(("-wal", "-shm")))


def recoverable(store: Store) -> list[RecoverableMatch]:
    """The matches that can be taken back, each as far as it goes; empty if no file was damaged."""
    best: dict[str, RecoverableMatch] = {}
    for source, header, lines in _candidates(store.path):
        key = _key(header)
        if key in best and len(lines) <= best[key].total:
            continue
        found = _judged(source, header, lines)
        if found is not None and (key not in best or len(found.lines) > len(best[key].lines)):
            best[key] = found
    for stored in store.matches(limit=-1):
        key = _key(stored.header)
        if key in best and len(best[key].lines) <= stored.lines:
            del best[key]
    return list(best.values())


def recover(store: Store, found: RecoverableMatch) -> MatchJournal:
    """Keep such a match as a new one; raises `StoreError`."""
    return store.begin(found.header, found.lines, found.status)


def _key(header: Header) -> str:
    """What tells matches apart in all sources: the seed, and what it was given to."""
    return json.dumps([header.game, header.seed, header.seats, list(header.names)])


def _judged(source: Path, header: Header, lines: _Lines) -> RecoverableMatch | None:
    """As many of the lines as could be played; None for a game that is gone, or none at all."""
    try:
        good, status = checked(header, lines)
    except RefereeError:
        return None
    return RecoverableMatch(source, header, lines[:good], len(lines), status) if good else None


def _candidates(database: Path) -> Iterator[tuple[Path, Header, _Lines]]:
    files = damaged_files(database)
    for file in files:
        if file.name.startswith(f"{database.name}.damaged-"):
            for header, lines in _rows(file):
                yield file, header, lines
    for file in sorted((database.parent / COPIES).glob("*.jsonl.gz")) if files else ():
        with suppress(*_BROKEN):
            header, lines = parse(gzip.decompress(file.read_bytes()).splitlines(keepends=True))
            yield file, header, lines


# -- a damaged file, row by row ------------------------------------------------------------


def _rows(file: Path) -> Iterator[tuple[Header, _Lines]]:
    """The matches of a damaged database; a copy of it is read, so that nothing changes it."""
    with tempfile.TemporaryDirectory(prefix="referee-") as folder, suppress(OSError):
        for suffix in ("", "-wal"):
            if (part := Path(f"{file}{suffix}")).exists():
                shutil.copyfile(part, Path(folder) / f"copy{suffix}")
        with closing(sqlite3.connect(Path(folder) / "copy", isolation_level=None)) as db:
            db.row_factory = sqlite3.Row
            for number in _numbers(db):
                with suppress(*_BROKEN):
                    row = db.execute("SELECT * FROM match WHERE id = ?", (number,)).fetchone()
                    if row is not None:
                        yield header_of(dict(row)), _lines(db, number)


def _numbers(db: sqlite3.Connection) -> list[int]:
    """The numbers of the matches, or those that there may be."""
    try:
        return [number for (number,) in db.execute("SELECT id FROM match NOT INDEXED")]
    except _BROKEN:  # what SQLite says of it need not be readable either
        return list(range(1, TRIED + 1))


def _lines(db: sqlite3.Connection, match: int) -> _Lines:
    """A match's lines up to the first that cannot be read."""
    query = "SELECT number, data, digest FROM line WHERE match = ? ORDER BY number"
    lines: _Lines = []
    with suppress(*_BROKEN):
        for number, data, digest in db.execute(query, (match,)):
            if number != len(lines) or not isinstance(digest, str):
                break
            lines.append((Line.parse(json.loads(data)), digest))
    return lines
