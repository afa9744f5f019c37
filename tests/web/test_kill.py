"""kill -9 of the referee or of its pages' process: pages come back where they were, no answer is
lost, none is done twice. `tests.web.kills` does it in volume."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.kills import PAGES, REFEREE, Played, told_to_end
from tests.web.process import Phone, Serve

#: So often it is killed.
KILLS = 4


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    running = Serve(tmp_path)
    yield running
    running.stop()


@pytest.mark.timeout(400)
@pytest.mark.parametrize(("game", "whom"), [("knister", REFEREE), ("fette-autos", PAGES)])
def test_after_kill_9_everything_is_where_it_was(serve: Serve, game: str, whom: str) -> None:
    with closing(Played(serve, game, random.Random(9))) as played:
        for _ in range(KILLS):
            played.kill(whom)
    assert played.acknowledged


def test_told_to_end_while_pages_ask_for_something_both_processes_do(tmp_path: Path) -> None:
    told_to_end(tmp_path, random.Random(1))


def test_a_server_that_ends_orderly_begins_at_home_again(serve: Serve) -> None:
    phone = Phone(serve, "page")
    phone.ask(do="begin", game="knister", names=["Anna", "Ben"])
    serve.stop()
    serve.start()
    assert phone.ask(verb="state")["key"] == "web.no-match"
    phone.close()
