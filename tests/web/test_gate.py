"""The line between the pages' process and the referee's: what either end may do to the other."""

from __future__ import annotations

import json
import logging
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from bench._web_company import UPGRADE
from bench._web_flood import CRUMBS
from hal.interfaces import Errand
from referee.authority import BURST
from referee.doors.serve import listen
from referee.table.program import TableProgram
from referee.web.client import Outbox
from referee.web.doorkeeper import Doorkeeper
from referee.web.gate import MOST, Gate
from referee.web.hub import Hub
from referee.web.line import LARGEST, LONGEST, WELCOME, Arrival
from referee.web.server import Server
from tests.patience import until
from tests.web.process import Phone, Serve

ARRIVAL = Arrival("192.168.1.7", False, "build").line()


@contextmanager
def standing(post: Any = None, *, open_panel: bool = True) -> Iterator[str]:
    """A gate; gives the path of its socket. Requests are done at once, if ``post`` does no other
    thing with them."""
    doorkeeper = Doorkeeper(letters=lambda n: "A" * n, token=lambda: "token")
    hub = Hub(TableProgram(None, str), doorkeeper, lambda: 0.0)
    with TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as at:
        at.bind(f"{folder}/s")
        at.listen(MOST)
        gate = Gate(hub, post or (lambda errand: errand.run()), at, open_panel=open_panel)
        gate.start()
        try:
            yield f"{folder}/s"
        finally:
            gate.stop()


@contextmanager
def line(path: str, arrival: bytes = ARRIVAL) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX) as one:
        one.settimeout(30)
        one.connect(path)
        one.sendall(arrival)
        yield one


def ask(one: socket.socket, **request: Any) -> dict[str, Any]:
    """Send it, and read lines until its reply."""
    one.sendall(json.dumps({"n": 1, **request}).encode() + b"\n")
    with one.makefile("rb") as lines:
        for text in lines:
            if text != WELCOME and json.loads(text).get("n") == 1:
                found: dict[str, Any] = json.loads(text)
                return found
    raise AssertionError("the line has ended")


def ended(one: socket.socket) -> bool:
    """Whether the gate ends the line; times out, if it does not."""
    with suppress(ConnectionError):  # with something unread
        while one.recv(65536):
            pass
    return True


# -- what the pages' process may do ----------------------------------------------------------


def test_who_this_computer_is_the_referee_decides() -> None:
    """On the box nobody is at it, whatever the other process says: no panel, no free budget."""
    here = Arrival("127.0.0.1", True, "build").line()
    for open_panel in (True, False):
        with standing(open_panel=open_panel) as path, line(path, here) as one:
            reply = ask(one, do="hello")
            assert (reply["known"], reply["panel"]) == (open_panel, open_panel)


