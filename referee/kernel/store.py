"""The database: matches, their journals, players' names and settings, in one SQLite file.

A line is on the disk before `append` returns (WAL, synchronous=FULL). All methods raise
`StoreError` with a message that names the file and the remedy. One thread, one connection.
"""

from __future__ import annotations

import errno
import itertools
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from referee.kernel.errors import StoreError
from referee.kernel.journal import Header, Line
from referee.kernel.text import Plain, Shaped, Text

SCHEMA: Final = 3
APPLICATION_ID: Final = 0x52454645  # "REFE"

_TABLES: Final = """
CREATE TABLE match (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, version TEXT NOT NULL, seats INTEGER NOT NULL,
    options TEXT NOT NULL, components TEXT NOT NULL, seed TEXT NOT NULL, names TEXT NOT NULL,
    started REAL NOT NULL, changed REAL NOT NULL, status TEXT NOT NULL,
    carried TEXT NOT NULL DEFAULT 'null', players TEXT NOT NULL DEFAULT '[]') STRICT;
CREATE TABLE line (
    match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE, number INTEGER NOT NULL,
    data TEXT NOT NULL, digest TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (match, number)) STRICT, WITHOUT ROWID;
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID
"""

#: What brings the tables of an earlier version up to the next one.
_UPGRADES: Final = {
    1: "ALTER TABLE match ADD COLUMN carried TEXT NOT NULL DEFAULT 'null'",
    2: "ALTER TABLE match ADD COLUMN players TEXT NOT NULL DEFAULT '[]'",
}
_MATCHES: Final = (
    "SELECT id, game, version, seats, options, components, seed, names, carried, players,"
    " started, changed, status,"
    " (SELECT count(*) FROM line WHERE line.match = match.id) FROM match"
)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match in the list of matches. ``status``: open, over, abandoned."""

    id: int
    header: Header
    started: float
    changed: float
    status: str
    lines: int


class Store:
    """An open database. ``clock`` gives the wall time in seconds since 1970.

    ``patience``: seconds to wait for another process that is writing. ``notice`` is set when a
    damaged file was set aside and a new one begun.
    """

    def __init__(
        self, path: Path | str, clock: Callable[[], float], *, patience: float = 2.0
    ) -> None:
        self.path = Path(path)
        self.notice: Text | None = None
        self._clock = clock
        self._patience = patience
        with self._explained():
            self._open_file()

    def _open_file(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._db = self._connect()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) or not _damaged(error):
                raise
            self._set_aside()
            self._db = self._connect()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, timeout=self._patience, isolation_level=None)
        try:
            self._prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("database disk image is malformed")
        if self._version(db) != SCHEMA:
            db.execute("PRAGMA journal_mode=WAL")
            with _transaction(db):
                self._upgrade(db, self._version(db))  # as nobody else can do it meanwhile
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA foreign_keys=ON")

    def _upgrade(self, db: sqlite3.Connection, version: int) -> None:
        """Make the tables, or bring those of an earlier version up to date; keeps every match."""
        statements = _TABLES.split(";") if not version else []
        statements += [_UPGRADES[old] for old in range(version or SCHEMA, SCHEMA)]
        for statement in statements:
            db.execute(statement)
        db.execute(f"PRAGMA application_id={APPLICATION_ID}")
        db.execute(f"PRAGMA user_version={SCHEMA}")

    def _version(self, db: sqlite3.Connection) -> int:
        """The version of the tables, 0 for an empty file; refuses what is not ours to write."""
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        owner = db.execute("PRAGMA application_id").fetchone()[0]
        tables = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if owner != APPLICATION_ID and (tables or owner or version):
            raise StoreError("error.store.foreign", file=str(self.path))
        if version > SCHEMA:
            raise StoreError("error.store.newer", file=str(self.path), found=version, known=SCHEMA)
        return version

    def _set_aside(self) -> None:
        """Move a damaged file (and its companions) out of the way; never delete it."""
        stem = f"{self.path.name}.damaged-{int(self._clock())}"
        names = (stem if n == 0 else f"{stem}-{n}" for n in itertools.count())
        target = next(kept for name in names if not (kept := self.path.with_name(name)).exists())
        for suffix in ("", "-wal", "-shm"):
            file = Path(f"{self.path}{suffix}")
            if file.exists():
                file.rename(f"{target}{suffix}")
        self.notice = Text("notice.store.damaged", {"file": str(self.path), "kept": str(target)})

    # -- matches -------------------------------------------------------------------------

    def begin(
        self, header: Header, lines: Sequence[tuple[Line, str]] = (), status: str = "open"
    ) -> MatchJournal:
        """Note a new match, with the lines it may already have, and return where more go."""
        now = self._clock()
        row = (
            header.game, header.version, header.seats, _dump(dict(header.options)),
            _dump(dict(header.components)), header.seed, _dump(list(header.names)),
            _dump(header.carried), _dump(list(header.players)), now, now,
        )  # fmt: skip
        with self._explained(), _transaction(self._db):
            cursor = self._db.execute(
                "INSERT INTO match (game, version, seats, options, components, seed, names,"
                " carried, players, started, changed, status)"
                " VALUES (?,?,?,?,?,?,?,?,?,?,?,'open')",
                row,
            )
            assert cursor.lastrowid is not None
            if lines:
                self._write(cursor.lastrowid, 0, lines, status, now)
        return MatchJournal(self, cursor.lastrowid)

    def journal(self, match_id: int) -> MatchJournal:
        """Where the further lines of a stored match go."""
        return MatchJournal(self, match_id)

    def matches(self, status: str | None = None, limit: int = 100) -> list[StoredMatch]:
        """Stored matches, the last changed first; with ``status`` only those."""
        with self._explained():
            rows = self._db.execute(
                f"{_MATCHES} WHERE :status IS NULL OR status = :status"
                " ORDER BY changed DESC, id DESC LIMIT :limit",
                {"status": status, "limit": limit},
            ).fetchall()
            return [_stored(row) for row in rows]

    def last_over(self, game: str, names: Sequence[str]) -> StoredMatch | None:
        """The last match of this game that these players, in this order, played to its end."""
        with self._explained():
            row = self._db.execute(
                f"{_MATCHES} WHERE status = 'over' AND game = ? AND names = ?"
                " ORDER BY changed DESC, id DESC LIMIT 1",
                (game, _dump(list(names))),
            ).fetchone()
            return None if row is None else _stored(row)

    def match(self, match_id: int) -> StoredMatch:
        """One stored match; raises `StoreError` if there is none with this number."""
        with self._explained():
            row = self._db.execute(f"{_MATCHES} WHERE id = ?", (match_id,)).fetchone()
            if row is None:
                raise StoreError("error.store.no-match", file=str(self.path), match=match_id)
            return _stored(row)

    def lines(self, match_id: int) -> tuple[list[Line], list[str]]:
        """The journal of a match and the digest kept with each line."""
        with self._explained():
            rows = self._db.execute(
                "SELECT data, digest FROM line WHERE match = ? ORDER BY number", (match_id,)
            ).fetchall()
            return [Line.parse(json.loads(data)) for data, _ in rows], [d for _, d in rows]

    def append(
        self, match_id: int, number: int, lines: Sequence[tuple[Line, str]], status: str
    ) -> None:
        """Write lines and the match's status; they are on the disk when this returns."""
        with self._explained(), _transaction(self._db):
            self._write(match_id, number, lines, status, self._clock())

    def _write(
        self, match_id: int, number: int, lines: Sequence[tuple[Line, str]], status: str, now: float
    ) -> None:
        rows = [
            (match_id, at, _dump(line.plain()), digest, now)
            for at, (line, digest) in enumerate(lines, number)
        ]
        self._db.executemany("INSERT INTO line VALUES (?,?,?,?,?)", rows)
        self._db.execute(
            "UPDATE match SET changed = ?, status = ? WHERE id = ?", (now, status, match_id)
        )

    # -- settings ------------------------------------------------------------------------

    def setting(self, key: str, default: Plain = None) -> Shaped:
        with self._explained():
            row = self._db.execute("SELECT value FROM setting WHERE key = ?", (key,)).fetchone()
            return default if row is None else json.loads(row[0])

    def set_setting(self, key: str, value: Plain) -> None:
        with self._explained():
            self._db.execute("INSERT OR REPLACE INTO setting VALUES (?,?)", (key, _dump(value)))

    def close(self) -> None:
        self._db.close()

    # -- inside --------------------------------------------------------------------------

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except StoreError:
            raise
        except (sqlite3.Error, OSError, ValueError) as error:
            raise StoreError(_explain(error), file=str(self.path), detail=str(error)) from error


