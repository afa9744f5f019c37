"""The server in its thread: pages and their sockets. It knows nothing of the match; requests go
into the panel's inbox as errands, what the hub sends waits in outboxes here."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections import deque
from collections.abc import Callable, Container
from contextlib import suppress
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hal.interfaces import Errand
from referee.authority import PAGES, STRANGERS, Caller, in_the_way
from referee.kernel.strict import strict_json
from referee.web.client import Client, Outbox, Overflow
from referee.web.guard import Guard, is_local
from referee.web.hub import Hub
from referee.web.loop import CALLERS, QUEUE, Sipping, Uvicorn
from referee.web.pages import Pages

log = logging.getLogger(__name__)

#: Bytes of one request; requests a second for long, and at once.
LONGEST: Final = 8192
RATE: Final = 20.0
BURST: Final = 60.0
#: Seconds: until a page that takes nothing is let go; between two pictures; within which somebody
#: who has connected asks for something.
PATIENCE: Final = 5.0
#: Seconds within which a page says who it is, by a token or a code; its reader's phone comes again.
STRANGE: Final = 20.0
PAUSE: Final = 0.04
SILENCE: Final = 10.0
#: Seconds: for so long one who has asked for too much is let in late, and so late; and so much he
#: may ask for at once then.
SLOWED: Final = 10.0
DELAY: Final = 1.0
SOBER: Final = 5.0


class PortTaken(Exception):
    """Another program listens there."""


class Server:
    """Serves until `stop`. ``post`` puts an errand into the panel's inbox; any thread.

    ``at``: a socket that listens, see `listen`. ``names`` gives the host names by which pages may
    be called, besides literal addresses. ``idle``: see `Polite`.
    """

    def __init__(
        self, hub: Hub, post: Callable[[Errand], None], at: socket.socket,
        names: Callable[[], Container[str]] = frozenset, silence: float = SILENCE,
        idle: Callable[[float], object] = lambda most: None, delay: float = DELAY,
    ) -> None:  # fmt: skip
        self._hub = hub
        self._delay = delay
        self._post = post
        self._socket = at
        _give_up_soon(at)
        self.port = int(self._socket.getsockname()[1])
        self._there: dict[Caller, asyncio.Task[object] | None] = {}  # the oldest first
        self._letters = _Letters()
        self._slowed: dict[str, float] = {}  # addresses of those who flooded, and until when
        app = Starlette(
            routes=[
                WebSocketRoute("/ws", self._serve_page),
                Route("/J/{code}", Pages.index),
                Mount("/", Pages()),
            ],
        )
        guarded = Guard(app, names, self.port)
        config = uvicorn.Config(
            guarded, http=Sipping, ws="websockets-sansio", ws_max_size=LONGEST,
            ws_per_message_deflate=False, proxy_headers=False, server_header=False,
            access_log=False, lifespan="off", log_config=None, date_header=False,
            timeout_graceful_shutdown=2, limit_concurrency=2 * (PAGES + STRANGERS), backlog=CALLERS,
        )  # fmt: skip
        self._server = Uvicorn(config, silence, idle)
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def started(self) -> bool:
        """Whether it answers already."""
        return self._server.started

    def stop(self) -> None:
        self._server.end()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        try:
            with suppress(SystemExit):  # uvicorn's way to say that it can't go on; it has logged
                self._server.run(sockets=[self._socket])
        except Exception:  # at its end it may meet a page that is just leaving
            if not self._server.should_exit:
                log.exception("the pages have ended")

    # -- one page --------------------------------------------------------------------------

    async def _serve_page(self, socket_: WebSocket) -> None:
        caller = Caller(_host(socket_), is_local(socket_.client))
        slowed = asyncio.get_running_loop().time() < self._slowed.get(caller.address, 0.0)
        if slowed:
            await asyncio.sleep(self._delay)
        gone = in_the_way(caller, list(self._there))
        if gone is caller:
            await socket_.close(1013)
            return
        if gone is not None and (task := self._there.pop(gone)) is not None:
            task.cancel()
        self._there[caller] = asyncio.current_task()
        try:
            await self._serve(caller, socket_, SOBER if slowed else BURST)
        except asyncio.CancelledError:  # for somebody else, or at the end
            if caller not in self._there:
                with suppress(RuntimeError):
                    await socket_.close(1013)
        except (WebSocketDisconnect, RuntimeError):
            pass  # it may have gone already when it is let in
        finally:
            self._there.pop(caller, None)

    async def _serve(self, caller: Caller, socket_: WebSocket, credit: float) -> None:
        await socket_.accept()
        page = _Page(caller, socket_, self._letters)
        self._post(Errand(lambda: self._hub.join(page.client)))
        sender = asyncio.create_task(page.sending())
        try:
            await self._hear(page, credit)
        finally:
            sender.cancel()
            self._post(Errand(lambda: self._hub.part(page.client)))

    async def _hear(self, page: _Page, credit: float) -> None:
        loop = asyncio.get_running_loop()
        before = loop.time()
        hang_up = before + STRANGE
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(None if page.client.known else hang_up):
                    text = await page.socket.receive_text()
            now = loop.time()
            if now >= hang_up and not page.client.known:
                await page.socket.close(1008)
                return
            credit, before = min(BURST, credit + (now - before) * RATE), now
            if credit < 1 or page.gone:
                self._slow_down(page.socket, now)
                await page.socket.close(1008)
                return
            credit -= 1
            await self._done(page, text)
            page.caller.known = page.client.known

    def _slow_down(self, socket_: WebSocket, now: float) -> None:
        self._slowed = {host: until for host, until in self._slowed.items() if until > now}
        self._slowed[_host(socket_)] = now + SLOWED

    async def _done(self, page: _Page, text: str) -> None:
        """Have the hub do it, and wait: so of every page one request at most lies before a press,
        and what else it has asked for waits with the sender."""
        try:
            request = strict_json(text.encode())
        except ValueError:
            request = {}
        data = request if isinstance(request, dict) else {}
        done, loop = asyncio.Event(), asyncio.get_running_loop()

        def replied() -> None:
            with suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(done.set)

        self._post(Errand(lambda: self._hub.receive(page.client, data, replied)))
        await done.wait()


class _Letters:
    """What the hub sends to pages, on its way to the server's thread, which is woken once for all
    that comes together."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[_Page, str, str]] = deque()
        self._rung = False

    def send(self, page: _Page, text: str, slot: str) -> None:
        """From the loop's thread."""
        self._waiting.append((page, text, slot))
        if not self._rung:
            self._rung = True
            with suppress(RuntimeError):  # the server has ended meanwhile
                page.loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        self._rung = False
        while self._waiting:
            page, text, slot = self._waiting.popleft()
            page.put(text, slot)


