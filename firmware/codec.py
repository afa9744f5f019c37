"""Lines with a checksum: ``TEXT*CCCCCCCC`` and a newline.

The text is printable ASCII without ``*``; the checksum is its CRC-32 in eight small hexadecimal
digits. A line that does not fit its checksum is as good as never sent.
"""

from binascii import crc32

#: Bytes of the longest line, without its newline.
LIMIT = 160


def frame(text: str) -> bytes:
    """The line that carries a text."""
    data = text.encode()
    return b"%s*%08x\n" % (data, crc32(data) & 0xFFFFFFFF)


def text_of(line: bytes) -> str | None:
    """The text that a line (without its newline) carries; None: none that can be trusted."""
    data, star, check = line.rpartition(b"*")
    if not star or check != b"%08x" % (crc32(data) & 0xFFFFFFFF):
        return None
    if any(not 32 <= byte < 127 or byte == 42 for byte in data):
        return None
    return data.decode()


class Lines:
    """Bytes as they come, cut into lines. ``lost`` counts the bytes of lines that are too long."""

    def __init__(self) -> None:
        self.lost = 0
        self._rest = b""

    def receive(self, data: bytes) -> list[bytes]:
        """The lines that are complete now, without their newlines, the empty ones left out."""
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()
        if len(self._rest) > LIMIT:
            self.lost += len(self._rest)
            self._rest = b""
        self.lost += sum(len(line) + 1 for line in lines if len(line) > LIMIT)
        return [line for line in lines if 0 < len(line) <= LIMIT]
