"""An emulated Pico with real MicroPython, and the host's half of the protocol on its cable.

Time passes only in `Chip.run`; it is the chip's own. The emulation takes about five times as long.
"""

from __future__ import annotations

import json
import os
import runpy
import select
import subprocess
import sys
import tempfile
import threading
import tty
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from littlefs import LittleFS

from hal.box.protocol import Event, Protocol
from sim.noise import NoisyLine
from tests.conftest import ROOT
from tests.firmware.interpreter import NODE
from tests.pico.micropython import kept

EMULATOR: Final = Path(sys.prefix) / "pico/node_modules/rp2040js/dist/esm/index.js"
#: The program that is tried: this tree's, or another one.
FIRMWARE: Final = Path(os.environ.get("FIRMWARE") or ROOT / "firmware")
#: What belongs to a board's top folder; all else is in its folder ``firmware``.
MAIN, CONFIG = FIRMWARE / "main.py", FIRMWARE / "config.py"
MODULES: Final = sorted(path for path in FIRMWARE.glob("*.py") if path not in (MAIN, CONFIG))
VERSION: Final[str] = runpy.run_path(str(FIRMWARE / "version.py"))["FIRMWARE"]
#: Pins by seat, as firmware/config.py has them; the board's own LED.
BUTTONS: Final = (2, 3, 4, 5, 6, 7, 8)
LAMPS: Final = (9, 10, 11, 12, 13, 14, 15)
LED: Final = 25
#: Seconds for one answer: many times what the longest takes on a busy machine.
PATIENCE: Final = 600.0

#: Files by their paths on the board.
Files = Mapping[str, bytes]


def board_files() -> dict[str, bytes]:
    """What `referee box flash` puts on a board."""
    files = {path.name: path.read_bytes() for path in (MAIN, CONFIG)}
    return files | {f"firmware/{path.name}": path.read_bytes() for path in MODULES}


def image(files: Files) -> bytes:
    """A file system as MicroPython makes it on a Pico: 352 blocks of 4,096 bytes."""
    system = LittleFS(
        block_size=4096, block_count=352, prog_size=256, read_size=32, lookahead_size=32
    )
    for path, data in files.items():
        folder, _, _ = path.rpartition("/")
        if folder:
            system.makedirs(folder, exist_ok=True)
        with system.open(path, "wb") as file:
            file.write(data)
    return bytes(system.context.buffer)


class Chip:
    """A board with these files on it; it has just been plugged in."""

    def __init__(self, files: Files) -> None:
        assert kept().exists(), "call make test-pico: it builds MicroPython"
        with tempfile.NamedTemporaryFile(suffix=".img", delete=False) as disk:
            disk.write(image(files))
        self._disk = Path(disk.name)
        self._process = subprocess.Popen(
            [NODE, Path(__file__).with_name("chip.mjs"), EMULATOR, kept(), disk.name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
        )  # fmt: skip
        #: Milliseconds since the first power-up; why it has started anew since the last `run`.
        self.now = 0.0
        self.resets: list[int] = []

    def run(self, milliseconds: float) -> bytes:
        """Let time pass; returns what the chip has said over USB."""
        answer = self._ask("run", milliseconds)
        self.now = answer["now"]
        self.resets += answer["resets"]
        return bytes.fromhex(answer["said"])

    def send(self, data: bytes) -> None:
        if data:
            self._ask("send", data.hex())

    def press(self, seat: int) -> None:
        self._ask("press", BUTTONS[seat - 1])

    def release(self, seat: int) -> None:
        self._ask("release", BUTTONS[seat - 1])

    def lit(self) -> list[int]:
        """The seats whose lamps are lit."""
        levels = self._ask("pins", LAMPS)["levels"]
        return [seat for seat, level in enumerate(levels, 1) if level]

    def alive(self) -> bool:
        """Whether the board's own LED is lit."""
        return bool(self._ask("pins", [LED])["levels"][0])

    def replug(self) -> None:
        """Out and in again; what was written to its files stays."""
        self._ask("power", True)

    def reading(self, wanted: bool) -> None:
        """Whether the host, which has the port open, takes what comes."""
        self._ask("reading", wanted)

    def edges(self, pin: int) -> list[tuple[float, int]]:
        """When a pin has changed since the last time (nanoseconds), and to which level."""
        return [(at, level) for at, level in self._ask("watch", pin)["edges"]]

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()
        self._disk.unlink(missing_ok=True)

    def _ask(self, verb: str, value: object) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({verb: value}).encode() + b"\n")
        answer: dict[str, Any] = json.loads(self._line())
        assert "error" not in answer, answer["error"]
        return answer

    def _line(self) -> bytes:
        assert self._process.stdout is not None
        port, line = self._process.stdout.fileno(), b""
        while not line.endswith(b"\n"):
            ready, _, _ = select.select([port], [], [], PATIENCE)
            chunk = os.read(port, 1 << 20) if ready else b""
            assert chunk, f"the emulator has ended or not answered within {PATIENCE:.0f} s"
            line += chunk
        return line


class Host:
    """The panel's end of the cable: hears events, shows lamps, acknowledges."""

    def __init__(self, chip: Chip, rate: float = 0.0, seed: int = 1) -> None:
        self.chip = chip
        self.protocol = Protocol()
        self.taken: list[Event] = []
        self._to_box = NoisyLine(2 * seed, rate)
        self._from_box = NoisyLine(2 * seed + 1, rate)
        self.plug()

    def plug(self) -> None:
        self._to_box.clear()
        self._from_box.clear()
        self.protocol.opened(self._now())

    def unplug(self) -> None:
        self.protocol.closed()

    def run(self, milliseconds: float) -> None:
        end = self.chip.now + milliseconds
        while self.chip.now < end:
            self._exchange()

    def until(self, done: Callable[[], bool], seconds: float = 30) -> None:
        """Let time pass until it is so; that many of the chip's own seconds at most."""
        end = self.chip.now + 1000 * seconds
        while not done():
            assert self.chip.now < end, "it does not come to that"
            self._exchange()

    @property
    def presses(self) -> list[int]:
        """The seats that pressed, in order."""
        return [event.seat for event in self.taken if event.down]

    def _exchange(self) -> None:
        """A millisecond on the cable."""
        now = self._now()
        self.protocol.step(now)
        self._to_box.put(self.protocol.take(), now)
        self.chip.send(self._to_box.take(now))
        self._from_box.put(self.chip.run(1), now)
        self.taken += self.protocol.receive(self._from_box.take(now), now)

    def _now(self) -> float:
        return self.chip.now / 1000


class Port:
    """The chip's serial port, for programs that open one: a pseudo terminal, in real time.

    The chip runs as fast as it can be emulated as long as the port is there.
    """

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        self.path = os.ttyname(self._theirs)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._carry, daemon=True)

    def __enter__(self) -> Port:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        for end in (self._ours, self._theirs):
            os.close(end)

    def _carry(self) -> None:
        while not self._over.is_set():
            while select.select([self._ours], [], [], 0)[0]:
                self._chip.send(os.read(self._ours, 256))
            if said := self._chip.run(5):
                os.write(self._ours, said)
