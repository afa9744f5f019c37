"""The server in its thread: pages and their sockets. It knows nothing of the match; requests go
into the panel's inbox as errands, what the hub sends waits in outboxes here."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hal.interfaces import Errand
from referee.kernel.strict import strict_json
from referee.web.client import Client, Outbox, Overflow
from referee.web.guard import Guard, is_local
from referee.web.hub import Hub
from referee.web.pages import Pages

log = logging.getLogger(__name__)

#: Bytes of one request; requests a second for long, and at once; pages at the same time.
LONGEST: Final = 8192
RATE: Final = 20.0
BURST: Final = 60.0
PAGES: Final = 40
#: Seconds: until a page that takes nothing is let go; between two pictures.
PATIENCE: Final = 5.0
PAUSE: Final = 0.04


class PortTaken(Exception):
    """Another program listens there."""


class Server:
    """Serves until `stop`. ``post`` puts an errand into the panel's inbox; any thread.

    Raises PortTaken where it cannot listen. ``names``: host names by which pages may be called,
    besides literal addresses.
    """

    def __init__(
        self, hub: Hub, post: Callable[[Errand], None], host: str, port: int,
        names: frozenset[str] = frozenset(),
    ) -> None:  # fmt: skip
        self._hub = hub
        self._post = post
        self._socket = _listening(host, port)
        self.port = int(self._socket.getsockname()[1])
        self._open = 0
        app = Starlette(
            routes=[
                WebSocketRoute("/ws", self._serve_page),
                Route("/J/{code}", Pages.index),
                Mount("/", Pages()),
            ],
        )
        guarded = Guard(app, names, self.port)
        config = uvicorn.Config(
            guarded, ws="websockets-sansio", ws_max_size=LONGEST, ws_per_message_deflate=False,
            proxy_headers=False, server_header=False, access_log=False, lifespan="off",
            log_config=None, timeout_graceful_shutdown=2, limit_concurrency=4 * PAGES,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(timeout=5)

    def _run(self) -> None:
        with suppress(SystemExit):  # uvicorn's way to say that it could not go on; it has logged
            self._server.run(sockets=[self._socket])

    # -- one page --------------------------------------------------------------------------

    async def _serve_page(self, socket_: WebSocket) -> None:
        if self._open >= PAGES:
            await socket_.close(1013)
            return
        self._open += 1
        await socket_.accept()
        page = _Page(socket_)
        self._post(Errand(lambda: self._hub.join(page.client)))
        sender = asyncio.create_task(page.sending())
        try:
            await self._hear(page)
        except (WebSocketDisconnect, asyncio.CancelledError, RuntimeError):
            pass
        finally:
            sender.cancel()
            self._open -= 1
            self._post(Errand(lambda: self._hub.part(page.client)))

    async def _hear(self, page: _Page) -> None:
        loop = asyncio.get_running_loop()
        credit, before = BURST, loop.time()
        while True:
            text = await page.socket.receive_text()
            now = loop.time()
            credit, before = min(BURST, credit + (now - before) * RATE), now
            if credit < 1 or page.gone:
                await page.socket.close(1008)
                return
            credit -= 1
            self._take(page, text)

    def _take(self, page: _Page, text: str) -> None:
        try:
            request = strict_json(text.encode())
        except ValueError:
            request = {}
        data = request if isinstance(request, dict) else {}
        client = page.client
        self._post(Errand(lambda: self._hub.receive(client, data)))


class _Page:
    """A socket with its outbox; `Client.send` is called from the loop's thread."""

    def __init__(self, socket_: WebSocket) -> None:
        self.socket = socket_
        self.gone = False
        self._loop = asyncio.get_running_loop()
        self._outbox = Outbox()
        self._bell = asyncio.Event()
        self.client = Client(self._send, local=is_local(socket_.client))

    def _send(self, text: str, slot: str) -> None:
        with suppress(RuntimeError):  # the server has ended meanwhile
            self._loop.call_soon_threadsafe(self._put, text, slot)

    def _put(self, text: str, slot: str) -> None:
        try:
            self._outbox.put(text, slot)
        except Overflow:
            self.gone = True
        self._bell.set()

    async def sending(self) -> None:
        while not self.gone:
            await self._bell.wait()
            self._bell.clear()
            while (text := self._outbox.take()) is not None:
                try:
                    await asyncio.wait_for(self.socket.send_text(text), PATIENCE)
                except (TimeoutError, WebSocketDisconnect, RuntimeError):
                    self.gone = True
                    break
            await asyncio.sleep(PAUSE)
        with suppress(Exception):
            await asyncio.wait_for(self.socket.close(1013), PATIENCE)


def _listening(host: str, port: int) -> socket.socket:
    """A listening socket. A peer that has vanished is given up after a few seconds, else what is
    on its way to it would hold its task for as long as TCP likes."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(PATIENCE * 1000))
    try:
        listening.bind((host, port))
        listening.listen(64)
    except OSError as error:
        listening.close()
        raise PortTaken(str(error)) from error
    return listening
