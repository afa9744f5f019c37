"""A client of the protocol: it checks every line it gets against the schema."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from referee.doors.protocol import Session
from referee.doors.words import Words
from referee.kernel.game import Game
from referee.kernel.match import Match
from referee.kernel.players import Players
from referee.players.named import find

SCHEMA = Path(__file__).parents[2] / "docs" / "protocol.schema.json"

Message = dict[str, Any]


def _unique(
    judge: object, wanted: bool, items: object, schema: object
) -> Iterator[ValidationError]:
    """As jsonschema's own, which compares each with each: a menu can have hundreds of lines."""
    if wanted and isinstance(items, list):
        written = {json.dumps(item, sort_keys=True) for item in items}
        if len(written) < len(items):
            yield ValidationError(f"{items!r} has non-unique elements")


Validator = extend(Draft202012Validator, {"uniqueItems": _unique})


@cache
def validator(part: str = "") -> Any:
    """Of everything that is sent, or of one definition of the schema."""
    schema = json.loads(SCHEMA.read_text("utf-8"))
    if part:
        schema = {**schema, "oneOf": [{"$ref": f"#/$defs/{part}"}]}
    return Validator(schema)


class Client:
    """A session in this process. ``sent`` holds all messages, ``asks`` the open ones."""

    def __init__(
        self, game: Game[Any], seats: int = 2, seat: int | None = None, lang: str = "en", **kw: Any
    ) -> None:
        self.match = Match.new(game, seats, kw.pop("options", {}), kw.pop("seed", "seed"), **kw)
        players = Players(self.match, find)
        words = Words(lang, game, (), self.match.header.options)
        self.session = Session(self.match, words, seat, players)
        self.sent: list[Message] = []
        self._take(self.session.open())

    def line(self, line: bytes) -> list[Message]:
        return self._take(self.session.receive(line))

    def say(self, **message: Any) -> list[Message]:
        validator("input").validate(message)
        return self.line(json.dumps(message).encode())

    def _take(self, messages: Any) -> list[Message]:
        fresh = [json.loads(json.dumps(message)) for message in messages]
        for message in fresh:
            validator().validate(message)
        self.sent += fresh
        return fresh

    @property
    def asks(self) -> list[Message]:
        last = next(m for m in reversed(self.sent) if m["type"] in ("ask", "over"))
        asks: list[Message] = last.get("asks", [])
        return asks

    def play(self, rng: random.Random, entries: int = 10_000) -> None:
        """Answer by listed or described options until the match is over."""
        for _ in range(entries):
            if not self.asks:
                return
            ask = rng.choice(self.asks)
            answer = rng.choice(ask["options"]) if "options" in ask else described(ask, rng)
            first = self.say(seat=rng.choice(ask["seats"]), **answer)[0]
            assert first["type"] == "entry", first


def described(ask: Message, rng: random.Random) -> Message:
    """An answer made of a description alone."""
    option = rng.choice(ask["choose"]["options"])
    args = {name: drawn(field, rng) for name, field in option["fields"].items()}
    return {"verb": option["verb"], "args": args}


def drawn(field: Message, rng: random.Random) -> Any:
    if "one" in field:
        return rng.choice(field["one"])
    if "each" in field:
        return [rng.choice(field["of"]) for _ in range(field["each"])]
    low, high = field["pick"]
    return rng.sample(field["from"], rng.randint(low, high))


def types(messages: list[Message]) -> list[str]:
    return [message["type"] for message in messages]
