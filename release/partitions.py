"""The partitions of a card's image, as its first sector lists them."""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

SECTOR: Final = 512
_TABLE: Final = 446
_ENTRY: Final = 16
_FAT: Final = (0x0B, 0x0C, 0x0E)
_LINUX: Final = 0x83


class Broken(Exception):
    """Why an image cannot be made, and what to do."""


@dataclass(frozen=True, slots=True)
class Partition:
    """``offset`` and ``size`` in bytes; ``place``: its number in the table, from 0."""

    place: int
    kind: int
    offset: int
    size: int


def partitions(image: Path) -> list[Partition]:
    with image.open("rb") as stream:
        first = stream.read(SECTOR)
    if first[510:] != b"\x55\xaa":
        raise Broken(f"{image.name} has no partitions: it is no image of a card")
    found = []
    for place in range(4):
        entry = first[_TABLE + place * _ENTRY :][:_ENTRY]
        start, count = struct.unpack("<II", entry[8:])
        if count:
            found.append(Partition(place, entry[4], start * SECTOR, count * SECTOR))
    return found


def system_of(image: Path) -> tuple[Partition, Partition]:
    """Where the Raspberry Pi starts from, and its system: the two that Raspberry Pi OS has."""
    found = partitions(image)
    if len(found) != 2 or found[0].kind not in _FAT or found[1].kind != _LINUX:
        raise Broken(f"{image.name} is not partitioned as Raspberry Pi OS is")
    return found[0], found[1]


def grow(image: Path, last: Partition, more: int) -> Partition:
    """Make the image and its last partition larger by these bytes; the file system is not."""
    size = last.size + more
    with image.open("r+b") as stream:
        stream.truncate(last.offset + size)
        stream.seek(_TABLE + last.place * _ENTRY + 12)
        stream.write(struct.pack("<I", size // SECTOR))
    return replace(last, size=size)
