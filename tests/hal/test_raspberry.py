"""The pin library's ways: its folder, its thread, the chip that has the header."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hal.config import parse
from hal.errors import HardwareError
from hal.interfaces import SIZE
from hal.panel import Hardware, build
from hal.raspberry import FOLDER, header_chip, import_lgpio
from hal.runner import Runner
from sim.board import SimBoard
from sim.clock import SimClock
from tests.hal.demo import Demo

#: What lgpio does when it is imported, seen from outside.
LGPIO = """
import os, threading
if folder := os.environ.get("LG_WD"):
    os.chdir(folder)
os.mkfifo(".lgd-nfy0")
_notify_thread = threading.Thread()
"""


class Chips:
    """GPIO chips by number, as lgpio shows them; one with an error for a label cannot be opened."""

    def __init__(self, chips: dict[int, str | Exception]) -> None:
        self._chips = chips
        self.opened: set[int] = set()

    def gpiochip_open(self, number: int) -> int:
        label = self._chips[number]
        if isinstance(label, Exception):
            raise label
        self.opened.add(number)
        return number

    def gpio_get_chip_info(self, handle: int) -> list[object]:
        return [0, 54, f"gpiochip{handle}", self._chips[handle]]

    def gpiochip_close(self, handle: int) -> None:
        self.opened.discard(handle)


@pytest.mark.parametrize(
    ("chips", "header"),
    [
        ({0: "pinctrl-bcm2835", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, 4),
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, 0),
        ({0: PermissionError("can not open gpiochip"), 4: "pinctrl-rp1"}, 4),
    ],
    ids=["Pi 3, Zero 2 W", "Pi 4", "Pi 5, older kernel", "Pi 5, newer kernel", "one is closed"],
)
def test_the_header_is_found_on_every_model(chips: dict[int, str | Exception], header: int) -> None:
    lgpio = Chips(chips)
    assert header_chip(lgpio, chips) == header
    assert lgpio.opened == set()


@pytest.mark.parametrize(
    ("chips", "told"),
    [
        ({}, "there is no /dev/gpiochip"),
        ({0: "gpio-mockup-A"}, "gpiochip0: gpio-mockup-A"),
        ({0: OSError("can not open gpiochip")}, "gpiochip0: can not open gpiochip"),
    ],
)
def test_without_a_header_the_chips_are_named(chips: dict[int, str | Exception], told: str) -> None:
    with pytest.raises(HardwareError, match=f"{told}.*group gpio"):
        header_chip(Chips(chips), chips)


@pytest.fixture
def lgpio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A library that behaves as lgpio does on import, and a working folder."""
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "lgpio.py").write_text(LGPIO)
    (tmp_path / "here").mkdir()
    monkeypatch.syspath_prepend(tmp_path / "library")
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv(FOLDER, "")
    monkeypatch.delenv(FOLDER)
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    yield tmp_path
    sys.modules.pop("lgpio", None)


def test_the_pin_librarys_fifo_is_kept_out_of_the_working_folder(lgpio: Path) -> None:
    import_lgpio()
    assert Path.cwd() == lgpio / "here"
    assert list((lgpio / "here").iterdir()) == []
    assert (Path(os.environ[FOLDER]) / ".lgd-nfy0").is_fifo()


def test_a_folder_that_was_chosen_is_used(lgpio: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (lgpio / "run").mkdir()
    monkeypatch.setenv(FOLDER, str(lgpio / "run"))
    import_lgpio()
    assert (lgpio / "run" / ".lgd-nfy0").is_fifo()
    assert Path.cwd() == lgpio / "here"


def test_a_folder_that_cannot_be_used_is_named(
    lgpio: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER, str(lgpio / "nowhere"))
    with pytest.raises(HardwareError, match=f"{lgpio}/nowhere.*let LG_WD name"):
        import_lgpio()
    assert Path.cwd() == lgpio / "here"


def test_a_private_home_that_may_not_be_entered_again_is_no_fault(
    lgpio: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As ``sudo -u referee`` from a home with the rights 0700, as Debian makes it."""
    (lgpio / "run").mkdir()
    monkeypatch.setenv(FOLDER, str(lgpio / "run"))
    enter = os.chdir

    def chdir(path: str | Path) -> None:
        if str(path) == str(lgpio / "here"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        enter(path)

    monkeypatch.setattr(os, "chdir", chdir)
    import_lgpio()
    assert Path.cwd() == Path("/")


def test_when_the_pin_library_has_stopped_the_program_ends_so_that_it_is_started_again() -> None:
    board = SimBoard(parse(""), SimClock())
    ended = "the pin library's thread has ended"
    hardware = Hardware(
        board.hardware.clock, board.hardware.pins, board.bus.open, board.spi.open, lambda: ended
    )
    runner = Runner(build(board.config, hardware), Demo())
    with pytest.raises(HardwareError, match=ended):
        runner.run()
    assert board.chip.on  # the display says so until it is started again
    assert board.picture().size == SIZE
    assert board.picture().getbbox() is not None
