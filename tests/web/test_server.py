"""The server on a real socket: who is let in, and what a bad client costs."""

from __future__ import annotations

import gc
import gzip
import http.client
import json
import re
import socket
import tracemalloc
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from referee.authority import BURST, PAGES
from referee.kernel.errors import RefereeError
from referee.web.line import LONGEST
from referee.web.pages import BUILD, FILES, INDEX, PLACE
from tests.web.served import Served


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served("knister", ["Anna", "Ben"], delay=0.0, dice="device", sheets="device") as running:
        yield running


@contextmanager
def page(served: Served, **headers: str) -> Iterator[ClientConnection]:
    port = served.port
    origin = headers.pop("origin", f"http://127.0.0.1:{port}")
    with connect(
        f"ws://127.0.0.1:{port}/ws", origin=origin, additional_headers=headers, compression=None,
        max_queue=None,
    ) as line:  # fmt: skip
        yield line


def ask(line: ClientConnection, n: int, **request: Any) -> dict[str, Any]:
    line.send(json.dumps({"n": n, **request}))
    while True:
        message = json.loads(line.recv(timeout=30))
        if message.get("n") == n:
            assert isinstance(message, dict)
            return message


def get(
    served: Served, path: str, host: str | None = None, method: str = "GET", **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    port = served.port
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", host or f"127.0.0.1:{port}")
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        response = connection.getresponse()
        return response, response.read()


#: The files that the page loads.
LOADED = [name for name in FILES if name != INDEX]


def placed(name: str) -> str:
    return f"/{PLACE}{name}"


def drain(line: ClientConnection) -> None:
    """Read until the other end closes the line."""
    while True:
        line.recv(timeout=30)


def test_every_file_comes_with_its_type_and_a_strict_policy(served: Served) -> None:
    for path in ("/", "/index.html", *map(placed, LOADED)):
        response, body = get(served, path)
        assert response.status == 200
        assert body
        assert "default-src 'none'" in response.headers["content-security-policy"]
        assert response.getheader("x-content-type-options") == "nosniff"
    assert BUILD.encode() in get(served, "/")[1]
    for path in ("/../pyproject.toml", placed("vendor/README.md"), placed("../../__init__.py")):
        assert get(served, path)[0].status == 404


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "[::1", ""])
def test_a_foreign_host_name_gets_no_page(served: Served, host: str) -> None:
    response, _ = get(served, "/", host=host.format(port=served.port) or "-")
    assert response.status == 403


def test_nothing_but_reading_is_done_by_plain_requests(served: Served) -> None:
    assert get(served, "/", method="POST")[0].status == 403
    assert get(served, "/", Origin="http://evil.example")[0].status == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1"])
def test_a_foreign_page_gets_no_line(served: Served, origin: str) -> None:
    with pytest.raises(InvalidStatus), page(served, origin=origin):
        pass


def test_a_page_on_this_computer_is_let_in_and_a_second_greeting_changes_nothing(
    served: Served,
) -> None:
    with page(served) as line:
        first = ask(line, 1, do="hello", language="de")
        assert (first["known"], first["panel"], first["build"]) == (True, True, BUILD)
        again = ask(line, 2, do="hello", language="de", token=first["token"])
        assert again["token"] == first["token"]


@pytest.mark.parametrize(
    ("host", "scheme", "added", "panel"),
    [
        ("localhost:{port}", "http", {}, True),
        ("[::1]:{port}", "http", {}, True),
        ("evil.local:{port}", "http", {}, False),
        (f"{socket.gethostname()}:{{port}}", "http", {}, False),
        ("192.168.1.2:{port}", "http", {}, False),
        ("table.local", "https", {}, False),
        ("localhost:8443", "https", {}, False),
        ("localhost:{port}", "http", {"X-Forwarded-For": "192.168.1.66"}, False),
        ("127.0.0.1:{port}", "http", {"Via": "1.1 proxy"}, False),
    ],
)
def test_a_name_that_others_may_give_away_or_a_proxy_makes_nobody_local(
    served: Served, host: str, scheme: str, added: dict[str, str], panel: bool
) -> None:
    """Somebody in the home network lets a name of his mean this computer, in a browser on it; or
    all phones come by a proxy that runs on it."""
    named = host.format(port=served.port)
    peer = socket.create_connection(("127.0.0.1", served.port))
    origin = f"{scheme}://{named}"
    with connect(f"ws://{named}/ws", sock=peer, origin=origin, additional_headers=added) as line:
        greeted = ask(line, 1, do="hello", language="en")
        assert (greeted["known"], greeted["panel"]) == (panel, panel)


