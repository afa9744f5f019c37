"""``python -m bench._web_records PORT WHAT COUNT``: so many pages of guests who ask for a step of a
kept match, or for its file, again and again, as often as a page may."""

from __future__ import annotations

import json
import sys
import threading
import time
from typing import Any, Final

from bench._web_company import BareLine

ASKED: Final[dict[str, dict[str, Any]]] = {
    "ping": {"do": "ping"},
    "record": {"do": "record", "match": 1, "step": 9999},
    "export": {"do": "export", "match": 1},
}
#: Requests a second of a page; more would have it put out.
OFTEN: Final = 18


def ask(port: int, what: str) -> None:
    line = BareLine(port)
    line.send(json.dumps({"n": 1, "do": "hello"}))
    line.until(b'"type":"welcome"')
    threading.Thread(target=_read, args=(line,), daemon=True).start()
    number = 1
    while True:
        number += 1
        line.send(json.dumps({"n": number, **ASKED[what]}))
        time.sleep(1 / OFTEN)


def _read(line: BareLine) -> None:
    while line.socket.recv(1 << 20):
        pass


if __name__ == "__main__":
    for _ in range(int(sys.argv[3])):
        threading.Thread(target=ask, args=(int(sys.argv[1]), sys.argv[2]), daemon=True).start()
    threading.Event().wait()
