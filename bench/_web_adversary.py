"""``python -m bench._web_adversary PORT CODE``: pages of somebody who has the code and asks for all
that the schema knows, right and wrong, as often as a page may; beside `tests.web.adversary`, which
looks at what he learns."""

from __future__ import annotations

import json
import random
import sys
import threading
import time
from typing import Final

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.web.adversary import request

#: Addresses that he has, and pages of each.
ADDRESSES: Final = ("127.0.0.66", "127.0.0.67")
PAGES: Final = 5
#: What the match on the table could be answered with.
VERBS: Final = ("speed", "card", "roll", "choose")
#: Requests a second of a page; more would have it put out.
OFTEN: Final = 18


def ask(port: int, code: str, address: str, draw: random.Random) -> None:
    """One page, until its line ends."""
    at = f"127.0.0.1:{port}"
    with connect(
        f"ws://{at}/ws", origin=Origin(f"http://{at}"), compression=None, max_size=None,
        source_address=(address, 0),
    ) as line:  # fmt: skip
        threading.Thread(target=lambda: [None for _ in line], daemon=True).start()
        line.send(json.dumps({"n": 1, "do": "hello"}))
        line.send(json.dumps({"n": 2, "do": "code", "code": code}))
        number = 2
        while True:
            number += 1
            line.send(json.dumps({"n": number, **request(draw, lambda: code, VERBS)}))
            time.sleep(1 / OFTEN)


def again(port: int, code: str, address: str, seed: str) -> None:
    draw = random.Random(seed)
    while True:
        try:
            ask(port, code, address, draw)
        except (OSError, WebSocketException):
            time.sleep(1.0)


if __name__ == "__main__":
    for number in range(PAGES):
        for address in ADDRESSES:
            with_seed = (int(sys.argv[1]), sys.argv[2], address, f"{address} {number}")
            threading.Thread(target=again, args=with_seed, daemon=True).start()
    threading.Event().wait()