def test_the_page_loads_files_of_its_own_build_which_never_change(served: Served) -> None:
    for name in LOADED:
        packed, body = get(served, placed(name), **{"Accept-Encoding": "gzip, br"})
        assert packed.getheader("cache-control") == "public, max-age=31536000, immutable"
        text = gzip.decompress(body)
        assert text == get(served, placed(name))[1]
        for address in re.findall(rb"[\"`]/([a-z-]+/[^\"`$#]*|[a-z]+\.[a-z]+)", text):
            if b"vendor" not in name.encode():
                assert address.startswith(f"static/{BUILD}/".encode()), (name, address)
        assert get(served, f"/{name}")[0].status == 404  # of no build, of another one
        assert get(served, f"/static/{'0' * len(BUILD)}/{name}")[0].status == 404
    assert get(served, placed("index.html"))[0].status == 404


def test_what_is_loaded_again_is_a_kilobyte_at_most(served: Served) -> None:
    """A browser asks for the page alone; with all that is said on the line besides."""
    first, _ = get(served, "/")
    tag = first.getheader("etag") or ""
    assert first.getheader("cache-control") == "no-cache"
    again, nothing = get(served, "/", **{"If-None-Match": tag})
    assert (again.status, nothing) == (304, b"")
    assert len(str(again.headers)) <= 700
    scanned, _ = get(served, "/J/K7F3QMNP", **{"If-None-Match": tag})
    assert (scanned.status, scanned.getheader("cache-control")) == (200, "no-store")


def test_the_shell_and_one_games_drawings_are_small(served: Served) -> None:
    packed = {"Accept-Encoding": "gzip"}
    sizes = {name: len(get(served, placed(name), **packed)[1]) for name in LOADED}
    sizes["index.html"] = len(get(served, "/", **packed)[1])
    assert sum(sizes[name] for name in _shell()) <= 35_000
    assert sum(sizes[name] for name in _shell("app.js", "seat.js")) <= 42_000
    game = {name for name in sizes if "knight-rider" in name}
    assert len(game) == 3
    assert sum(sizes[name] for name in game) <= 20_000


def _shell(*scripts: str) -> set[str]:
    """What is loaded before a seat or the board is shown; pages and games come after it."""
    page = FILES["index.html"].decode()
    found, open_ = {"index.html", "sprites/table.svg"}, [*scripts] or ["app.js"]
    found |= set(re.findall(r'<(?:link|script)\b[^>]* (?:href|src)="/([^"]+)"', page)) - {*open_}
    while open_:
        name = open_.pop()
        if name not in found:
            found.add(name)
            open_ += re.findall(r'^import [^;]*from "/([^"]+)"', FILES[name].decode(), re.M)
    return found


def test_a_television_of_the_owner_shows_how_to_join() -> None:
    """Its page could press its way to the same code."""
    with Served("knister", ["Anna", "Ben"], invites=True) as served:
        code = served.do(lambda: served.doorkeeper.code(served.runner_now()))
        with page(served) as line:
            ask(line, 1, do="hello")
            card = ask(line, 2, do="invite")
        assert card["code"] == code
        assert len(card["modules"]) == len(card["modules"][0]) >= 21


def test_where_no_phone_can_come_there_is_nothing_to_show(served: Served) -> None:
    with page(served) as line:
        ask(line, 1, do="hello")
        assert ask(line, 2, do="invite")["modules"] == []


def test_noise_is_answered_and_breaks_nothing(served: Served) -> None:
    with page(served) as line:
        for text in ("", "{", "[]", "7", '{"n":1e999}', '{"do":"press"}', "\u0000", '{"n":true}'):
            line.send(text)
        assert ask(line, 5, do="no such thing")["key"] == "web.request"
        assert ask(line, 6, do="hello", token=["x"], language={})["type"] == "welcome"


