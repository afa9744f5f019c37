"""The server's own loop. It shares one interpreter with the panel's, which must never wait for it:
it begins nothing while the panel works, does one small thing at a time, and computes for a small
part of the time only. So a flood, of whatever, costs few presses more than others, and those no
more than the one thing that was begun before them.
"""

from __future__ import annotations

import asyncio
import logging
import selectors
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

log = logging.getLogger(__name__)

#: Bytes that are read at once; connections that are taken at once, and that may wait for it.
SIP: Final = 256
CALLERS: Final = 1
QUEUE: Final = 64
#: Seconds for which pages wait for the panel at most.
MOST: Final = 0.1
#: Part of the time that it may compute for long, and seconds for which it may in advance.
SHARE: Final = 0.02
AHEAD: Final = 0.5
#: Seconds between two lines in the log about what other people's programs do wrong.
SELDOM: Final = 60.0


class Polite(selectors.DefaultSelector):
    """What the loop waits with. ``idle`` returns when the panel does not work, or after so many
    seconds. ``computed``: seconds for which this thread has computed so far.
    """

    def __init__(
        self, idle: Callable[[float], object], now: Callable[[], float] = time.monotonic,
        computed: Callable[[], float] = time.thread_time,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:  # fmt: skip
        super().__init__()
        self._idle = idle
        self._now = now
        self._computed = computed
        self._sleep = sleep
        self._turn = 0
        self._debt = 0.0  # seconds computed, less those that it had a right to
        self._looked = (0.0, 0.0)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """One that is ready; each of them in its turn, for they stay ready."""
        ready = super().select(timeout)
        now = self._now()
        if rest := self._due_rest(now):
            self._sleep(rest)
        self._idle(MOST)
        self._turn += 1
        return [ready[self._turn % len(ready)]] if ready else []

    def _due_rest(self, now: float) -> float:
        """Seconds to rest, because it has computed for too long."""
        computed = self._computed()
        before, looked = self._looked
        self._debt = max(0.0, self._debt + computed - before - SHARE * (now - looked))
        self._looked = (computed, now)
        return min(MOST, max(0.0, self._debt - AHEAD) / SHARE)


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


class Sipping(H11Protocol):
    """A connection, before it is a page's line and then, that is read in small pieces."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        transport.max_size = SIP  # type: ignore[attr-defined]
        super().connection_made(transport)


class Uvicorn(uvicorn.Server):
    """It would look ten times a second whether it shall end: a Pi sleeps better if it is told.

    It would also wait for ever for what a connection asks for: after ``silence`` seconds, or
    twice as many, one that has not asked for anything is closed.
    """

    def __init__(
        self, config: uvicorn.Config, silence: float, idle: Callable[[float], object]
    ) -> None:
        super().__init__(config)
        self._silence = silence
        self._idle = idle
        self._sockets: list[socket.socket] = []
        logging.getLogger("uvicorn.error").addFilter(_SELDOM)
        self._ended = threading.Event()
        self._wake: Callable[[], object] = self._ended.is_set

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        def loop() -> asyncio.AbstractEventLoop:
            made = asyncio.SelectorEventLoop(Polite(self._idle))
            made.set_exception_handler(_failed)
            return made

        self._sockets = sockets or []
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
        silent: set[Any] = set()
        for listening in self._sockets:
            listening.listen(QUEUE)
        while not self._ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), self._silence)
            silent = self._hang_up(silent)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Its patience over, nothing stays open: not who takes nothing, nor who came at the end."""
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await asyncio.sleep(0)  # closed when the loop comes round

    def _hang_up(self, before: set[Any]) -> set[Any]:
        """Close those who were silent the last time and still are; returns the others."""
        silent: set[Any] = {
            c for c in self.server_state.connections if getattr(c, "cycle", c) is None
        }
        for connection in silent & before:
            connection.transport.close()
        return silent - before


_SELDOM: Final = Seldom()
log.addFilter(_SELDOM)


def _failed(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A connection has failed in the hands of uvicorn: so it does if it is spoken to too soon."""
    log.warning("%s %s", context.get("message"), repr(context.get("exception")))
