"""The write-ahead log of the database, looked at before SQLite opens it.

SQLite reads the log up to the first frame whose checksum is wrong, forgets the rest without a
word, and removes the file when it is closed: what was lost cannot be seen any more. So it is looked
at here: frames of the same log (equal salts) behind a wrong one were on the disk once. The last
transaction may have been half written when the power went, nobody was told that it was kept; as
every transaction is on the disk before the next begins, whatever follows it was kept for certain.
Reading is all this does: nothing is written for it, nowhere.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

_HEADER: Final = struct.Struct(">8I")  # magic, version, page size, checkpoint, salts, checksums
_FRAME: Final = struct.Struct(">6I")  # page, size of the database after a commit, salts, checksums
_MAGIC: Final = 0x377F0682  # the lowest bit: checksums of big-endian words


def lost_commits(database: Path) -> int:
    """How many transactions that were kept can no longer be read, at least; 0 without a log."""
    try:
        data = Path(f"{database}-wal").read_bytes()
    except OSError:
        return 0
    if len(data) < _HEADER.size:
        return 0
    magic, _, size, _, *salts, first, second = _HEADER.unpack_from(data)
    order = ">" if magic & 1 else "<"
    if magic & ~1 != _MAGIC or _sum(data[:24], (0, 0), order) != (first, second):
        return 0  # no log, or one that was never begun
    return _after_a_wrong_one(data, size, (salts[0], salts[1]), (first, second), order)


def _after_a_wrong_one(
    data: bytes, size: int, salts: tuple[int, int], check: tuple[int, int], order: str
) -> int:
    """Commits of this log behind the transaction in which a frame is wrong."""
    good, commits = True, 0
    for at in range(_HEADER.size, len(data) - _FRAME.size - size + 1, _FRAME.size + size):
        _, pages, one, two, *found = _FRAME.unpack_from(data, at)
        if (one, two) != salts:
            break
        if good:
            check = _sum(data[at : at + 8], check, order)
            check = _sum(data[at + _FRAME.size : at + _FRAME.size + size], check, order)
            good = check == tuple(found)
        if not good and pages:
            commits += 1
    return max(0, commits - 1)


def _sum(data: bytes, start: tuple[int, int], order: str) -> tuple[int, int]:
    """SQLite's checksum over pairs of 32-bit words."""
    a, b = start
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for x, y in zip(words[::2], words[1::2], strict=True):
        a = (a + x + b) & 0xFFFFFFFF
        b = (b + y + a) & 0xFFFFFFFF
    return a, b
