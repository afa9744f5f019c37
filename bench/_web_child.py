"""A server to be measured from outside: a simulated panel's ``pages``, the same with ``records``
of a kept match, with ``guests`` alone beside a match, or an ``echo``."""

from __future__ import annotations

import json
import re
import secrets
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen

from bench.panel import StopChip
from hal.clock import MonotonicClock
from hal.config import parse
from hal.panel import build
from hal.runner import Runner
from referee.doors import pages
from referee.doors.memory import settle
from referee.doors.serve import listen
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.kernel.text import Plain
from referee.table.program import TableProgram
from sim.board import SimBoard
from tests.web.scenes import play_on


def say(**data: object) -> None:
    print(json.dumps(data), flush=True)


def memory(process: str = "self") -> float:
    """Megabytes that a process has now; this one."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found is not None
    return int(found[1]) / 1024


def switches() -> int:
    """How often the process's threads have gone to sleep by themselves."""
    total = 0
    for status in Path("/proc/self/task").glob("*/status"):
        found = re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status.read_text("ascii"), re.M)
        total += int(found[1]) if found is not None else 0
    return total


class Panel:
    """The program on simulated electrics, its loop in a thread, and its pages."""

    def __init__(
        self, store: Store | None = None, match: Match | None = None, *, open_panel: bool = True
    ) -> None:
        self._board = SimBoard(parse(""), MonotonicClock())
        self._chip = self._board.bus.chip = StopChip("ssd1306")
        parts = build(self._board.config, self._board.hardware)
        program = TableProgram(store, lambda: secrets.token_hex(16))
        self.runner = runner = Runner(parts, program)
        if match is not None:
            program.show(match)
        runner.step()
        self._before = memory()
        began = time.process_time()
        pages.load()
        listening = listen("127.0.0.1", 0)
        self.port = int(listening.getsockname()[1])
        self.beside = pages.Beside(listening)
        at = self.beside.listen()
        serving = pages.serve(program, runner, parts, at, self.port, open_panel=open_panel)
        self.code = serving.doorkeeper.code(parts.clock.now())
        self.beside.start()
        with urlopen(f"http://127.0.0.1:{self.port}/", timeout=60) as page:  # it is there
            page.read()
        settle()  # as the panel's program does
        self.cpu = time.process_time() - began
        self.served = self.more()

    def more(self) -> float:
        """Megabytes more than without pages, in this process."""
        return memory() - self._before

    def whole(self) -> tuple[float, float]:
        """Megabytes of this process and of the pages'."""
        tasks = Path("/proc/self/task").glob("*/children")
        (child,) = " ".join(task.read_text() for task in tasks).split()
        return memory(), memory(child)

    def presses(self, times: int = 30) -> tuple[list[float], list[float]]:
        """Milliseconds from an edge to the first byte that the display gets: by the clock, and
        what all threads of this process have computed meanwhile."""
        found, spent = [], []
        for number in range(times):
            button = "down" if number % 2 else "up"
            time.sleep(0.06)
            self._chip.arrived.clear()
            began, before = time.perf_counter(), time.process_time()
            self._board.push(button)
            if not self._chip.arrived.wait(5.0):
                raise AssertionError("a press did not reach the display")
            found.append(1000 * (self._chip.at - began))
            spent.append(1000 * (self._chip.spent - before))
            self._board.release(button)
        return found, spent

    def idle(self, seconds: float = 4.0) -> float:
        """Wake-ups a second while nothing happens, but for this thread's own."""
        time.sleep(0.5)
        before = switches()
        time.sleep(seconds)
        return (switches() - before - 1) / seconds


NAMES = ["Anna", "Ben", "Cem", "Dora"]


def keep_match(store: Store) -> None:
    """A whole match of Fette Autos, as its easiest computer players play it."""
    options: dict[str, Plain] = {"cards": "device", "dice": "device"}
    match = Match.new(find_game("fette-autos"), NAMES, options, "bench", store=store)
    while not match.over:
        play_on(match)


def serve_pages(
    store: Store | None = None, match: Match | None = None, *, open_panel: bool = True
) -> None:
    """The store belongs to the thread that made it, so the loop runs here."""
    panel = Panel(store, match, open_panel=open_panel)
    threading.Thread(target=answer, args=(panel,), daemon=True).start()
    panel.runner.run()


def answer(panel: Panel) -> None:
    say(port=panel.port, cpu=panel.cpu, served=panel.served, code=panel.code)
    for line in sys.stdin:
        if line == "idle\n":
            say(wakes=panel.idle())
        elif line == "memory\n":
            say(mb=panel.more(), whole=panel.whole())
        else:
            found, spent = panel.presses()
            say(ms=found, cpu=spent)


#: A page that paints what it hears, as large as the panel's.
ECHO = """<!doctype html><title>echo</title><body><canvas width=128 height=64></canvas><script>
const line = new WebSocket(`ws://${location.host}/ws`);
const canvas = document.querySelector("canvas").getContext("2d");
window.press = () => line.send("x".repeat(60));
line.onmessage = () => canvas.putImageData(canvas.createImageData(128, 64), 0, 0);
line.onopen = () => { document.body.className = "ready"; };
</script>"""


def serve_echo() -> None:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.responses import HTMLResponse
    from starlette.routing import Route, WebSocketRoute

    async def echo(socket: Any) -> None:
        await socket.accept()
        async for text in socket.iter_text():
            await socket.send_text(text)

    async def page(request: object) -> HTMLResponse:
        return HTMLResponse(ECHO)

    at = listen("127.0.0.1", 0)
    config = uvicorn.Config(
        Starlette(routes=[Route("/", page), WebSocketRoute("/ws", echo)]), ws="websockets-sansio",
        ws_per_message_deflate=False, lifespan="off", log_config=None,
    )  # fmt: skip
    say(port=at.getsockname()[1])
    uvicorn.Server(config).run(sockets=[at])


def serve_records() -> None:
    with TemporaryDirectory() as folder, closing(Store(Path(folder) / "m.sqlite", time.time)) as db:
        keep_match(db)
        serve_pages(db)


def serve_guests() -> None:
    """A match goes on, with hands that are hidden; another one is kept. Nobody has the panel."""
    with TemporaryDirectory() as folder, closing(Store(Path(folder) / "m.sqlite", time.time)) as db:
        keep_match(db)
        options: dict[str, Plain] = {"cards": "device", "dice": "device", "hide": True}
        match = Match.new(find_game("fette-autos"), NAMES, options, "bench", store=db)
        serve_pages(db, match, open_panel=False)


if __name__ == "__main__":
    {
        "pages": serve_pages, "records": serve_records, "guests": serve_guests, "echo": serve_echo,
    }[sys.argv[1]]()  # fmt: skip
