"""How the box starts in a browser: what is loaded, the CPU it takes, and how long it takes with a
CPU that is four times slower.

``python -m bench.site`` prints it, with ``--docs`` into docs/site.md; it takes a built site
(``make site``), Debian's Chromium and Playwright. A start ends when the first question can be
answered. Chromium's own throttle does not reach workers, so all processes of the browser are
stopped for three quarters of the time.
"""

from __future__ import annotations

import gzip
import json
import os
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bench.browser import CHROMIUM, there
from bench.figures import Figure, show

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

#: Of so many seconds the browser runs one part of `SLOWER`.
BEAT: Final = 0.04
SLOWER: Final = 4
#: Warm starts of each sort.
TIMES: Final = 5
#: CPU seconds of a warm start, all processes and threads: with two cores at a quarter of their
#: speed that is 5 s at most.
MOST: Final = 2.5
#: Bytes of a first visit, packed.
MOST_BYTES: Final = 6_250_000

#: Where the docs have them.
DOCS: Final = Path(__file__).parents[1] / "docs" / "site.md"
BEGIN: Final = "<!-- from python -m bench.site --docs -->\n"
END: Final = "<!-- end -->\n"
_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds by the clock, and of CPU."""

    clock: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Starts:
    """``raw`` and ``packed``: bytes that a first visit waits for."""

    raw: int
    packed: int
    cold: Start
    warm: list[Start]
    slow: list[Start]

    def figures(self) -> Iterator[Figure]:
        yield Figure(
            "site: a first visit loads, packed", self.packed / 1e6, "MB", MOST_BYTES / 1e6,
            f"{self.raw / 1e6:.1f} MB unpacked",
        )  # fmt: skip
        yield Figure("site: cold start, CPU", self.cold.cpu, "s", None, f"{self.cold.clock:.1f} s")
        warm = statistics.median(start.cpu for start in self.warm)
        clock = statistics.median(start.clock for start in self.warm)
        yield Figure("site: warm start, CPU, median", warm, "s", MOST, f"{clock:.1f} s")
        slow = sorted(start.clock for start in self.slow)
        yield Figure(
            f"site: warm start, CPU / {SLOWER}, median", statistics.median(slow), "s", None,
            f"{slow[0]:.1f} to {slow[-1]:.1f} s of {len(slow)}",
        )  # fmt: skip

    def told(self) -> str:
        """What the docs say."""
        warm, slow = ([start.clock for start in some] for some in (self.warm, self.slow))
        cpu = statistics.median(start.cpu for start in self.warm)
        return (
            f"A first visit loads {self.raw / 1e6:.1f} MB, {self.packed / 1e6:.2f} MB if the server"
            f" packs them, and took {self.cold.clock:.1f} s until the first question could be"
            f" answered, {self.cold.cpu:.1f} s of CPU.\nA later one took"
            f" {statistics.median(warm):.1f} s, {cpu:.1f} s of CPU; {statistics.median(slow):.1f} s"
            f" ({min(slow):.1f} to {max(slow):.1f}) with the whole browser stopped three quarters"
            f" of the time on {os.cpu_count()} cores\n(the machine's load was"
            f" {os.getloadavg()[0]:.1f}).\n"
        )


def measured() -> Starts:
    from playwright.sync_api import sync_playwright

    from tests.site.check_site import kept, served
    from website.__main__ import BUILD

    play = BUILD / "html" / "play"
    names = [file["name"] for file in json.loads((play / "files.json").read_text())]
    loaded = [(play / name).read_bytes() for name in names]
    packed = sum(len(gzip.compress(data, 9)) for data in loaded)
    with served() as url, sync_playwright() as playwright, tempfile.TemporaryDirectory() as home:
        context = playwright.chromium.launch_persistent_context(
            home, executable_path=CHROMIUM, args=["--no-sandbox"], locale="en-GB"
        )
        address = f"{url}?game=knister#seat"
        cold = started(context, address)
        kept(context.pages[0])
        warm = [started(context, address) for _ in range(TIMES)]
        with slower():
            slow = [started(context, address) for _ in range(TIMES)]
        context.close()
    return Starts(sum(map(len, loaded)), packed, cold, warm, slow)


def started(context: BrowserContext, address: str) -> Start:
    """A start in the only tab."""
    page = context.pages[0]
    page.set_default_timeout(600_000)
    page.goto("about:blank")
    clock, before = time.monotonic(), cpu()
    page.goto(address)
    page.locator(".ask").first.wait_for()
    return Start(time.monotonic() - clock, cpu() - before)


@contextmanager
def slower() -> Iterator[None]:
    """Stop the browser for most of the time."""
    ends = threading.Event()

    def beat() -> None:
        while not ends.wait(BEAT / SLOWER):
            each(signal.SIGSTOP)
            time.sleep(BEAT * (SLOWER - 1) / SLOWER)
            each(signal.SIGCONT)

    beating = threading.Thread(target=beat)
    beating.start()
    try:
        yield
    finally:
        ends.set()
        beating.join()


def each(sign: signal.Signals) -> None:
    for pid in processes():
        with suppress(ProcessLookupError):
            os.kill(pid, sign)


def cpu() -> float:
    """Seconds that the browser's processes have computed so far."""
    return sum(sum(map(int, stat[11:13])) for stat in processes().values()) / _TICKS


def processes() -> dict[int, list[str]]:
    """The browser's processes, which this one has started: what stands behind their names in
    ``/proc/*/stat``."""
    found: dict[int, tuple[str, list[str]]] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            head, _, rest = file.read_text().rpartition(")")
            found[int(file.parent.name)] = (head.partition("(")[2], rest.split())

    def ours(pid: int) -> bool:
        while pid in found and pid != os.getpid():
            pid = int(found[pid][1][1])
        return pid == os.getpid()

    return {
        pid: stat for pid, (name, stat) in found.items() if name.startswith("chrom") and ours(pid)
    }


def figures() -> Iterator[Figure]:
    if there():
        yield from measured().figures()


def document(made: Starts) -> None:
    """Write what the docs say anew."""
    text = DOCS.read_text("utf-8")
    before, rest = text.split(BEGIN)
    DOCS.write_text(f"{before}{BEGIN}{made.told()}{END}{rest.split(END)[1]}", "utf-8")


def main(arguments: Any = sys.argv) -> int:
    if "--docs" not in arguments:
        return show(figures())
    made = measured()
    document(made)
    return show(made.figures())


if __name__ == "__main__":
    sys.exit(main())