def test_what_is_too_long_or_too_much_ends_the_line_and_no_other(served: Served) -> None:
    with page(served) as other, page(served) as line:
        line.send("x" * (LONGEST + 1))
        with pytest.raises(ConnectionClosed):
            drain(line)
        with page(served) as flood:
            with suppress(ConnectionClosed):
                for number in range(round(4 * BURST)):
                    flood.send(json.dumps({"n": number, "do": "ping"}))
            with pytest.raises(ConnectionClosed):
                drain(flood)
        assert ask(other, 1, do="ping")["type"] == "done"


def test_only_so_many_pages_at_once(served: Served) -> None:
    with ExitStack() as open_pages:
        lines = []
        for _ in range(PAGES + 1):
            lines.append(open_pages.enter_context(page(served)))
            assert ask(lines[-1], 1, do="hello")["known"]
        with page(served) as late:
            assert ask(late, 1, do="hello")["known"]
            with pytest.raises(ConnectionClosed):
                drain(lines.pop())
            assert all(ask(line, 2, do="ping")["type"] == "done" for line in lines)


def test_two_hundred_who_say_nothing_are_hung_up_on() -> None:
    """Half open, and idle: each takes a place until it has been silent for too long."""
    with Served("knister", ["Anna", "Ben"], silence=0.3) as quiet:
        silent = [
            socket.create_connection(("127.0.0.1", quiet.port), timeout=30) for _ in range(200)
        ]
        try:
            for number, line in enumerate(silent):
                if number % 2:
                    line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")  # never finished
            for line in silent:
                with suppress(ConnectionResetError):
                    said = line.recv(1024)  # times out, if nobody hangs up
                    assert not said or said.startswith(b"HTTP/1.1 503")
            response, _ = get(quiet, "/")
            assert response.status == 200
        finally:
            for line in silent:
                line.close()


def test_three_hundred_who_say_nothing_keep_nobody_from_the_first_page(served: Served) -> None:
    """Half of 34 pages that were asked for got 503, for as long as those were not hung up on."""
    with ExitStack() as open_lines:
        for number in range(300):
            at = ("127.0.0.1", served.port)
            silent = socket.create_connection(at, 30, (f"127.0.0.{66 + number % 3}", 0))
            open_lines.callback(silent.close)
            with suppress(ConnectionError):
                silent.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")  # never finished
            if number % 10 == 9:
                assert get(served, "/")[0].status == 200
        with page(served) as line:
            assert ask(line, 1, do="hello")["known"]


def test_what_bad_clients_send_is_not_kept(served: Served) -> None:
    """Oversize, malformed, too much, on many lines: memory stays what it was."""
    bad = ("x" * (LONGEST + 1), "{" * 4000, json.dumps({"n": 1, "do": "code", "code": "x" * 4000}))

    def attack(times: int) -> None:
        for number in range(times):
            with page(served) as line, suppress(ConnectionClosed):
                for _ in range(20):
                    line.send(bad[number % len(bad)])
                    line.send(json.dumps({"n": number, "do": "import", "part": "x" * 4000}))
                ask(line, 1, do="ping")

    attack(3)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        attack(12)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 2_000_000, f"{(after - before) / 1e6:.1f} MB are kept"


def test_whoever_takes_nothing_is_hung_up_on_when_the_pages_end() -> None:
    with ExitStack() as stack:
        served = Served("knister", ["Anna", "Ben"])
        served.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        stack.enter_context(served)
        slow = stack.enter_context(closing(socket.socket()))
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", served.port))
        host = f"Host: 127.0.0.1:{served.port}"
        slow.sendall(f"GET /sprites/knight-rider.svg HTTP/1.1\r\n{host}\r\n\r\n".encode())
        assert slow.recv(1)
        served.stop_server()
        gc.collect()  # warns of what is still open


def test_a_port_that_is_taken_is_told(served: Served) -> None:
    with pytest.raises(RefereeError, match=r"error\.web\.port"):
        Served("knister", ["Anna"], port=served.port)