class _Page:
    """A socket with its outbox; `Client.send` is called from the loop's thread."""

    def __init__(self, caller: Caller, socket_: WebSocket, letters: _Letters) -> None:
        self.caller = caller
        self.socket = socket_
        self.gone = False
        self.loop = asyncio.get_running_loop()
        self._outbox = Outbox()
        self._bell = asyncio.Event()
        self.client = Client(
            lambda text, slot: letters.send(self, text, slot), caller.address, caller.local
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
            while (text := self._outbox.take()) is not None:
                shown = shown or self._outbox.showing
                try:
                    async with asyncio.timeout(PATIENCE):
                        await self.socket.send_text(text)
                except (TimeoutError, WebSocketDisconnect, RuntimeError):
                    self.gone = True
                    break
            if shown:  # a reply makes no picture wait
                await asyncio.sleep(PAUSE)
        with suppress(Exception):
            await asyncio.wait_for(self.socket.close(1013), PATIENCE)


def _host(socket_: WebSocket) -> str:
    return socket_.client.host if socket_.client is not None else ""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises PortTaken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(QUEUE)
    except OSError as error:
        listening.close()
        raise PortTaken(str(error)) from error
    return listening


def _give_up_soon(listening: socket.socket) -> None:
    """A peer that has vanished is given up after a few seconds, else what is on its way to it
    would hold its task for as long as TCP likes."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(PATIENCE * 1000))
