"""Copying the matches, as the user whose they are; run as a program of its own.

    keep.py save DATA COPY       a whole copy of the database, or none
    keep.py restore DATA COPY    the database as the copy has it; the copy stays

It belongs to the service's user, for the folder does: done as root, a link that somebody has laid
there would lead root anywhere. Nothing here follows one.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import sys
from pathlib import Path


def save(data: Path, copy: Path) -> None:
    fresh = _fresh(copy)
    with (
        contextlib.closing(sqlite3.connect(f"file:{data}?mode=rw", uri=True)) as source,
        contextlib.closing(sqlite3.connect(fresh)) as target,
    ):
        source.backup(target)
    fresh.replace(copy)


def restore(data: Path, copy: Path) -> None:
    fresh = _fresh(data)
    shutil.copyfile(copy, fresh)
    for suffix in ("-wal", "-shm"):
        Path(f"{data}{suffix}").unlink(missing_ok=True)
    fresh.replace(data)


def _fresh(file: Path) -> Path:
    """An empty file beside it, that was made here and now."""
    fresh = file.with_name(f".{file.name}.new")
    fresh.unlink(missing_ok=True)
    os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW, 0o600))
    return fresh


def main(action: str, data: str, copy: str) -> int:
    try:
        {"save": save, "restore": restore}[action](Path(data), Path(copy))
    except (sqlite3.Error, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
