"""What can be wrong with the database's file, as keys of the catalogues."""

from __future__ import annotations

import errno
import sqlite3
from typing import Final


def damaged(error: sqlite3.DatabaseError) -> bool:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


_SYSTEM: Final = {
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
    errno.EROFS: sqlite3.SQLITE_READONLY,
}
#: Failed only because a file beside the database could not grow.
_FULL: Final = {sqlite3.SQLITE_IOERR_SHMSIZE: sqlite3.SQLITE_FULL}
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


def explain(error: Exception) -> str:
    """The catalogue key for what went wrong with the file."""
    whole = getattr(error, "sqlite_errorcode", 0)
    code = _FULL.get(whole, whole & 0xFF)
    if isinstance(error, OSError):
        code = _SYSTEM.get(error.errno or 0, sqlite3.SQLITE_CANTOPEN)
    if isinstance(error, ValueError):  # a row that does not hold what was written
        code = sqlite3.SQLITE_CORRUPT
    return f"error.store.{KEYS.get(code, 'failed')}"
