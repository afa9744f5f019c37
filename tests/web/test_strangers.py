"""Those who have no code: how long they may stay, and what they take from others. Time is virtual:
it passes when nobody has anything to do."""

from __future__ import annotations

import asyncio
import json
import selectors
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

import pytest

from referee.authority import EACH, LOCKED, PAGES, STRANGE, STRANGERS, TRIES
from referee.table.program import TableProgram
from referee.web.doorkeeper import (
    ALPHABET,
    LENGTH,
    PANEL,
    REMEMBERED,
    VISIT,
    Doorkeeper,
    Pass,
)
from referee.web.gate import PACE, Gate
from referee.web.hub import Hub
from referee.web.line import Arrival
from referee.web.pages import FILES
from tests.web import Table

CODE = "A" * LENGTH

#: Half of an emoji: JSON may bring it, and UTF-8 has none.
HALF = "\ud83d"


class Jumping(selectors.DefaultSelector):
    """Waits for nothing: time jumps to when the loop wants to be woken."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if not ready and timeout is not None:
            self.now += timeout
        return ready


def virtual(work: Callable[[], Awaitable[None]]) -> None:
    """Run this in a loop whose time jumps."""
    waits = Jumping()

    def made() -> asyncio.AbstractEventLoop:
        loop = asyncio.SelectorEventLoop(waits)
        loop.time = lambda: waits.now  # type: ignore[method-assign]
        return loop

    with asyncio.Runner(loop_factory=made) as runner:
        runner.run(_whole(work))


async def _whole(work: Callable[[], Awaitable[None]]) -> None:
    await work()


class Line:
    """A page's line, from the pages' process: ``says`` so many seconds after the one before."""

    def __init__(
        self, says: list[tuple[float, dict[str, Any]]], host: str = "192.168.1.7",
        hangs_up: bool = False,
    ) -> None:  # fmt: skip
        self._says = says
        self._host = host
        self._hangs_up = hangs_up
        self.closed_at: float | None = None

    async def at(self, gate: Gate) -> None:
        """Be a page until the gate ends the line."""
        ours, gates = socket.socketpair()
        served = asyncio.create_task(gate.page(gates))
        reader, writer = await asyncio.open_unix_connection(sock=ours)
        writer.write(Arrival(self._host, False, "build").line())
        saying = asyncio.create_task(self._say(writer))
        try:
            if not self._hangs_up:
                with suppress(ConnectionError):  # with something unread
                    while await reader.read(4096):
                        pass
                self.closed_at = asyncio.get_running_loop().time()
        finally:
            saying.cancel()
            writer.transport.abort()
            await served

    async def _say(self, writer: asyncio.StreamWriter) -> None:
        for wait, said in self._says:
            await asyncio.sleep(wait)
            writer.write(json.dumps(said).encode() + b"\n")


@contextmanager
def standing() -> Iterator[Gate]:
    """A gate whose requests are done at once; the code is `CODE`."""
    doorkeeper = Doorkeeper(letters=lambda n: "A" * n, token=lambda: "token")
    doorkeeper.code(0.0)
    hub = Hub(TableProgram(None, str), doorkeeper, lambda: 0.0)
    with closing(socket.socket(socket.AF_UNIX)) as at:
        yield Gate(hub, lambda errand: errand.run(), at)


def test_no_letter_of_a_code_looks_like_another_on_the_small_screen() -> None:
    assert not set("0O 1I 2Z 5S 8B") & set(ALPHABET)


def test_who_does_not_say_who_he_is_is_hung_up_on_after_20_seconds() -> None:
    """One says nothing, one greets and pings for ever, one has the code and may stay."""
    lines = [
        Line([]),
        Line([(1.0, {"n": n, "do": "hello" if n == 1 else "ping"}) for n in range(1, 99)]),
        Line([(15.0, {"n": 1, "do": "code", "code": CODE}), (90.0, {"n": 2, "do": "ping"})]),
    ]

    async def work() -> None:
        began = asyncio.get_running_loop().time()
        served = [asyncio.create_task(line.at(gate)) for line in lines]
        await asyncio.sleep(60.0)
        assert [line.closed_at and round(line.closed_at - began) for line in lines] == [
            STRANGE, STRANGE, None,
        ]  # fmt: skip
        assert len(gate._there) == 1
        served[2].cancel()

    with standing() as gate:
        virtual(work)


def test_strangers_keep_nobody_out() -> None:
    """Theirs are places of their own: whoever comes next takes that of the oldest of them, of the
    address that has most."""

    async def work() -> None:
        lines = [Line([], f"192.168.1.{min(n // EACH, 2)}") for n in range(STRANGERS)]
        strangers = [asyncio.create_task(line.at(gate)) for line in lines]
        await asyncio.sleep(1.0)
        guest = Line([(0.1, {"n": 1, "do": "code", "code": CODE})])
        task = asyncio.create_task(guest.at(gate))
        await asyncio.sleep(0.5)
        assert [n for n, line in enumerate(lines) if line.closed_at is not None] == [0]
        await asyncio.sleep(60.0)
        assert guest.closed_at is None
        assert all(stranger.done() for stranger in strangers)
        task.cancel()

    with standing() as gate:
        virtual(work)


def test_one_address_has_half_of_the_places_at_most() -> None:
    async def work() -> None:
        greedy = [Line([], "192.168.1.66") for _ in range(PAGES)]
        tasks = [asyncio.create_task(line.at(gate)) for line in greedy]
        await asyncio.sleep(1.0)
        assert sum(line.closed_at is None for line in greedy) == EACH
        friend = Line([])
        tasks.append(asyncio.create_task(friend.at(gate)))
        await asyncio.sleep(1.0)
        assert friend.closed_at is None
        await asyncio.gather(*tasks)

    with standing() as gate:
        virtual(work)


def test_who_hangs_up_while_he_is_let_in_takes_no_place_with_him() -> None:
    """Forty who were let in late, for a flood, and were gone by then closed the pages for good."""

    async def work() -> None:
        for _ in range(PAGES + 1):
            await Line([], hangs_up=True).at(gate)
        assert not gate._there

    with standing() as gate:
        virtual(work)


# -- codes and tokens, by address ------------------------------------------------------------


def test_wrong_codes_lock_out_whoever_types_them_and_nobody_else() -> None:
    table = Table("knister", ["Anna", "Ben"])
    code = table.doorkeeper.code(table.panel.clock.now())
    stranger, friend = table.page("192.168.1.66"), table.page("192.168.1.7")
    for _ in range(3):
        for _ in range(TRIES):
            stranger.ask(do="code", code="WRONG")
        assert stranger.ask(do="code", code=code)["key"] == "web.locked"
        assert table.page("192.168.1.66").ask(do="code", code=code)["key"] == "web.locked"
        table.panel.run(61)
    assert friend.ask(do="code", code=code)["known"]  # the code on the screen is as good as ever


def test_a_lock_ends_after_a_minute() -> None:
    table = Table("knister", ["Anna", "Ben"])
    page = table.page("192.168.1.66")
    for _ in range(TRIES):
        page.ask(do="code", code="WRONG")
    table.panel.run(61)
    assert page.ask(do="code", code=table.doorkeeper.code(0.0))["known"]


@pytest.mark.parametrize("network", ["192.168.1.{}", "fe80::{:x}"])
def test_many_addresses_type_wrong_codes_all_evening_and_whoever_comes_joins_at_once(
    network: str,
) -> None:
    table = Table("knister", ["Anna", "Ben"])
    guessing = [table.page(network.format(n)) for n in range(100, 120)]
    for hour in range(4):
        wrong = 0
        for page in guessing:
            replies = [page.ask(do="code", code="WRONG") for _ in range(TRIES + 1)]
            wrong += sum(reply["key"] == "web.wrong" for reply in replies)
            assert replies[-1]["key"] == "web.locked"
        assert wrong == len(guessing) * (TRIES - 1)
        shown = table.doorkeeper.code(table.panel.clock.now())
        friend = table.page(network.format(hour + 1))
        assert friend.ask(do="code", code=shown)["known"]
        table.panel.run(3600.0)


def test_wrong_codes_are_counted_for_as_long_as_they_lock_however_many_addresses_come() -> None:
    """What docs/security.md reckons with: five for each page that comes."""
    keeper = Doorkeeper(letters=lambda n: "A" * n, token=lambda: "token")
    code = keeper.code(0.0)
    addresses = [f"10.0.{n // 250}.{n % 250}" for n in range(round(LOCKED / PACE))]
    for number, address in enumerate(addresses):
        for _ in range(TRIES):
            assert keeper.admit("WRONG", PACE * number, address) is None
    assert all(keeper.wait(LOCKED - PACE, address) for address in addresses[1:])
    assert keeper.admit(code, LOCKED, "192.168.1.7") == VISIT


def test_a_code_may_be_typed_in_groups_and_small_letters() -> None:
    keeper = Doorkeeper(letters=lambda n: "K7F3QMNP", token=lambda: "token")
    assert keeper.admit(" k7f3 qmnp", 0.0) is None  # nobody has been shown one
    keeper.code(0.0)
    assert keeper.admit(" k7f3 qmnp", 0.0) == Pass()
    assert f"length < {LENGTH}" in FILES["code.js"].decode()


@pytest.mark.parametrize("said", [{"do": "hello", "token": HALF}, {"do": "code", "code": HALF}])
def test_half_a_letter_of_a_stranger_is_no_fault_of_the_program(
    said: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    stranger = Table("knister", ["Anna", "Ben"]).page("192.168.1.66")
    assert stranger.ask(**said).get("key") in (None, "web.wrong")
    assert not stranger.client.known
    assert caplog.records == []


def test_a_guest_who_shows_codes_for_ever_puts_nobody_else_out() -> None:
    table = Table("knister", ["Anna", "Ben", "Cem"])
    anna, ben = table.guest("192.168.1.7"), table.guest("192.168.1.8")
    anna.ask(do="claim", seat=1)
    ben.ask(do="claim", seat=2)
    for _ in range(2 * REMEMBERED):
        guest = table.guest("192.168.1.66")
        table.panel.run(1)
    assert Counter(p.host for p in table.doorkeeper.passes.values()) == {
        "192.168.1.7": 1, "192.168.1.8": 1, "192.168.1.66": REMEMBERED - 2,
    }  # fmt: skip
    for page, seat in ((anna, 1), (ben, 2)):
        again = table.page("10.0.0.9", token=page.client.token)
        assert again.state["view"] == seat
    assert guest.ask(do="claim", seat=3)["seat"] == 3


def test_who_has_a_hundred_addresses_forgets_nobody_who_plays_either() -> None:
    table = Table("knister", ["Anna", "Ben"])
    anna, owner = table.guest("192.168.1.7"), table.guest("192.168.1.8")
    anna.ask(do="claim", seat=1)
    owner.ask(do="code", code=table.doorkeeper.code(table.panel.clock.now(), PANEL))
    for n in range(100, 100 + 2 * REMEMBERED):
        table.guest(f"192.168.1.{n}")
    assert table.page("192.168.1.7", token=anna.client.token).state["view"] == 1
    assert table.page("192.168.1.8", token=owner.client.token).client.granted.panel


def test_a_page_that_shows_a_code_again_keeps_its_token() -> None:
    table = Table("knister", ["Anna", "Ben"])
    page = table.guest("192.168.1.7")
    page.ask(do="claim", seat=1)
    token, now = page.client.token, table.panel.clock.now()
    again = page.ask(do="code", code=table.doorkeeper.code(now))
    assert (again["token"], again["seat"], again["panel"]) == (token, 1, False)
    owner = page.ask(do="code", code=table.doorkeeper.code(now, PANEL))
    assert (owner["token"], owner["seat"], owner["panel"]) == (token, 1, True)
    assert len(table.doorkeeper.passes) == 1


def test_a_token_that_was_forgotten_takes_no_seat() -> None:
    table = Table("knister", ["Anna", "Ben"])
    page = table.guest("192.168.1.7")
    table.doorkeeper.passes.clear()
    assert page.ask(do="claim", seat=1)["key"] == "web.stranger"


def test_passes_of_an_earlier_version_are_taken() -> None:
    keeper = Doorkeeper(letters=lambda n: "A" * n, token=lambda: "token")
    keeper.recall({"hash": {"seat": 2, "name": "Ben", "panel": False}})
    assert keeper.passes == {"hash": Pass(2, "Ben")}
