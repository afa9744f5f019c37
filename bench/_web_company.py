"""A page's line without a page, as cheap as a line can be; and ``python -m bench._web_company
PORT COUNT``: other pages, which take what they are sent. Pages are at home on other machines, so
what they cost should not be measured here: one process for all of them, which reads nothing.
"""

from __future__ import annotations

import contextlib
import json
import selectors
import socket
import sys
from typing import Final

UPGRADE: Final = (
    "GET /ws HTTP/1.1\r\nHost: {at}\r\nOrigin: http://{at}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)
#: Greets as the panel's page does, and what comes when the panel has been shown to it.
HELLO: Final = json.dumps({"n": 1, "do": "hello", "frames": True})
PICTURE: Final = b'"type":"frame"'


class BareLine:
    """A WebSocket that sends short texts, and looks for bytes in what comes."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(UPGRADE.format(at=f"127.0.0.1:{port}").encode())
        self.until(b"\r\n\r\n")

    def send(self, text: str) -> None:
        """At most 125 characters, as one frame that is masked with zeros."""
        data = text.encode("ascii")
        self.socket.sendall(bytes((0x81, 0x80 | len(data), 0, 0, 0, 0)) + data)

    def until(self, sign: bytes) -> None:
        """Read until this has come."""
        come = b""
        while sign not in come:
            piece = self.socket.recv(65536)
            if not piece:
                raise ConnectionError(f"closed before {sign!r}")
            come += piece


def main(port: int, count: int, hello: bool) -> None:
    """Opens ``count`` lines, says so, and reads until the process is ended."""
    waits = selectors.DefaultSelector()
    for _ in range(count):
        line = BareLine(port)
        if hello:
            line.send(HELLO)
            line.until(PICTURE)
        waits.register(line.socket, selectors.EVENT_READ)
    print("ready", flush=True)
    while True:
        for key, _ in waits.select():
            with contextlib.suppress(OSError):
                key.fileobj.recv(65536)  # type: ignore[union-attr]


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] == ["hello"])
