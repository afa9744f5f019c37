"""Clients that flood, each in its own way, and come again as soon as they are put out."""

from __future__ import annotations

import json
import socket
import sys
import threading
from collections.abc import Callable
from typing import Final

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from bench._web_company import UPGRADE

#: The smallest message that a page may send, masked with zeros, many times.
CRUMBS: Final = b"\x81\x81\x00\x00\x00\x007" * 9000


def requests(port: int) -> None:
    """Say hello, ask for everything, send what is none and what is too long."""
    texts = [json.dumps({"n": n, "do": do}) for n, do in enumerate(("hello", "matches", "ping"))]
    at = f"127.0.0.1:{port}"
    with connect(f"ws://{at}/ws", origin=Origin(f"http://{at}"), compression=None) as line:
        while True:
            for text in (*texts, "{", "x" * 8000):
                line.send(text)


def crumbs(port: int) -> None:
    """Thousands of messages in one piece."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(UPGRADE.format(at=f"127.0.0.1:{port}").encode() + CRUMBS)
        while line.recv(65536):
            pass


def files(port: int) -> None:
    """The same file again and again, asked for without waiting."""
    want = f"GET /styles/page.css HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        while True:
            line.sendall(want * 8)
            line.recv(1 << 20)


def callers(port: int) -> None:
    """Connect, and hang up."""
    socket.create_connection(("127.0.0.1", port), timeout=30).close()


FLOODS: Final = (requests, crumbs, files, callers)


def again(flood: Callable[[int], None], port: int) -> None:
    while True:
        try:
            flood(port)
        except (OSError, WebSocketException):
            continue


if __name__ == "__main__":
    for flood in FLOODS:
        threading.Thread(target=again, args=(flood, int(sys.argv[1])), daemon=True).start()
    threading.Event().wait()
