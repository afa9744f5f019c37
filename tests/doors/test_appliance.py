"""``referee run`` as the box's service: how it ended before, how it ends, what it goes on with.

The box runs as a child process on simulated electrics in real time; lines on its standard input
are hands.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.doors.process import started


class Box:
    """The running box."""

    def __init__(self, home: Path, *args: str) -> None:
        self._home = home
        self.process = started(home, "run", "--lang", "en", "--simulate", *args)

    def do(self, *lines: str) -> Box:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()
        return self

    def drawn(self) -> str:
        """What the display shows, as soon as it shows something."""
        for _ in range(100):
            if "█" in (art := self.screen()):
                return art
        pytest.fail("the display stays dark")

    def screen(self) -> str:
        """What the display shows just now, as text art."""
        assert self.process.stdout is not None
        self.do("screen")
        rows = [self.process.stdout.readline().decode() for _ in range(34)]
        return "".join(rows)

    def stop(self, number: int = signal.SIGTERM) -> str:
        """End it; returns what it has complained about."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=30)
        return errors.decode()


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Callable[..., Box]]:
    boxes: list[Box] = []

    def start(*args: str) -> Box:
        boxes.append(Box(tmp_path, *args))
        return boxes[-1]

    yield start
    for made in boxes:
        if made.process.poll() is None:
            made.stop(signal.SIGKILL)


def test_it_ends_orderly_on_a_signal_and_leaves_no_trace(
    box: Callable[..., Box], tmp_path: Path
) -> None:
    running = box()
    running.drawn()
    assert (tmp_path / "data" / "running").exists()
    running.stop()
    assert running.process.returncode == 0
    assert not (tmp_path / "data" / "running").exists()
