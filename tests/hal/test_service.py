"""What the service manager hears from a running panel."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from hal.clock import MonotonicClock
from hal.config import parse
from hal.interfaces import SIZE
from hal.panel import build
from hal.runner import Runner
from hal.service import Service
from sim.board import SimBoard
from tests.hal.demo import Demo


class Manager:
    """The other end of the socket."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address)
        self._socket.settimeout(10.0)

    def hear(self) -> str:
        return self._socket.recv(4096).decode()

    def hear_until(self, message: str) -> list[str]:
        heard = [self.hear()]
        while heard[-1] != message:
            heard.append(self.hear())
        return heard

    def silent(self, seconds: float) -> bool:
        """Whether nothing comes for so long."""
        self._socket.settimeout(seconds)
        try:
            self.hear()
        except TimeoutError:
            return True
        finally:
            self._socket.settimeout(10.0)
        return False

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    peer = Manager(tmp_path)
    yield peer
    peer.close()


class Polite(Demo):
    """Says goodbye; may be made to hang in its tick."""

    def __init__(self) -> None:
        super().__init__()
        self.wants = 0.01
        self.hangs = threading.Event()
        self.goes_on = threading.Event()

    def tick(self, now: float) -> float | None:
        if self.hangs.is_set():
            self.goes_on.wait()
        return super().tick(now)

    def last_words(self) -> Image.Image:
        image = Image.new("1", SIZE)
        image.putpixel((3, 4), 1)
        return image


class Panel:
    """A panel that runs in a thread of its own, on the real clock."""

    def __init__(self, manager: Manager, **environ: str) -> None:
        self.program = Polite()
        self.board = SimBoard(parse(""), MonotonicClock())
        self.service = Service({"NOTIFY_SOCKET": manager.address, **environ})
        self.runner = Runner(build(self.board.config, self.board.hardware), self.program)
        self.thread = threading.Thread(target=self.runner.run, args=(self.service,))
        self.thread.start()

    def stop(self) -> None:
        self.program.goes_on.set()
        self.runner.stop()
        self.thread.join(10.0)
        self.service.close()
        assert not self.thread.is_alive()


def test_it_hears_when_the_panel_is_ready_what_is_lost_and_when_it_ends(manager: Manager) -> None:
    panel = Panel(manager)
    assert manager.hear() == "READY=1"
    assert panel.board.picture().getbbox() is not None, "there is something to see already"
    panel.board.bus.unplug()
    panel.board.push("roll")
    assert manager.hear().startswith("STATUS=lost: screen (")
    panel.stop()
    assert manager.hear_until("STOPPING=1")


def test_ready_means_that_people_can_see_it(manager: Manager) -> None:
    """Whoever is called then finds the first picture on the display."""
    board = SimBoard(parse(""), MonotonicClock())
    runner = Runner(build(board.config, board.hardware), Demo())
    seen: list[object] = []

    def ready() -> None:
        seen.append(board.picture().getbbox())
        runner.stop()

    service = Service({"NOTIFY_SOCKET": manager.address})
    runner.run(service, ready)
    service.close()
    assert len(seen) == 1
    assert seen[0] is not None
    assert manager.hear() == "READY=1"


def test_the_last_words_stay_on_the_screen(manager: Manager) -> None:
    panel = Panel(manager)
    manager.hear_until("READY=1")
    panel.stop()
    assert panel.board.picture().tobytes() == panel.program.last_words().tobytes()
    assert panel.board.chip.contrast < 100
    assert all(panel.board.lamp(name) is None for name in panel.board.config.lamps)


def test_the_watchdog_is_fed_while_nothing_happens_and_starves_when_the_loop_hangs(
    manager: Manager,
) -> None:
    panel = Panel(manager, WATCHDOG_USEC="40000")
    heard = [manager.hear() for _ in range(6)]
    assert heard == ["READY=1", *["WATCHDOG=1"] * 5]
    panel.program.hangs.set()
    while not manager.silent(0.15):
        pass
    panel.program.goes_on.set()
    assert manager.hear() == "WATCHDOG=1"
    panel.stop()


@pytest.mark.parametrize(
    ("environ", "interval"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "3000000"}, 1.5),
        ({"WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_the_watchdog_may_be_off_or_somebody_elses(
    manager: Manager, environ: dict[str, str], interval: float | None
) -> None:
    service = Service({"NOTIFY_SOCKET": manager.address, **environ})
    assert service.interval == interval
    service.close()


def test_without_a_manager_and_after_it_has_gone_nothing_happens(manager: Manager) -> None:
    alone = Service({"WATCHDOG_USEC": "1000000"})
    assert alone.interval is None
    alone.ready()
    left = Service({"NOTIFY_SOCKET": manager.address})
    manager.close()
    left.ready()
    left.close()
    left.status("nobody listens")
