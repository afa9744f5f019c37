"""kill -9 of the server: pages come back where they were, no answer is lost, none is done twice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.process import Phone, Serve, answers

#: So often it is killed, after so many answers at most.
KILLS, ANSWERS = 4, 5


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    running = Serve(tmp_path)
    yield running
    running.stop()


@pytest.mark.timeout(400)
def test_after_kill_9_everything_is_where_it_was(serve: Serve) -> None:
    draw = random.Random(9)
    phones = [Phone(serve, f"page {seat}") for seat in (1, 2)]
    options = {"sheets": "device", "dice": "device"}
    phones[0].ask(do="begin", game="knister", names=["Anna", "Ben"], options=options)
    for seat, phone in enumerate(phones, 1):
        phone.ask(do="claim", seat=seat)
    match = phones[0].look()["match"]["id"]
    begun, acknowledged, late = steps(phones[0], match), 0, 0
    for _ in range(KILLS):
        for _ in range(draw.randint(1, ANSWERS)):
            acknowledged += answered(phones, draw)
        flying = send_one(phones, draw)
        serve.kill()
        serve.start()
        if flying is not None:
            phone, request = flying
            reply = phone.finish(request)
            # Done before the end, and asked again: it is late, and it stands.
            assert reply["type"] == "done" or reply["key"] == "web.late", reply
            late += reply["type"] != "done"
            acknowledged += 1
        for seat, phone in enumerate(phones, 1):
            state = phone.look()
            assert (state["match"]["id"], state["view"]) == (match, seat)
        assert steps(phones[0], match) == begun + acknowledged
    for phone in phones:
        phone.close()


def steps(phone: Phone, match: int) -> int:
    """Entries that stand."""
    return int(phone.ask(do="record", match=match, step=0)["steps"])


def answered(phones: list[Phone], draw: random.Random) -> int:
    sent = send_one(phones, draw)
    if sent is None:
        return 0
    phone, request = sent
    assert phone.finish(request)["type"] == "done"
    return 1


def send_one(phones: list[Phone], draw: random.Random) -> tuple[Phone, dict[str, object]] | None:
    """Have one phone send one answer to something that it is asked."""
    for phone in draw.sample(phones, len(phones)):
        for request in answers(phone.look(), draw):
            return phone, phone.send(**request)
    return None


def test_a_server_that_ends_orderly_begins_at_home_again(serve: Serve) -> None:
    phone = Phone(serve, "page")
    phone.ask(do="begin", game="knister", names=["Anna", "Ben"])
    serve.stop()
    serve.start()
    assert phone.ask(verb="state")["key"] == "web.no-match"
    phone.close()
