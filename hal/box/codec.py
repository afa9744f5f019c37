"""Lines with a checksum, as docs/seat-box.md has them: ``TEXT*CCCCCCCC`` and a newline.

The box's own half is firmware/codec.py; tests hold the two together.
"""

from __future__ import annotations

import re
from typing import Final
from zlib import crc32

#: Bytes of the longest line, without its newline.
LIMIT: Final = 160

_TEXT: Final = re.compile(rb"[ -)+-~]*")


def frame(text: str) -> bytes:
    """The line that carries a text: printable ASCII without ``*``."""
    data = text.encode("ascii")
    return b"%s*%08x\n" % (data, crc32(data))


def text_of(line: bytes) -> str | None:
    """The text that a line (without its newline) carries; None: none that can be trusted."""
    data, star, check = line.rpartition(b"*")
    if not star or check != b"%08x" % crc32(data) or not _TEXT.fullmatch(data):
        return None
    return data.decode("ascii")


class Lines:
    """Bytes as they come, cut into lines. ``lost`` counts the bytes of lines that are too long."""

    def __init__(self) -> None:
        self.lost = 0
        self._rest = b""

    def receive(self, data: bytes) -> list[bytes]:
        """The lines that are complete now, without their newlines, the empty ones left out."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > LIMIT:
            self.lost += len(self._rest)
            self._rest = b""
        self.lost += sum(len(line) + 1 for line in lines if len(line) > LIMIT)
        return [line for line in lines if 0 < len(line) <= LIMIT]
