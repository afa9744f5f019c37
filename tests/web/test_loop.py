"""The server's thread and the panel's share one interpreter: a flood must not reach the panel."""

from __future__ import annotations

import json
import logging
import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from bench._web_company import UPGRADE
from bench._web_flood import CRUMBS
from hal.interfaces import Errand
from referee.table.program import TableProgram
from referee.web.client import Outbox
from referee.web.doorkeeper import Doorkeeper
from referee.web.hub import Hub
from referee.web.loop import AHEAD, MOST, SHARE, Polite
from referee.web.server import Server, listen


class Time:
    """Time that passes by sleeping alone; a thread that computes is told to."""

    def __init__(self) -> None:
        self.now = 100.0
        self.computed = 0.0
        self.slept = 0.0
        self.busy_until = 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept += seconds

    def work(self, seconds: float) -> None:
        self.now += seconds
        self.computed += seconds


@contextmanager
def polite(time: Time, ready: int) -> Iterator[Polite]:
    """Waits with so many sockets that can be read."""
    with ExitStack() as stack:
        made = stack.enter_context(
            closing(
                Polite(
                    lambda most: time.sleep(max(0.0, min(most, time.busy_until - time.now))),
                    lambda: time.now, lambda: time.computed, time.sleep,
                )
            )
        )  # fmt: skip
        for number in range(ready):
            one, other = socket.socketpair()
            stack.callback(one.close)
            stack.callback(other.close)
            other.send(b"x")
            made.register(one, selectors.EVENT_READ, number)
        yield made


def test_of_all_that_are_ready_one_is_served_each_in_its_turn() -> None:
    with polite(Time(), 5) as waits:
        served = [[key.data for key, _ in waits.select(0)] for _ in range(10)]
    assert all(len(one) == 1 for one in served)
    assert sorted(one[0] for one in served) == sorted([*range(5)] * 2)


def test_nothing_is_begun_while_the_panel_works_but_it_is_not_waited_for_without_end() -> None:
    time = Time()
    with polite(time, 1) as waits:
        time.busy_until = time.now + 0.02
        waits.select(0)
        assert time.now == time.busy_until
        time.busy_until, before = time.now + 60.0, time.now
        waits.select(0)
        assert time.now - before == pytest.approx(MOST)


def test_who_computes_without_end_is_held_to_a_share_of_the_time() -> None:
    time = Time()
    with polite(time, 1) as waits:
        waits.select(0)
        while time.computed < AHEAD / 2:
            time.work(0.001)
            waits.select(0)
        assert time.slept == 0.0  # a page that is loaded is not slowed
        began, before = time.now, time.computed
        while time.now < began + 60.0:
            time.work(0.001)
            waits.select(0)
    assert time.computed - before < 60.0 * SHARE + AHEAD + 0.1


@contextmanager
def served(errands: list[Errand]) -> Iterator[Server]:
    """A server whose requests lie where nobody does them."""
    doorkeeper = Doorkeeper(letters=lambda n: "A" * n, token=lambda: "token")
    hub = Hub(TableProgram(None, str), doorkeeper, lambda: 0.0, "build", open_panel=True)
    server = Server(hub, errands.append, listen("127.0.0.1", 0))
    server.start()
    try:
        yield server
    finally:
        server.stop()


def test_of_one_page_one_request_at_most_lies_before_a_press() -> None:
    errands: list[Errand] = []
    arrived = threading.Event()

    class Noting(list[Errand]):
        def append(self, errand: Errand) -> None:
            super().append(errand)
            arrived.set()

    errands = Noting()
    with served(errands) as server:
        at = f"127.0.0.1:{server.port}"
        with connect(f"ws://{at}/ws", origin=Origin(f"http://{at}"), compression=None) as line:
            for number in range(20):
                line.send(json.dumps({"n": number, "do": "ping"}))
            for number in range(20):
                while len(errands) < number + 2:  # the first one is that it has come
                    assert arrived.wait(30)
                    arrived.clear()
                assert len(errands) == number + 2
                errands[number + 1].run()
                assert json.loads(line.recv(timeout=30))["n"] == number


def test_a_reply_makes_no_picture_wait() -> None:
    outbox = Outbox()
    outbox.put("done")
    outbox.put("picture", "frame")
    assert (outbox.take(), outbox.showing) == ("done", False)
    assert (outbox.take(), outbox.showing) == ("picture", True)


def test_what_strangers_send_fills_no_log(caplog: pytest.LogCaptureFixture) -> None:
    """Garbage, requests that are none, messages before the greeting is over, wrong names."""
    caplog.set_level(logging.INFO)
    with served([]) as server:
        at = f"127.0.0.1:{server.port}"
        upgrade = UPGRADE.format(at=at).encode()
        bad = (b"\x00\xff\r\n\r\n", upgrade + CRUMBS, upgrade.replace(at.encode(), b"evil.example"))
        for number in range(30):
            with (
                socket.create_connection(("127.0.0.1", server.port), timeout=30) as line,
                suppress(ConnectionError),
            ):
                line.sendall(bad[number % len(bad)])
                with suppress(OSError):  # ENOTCONN is no ConnectionError: the server was first
                    line.shutdown(socket.SHUT_WR)
                while line.recv(65536):
                    pass
    told = [record for record in caplog.records if record.levelno >= logging.INFO]
    assert len(told) <= 4, "\n".join(record.getMessage() for record in told)
