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
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.doors.process import started

Data = dict[str, Any]

#: Seconds until a server must be there, or a reply.
PATIENCE = 60.0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


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

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def pages(self) -> int:
        """The process of its pages."""
        assert self.process is not None
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return int("".join(task.read_text() for task in tasks))

    def kill_pages(self, number: signal.Signals = signal.SIGKILL) -> None:
        os.kill(self.pages(), number)

    def stop(self) -> None:
        self.end(signal.SIGTERM)

    def end(self, number: signal.Signals) -> None:
        """By this signal. Its pages' process, which has the same pipes, has ended then too."""
        process, self.process = self.process, None
        if process is None:
            return
        process.send_signal(number)
        process.communicate(timeout=PATIENCE)


class Phone:
    """What line.js does: it greets, and asks again what was not answered when the line broke."""

    def __init__(self, serve: Serve, page: str) -> None:
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
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
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
            address = f"ws://127.0.0.1:{self._serve.port}/ws"
            self._lines.close()
            line = self._lines.enter_context(connect(address, origin=Origin(self._serve.url)))
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
