"""The line between the pages' process and the referee's: a connection of its own for each page,
over a Unix socket.

The pages' process first says who has come, one line of JSON (`Arrival`). Where the page may stay,
it gets an empty line back; else the line ends. From then on each line is what the page sends, and
what it is sent. Either end of the line is the end of the page.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass
from typing import Any, Final

#: Bytes of a line from a page, and to one: the file of the longest match is far shorter.
LONGEST: Final = 8192
LARGEST: Final = 4_000_000
#: Bytes that are read at once, of lines to a page: more would wait here, while newer ones come.
PIECE: Final = 16384

#: What the page that may stay is told first.
WELCOME: Final = b"\n"


class BadLine(Exception):
    """The other process does not keep to this module; says how."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Who has come: from which address, from this very computer or not, and which build of the
    pages it is to show."""

    address: str
    local: bool
    build: str

    def line(self) -> bytes:
        return json.dumps(asdict(self)).encode() + b"\n"

    @staticmethod
    def read(line: bytes) -> Arrival:
        """Raises BadLine."""
        try:
            data = json.loads(line)
            address, local, build = data["address"], data["local"], data["build"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise BadLine("it does not say who has come") from error
        fine = isinstance(address, str) and isinstance(local, bool) and isinstance(build, str)
        if not fine or len(address) > 64 or len(build) > 64:
            raise BadLine("who has come is no address, yes or no, and build")
        return Arrival(address, local, build)


async def lines(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Whole lines without their ends, until there are no more; half of one is dropped. Raises
    BadLine for one that is too long."""
    rest = b""
    while piece := await reader.read(PIECE):
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            yield line
        if len(rest) > LARGEST:
            raise BadLine(f"a line is longer than {LARGEST} bytes")


def address_of(peer: Any) -> str:
    """Where a connection comes from. A socket for both kinds of addresses writes the older one in
    the newer's way; whoever comes is one and the same."""
    host = str(peer[0]) if peer else ""
    try:
        mapped = getattr(ipaddress.ip_address(host), "ipv4_mapped", None)
    except ValueError:
        return host
    return str(mapped or host)


def is_local(peer: Any) -> bool:
    """Whether a connection comes from this very computer."""
    try:
        return ipaddress.ip_address(address_of(peer)).is_loopback
    except ValueError:
        return False
