"""``referee serve`` as a child process that can be killed, and a client that comes back."""

from __future__ import annotations

import itertools
import json
import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Protocol

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.doors.process import started

Data = dict[str, Any]

#: Seconds until a server must be there, or a reply, of those in which nobody had to wait for a
#: processor: see `Patience`.
PATIENCE = 60.0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


class Patience:
    """Is spent after so many seconds, but for those in which these processes stood in line for a
    processor: what is starved is not stuck."""

    def __init__(self, seconds: float, starved: Callable[[], float]) -> None:
        self._left = seconds
        self._starved = starved
        self._before = (time.monotonic(), starved())

    @property
    def spent(self) -> bool:
        now, (clock, starved) = (time.monotonic(), self._starved()), self._before
        self._left -= max(0.0, now[0] - clock - max(0.0, now[1] - starved))
        self._before = now
        return self._left <= 0


def starved(processes: Iterable[int]) -> float:
    """Seconds for which all their threads have stood in line so far."""
    waited = 0
    for process in processes:
        for task in Path(f"/proc/{process}/task").glob("*/schedstat"):
            with suppress(OSError):
                waited += int(task.read_text().split()[1])
    return waited / 1e9


class Serve:
    """The server; `kill` and `start` it again and again at the same port."""

    def __init__(self, home: Path, **env: str) -> None:
        self._home = home
        self._env = env
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = started(self._home, "serve", "--port", str(self.port), **self._env)
        assert self.process.stdout is not None
        assert self.process.stdout.readline().startswith(b"http://"), "it does not serve"

    def line(self) -> connect:
        """A new line of a page."""
        return connect(f"ws://127.0.0.1:{self.port}/ws", origin=Origin(self.url))

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def pages(self) -> int:
        """The process of its pages."""
        (pages,) = self._children()
        return pages

    def _children(self) -> list[int]:
        assert self.process is not None
        found: list[int] = []
        for task in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            with suppress(OSError):  # it has ended
                found.extend(map(int, task.read_text().split()))
        return found

    def starved(self) -> float:
        """Seconds for which this process and those of the server have stood in line so far."""
        there = [] if self.process is None else [self.process.pid, *self._children()]
        return starved([os.getpid(), *there])

    def kill_pages(self, number: signal.Signals = signal.SIGKILL) -> None:
        os.kill(self.pages(), number)

    def stop(self) -> None:
        self.end(signal.SIGTERM)

    def end(self, number: signal.Signals) -> None:
        """By this signal. Its pages' process, which has the same pipes, has ended then too."""
        process = self.process
        if process is None:
            return
        process.send_signal(number)
        patience = Patience(PATIENCE, self.starved)
        while process.returncode is None:
            try:
                process.communicate(timeout=1.0)
            except subprocess.TimeoutExpired:
                assert not patience.spent, "it does not end"
        self.process = None


class Reached(Protocol):
    """A server, wherever it is."""

    def line(self) -> connect: ...

    def starved(self) -> float: ...


class Phone:
    """What line.js does: it greets, and asks again what was not answered when the line broke."""

    def __init__(self, serve: Reached, page: str) -> None:
        self._serve = serve
        self._page = page
        self._numbers = itertools.count(1)
        self._line: ClientConnection | None = None
        self._lines = ExitStack()
        self.token = ""
        self.state: Data = {}

    def ask(self, **request: Any) -> Data:
        """Send until a reply is there, whatever becomes of the server meanwhile."""
        return self.finish(self.send(**request))

    def send(self, **request: Any) -> Data:
        """Send once, and wait for nothing."""
        numbered = {"n": next(self._numbers), **request}
        with suppress(OSError, WebSocketException):
            self._opened().send(json.dumps(numbered))
        return numbered

    def finish(self, numbered: Data) -> Data:
        """The reply to this; asks again on a new line if there is none on the old one."""
        patience = Patience(PATIENCE, self._serve.starved)
        while not patience.spent:
            try:
                return self._reply(numbered["n"])
            except (OSError, WebSocketException):
                self._line = None
                with suppress(OSError, WebSocketException):
                    self._opened().send(json.dumps(numbered))
        raise AssertionError(f"no reply to {numbered}")

    def look(self) -> Data:
        """The present state, on a line that carries."""
        self.ask(do="ping")
        reply = self.ask(verb="state")
        self.state = reply
        return reply

    def close(self) -> None:
        self._lines.close()

    def _opened(self) -> ClientConnection:
        if self._line is None:
            self._lines.close()
            line = self._lines.enter_context(self._serve.line())
            number = next(self._numbers)
            hello = {"n": number, "do": "hello", "token": self.token, "page": self._page}
            line.send(json.dumps(hello))
            self._line = line
            self.token = self._reply(number)["token"]
        return self._line

    def _reply(self, number: int) -> Data:
        while True:
            message: Data = json.loads(self._opened().recv(timeout=PATIENCE))
            if message.get("n") == number:
                return message


def answers(state: Data, draw: random.Random) -> list[Data]:
    """One line for each ask of the own seat, drawn from what it offers."""
    found = []
    for ask in state["asks"]:
        if "id" not in ask:
            continue
        option = draw.choice(ask["choose"]["options"])
        args = {name: _value(field, draw) for name, field in option["fields"].items()}
        found.append({"ask": ask["id"], "verb": option["verb"], "args": args})
    return found


def _value(field: Data, draw: random.Random) -> Any:
    if "one" in field:
        return draw.choice(field["one"])
    if "of" in field:
        return [draw.choice(field["of"]) for _ in range(field["each"])]
    low, high = field["pick"]
    return draw.sample(field["from"], draw.randint(low, high))
