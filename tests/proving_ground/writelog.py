"""A disk's recorded writes, and the disks that a power cut may leave of them: all that was flushed,
and of the rest, any part. The format is that of dm-log-writes, which QEMU's blklogwrites writes."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

_HEAD: Final = struct.Struct("<QQQI")
_ENTRY: Final = struct.Struct("<QQQQ")
_FLUSH: Final = 1
_DISCARD: Final = 4


@dataclass(frozen=True, slots=True)
class Write:
    """``at``: place on the disk. ``begin``, ``end``: of its data in the log, in bytes."""

    at: int
    begin: int
    end: int
    flush: bool


def read(log: Path) -> list[Write]:
    """The log's whole entries, in order."""
    size = log.stat().st_size
    found: list[Write] = []
    with log.open("rb") as file:
        _, _, _, sector = _HEAD.unpack(file.read(_HEAD.size))
        place = sector
        while place + sector <= size:
            file.seek(place)
            at, length, flags, _ = _ENTRY.unpack(file.read(_ENTRY.size))
            if not length and not flags:
                break
            begin = place + sector
            end = begin + (0 if flags & _DISCARD else length * sector)
            if end > size:
                break
            found.append(Write(at * sector, begin, end, bool(flags & _FLUSH)))
            place = end
    return found


def apply(log: BinaryIO, disk: BinaryIO, writes: Iterable[Write]) -> None:
    for write in writes:
        if write.end > write.begin:
            log.seek(write.begin)
            disk.seek(write.at)
            disk.write(log.read(write.end - write.begin))


def survivors(writes: list[Write], point: int, rng: random.Random) -> tuple[int, list[Write]]:
    """A cut just before ``point``: how many of the first writes are surely there (all up to the
    last flush), and which of the others happen to be."""
    flushed = max((n for n in range(point) if writes[n].flush), default=-1) + 1
    return flushed, [write for write in writes[flushed:point] if rng.random() < 0.5]
