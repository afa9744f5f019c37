"""Opening the database: its tables, damage, a log that has lost its end, read-only disks.

The whole file is checked only after an unclean stop, when a log was left behind; what such a log
has lost is looked for before SQLite opens it (`wal`).
"""

from __future__ import annotations

import errno
import itertools
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from referee.kernel.errors import StoreError
from referee.kernel.text import Text
from referee.kernel.wal import lost_commits

SCHEMA: Final = 4
APPLICATION_ID: Final = 0x52454645  # "REFE"

_TABLES: Final = """
CREATE TABLE match (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, version TEXT NOT NULL, seats INTEGER NOT NULL,
    options TEXT NOT NULL, components TEXT NOT NULL, seed TEXT NOT NULL, names TEXT NOT NULL,
    started REAL NOT NULL, changed REAL NOT NULL, status TEXT NOT NULL,
    carried TEXT NOT NULL DEFAULT 'null', players TEXT NOT NULL DEFAULT '[]',
    turn INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX by_turn ON match (turn);
CREATE TABLE line (
    match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE, number INTEGER NOT NULL,
    data TEXT NOT NULL, digest TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (match, number)) STRICT, WITHOUT ROWID;
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID
"""

#: More pages than SQLite has in a file.
MOST_PAGES: Final = 1_073_741_823

#: Pages that the log may grow to before they are written into the database.
LOG: Final = 100

#: What brings the tables of an earlier version up to the next one.
_UPGRADES: Final = {
    1: "ALTER TABLE match ADD COLUMN carried TEXT NOT NULL DEFAULT 'null'",
    2: "ALTER TABLE match ADD COLUMN players TEXT NOT NULL DEFAULT '[]'",
    3: """ALTER TABLE match ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
CREATE INDEX by_turn ON match (turn);
UPDATE match SET turn = ordered.number FROM
    (SELECT id, row_number() OVER (ORDER BY changed, id) AS number FROM match) AS ordered
    WHERE ordered.id = match.id""",
}


