"""Where pages reach the referee: a Unix socket to which their own process connects, see
`referee.web.line`.

The gate's thread reads and writes, no more; what pages ask for goes into the panel's inbox as
errands, and what the hub sends waits in outboxes here. Nothing that the other process says is
believed but what a page might say: lines are short, pages are few and come one by one, and of each
one request at most is on its way. So whatever it does, it delays no press.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from hal.interfaces import Errand
from referee.authority import (
    BURST,
    PAGES,
    SOBER,
    STRANGE,
    STRANGERS,
    Caller,
    Flow,
    in_the_way,
)
from referee.kernel.strict import strict_json
from referee.web.client import Client, Outbox, Overflow
from referee.web.hub import Hub
from referee.web.line import LONGEST, WELCOME, Arrival, BadLine

log = logging.getLogger(__name__)

#: Seconds: until a page that takes nothing is let go; between two pictures.
PATIENCE: Final = 5.0
PAUSE: Final = 0.04
#: Seconds: for so long one who has asked for too much is let in late, and so late.
SLOWED: Final = 10.0
DELAY: Final = 1.0
#: Of so many addresses it is known that they are slowed.
ADDRESSES: Final = 256
#: Seconds between two pages that come; connections at most, those included that have not said yet
#: who they are.
PACE: Final = 0.02
MOST: Final = 2 * (PAGES + STRANGERS)
#: Bytes that wait in the kernel for a page: of what comes after them only the latest is kept.
ROOM: Final = 16384


class Gate:
    """Open from `start` to `stop`. ``post`` puts an errand into the panel's inbox; any thread.

    ``at``: a Unix socket that listens; it is closed at the end. ``open_panel``: who is at this very
    computer may press everything. Elsewhere nobody counts as that, whatever the other process says.
    """

    def __init__(
        self, hub: Hub, post: Callable[[Errand], None], at: socket.socket, *,
        open_panel: bool = False, delay: float = DELAY,
    ) -> None:  # fmt: skip
        self._hub = hub
        self._post = post
        self._at = at
        self._open_panel = open_panel
        self._delay = delay
        self._there: dict[Caller, tuple[_Page, asyncio.Task[object] | None]] = {}  # oldest first
        self._letters = _Letters()
        self._slowed: dict[str, float] = {}  # addresses of those who flooded, and until when
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="pages", daemon=True)

    def start(self) -> None:
        self._loop = asyncio.SelectorEventLoop()
        self._thread.start()

    def stop(self) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._ending.set)
        self._thread.join(timeout=5)

    def _run(self) -> None:
        assert self._loop is not None
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        coming = asyncio.ensure_future(self._let_in())
        await self._ending.wait()
        coming.cancel()
        pages = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for page in pages:
            page.cancel()
        await asyncio.gather(*pages, return_exceptions=True)
        self._at.close()

    async def _let_in(self) -> None:
        """One by one, so that a flood of pages that come and go costs the panel little."""
        loop, pages = asyncio.get_running_loop(), set[asyncio.Task[None]]()
        self._at.setblocking(False)
        while True:
            try:
                line, _ = await loop.sock_accept(self._at)
            except OSError as error:
                log.warning("no page can come for a while: %s", error)
                await asyncio.sleep(PATIENCE)
                continue
            if len(pages) >= MOST:
                line.close()
            else:
                page = loop.create_task(self.page(line))
                pages.add(page)
                page.add_done_callback(pages.discard)
            await asyncio.sleep(PACE)

    # -- one page --------------------------------------------------------------------------

    async def page(self, line: socket.socket) -> None:
        """Serve one connection to its end."""
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM)
        reader, writer = await asyncio.open_unix_connection(sock=line, limit=LONGEST)
        writer.transport.set_write_buffer_limits(0)
        try:
            async with asyncio.timeout(PATIENCE):
                arrival = Arrival.read(await reader.readline())
            await self._arrived(arrival, reader, writer)
        except (BadLine, ValueError, TimeoutError) as error:
            why = "it says nothing" if isinstance(error, TimeoutError) else error
            log.warning("the pages' process is no referee-web of this version: %s", why)
        except OSError:
            pass  # it has gone
        finally:
            writer.transport.abort()

    async def _arrived(
        self, arrival: Arrival, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        caller = Caller(arrival.address, arrival.local and self._open_panel)
        page = _Page(caller, arrival.build, reader, writer, self._letters)
        slowed = asyncio.get_running_loop().time() < self._slowed.get(caller.address, 0.0)
        if slowed:
            await asyncio.sleep(self._delay)
        for other, (there, _) in self._there.items():
            client = there.client
            other.known, other.seat = client.known, client.granted.seat
            other.panel = client.granted.panel
        gone = in_the_way(caller, list(self._there))
        if gone is caller:
            return
        if gone is not None:
            _, task = self._there.pop(gone)
            if task is not None:
                task.cancel()
        self._there[caller] = (page, asyncio.current_task())
        try:
            await self._stay(page, slowed)
        finally:
            self._there.pop(caller, None)

    async def _stay(self, page: _Page, slowed: bool) -> None:
        page.writer.write(WELCOME)
        self._post(Errand(lambda: self._hub.join(page.client)))
        sender = asyncio.create_task(page.sending())
        try:
            await self._hear(page, SOBER if slowed else BURST)
        finally:
            sender.cancel()
            self._post(Errand(lambda: self._hub.part(page.client)))

    async def _hear(self, page: _Page, credit: float) -> None:
        loop = asyncio.get_running_loop()
        flow = Flow(credit, loop.time())
        hang_up = flow.since + STRANGE
        while True:
            text = b""
            with suppress(TimeoutError):
                async with asyncio.timeout_at(None if page.client.known else hang_up):
                    text = await page.reader.readline()
            now = loop.time()
            if now >= hang_up and not page.client.known:
                return
            if not flow.spend(now) or page.gone:
                self._slow_down(page.caller.address, now)
                return
            if not text.endswith(b"\n"):  # it has gone, perhaps in the middle of a line
                return
            await self._done(page, text)

    def _slow_down(self, address: str, now: float) -> None:
        self._slowed = {host: until for host, until in self._slowed.items() if until > now}
        if len(self._slowed) < ADDRESSES:
            self._slowed[address] = now + SLOWED

    async def _done(self, page: _Page, text: bytes) -> None:
        """Have the hub do it, and wait: so of every page one request at most lies before a press,
        and what else it has asked for waits with the sender."""
        try:
            request = strict_json(text)
        except ValueError:
            request = {}
        data = request if isinstance(request, dict) else {}
        done, loop = asyncio.Event(), asyncio.get_running_loop()

        def replied() -> None:
            with suppress(RuntimeError):  # the gate has ended meanwhile
                loop.call_soon_threadsafe(done.set)

        self._post(Errand(lambda: self._hub.receive(page.client, data, replied)))
        await done.wait()


class _Letters:
    """What the hub sends to pages, on its way to the gate's thread, which is woken once for all
    that comes together."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[_Page, str, str]] = deque()
        self._rung = False

    def send(self, page: _Page, text: str, slot: str) -> None:
        """From the loop's thread."""
        self._waiting.append((page, text, slot))
        if not self._rung:
            self._rung = True
            with suppress(RuntimeError):  # the gate has ended meanwhile
                page.loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        self._rung = False
        while self._waiting:
            page, text, slot = self._waiting.popleft()
            page.put(text, slot)


class _Page:
    """A line with its outbox; `Client.send` is called from the loop's thread."""

    def __init__(
        self, caller: Caller, build: str, reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter, letters: _Letters,
    ) -> None:  # fmt: skip
        self.caller = caller
        self.reader = reader
        self.writer = writer
        self.gone = False
        self.loop = asyncio.get_running_loop()
        self._outbox = Outbox()
        self._bell = asyncio.Event()
        self.client = Client(
            lambda text, slot: letters.send(self, text, slot), caller.address, caller.local, build
        )

    def put(self, text: str, slot: str) -> None:
        try:
            self._outbox.put(text, slot)
        except Overflow:
            self.gone = True
        self._bell.set()

    async def sending(self) -> None:
        while not self.gone:
            await self._bell.wait()
            self._bell.clear()
            shown = False
            while not self.gone and (text := self._outbox.take()) is not None:
                shown = shown or self._outbox.showing
                try:
                    async with asyncio.timeout(PATIENCE):
                        self.writer.write(text.encode("utf-8", "replace") + b"\n")
                        await self.writer.drain()
                except (TimeoutError, OSError):
                    self.gone = True
            if shown:  # a reply makes no picture wait
                await asyncio.sleep(PAUSE)
        self.writer.transport.abort()
