"""A table whose pages come as phones do: by a WebSocket to the pages' own process, and from there
by its Unix socket. All that belongs to the panel is done by whoever asks, one thing after another.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from queue import Queue
from typing import Any, Final
from urllib.request import urlopen

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from hal.interfaces import Errand
from referee.authority import BURST, RATE
from referee.doors.pages import Beside
from referee.doors.serve import listen
from referee.web.client import Client
from referee.web.gate import Gate
from referee.web.hub import Hub
from tests.web import Data, Page, Table

#: Seconds until somebody who says nothing is given up. Long: the other side may be starved.
PATIENCE: Final = 600.0


class Gone(Exception):
    """The line was ended by the other side."""


class Wire:
    """The pages' process, for one table after the other."""

    def __init__(self) -> None:
        listening = listen("127.0.0.1", 0)
        self.port = int(listening.getsockname()[1])
        self._beside = Beside(listening)
        self.line = self._beside.listen()
        self._beside.start()
        with urlopen(f"http://127.0.0.1:{self.port}/", timeout=PATIENCE) as page:  # it is there
            page.read()

    def close(self) -> None:
        self._beside.end()
        self.line.close()


class HeardHub(Hub):
    """Tells who has joined."""

    joined: Callable[[Client], None]

    def join(self, client: Client) -> None:
        self.joined(client)
        super().join(client)


class WireTable(Table):
    def __init__(self, wire: Wire, game: str, names: list[str], **more: Any) -> None:
        super().__init__(game, names, hub=HeardHub, **more)
        assert isinstance(self.hub, HeardHub)
        self.hub.joined = self._joined
        self.port = wire.port
        self._came: list[Client] = []
        self._errands: Queue[Errand] = Queue()
        self._gate = Gate(self.hub, self._errands.put, wire.line.dup())
        self._gate.start()
        self.lines = ExitStack()

    def _joined(self, client: Client) -> None:
        self._came.append(client)

    def opened(self, host: str) -> WirePage:
        page = WirePage(self, host)
        while not self._came:
            self.work()
        page.belongs_to(self._came.pop())
        return page

    def work(self) -> None:
        """Do what has come from a page; waits for it."""
        self._errands.get(timeout=PATIENCE).run()
        self.panel.run(0.0)

    def close(self) -> None:
        self.lines.close()
        self._gate.stop()


class WirePage(Page):
    """``sent`` is what the hub sends to this page. What arrives has to be that: each reply, and of
    pictures those that were not too late."""

    def __init__(self, table: WireTable, host: str) -> None:
        at = f"127.0.0.1:{table.port}"
        self._wire = table
        self._line = table.lines.enter_context(
            connect(
                f"ws://{at}/ws", origin=Origin(f"http://{at}"), compression=None, max_queue=None,
                source_address=(f"127.0.0.{host.rpartition('.')[2]}", 0), open_timeout=PATIENCE,
            )
        )  # fmt: skip
        self._due: deque[tuple[str, bool]] = deque()  # on the way; whether it may be left out
        self._late: deque[str] = deque(maxlen=2)  # what was left out and may still come
        self._credit, self._before = BURST / 2, time.monotonic()

    def belongs_to(self, client: Client) -> None:
        self.prepare(client)
        send = client.send

        def tapped(text: str, slot: str) -> None:
            self._due.append((text.encode("utf-8", "replace").decode(), bool(slot)))
            self.take(text)
            send(text, slot)

        client.send = tapped

    def ask(self, n: int | None = None, **request: Any) -> Data:
        """Raises Gone."""
        number = next(self.numbers) if n is None else n
        self._rest()
        try:
            self._line.send(json.dumps({"n": number, **request}))
            while (reply := self._replied(number)) is None:
                self._wire.work()
            while json.loads(self._received()).get("n") != number:
                pass
        except ConnectionClosed as closed:
            raise Gone from closed
        return reply

    def _replied(self, number: int) -> Data | None:
        return next((sent for sent in reversed(self.sent) if sent.get("n") == number), None)

    def _received(self) -> str:
        text = self._line.recv(timeout=PATIENCE)
        if text in self._late:
            self._late.remove(text)
            return text
        while self._due:
            due, spare = self._due.popleft()
            if due == text:
                return due
            assert spare, f"a page got {text[:300]!r}, and should have got {due[:300]!r}"
            self._late.append(due)  # a reply has overtaken it, or it is not sent any more
        raise AssertionError(f"a page got what nobody sent to it: {text[:300]!r}")

    def _rest(self) -> None:
        """So that nobody is put out for asking too often."""
        now = time.monotonic()
        self._credit = min(BURST / 2, self._credit + (now - self._before) * RATE)
        self._before = now
        if self._credit < 1:
            time.sleep((1 - self._credit) / RATE)
        self._credit -= 1


@contextmanager
def two_wires() -> Iterator[tuple[Wire, Wire]]:
    with closing(Wire()) as one, closing(Wire()) as other:
        yield one, other
