"""Fifty thousand lines of a hostile client: each is answered, and an error changes nothing."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from referee.doors.protocol import Session
from referee.doors.words import Words
from referee.kernel.game import find_game
from referee.kernel.match import Match
from tests.attack.progress import told
from tests.own import OWN

#: Lines for every game.
LINES = 50_000 // len(OWN)

#: What is put in place of values and keys.
STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 1.5, 1e300, 10**40, "", "x", "\ud800", "\x1b[2J", [], [[]],
    {}, {"a": 1}, [1, 1], [None], "seat", "undo", "auto",
)  # fmt: skip

CONTROLS = ("undo", "correct", "abandon", "state", "help", "fly")


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", OWN)
def test_fifty_thousand_lines_bring_nothing_down(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(name)
    session = fresh(name, rng)
    for _ in told(LINES, f"{name}: lines of a client"):
        match = session.match
        if match.over and rng.random() < 0.5:
            session = fresh(name, rng)
            continue
        line = hostile(match, rng)
        lines, seq = match.lines, len(match.lines)
        said = [*session.receive(line)]
        assert said, line
        kinds = [message["type"] for message in said]
        if "error" in kinds or "refused" in kinds:
            assert len(said) == 1, (line, said)
            assert match.lines == lines, line
        assert all(message.get("key") != "fault.same" for message in said), line
        assert len(match.lines) >= seq
        json.dumps(said).encode()
    assert "Traceback" not in capsys.readouterr().err


def fresh(name: str, rng: random.Random) -> Session:
    game = find_game(name)
    seats = rng.choice(list(game.seats)[:6])
    seat = rng.choice([None, None, 1])
    session = Session(Match.new(game, seats, {}, str(rng.random())), Words("en", game), seat)
    for _ in session.open():
        pass
    return session


def hostile(match: Match, rng: random.Random) -> bytes:
    """A legal answer, one that was changed somewhere, a control message, or noise."""
    data: Any
    if match.asks and rng.random() < 0.75:
        ask = rng.choice(match.asks)
        option = rng.choice(ask.options)
        args = option.sample(rng.randrange)
        data = {"seat": rng.choice(ask.seats), "verb": option.verb, "args": args}
    else:
        data = {"verb": rng.choice(CONTROLS)}
        if data["verb"] == "correct":
            data |= {"index": rng.randrange(-1, len(match.log) + 1), "args": {}}
        if data["verb"] == "abandon" and rng.random() < 0.9:
            data = {"verb": "state"}
    if rng.random() < 0.5:
        data = spoilt(data, rng)
    text = json.dumps(data).encode()
    if rng.random() < 0.1:
        at = rng.randrange(len(text))
        text = text[:at] + rng.randbytes(rng.randrange(3)) + text[at + rng.randrange(3) :]
    return text


def spoilt(data: Any, rng: random.Random) -> Any:
    """The same with one thing changed, at any depth."""
    if isinstance(data, dict) and data and rng.random() < 0.9:
        key = rng.choice(list(data))
        if rng.random() < 0.15:
            return {k: v for k, v in data.items() if k != key} | {str(rng.choice(STRANGE)): 1}
        return {**data, key: spoilt(data[key], rng)}
    if isinstance(data, list) and data and rng.random() < 0.7:
        at = rng.randrange(len(data))
        return [*data[:at], spoilt(data[at], rng), *data[at + rng.randrange(2) :]]
    return rng.choice(STRANGE)
