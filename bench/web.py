"""The pages: what they cost the panel, and how fast their messages are. `bench.browser` looks at a
browser.

``python -m bench.web`` prints it. The program serves in a process of its own, with eight pages
open; beside it stands a bare WebSocket echo by the same server.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple

from bench._web_company import HELLO, PICTURE, BareLine
from bench.figures import Figure, show

CLIENTS = 8


class Child:
    """A server in a process of its own; answers one line of JSON for each command."""

    def __init__(self, kind: str, log: IO[str] | None = None) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench._web_child", kind],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
        )  # fmt: skip
        self.said = self._read()
        self.port = int(self.said["port"])

    def ask(self, command: str) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()
        return self._read()

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        said: dict[str, Any] = json.loads(self._process.stdout.readline())
        return said


@contextmanager
def company(child: Child, *hello: str) -> Iterator[None]:
    """The other pages; with ``hello`` they get the panel's pictures."""
    others = subprocess.Popen(
        [sys.executable, "-m", "bench._web_company", str(child.port), str(CLIENTS - 1), *hello],
        stdout=subprocess.PIPE,
    )
    try:
        assert others.stdout is not None
        assert others.stdout.readline() == b"ready\n"
        yield
    finally:
        others.kill()
        others.communicate()


def messages(pages: Child, echo: Child, times: int) -> tuple[list[float], list[float]]:
    """Milliseconds from a press of a page to the panel's new picture at that page, and from a
    message to its echo; in turns, with as many pages open at both servers."""
    ours, echoes = [], []
    with company(pages, "hello"), company(echo):
        panel, bare = BareLine(pages.port), BareLine(echo.port)
        panel.send(HELLO)
        panel.until(PICTURE)
        for number in range(times):
            button = "down" if number % 2 else "up"
            press = json.dumps({"n": 2 + number, "do": "press", "button": button})
            ours.append(_timed(panel, press, PICTURE))
            echoes.append(_timed(bare, press, b"press"))
    return ours, echoes


def _timed(line: BareLine, text: str, sign: bytes) -> float:
    time.sleep(0.06)
    began = time.perf_counter()
    line.send(text)
    line.until(sign)
    return 1000 * (time.perf_counter() - began)


class Pressed(NamedTuple):
    """Milliseconds from a button's edge to the display, of every press: by the clock, and what the
    whole program has computed meanwhile."""

    clock: list[float]
    computed: list[float]


def flooded(
    child: Child, blocks: int, storms: Sequence[str]
) -> tuple[list[Pressed], list[Pressed]]:
    """Presses, in blocks: quiet, and while this program's pages storm; both in turns."""
    quiet, flood = [], []
    for _ in range(blocks):
        one, other = Pressed([], []), Pressed([], [])
        for _ in range(8):
            _press(child, one)
            storm = subprocess.Popen([sys.executable, "-m", *storms], stderr=subprocess.DEVNULL)
            time.sleep(2.0)
            _press(child, other)
            storm.kill()
            storm.wait()
        quiet.append(one)
        flood.append(other)
    return quiet, flood


def _press(child: Child, into: Pressed) -> None:
    said = child.ask("presses")
    into.clock.extend(said["ms"])
    into.computed.extend(said["cpu"])


def flood_figures(child: Child, blocks: int) -> Iterator[Figure]:
    """What has been computed is of the block in which the machine did least else, which only adds
    to it; the clock has no limit, for a busy machine lets everybody wait."""
    quiet, flood = flooded(child, blocks, ("bench._web_flood", str(child.port)))
    one, other = (min(p99(block.computed) for block in arm) for arm in (quiet, flood))
    yield Figure(
        "button to display, computed, p99, flooded to quiet", other / one, "x", 1.2,
        f"{other:.1f} ms CPU, quiet {one:.1f} ms CPU",
    )  # fmt: skip
    one, other = (p99([ms for block in arm for ms in block.clock]) for arm in (quiet, flood))
    yield Figure(
        "button to display, p99, flooded", other, "ms", None, f"quiet {one:.1f} ms"
    )  # fmt: skip


def adversary_figures(blocks: int) -> Iterator[Figure]:
    """Somebody with the code, beside a match. One of his requests may lie before a press: that is
    what its p99 is."""
    with TemporaryFile("w+", encoding="utf-8") as log, closing(Child("guests", log)) as child:
        before = child.ask("memory")["mb"]
        storms = ("bench._web_adversary", str(child.port), child.said["code"])
        quiet, beside = flooded(child, blocks, storms)
        pairs = [[ms for block in arm for ms in block.computed] for arm in (quiet, beside)]
        one, other = map(statistics.mean, pairs)
        yield Figure(
            "button to display, computed, mean, an adversary to quiet", other / one, "x", 1.2,
            f"{other:.2f} ms CPU, quiet {one:.2f} ms CPU",
        )  # fmt: skip
        one, other = map(p99, pairs)
        yield Figure(
            "button to display, computed, p99, an adversary", other, "ms", None,
            f"quiet {one:.1f} ms",
        )  # fmt: skip
        more = child.ask("memory")["mb"] - before
        yield Figure("pages: more memory, an adversary", more, "MB", 20)
        log.seek(0)
        yield Figure("tracebacks in the log, an adversary", log.read().count("Traceback"), "", 0)


def p99(times: Sequence[float]) -> float:
    return statistics.quantiles(times, n=100)[98]


def figures(times: int = 100, blocks: int = 2) -> Iterator[Figure]:
    with ExitStack() as stack:
        child, echo = Child("pages"), Child("echo")
        stack.callback(child.close)
        stack.callback(echo.close)
        yield Figure("pages: more memory (RSS), nobody there", child.said["served"], "MB", 20)
        yield Figure("pages: more CPU at the start", child.said["cpu"], "s", 0.5)
        idle = child.ask("idle")["wakes"]
        ours, echoes = messages(child, echo, times)
        held = child.ask("memory")
        yield Figure(f"pages: more memory, {CLIENTS} pages", held["mb"], "MB", 20)
        yield Figure(
            "pages: memory of both processes (RSS)", sum(held["whole"]), "MB", 90,
            "the panel's {:.0f} MB, the pages' {:.0f} MB".format(*held["whole"]),
        )  # fmt: skip
        yield Figure("pages: wake-ups a second, nobody there", idle, "1/s", 1.0, "uvicorn alone 10")
        for name, pick in (("median", statistics.median), ("p99", p99)):
            beside = f"bare echo {pick(echoes):.1f} ms"
            yield Figure(f"press to picture's arrival, {name}", pick(ours), "ms", None, beside)
        yield from flood_figures(child, blocks)
    yield from adversary_figures(blocks)


def main() -> int:
    return show(figures())


if __name__ == "__main__":
    sys.exit(main())
