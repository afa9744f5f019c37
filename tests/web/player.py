"""A player over a WebSocket, as docs/browser.md shows it."""

from __future__ import annotations

import itertools
import json
from typing import Any

from websockets.sync.client import connect


def play(address: str, code: str, seat: int) -> None:
    """Sit down and answer whatever is asked until the match is over."""
    with connect(f"ws://{address}/ws", origin=f"http://{address}") as line:
        numbers = itertools.count(1)

        def ask(**request: object) -> None:
            line.send(json.dumps({"n": next(numbers), **request}))

        ask(do="code", code=code)
        ask(do="claim", seat=seat)
        for text in line:
            state = json.loads(text)
            if state["type"] != "state" or state["view"] != seat:
                continue
            if state["over"]:
                return
            for due in (due for due in state["asks"] if "id" in due):
                option = due["choose"]["options"][0]
                args = {name: first(field) for name, field in option["fields"].items()}
                ask(ask=due["id"], verb=option["verb"], args=args)


def first(field: dict[str, Any]) -> Any:
    """The first value that a field takes."""
    if "one" in field:
        return field["one"][0]
    if "each" in field:
        return field["of"][:1] * field["each"]
    return field["from"][: field["pick"][0]]
