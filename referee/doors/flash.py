"""``referee box flash``: puts the seat box's firmware on its board, by mpremote."""

from __future__ import annotations

import argparse
import runpy
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import firmware
from firmware.settings import Settings
from hal.box.ports import UsbPorts
from hal.box.trouble import Trouble
from hal.box.wire import NoWire, Wire
from hal.clock import MonotonicClock
from hal.errors import HardwareError
from referee.doors.terminal import tell
from referee.doors.watch import Watch, reason_text
from referee.doors.words import Words

#: Seconds: until a program that was asked to stop is gone, a board is back, a command has ended.
STOPPED: Final = 3.0
BACK: Final = 10.0
PATIENCE: Final = 60.0

#: What writes onto a board; in the extra `pi`, for only few need it.
TOOL: Final = "mpremote"

_SOURCE: Final = Path(firmware.__file__).parent
#: What belongs to the board's top folder; ``main.py`` comes last, so that no half is ever started.
_MAIN, _PINS = _SOURCE / "main.py", _SOURCE / "config.py"
MODULES: Final = sorted(path for path in _SOURCE.glob("*.py") if path not in (_MAIN, _PINS))

#: Run on the board; prints whether it has pins of its own.
_PREPARE: Final = """
import os
try:
    os.remove('main.py')
except OSError:
    pass
if 'firmware' not in os.listdir():
    os.mkdir('firmware')
print('config.py' in os.listdir())
"""


class FlashError(HardwareError):
    """Why the firmware is not on the board, as a sentence in the user's language."""


def run(args: argparse.Namespace) -> int:
    """Exit code 1 when the box does not work afterwards. Raises FlashError."""
    words = Words(args.lang)
    if find_spec(TOOL) is None:
        raise FlashError(words("box.flash.no-tool"))
    pins = _checked(Path(args.pins), words) if args.pins else None
    port = args.port or _only_port(words)
    board = Board(port, words)
    board.stop()
    board.write(pins)
    board.restart()
    return 0 if _works(port, words) else 1


def _checked(pins: Path, words: Words) -> Path:
    """The file, if it is a configuration that the board can use."""
    try:
        given = SimpleNamespace(**runpy.run_path(str(pins)))
    except Exception as error:  # whatever stands in it
        detail = f"{type(error).__name__}: {error}"
        raise FlashError(words("box.flash.unreadable", file=str(pins), detail=detail)) from None
    fault = Settings(given).fault
    if fault:
        raise FlashError(words("box.flash.bad-pins", file=str(pins), fault=fault))
    return pins


def _only_port(words: Words) -> str:
    ports = [port.path for port in UsbPorts()() if port.likely]
    if not ports:
        raise FlashError(words("box.flash.none"))
    if len(ports) > 1:
        raise FlashError(words("box.flash.many", ports=", ".join(ports)))
    return ports[0]


def _works(port: str, words: Words) -> bool:
    """Whether a box answers now; what it says of itself is told."""
    watch = Watch(words, MonotonicClock(), UsbPorts(), port, print)
    try:
        while not watch.settled():
            watch.wait(min(watch.step(), 0.1))
        watch.step()
        return watch.works
    finally:
        watch.close()


class Board:
    """A board with MicroPython at a serial port; what is done is told."""

    def __init__(self, port: str, words: Words) -> None:
        self._port = port
        self._words = words

    def stop(self) -> None:
        """End the firmware, if it runs: it ignores Ctrl-C, which noise could contain."""
        self._tell("stop")
        bell = threading.Event()
        try:
            wire = Wire(self._port, bell.set)
        except NoWire as error:
            raise FlashError(reason_text(error.reason, self._words)) from None
        try:
            self._ask_to_stop(wire, bell)
        except NoWire as error:
            if error.reason.trouble is not Trouble.GONE:
                raise
        finally:
            wire.close()
        self._await_port()

    def write(self, pins: Path | None) -> None:
        """Write all modules; the board's own pins stay unless others are given."""
        own = self._mpremote("exec", _PREPARE).strip().endswith("True")
        self._tell("write", n=len(MODULES) + 1)
        copies = ["fs", "cp", *map(str, MODULES), ":firmware/"]
        if pins is not None or not own:
            copies += ["+", "fs", "cp", str(pins or _PINS), ":config.py"]
        self._mpremote(*copies, "+", "fs", "cp", str(_MAIN), ":main.py")
        if pins is not None:
            self._tell("pins", file=str(pins))
        elif own:
            self._tell("kept")

    def restart(self) -> None:
        self._tell("start")
        self._mpremote("reset")
        time.sleep(0.5)  # until the port has gone
        self._await_port()

    def _ask_to_stop(self, wire: Wire, bell: threading.Event) -> None:
        """Raises NoWire when the board starts anew."""
        end = time.monotonic() + STOPPED
        heard = b""
        wire.write(b"\r\nrepl\r\n")
        while time.monotonic() < end and not heard.endswith(b">>> "):
            bell.wait(0.1)
            bell.clear()
            heard += wire.take()

    def _await_port(self) -> None:
        end = time.monotonic() + BACK
        while not Path(self._port).exists():
            if time.monotonic() > end:
                message = self._words("box.flash.gone", port=self._port, seconds=round(BACK))
                raise FlashError(message)
            time.sleep(0.1)

    def _mpremote(self, *command: str) -> str:
        """What it prints; raises FlashError with the last line of its complaint."""
        words = [sys.executable, "-m", TOOL, "connect", self._port, "resume", *command]
        try:
            done = subprocess.run(
                words, capture_output=True, text=True, timeout=PATIENCE, check=False
            )
        except subprocess.TimeoutExpired:
            raise self._failed(("-",)) from None
        if done.returncode:
            raise self._failed((done.stderr or done.stdout).split("\n"))
        return done.stdout

    def _failed(self, lines: Sequence[str]) -> FlashError:
        detail = next((line.strip() for line in reversed(lines) if line.strip()), "-")
        message = self._words("box.flash.failed", port=self._port, detail=detail)
        return FlashError(f"{message}\n{self._words('box.flash.retry')}")

    def _tell(self, what: str, **values: str | int) -> None:
        tell(self._words(f"box.flash.{what}", port=self._port, **values))
