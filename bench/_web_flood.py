"""Pages that flood, and come again as soon as they are put out."""

from __future__ import annotations

import json
import os
import sys
import threading

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin


def flood(port: int) -> None:
    """Say hello, ask for everything, send what is none, as fast as it is taken."""
    address = f"127.0.0.1:{port}"
    texts = [json.dumps({"n": n, "do": do}) for n, do in enumerate(("hello", "matches", "ping"))]
    while True:
        try:
            origin = Origin(f"http://{address}")
            with connect(f"ws://{address}/ws", origin=origin, compression=None) as line:
                while True:
                    for text in (*texts, "{", "x" * 8000):
                        line.send(text)
        except (OSError, WebSocketException):
            continue


if __name__ == "__main__":
    os.nice(19)  # what they cost the machine themselves is not what is measured
    for _ in range(4):
        threading.Thread(target=flood, args=(int(sys.argv[1]),), daemon=True).start()
    threading.Event().wait()
