"""A running guest: commands in it, its plug, its screen."""

from __future__ import annotations

import base64
import json
import os
import select
import shlex
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from PIL import Image as Picture

from sim.display import SimChip
from tests.proving_ground.ground import INSIDE, ProvingError
from tests.proving_ground.image import Image

#: Seconds until a guest has started, at the latest.
STARTS: Final = 400.0
TOOLS: Final = "/usr/local/lib/proving-ground"
BUS: Final = "/sys/kernel/debug/panel-bus"

_COMMANDS: Final = 0x00
_DATA: Final = 0x40


class Guest:
    """A virtual machine on a disk; `cut` pulls its plug. As a context it is ended at the end."""

    def __init__(self, image: Image, disk: Path, *, blocks: Sequence[str] = ()) -> None:
        """``blocks``: QEMU's words for the disk, if it is not simply this file."""
        self.disk = disk
        self.chip = SimChip("ssd1306")
        self.started = 0.0  # seconds until the agent answered
        self.told = b""  # what came over the second serial line
        self._folder = Path(tempfile.mkdtemp(prefix="proving-"))
        self._number = 0
        self._rest = b""
        drive = ("-drive", f"if=none,id=root,file={disk},format=raw,cache=writeback")
        words = [
            "nice", "-n", "10", "qemu-system-x86_64", "-machine", "pc", "-cpu", "max", "-accel",
            "tcg,thread=multi", "-smp", "2", "-m", "768", "-display", "none", "-no-reboot",
            "-nodefaults", "-nic", "none", "-kernel", str(image.kernel),
            "-initrd", str(image.initrd), "-append",
            # A busy host lets the emulated timer look broken.
            "console=ttyS0 root=/dev/vda rw quiet panic=-1 no_timer_check systemd.show_status=0",
            *(blocks or drive), "-device", "virtio-blk-pci,drive=root",
            "-device", "virtio-rng-pci", "-serial", f"file:{self._folder / 'console'}",
            "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=agent,path={self._folder / 'agent'},server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=agent",
            "-chardev", f"socket,id=told,path={self._folder / 'told'},server=on,wait=off",
            "-serial", "chardev:told",
        ]  # fmt: skip
        self._began = time.monotonic()
        with (self._folder / "said").open("wb") as said:
            self._process = subprocess.Popen(words, stdout=said, stderr=said)
        try:
            self._agent = self._connect("agent")
            self._serial = self._connect("told")
            self._line(STARTS)
        except BaseException:
            self.cut()
            raise
        self.started = time.monotonic() - self._began

    def __enter__(self) -> Guest:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()

    # -- commands ------------------------------------------------------------------------------

    def tried(self, command: str, limit: float = 120.0) -> tuple[int, str, str]:
        """Run it as root; its exit code, what it prints and what it complains."""
        number = self.send(command, limit)
        while True:
            answer = self._line(limit + 60)
            if answer["id"] == number:
                return answer["code"], answer["out"], answer["err"]

    def run(self, command: str, limit: float = 120.0) -> str:
        """What it prints; raises ProvingError when it fails."""
        code, out, err = self.tried(command, limit)
        if code:
            raise ProvingError(f"in the guest: {command[:200]}: {code}: {(err or out)[-1500:]}")
        return out

    def send(self, command: str, limit: float) -> int:
        """Begin it; its answer is not waited for."""
        self._number += 1
        asked = {"id": self._number, "command": command, "limit": limit}
        self._agent.sendall(json.dumps(asked).encode() + b"\n")
        return self._number

    def until(self, condition: str, limit: float, every: float = 0.5) -> float:
        """Seconds until a command in the guest succeeds; raises ProvingError."""
        began = time.monotonic()
        tries = round(limit / every)
        again = f"n=$((n + 1)); [ $n -lt {tries} ] || exit 9; sleep {every}"
        command = f"n=0; until {condition}; do {again}; done"
        code, _, _ = self.tried(command, 20 * limit)
        if code:
            raise ProvingError(f"in the guest: not so after {limit:.0f} s: {condition}")
        return time.monotonic() - began

    def take_tools(self) -> None:
        """Put the tools of this tree into a guest whose disk is older."""
        for tool in INSIDE.iterdir():
            packed = base64.b64encode(tool.read_bytes()).decode()
            self.run(f"echo {packed} | base64 -d >{TOOLS}/{tool.name}")

    def python(self, text: str, limit: float = 120.0) -> str:
        """Run a Python program with the installed program's libraries."""
        return self.run(f"/opt/referee/current/bin/python -c {shlex.quote(text)}", limit)

    # -- the panel -----------------------------------------------------------------------------

    def press(self, *buttons: str, wait: float = 1.0) -> list[dict[str, Any]]:
        """``ok``, or with seconds ``ok:0.8``."""
        words = f"python3 {TOOLS}/press.py --wait {wait} {' '.join(buttons)}"
        out = self.run(words, 60 + 10 * len(buttons) * (1 + wait))
        return [json.loads(line) for line in out.splitlines()]

    def transfers(self) -> list[tuple[int, bytes]]:
        """What went over the display's bus since the last call, each with its time; the picture
        follows it."""
        out = self.run(f"cat {BUS}/transfers; echo >{BUS}/transfers")
        found = []
        for line in out.splitlines():
            at, kind, *data = line.split(" ")
            if kind == "w" and data and data[0]:
                found.append((int(at), bytes.fromhex(data[0])))
        for _, data in found:
            feed(self.chip, data)
        return found

    def picture(self) -> Picture.Image:
        """What eyes see."""
        self.transfers()
        return self.chip.picture()

    def first_picture(self, limit: float = 300.0) -> float:
        """Wait until the display shows one; when the first one went over the bus (seconds since
        the kernel's start)."""
        self.until(f'[ "$(cut -d" " -f2 {BUS}/count 2>/dev/null || echo 0)" -gt 1000 ]', limit)
        time.sleep(1)
        return next(at for at, data in self.transfers() if data[0] == _DATA) / 1e9

    # -- the end -------------------------------------------------------------------------------

    def listen(self, seconds: float) -> bytes:
        """What comes over the second serial line meanwhile."""
        end = time.monotonic() + seconds
        heard = b""
        while (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([self._serial], [], [], left)
            if ready:
                data = self._serial.recv(65536)
                if not data:
                    break
                heard += data
        return heard

    def cut(self) -> None:
        """Pull the plug."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def gone(self, limit: float) -> float:
        """Wait until it has switched itself off; returns the seconds."""
        began = time.monotonic()
        try:
            self._process.wait(limit)
        except subprocess.TimeoutExpired:
            raise ProvingError(f"the guest is not off after {limit:.0f} s") from None
        return time.monotonic() - began

    # -- lines ---------------------------------------------------------------------------------

    def _connect(self, name: str) -> socket.socket:
        path = str(self._folder / name)
        for _ in range(400):
            if self._process.poll() is not None:
                break
            line = socket.socket(socket.AF_UNIX)
            try:
                line.connect(path)
                return line
            except OSError:
                line.close()
                time.sleep(0.05)
        raise ProvingError(f"QEMU does not start: {(self._folder / 'said').read_text()[-1000:]}")

    def _line(self, limit: float) -> dict[str, Any]:
        end = time.monotonic() + limit
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self._agent], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise ProvingError(f"the guest says nothing for {limit:.0f} s: {self.console()}")
            data = self._agent.recv(1 << 16)
            if not data:
                raise ProvingError(f"the guest has gone: {self.console()}")
            self._rest += data
        line, self._rest = self._rest.split(b"\n", 1)
        answer: dict[str, Any] = json.loads(line)
        return answer

    def console(self) -> str:
        file = self._folder / "console"
        return file.read_text("utf-8", "replace")[-2000:] if file.exists() else ""


def feed(chip: SimChip, data: bytes) -> None:
    """One transfer to the display."""
    if data[0] == _COMMANDS:
        chip.command(data[1:])
    elif data[0] == _DATA:
        chip.data(data[1:])


def copied(disk: Path, name: str) -> Path:
    """A copy of a disk, to be spoiled."""
    target = disk.with_name(name)
    subprocess.run(["cp", "--sparse=always", disk, target], check=True)
    return target


def sync(path: Path) -> None:
    """Until it is on the host's own disk."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
