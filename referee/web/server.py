"""The server of the pages: their files, and a line to the referee for each WebSocket. It knows
nothing of the match, and decides nothing but who is kept out before anybody listens."""

from __future__ import annotations

import asyncio
import itertools
import logging
import signal
import socket
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee.web.guard import Guard, calls_itself
from referee.web.line import LONGEST, Arrival, BadLine, address_of, is_local, lines
from referee.web.pages import BUILD, Pages

log = logging.getLogger(__name__)

#: Bytes that are read at once: of small messages, each takes a hundred times its size in memory.
SIP: Final = 1024
#: Connections at once, those of them that have not asked for anything, and those that may wait.
MOST: Final = 160
SILENT: Final = 80
QUEUE: Final = 64
#: Seconds: until somebody who takes nothing is let go; within which the referee lets a page in;
#: within which somebody who has connected asks for something.
PATIENCE: Final = 5.0
GREETING: Final = 10.0
SILENCE: Final = 10.0
#: Seconds between two lines in the log about what other people's programs do wrong.
SELDOM: Final = 60.0


class Server:
    """Serves from `run` until `end`.

    ``at``: a socket that listens. ``referee``: where the referee does, see `referee.web.line`.
    """

    def __init__(self, at: socket.socket, referee: str, silence: float = SILENCE) -> None:
        self._at = at
        self._referee = referee
        _give_up_soon(at)
        app = Starlette(
            routes=[
                WebSocketRoute("/ws", self._serve_page),
                Route("/J/{code}", Pages.index),
                Mount("/", Pages()),
            ],
        )
        config = uvicorn.Config(
            Guard(app), http=Sipping, ws="websockets-sansio",
            ws_max_size=LONGEST, ws_per_message_deflate=False, proxy_headers=False,
            server_header=False, access_log=False, lifespan="off", log_config=None,
            date_header=False, timeout_graceful_shutdown=2, limit_concurrency=MOST, backlog=QUEUE,
        )  # fmt: skip
        self._server = Uvicorn(config, silence)

    def run(self) -> None:
        """In any thread."""
        with suppress(SystemExit):  # uvicorn's way to say that it can't go on; it has logged
            self._server.run(sockets=[self._at])

    def end(self) -> None:
        """Let `run` return; any thread. In the main thread SIGTERM and SIGINT do it, too."""
        self._server.end()

    # -- one page --------------------------------------------------------------------------

    async def _serve_page(self, page: WebSocket) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # it may have gone already
            try:
                reader, writer = await self._arrive(page)
            except (OSError, TimeoutError) as error:
                log.warning(
                    "the referee does not answer at %s (%s): does it run, with its pages on?"
                    " Pages that are open try again by themselves.", self._referee, repr(error),
                )  # fmt: skip
                await page.close(1013)
                return
            try:
                await self._talk(page, reader, writer)
            finally:
                writer.transport.abort()
                await page.close(1013)

    async def _arrive(self, page: WebSocket) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Announce it to the referee."""
        async with asyncio.timeout(GREETING):
            reader, writer = await asyncio.open_unix_connection(self._referee, limit=LONGEST)
            local = is_local(page.client) and calls_itself(page.headers)
            arrival = Arrival(address_of(page.client), local, BUILD)
            writer.write(arrival.line())
        return reader, writer

    async def _talk(
        self, page: WebSocket, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            async with asyncio.timeout(GREETING):
                welcome = await reader.readline()
        except (OSError, TimeoutError):
            welcome = b""
        if not welcome:
            return
        await page.accept()
        talks = [asyncio.create_task(_hear(page, writer)), asyncio.create_task(_tell(page, reader))]
        try:
            await asyncio.wait(talks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for talk in talks:
                talk.cancel()
            for ended in await asyncio.gather(*talks, return_exceptions=True):
                if isinstance(ended, BadLine):
                    log.warning("the referee is no referee of this version: %s", ended)


async def _hear(page: WebSocket, writer: asyncio.StreamWriter) -> None:
    """What the page sends, for the referee. A text has no line ends but between JSON's words."""
    while True:
        text = await page.receive_text()
        writer.write(text.encode().replace(b"\n", b" ") + b"\n")
        await writer.drain()