@pytest.mark.parametrize(
    "said",
    [
        b"\x00\xff\n", b"{}\n", b"[]\n", b"7\n", b"[" * 5000 + b"\n", b"{" * LONGEST * 3,
        b'{"address": 7, "local": false, "build": ""}\n', b"half a line",
        b'{"address": "%s", "local": true, "build": ""}\n' % (b"1" * 65),
        ARRIVAL + b"x" * (LONGEST + 1) + b"\n", ARRIVAL + b"x" * LONGEST * 20,
    ],
    ids=range(11),
)  # fmt: skip
def test_garbage_ends_its_own_line_and_is_named(
    said: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with standing() as path, line(path) as other:
        assert ask(other, do="ping")["type"] == "done"
        with line(path, b"") as one:
            with suppress(ConnectionError):
                one.sendall(said)
                if said == b"half a line":
                    one.shutdown(socket.SHUT_WR)
            assert ended(one)
        assert "the pages' process is no referee-web of this version" in caplog.text
        assert ask(other, do="ping")["type"] == "done"


def test_who_connects_and_says_nothing_keeps_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """All places of those who have not said who they are: after five seconds they are free."""
    monkeypatch.setattr("referee.web.gate.PATIENCE", 0.5)
    monkeypatch.setattr("referee.web.gate.PACE", 0.0)
    with standing() as path, ExitStack() as stack:
        silent = [stack.enter_context(line(path, b"")) for _ in range(MOST)]
        assert all(ended(one) for one in silent)
        with line(path) as one:
            assert ask(one, do="ping")["type"] == "done"


def test_too_many_requests_end_the_line_and_slow_the_address_down() -> None:
    with standing() as path, line(path) as one:
        with suppress(ConnectionError):
            one.sendall(b'{"do":"ping"}\n' * round(4 * BURST))
        assert ended(one)
        began = time.monotonic()
        with line(path) as again:
            assert again.recv(1) == WELCOME
        assert time.monotonic() - began > 0.9


def test_of_one_page_one_request_at_most_lies_before_a_press() -> None:
    errands: list[Errand] = []
    arrived = threading.Event()

    def post(errand: Errand) -> None:
        errands.append(errand)
        arrived.set()

    with standing(post) as path, line(path) as one:
        one.sendall(b"".join(b'{"n":%d,"do":"ping"}\n' % number for number in range(20)))
        with one.makefile("rb") as lines:
            assert lines.readline() == WELCOME
            for number in range(20):
                while len(errands) < number + 2:  # the first one is that it has come
                    assert arrived.wait(30)
                    arrived.clear()
                assert len(errands) == number + 2
                errands[number + 1].run()
                assert json.loads(lines.readline())["n"] == number


def test_a_reply_makes_no_picture_wait() -> None:
    outbox = Outbox()
    outbox.put("done")
    outbox.put("picture", "frame")
    assert (outbox.take(), outbox.showing) == ("done", False)
    assert (outbox.take(), outbox.showing) == ("picture", True)


def test_a_gate_that_ends_lets_all_pages_go() -> None:
    with ExitStack() as stack:
        with standing() as path:
            one = stack.enter_context(line(path))
            ask(one, do="ping")
        assert ended(one)


# -- what the referee may do -----------------------------------------------------------------


@contextmanager
def serving(referee: str) -> Iterator[int]:
    """The pages' half alone; gives its port."""
    at = listen("127.0.0.1", 0)
    port = int(at.getsockname()[1])
    server = Server(at, referee)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield port
    finally:
        server.end()
        thread.join()


def page(port: int) -> Any:
    at = f"127.0.0.1:{port}"
    return connect(f"ws://{at}/ws", origin=Origin(f"http://{at}"), compression=None)


def test_without_a_referee_pages_are_told_to_come_again_and_the_log_says_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not there, a file, and one that does not listen any more."""
    monkeypatch.setattr("referee.web.server._SELDOM._next", 0.0)
    for name in ("nowhere", "file", "stale"):
        path = tmp_path / name
        if name == "file":
            path.touch()
        elif name == "stale":
            with socket.socket(socket.AF_UNIX) as stale:
                stale.bind(str(path))
        with serving(str(path)) as port, pytest.raises(InvalidStatus), page(port):
            pass
    told = [r.getMessage() for r in caplog.records if "does not answer" in r.getMessage()]
    assert len(told) == 1  # one line a minute
    assert "does it run, with its pages on?" in told[0]


@pytest.mark.parametrize("said", [b"", b"\n" + b"x" * (LARGEST + 99999), b"\n\xff"])
def test_a_referee_that_is_none_ends_the_page(tmp_path: Path, said: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as listening, ExitStack() as stack:
        listening.bind(str(tmp_path / "s"))
        listening.listen()

        def referee() -> None:
            with closing(listening.accept()[0]) as one, suppress(OSError):
                one.sendall(said)

        speaker = threading.Thread(target=referee)
        speaker.start()
        stack.callback(speaker.join)
        gone = pytest.raises((ConnectionClosed, InvalidStatus))
        with serving(str(tmp_path / "s")) as port, gone, page(port) as one:
            one.recv(timeout=30)


def test_what_strangers_send_fills_no_log(caplog: pytest.LogCaptureFixture) -> None:
    """Garbage, requests that are none, messages before the greeting is over, wrong names."""
    caplog.set_level(logging.INFO)
    with standing() as path, serving(path) as port:
        at = f"127.0.0.1:{port}"
        upgrade = UPGRADE.format(at=at).encode()
        bad = (b"\x00\xff\r\n\r\n", upgrade + CRUMBS, upgrade.replace(at.encode(), b"evil.example"))
        for number in range(30):
            with (
                socket.create_connection(("127.0.0.1", port), timeout=30) as one,
                suppress(ConnectionError),
            ):
                one.sendall(bad[number % len(bad)])
                with suppress(OSError):  # ENOTCONN is no ConnectionError: the server was first
                    one.shutdown(socket.SHUT_WR)
                while one.recv(65536):
                    pass
    told = [record for record in caplog.records if record.levelno >= logging.INFO]
    assert len(told) <= 4, "\n".join(record.getMessage() for record in told)


# -- two processes ---------------------------------------------------------------------------


def test_the_pages_process_loads_nothing_of_the_referee() -> None:
    code = (
        "import sys, referee.web.process\n"
        "print(*[name for name in sys.modules if name.split('.')[0] in ('hal', 'sim', 'sqlite3', "
        "'PIL', 'transitions') or name.startswith(('referee.kernel', 'referee.table', "
        "'referee.games', 'referee.authority', 'referee.doors'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--port-fd", "99", "--referee", "x"], "--port-fd 99 is no socket"),
        ([], "the following arguments are required"),
    ],
)
def test_started_wrong_it_says_how_to(args: list[str], why: str) -> None:
    command = [sys.executable, "-m", "referee.web.process", *args]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert why in done.stderr


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_pages_whose_process_ends_come_back_and_those_who_joined_stay(
    tmp_path: Path, number: signal.Signals
) -> None:
    serve = Serve(tmp_path)
    try:
        phone = Phone(serve, "page")
        phone.ask(do="begin", game="knister", names=["Anna", "Ben"])
        phone.ask(do="claim", seat=2)
        child, token = serve.pages(), phone.token
        serve.kill_pages(number)
        assert phone.look()["view"] == 2
        assert phone.token == token
        assert serve.pages() != child
        phone.close()
    finally:
        serve.stop()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_however_the_referee_ends_so_do_its_pages_and_leave_nothing(
    tmp_path: Path, number: signal.Signals
) -> None:
    serve = Serve(tmp_path, TMPDIR=str(tmp_path))
    child = serve.pages()
    assert [p.name for p in tmp_path.glob("referee-*/*")] == ["pages"]
    assert [oct(p.stat().st_mode)[-3:] for p in tmp_path.glob("referee-*")] == ["700"]
    serve.end(number)
    until(
        lambda: not Path(f"/proc/{child}").exists(), lambda: time.sleep(0.05), lambda: "it lives on"
    )
    assert not list(tmp_path.glob("referee-*"))
    with closing(listen("127.0.0.1", serve.port)):  # the port is free
        pass
