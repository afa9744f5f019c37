"""Dice that were mistyped, with the board in the box: it never says what is no longer true.

The conformance suite corrects any answer of any game; this is the turn that players met.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.knight_rider import GAME
from referee.games.knight_rider.town import town
from tests.doors.client import Client

CITY = {"board": "device", "dice": "table", "track": "city"}


def four_rolled() -> Client:
    """Red lies on 11; car 1 has rolled a 4 for its first turn."""
    client = Client(GAME, 2, seed="1", options=CITY)
    for seat, dice in ((1, [6]), (2, [1]), (1, [1, 1])):
        client.say(seat=seat, verb="roll", args={"dice": dice})
    client.say(seat=1, verb="start", args={"tableau": 36})
    client.say(seat=1, verb="roll", args={"dice": [4]})
    return client


def go_after_a_four(to: list[int], facing: str, true: int) -> tuple[Client, dict[str, Any]]:
    """Car 1 goes there, and the die was another one in truth; what the referee says of it."""
    client = four_rolled()
    index = client.match.length - 1
    client.say(seat=1, verb="go", args={"to": to, "facing": facing})
    return client, client.say(verb="correct", index=index, args={"dice": [true]})[0]


@pytest.mark.clause("KR-TRN-3")
def test_a_car_stands_where_its_players_answer_says() -> None:
    """The trip was two steps and a half turn; with 2 points it is a step and a quarter turn."""
    client, told = go_after_a_four([6, -7], "E", 2)
    stand = town(client.match.position).stand(1)
    assert (stand.field, stand.facing) == ([6, -7], "E")
    assert [entry["verb"] for entry in told["entries"]] == ["roll", "go", "step", "turn"]
    assert told["entries"][-1]["args"] == {"side": "right"}


@pytest.mark.clause("KR-TRN-3")
def test_only_players_answers_are_dropped() -> None:
    _, told = go_after_a_four([6, -7], "E", 2)
    assert told["dropped"] == [], "the half turn was the box's own"
    _, told = go_after_a_four([6, -7], "E", 1)
    assert [entry["verb"] for entry in told["dropped"]] == ["go"]