class MatchJournal:
    """The journal of one stored match."""

    def __init__(self, store: Store, match_id: int) -> None:
        self.store = store
        self.id = match_id

    def append(self, number: int, lines: Sequence[tuple[Line, str]], status: str) -> None:
        self.store.append(self.id, number, lines, status)


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _stored(row: tuple[Any, ...]) -> StoredMatch:
    number, game, version, seats, options, components, seed, names, carried, players, *rest = row
    header = Header(
        game, version, seats, json.loads(options), json.loads(components), seed,
        tuple(json.loads(names)), json.loads(carried), tuple(json.loads(players)),
    )  # fmt: skip
    return StoredMatch(number, header, *rest)


def _dump(value: Plain) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _damaged(error: sqlite3.DatabaseError) -> bool:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


_SYSTEM: Final = {
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
    errno.EROFS: sqlite3.SQLITE_READONLY,
}
#: Failed only because a file beside the database could not grow.
_FULL: Final = {sqlite3.SQLITE_IOERR_SHMSIZE: sqlite3.SQLITE_FULL}
_KEYS: Final = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_CANTOPEN: "cannot-open",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_CONSTRAINT: "taken",
}


def _explain(error: Exception) -> str:
    """The catalogue key for what went wrong with the file."""
    whole = getattr(error, "sqlite_errorcode", 0)
    code = _FULL.get(whole, whole & 0xFF)
    if isinstance(error, OSError):
        code = _SYSTEM.get(error.errno or 0, sqlite3.SQLITE_CANTOPEN)
    if isinstance(error, ValueError):  # a row that does not hold what was written
        code = sqlite3.SQLITE_CORRUPT
    return f"error.store.{_KEYS.get(code, 'failed')}"