class Opening:
    """How one database is opened. ``owner``: this program owns the table; only it sets a damaged
    file aside and begins a new one, and is told of a disk that cannot be written: whoever only
    reads, reads a copy there."""

    def __init__(
        self, path: Path, clock: Callable[[], float], patience: float, owner: bool
    ) -> None:
        self._path = path
        self._clock = clock
        self._patience = patience
        self._owner = owner

    def opened(self) -> tuple[sqlite3.Connection, list[Text]]:
        """The connection, and what happened to the file."""
        notices = []
        self._path.parent.mkdir(parents=True, exist_ok=True)
        lost = lost_commits(self._path)
        kept = self._copy_log() if lost else None
        try:
            db = self._connect(self._path)
        except sqlite3.DatabaseError as error:
            if not self._owner and _unwritable(error) and self._path.exists():
                return self._connect_copy(), []
            if isinstance(error, sqlite3.OperationalError) or not damaged(error):
                raise
            if not self._owner:
                raise
            target = self._set_aside()
            db = self._connect(self._path)
            notices.append(
                Text("notice.store.damaged", {"file": str(self._path), "kept": str(target)})
            )
        if kept is not None:
            notices.append(Text("notice.store.tail", {"n": lost, "kept": str(kept)}))
        return db, notices

    def _connect(self, path: Path) -> sqlite3.Connection:
        unclean = Path(f"{path}-wal").exists()  # the last one to close a log removes it
        db = sqlite3.connect(path, timeout=self._patience, isolation_level=None)
        db.text_factory = _readable
        try:
            self._prepare(db, unclean)
        except BaseException:
            db.close()
            raise
        return db

    def _prepare(self, db: sqlite3.Connection, unclean: bool) -> None:
        if unclean and db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("database disk image is malformed")
        if self._version(db) != SCHEMA:
            db.execute("PRAGMA journal_mode=WAL")
            with transaction(db):
                self._upgrade(db, self._version(db))  # as nobody else can do it meanwhile
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA foreign_keys=ON")
        db.execute(f"PRAGMA wal_autocheckpoint={LOG}")

    def _connect_copy(self) -> sqlite3.Connection:
        """What is on a disk that cannot be written: a copy is read, and never written."""
        with tempfile.TemporaryDirectory(prefix="referee-") as folder:
            for suffix in ("", "-wal"):
                if (file := Path(f"{self._path}{suffix}")).exists():
                    shutil.copyfile(file, Path(folder) / f"copy{suffix}")
            db = self._connect(Path(folder) / "copy")
            memory = sqlite3.connect(":memory:", isolation_level=None)
            memory.text_factory = _readable
            db.backup(memory)
            db.close()
        memory.execute("PRAGMA query_only=ON")
        return memory

    def _upgrade(self, db: sqlite3.Connection, version: int) -> None:
        """Make the tables, or bring those of an earlier version up to date; keeps every match."""
        scripts = [_UPGRADES[old] for old in range(version, SCHEMA)] if version else [_TABLES]
        for statement in ";".join(scripts).split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA application_id={APPLICATION_ID}")
        db.execute(f"PRAGMA user_version={SCHEMA}")

    def _version(self, db: sqlite3.Connection) -> int:
        """The version of the tables, 0 for an empty file; refuses what is not ours to write."""
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        owner = db.execute("PRAGMA application_id").fetchone()[0]
        tables = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if owner != APPLICATION_ID and (tables or owner or version):
            raise StoreError("error.store.foreign", file=str(self._path))
        if version > SCHEMA:
            raise StoreError("error.store.newer", file=str(self._path), found=version, known=SCHEMA)
        return version

    def _set_aside(self) -> Path:
        """Move a damaged file (and its companions) out of the way; never delete it."""
        target = self._free(self._path.name)
        for suffix in ("", "-wal", "-shm"):
            file = Path(f"{self._path}{suffix}")
            if file.exists():
                file.rename(f"{target}{suffix}")
        return target

    def _free(self, name: str) -> Path:
        """A name beside the database for what is damaged."""
        stem = f"{name}.damaged-{int(self._clock())}"
        names = (stem if n == 0 else f"{stem}-{n}" for n in itertools.count())
        return next(kept for name in names if not (kept := self._path.with_name(name)).exists())

    def _copy_log(self) -> Path | None:
        """Keep a log of which a part cannot be read; SQLite will remove it."""
        target = self._free(f"{self._path.name}-wal")
        try:
            shutil.copyfile(f"{self._path}-wal", target)
        except OSError:
            return None
        return target


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _readable(raw: bytes) -> str:
    """Text of the file; what is no UTF-8 is the trouble of its row alone."""
    return raw.decode("utf-8", "surrogateescape")


def _unwritable(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)


# -- what can be wrong with the file ---------------------------------------------------------

_SYSTEM: Final = {
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
    errno.EROFS: sqlite3.SQLITE_READONLY,
}
#: Failed only because a file beside the database could not grow.
_FULL: Final = {sqlite3.SQLITE_IOERR_SHMSIZE: sqlite3.SQLITE_FULL}
#: Keys of the catalogues.
KEYS: Final = {
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


def damaged(error: sqlite3.DatabaseError) -> bool:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def explain(error: Exception) -> str:
    """The catalogue key for what went wrong with the file."""
    whole = getattr(error, "sqlite_errorcode", 0)
    code = _FULL.get(whole, whole & 0xFF)
    if isinstance(error, OSError):
        code = _SYSTEM.get(error.errno or 0, sqlite3.SQLITE_CANTOPEN)
    if isinstance(error, ValueError):  # a row that does not hold what was written
        code = sqlite3.SQLITE_CORRUPT
    return f"error.store.{KEYS.get(code, 'failed')}"
