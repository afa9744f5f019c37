"""``python -m bench._web_records PORT WHAT COUNT``: so many pages of guests who ask for a step of a
kept match, or for its file, again and again, as often as a page may; with ``import`` of owners who
bring that file, in parts, again and again."""

from __future__ import annotations

import itertools
import json
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, Final

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

ASKED: Final[dict[str, dict[str, Any]]] = {
    "ping": {"do": "ping"},
    "record": {"do": "record", "match": 1, "step": 9999},
    "export": {"do": "export", "match": 1},
}
#: Requests a second of a page; more would have it put out.
OFTEN: Final = 18
#: Characters of a part.
PART: Final = 6000


def ask(port: int, what: str) -> None:
    at = f"127.0.0.1:{port}"
    with connect(f"ws://{at}/ws", origin=Origin(f"http://{at}"), max_size=None) as line:
        reply(line, {"n": 1, "do": "hello"})
        wanted = bringing(parts(line)) if what == "import" else itertools.repeat(ASKED[what])
        threading.Thread(target=lambda: deque(line, maxlen=0), daemon=True).start()
        for number, request in enumerate(wanted, 3):
            line.send(json.dumps({"n": number, **request}))
            time.sleep(1 / OFTEN)


def reply(line: ClientConnection, request: dict[str, Any]) -> dict[str, Any]:
    line.send(json.dumps(request))
    while (message := json.loads(line.recv())).get("n") != request["n"]:
        pass
    found: dict[str, Any] = message
    return found


def parts(line: ClientConnection) -> list[str]:
    """Of the kept match's file."""
    lines = reply(line, {"n": 2, "do": "export", "match": 1})["lines"]
    text = "".join(f"{one}\n" for one in lines)
    return [text[at : at + PART] for at in range(0, len(text), PART)]


def bringing(parts: Sequence[str]) -> Iterator[dict[str, Any]]:
    for number in itertools.cycle(range(len(parts))):
        ends = {"first": number == 0, "last": number == len(parts) - 1}
        yield {"do": "import", "part": parts[number], **ends}


if __name__ == "__main__":
    for _ in range(int(sys.argv[3])):
        threading.Thread(target=ask, args=(int(sys.argv[1]), sys.argv[2]), daemon=True).start()
    threading.Event().wait()
