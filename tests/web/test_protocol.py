"""Pages speak the protocol: whole matches keep to its schema, and a plain client gets along."""

from __future__ import annotations

import random

import pytest

from referee.kernel.ask import Ask, answers
from tests.doors.client import validator
from tests.web import Data, Table

MATCHES = {
    "draf": (3, {"board": "device", "length": 50}),
    "fette-autos": (3, {"cards": "device", "dice": "device", "hide": True}),
    "knight-rider": (2, {"dice": "device", "board": "device"}),
    "knister": (2, {"sheets": "device", "dice": "device"}),
    "victory": (2, {"dice": "device"}),
}


@pytest.mark.parametrize("game", MATCHES)
def test_what_pages_are_sent_keeps_to_the_schema(game: str) -> None:
    """Every message is held to it as it comes (`tests.web.Page`)."""
    seats, options = MATCHES[game]
    table = Table(game, [f"P{n}" for n in range(seats)], **options)
    pages = [table.seat(seat) for seat in range(1, seats + 1)]
    draw = random.Random(game)
    for _ in range(60):
        if table.match.over:
            break
        ask = draw.choice(table.match.asks)
        request = answer(ask, draw, bare=table.match.supplies(ask))
        validator("page-input").validate({"n": 1, **request})
        assert pages[ask.seats[0] - 1].ask(**request)["type"] == "done"
        table.panel.run(3)


def answer(ask: Ask, draw: random.Random, *, bare: bool) -> Data:
    """A line of the protocol, without the `ask` that pages add."""
    option = draw.choice(ask.options)
    args = {} if bare else option.sample(draw.randrange)
    return {"seat": ask.seats[0], "verb": ask.verb if bare else option.verb, "args": args}


def test_an_ask_is_described_as_in_the_protocol() -> None:
    table = Table("knister", ["Anna", "Ben"], dice="table")
    page = table.seat(1)
    described = {"choose": {"options": [o.describe() for o in table.match.asks[0].options]}}
    shown = next(ask for ask in page.state["asks"] if "id" in ask)
    for told, known in zip(
        shown["choose"]["options"], described["choose"]["options"], strict=True
    ):  # fmt: skip
        assert told["verb"] == known["verb"]
        for name, field in known["fields"].items():  # type: ignore[attr-defined]
            assert field.items() <= told["fields"][name].items()
    assert "options" in answers(table.match.asks[0])  # there all are listed, where they are few


def test_the_protocols_own_lines_are_understood() -> None:
    table = Table("knister", ["Anna", "Ben"], sheets="device", dice="device")
    anna = table.seat(1)
    state = anna.ask(verb="state")
    assert (state["seq"], state["view"]) == (len(table.match.lines), 1)
    assert state["position"] == table.match.view(1)
    help_ = anna.ask(verb="help", clause="KNI-RND-5")
    assert (help_["type"], help_["clause"]) == ("help", "KNI-RND-5")
    assert help_["text"]
    assert anna.ask(verb="help", clause="KNI-NO-1")["key"] == "web.no-clause"
    assert anna.ask(seat=2, verb="roll")["key"] == "web.other-seat"
    assert anna.ask(verb="undo", seq=77)["key"] == "web.late"
    assert anna.ask(verb="abandon")["type"] in ("error", "refused")
    assert not table.match.over


def test_a_line_without_a_number_is_done_and_answered() -> None:
    table = Table("knister", ["Anna", "Ben"])
    page = table.seat(1)
    table.hub.receive(page.client, {"verb": "help", "clause": "KNI-RND-5"})
    assert page.sent[-1]["type"] == "help"
    assert "n" not in page.sent[-1]