async def _tell(page: WebSocket, reader: asyncio.StreamReader) -> None:
    """What the referee sends, for the page: one after the other, so that what a slow page does not
    take waits with the referee, which keeps the latest only."""
    async for line in lines(reader):
        async with asyncio.timeout(PATIENCE):
            await page.send_text(line.decode("utf-8", "replace"))


class Sipping(H11Protocol):
    """A connection, before it is a page's line and then, that is read in small pieces. Where too
    many have not asked for anything, the oldest of the address that has most of them goes."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        transport.max_size = SIP  # type: ignore[attr-defined]
        super().connection_made(transport)
        self.number = next(_NUMBERS)
        quiet = [one for one in self.connections if isinstance(one, Sipping) and one.silent]
        if len(quiet) > SILENT:
            hosts = Counter(one.host for one in quiet)
            gone = max(quiet, key=lambda one: (hosts[one.host], -one.number))
            gone.transport.abort()

    @property
    def silent(self) -> bool:
        """Whether it is open and has not asked for anything yet."""
        return self.cycle is None and not self.transport.is_closing()

    @property
    def host(self) -> str:
        return self.client[0] if self.client is not None else ""


class Seldom(logging.Filter):
    """Lets one record through in a while: strangers shall not fill a disk with what they send."""

    def __init__(self) -> None:
        super().__init__()
        self._next = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        if record.created < self._next:
            return False
        self._next = record.created + SELDOM
        return True


class Uvicorn(uvicorn.Server):
    """It would look ten times a second whether it shall end: a Pi sleeps better if it is told.

    It would also wait for ever for what a connection asks for: after ``silence`` seconds, or
    twice as many, one that has not asked for anything is closed.
    """

    def __init__(self, config: uvicorn.Config, silence: float) -> None:
        super().__init__(config)
        self._silence = silence
        logging.getLogger("uvicorn.error").addFilter(_SELDOM)
        self._ended = threading.Event()
        self._wake: Callable[[], object] = self._ended.is_set

    def capture_signals(self) -> Any:
        """Its own handlers could come too late for a wait: see `main_loop`."""
        return nullcontext()

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        def loop() -> asyncio.AbstractEventLoop:
            made = asyncio.SelectorEventLoop()
            made.set_exception_handler(_failed)
            return made

        with asyncio.Runner(loop_factory=loop) as runner:
            runner.run(self.serve(sockets))

    def end(self) -> None:
        """Any thread."""
        self.should_exit = True
        self._ended.set()
        with suppress(RuntimeError):  # it has ended by itself
            self._wake()

    async def main_loop(self) -> None:
        loop, ending = asyncio.get_running_loop(), asyncio.Event()
        self._wake = lambda: loop.call_soon_threadsafe(ending.set)
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, self.end)
        silent: set[Any] = set()
        while not self._ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), self._silence)
            silent = self._hang_up(silent)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Its patience over, nothing stays open: not who takes nothing, nor who came at the end.
        Whoever is just closing has gone: uvicorn would say goodbye a second time, and fail."""
        for connection in list(self.server_state.connections):
            state = getattr(getattr(connection, "conn", None), "state", None)
            if state is not None and state.name == "CLOSING":
                connection.transport.abort()
        await asyncio.sleep(0)
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await asyncio.sleep(0)  # closed when the loop comes round

    def _hang_up(self, before: set[Any]) -> set[Any]:
        """Close those who were silent the last time and still are; returns the others."""
        silent: set[Any] = {
            one for one in self.server_state.connections if isinstance(one, Sipping) and one.silent
        }
        for connection in silent & before:
            connection.transport.close()
        return silent - before


_SELDOM: Final = Seldom()
_NUMBERS: Final = itertools.count()
log.addFilter(_SELDOM)


def _failed(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A connection has failed in the hands of uvicorn: so it does if it is spoken to too soon."""
    log.warning("%s %s", context.get("message"), repr(context.get("exception")))


def _give_up_soon(listening: socket.socket) -> None:
    """A peer that has vanished is given up after a few seconds, else what is on its way to it
    would hold its task for as long as TCP likes."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(PATIENCE * 1000))
