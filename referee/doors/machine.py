"""Looking at the machine: versions, rights, clock, disk, bus. Nothing here needs the panel."""

from __future__ import annotations

import grp
import os
import platform
import pwd
import re
import shlex
import shutil
import sys
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import referee
from hal.schema import Display
from referee.kernel.text import Text
from referee.table.appliance import Finding, Grade

#: Packages whose versions a fault may depend on.
PACKAGES: Final = ("gpiozero", "lgpio", "luma.oled", "pillow", "smbus2", "pyserial", "transitions")

#: Bytes of free space under which it gets narrow, and under which matches may be lost.
NARROW, FULL = 200_000_000, 20_000_000

#: Bytes of free space with which not even a small database can be begun.
NOTHING: Final = 65_536

#: File systems that are gone with the power.
IN_MEMORY: Final = ("tmpfs", "ramfs")

#: No clock that is right shows an earlier moment: 2025-01-01.
EARLIEST: Final = 1_735_689_600


def existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    return next(place for place in (folder, *folder.parents) if place.exists())


def takes_nothing(folder: Path) -> str:
    """Why nothing can be written to the folder's disk: ``read-only``, ``full``; empty: it can."""
    place = existing(folder)
    if os.statvfs(place).f_flag & os.ST_RDONLY:
        return "read-only"
    return "full" if shutil.disk_usage(place).free < NOTHING else ""


class Machine:
    """``root``: where /proc, /sys, /dev and /run are."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root

    @property
    def model(self) -> str:
        """``Raspberry Pi 4 Model B Rev 1.4``; the processor of any other machine."""
        return self._text("proc/device-tree/model").strip("\0") or platform.machine()

    @property
    def system(self) -> str:
        names = dict(
            line.split("=", 1) for line in self._text("etc/os-release").splitlines() if "=" in line
        )
        return names.get("PRETTY_NAME", platform.system()).strip('"')

    def versions(self) -> dict[str, str]:
        """What a report on a fault needs to say."""
        found = {
            "referee": referee.__version__, "machine": self.model, "system": self.system,
            "kernel": platform.release(), "python": platform.python_version(),
        }  # fmt: skip
        for package in PACKAGES:
            try:
                found[package] = version(package)
            except PackageNotFoundError:
                found[package] = "-"
        return found

    def examine(self, display: Display, folder: Path) -> Iterator[Finding]:
        """All findings. ``folder``: where matches are kept."""
        text = Text(
            "check.program", {"version": referee.__version__, "python": sys.version.split()[0]}
        )
        yield Finding("program", Grade.GOOD, text)
        text = Text("check.machine", {"model": self.model, "system": self.system})
        yield Finding("machine", Grade.GOOD, text)
        yield from self._rights(display.device)
        if not display.spi:
            yield from self._speed(display.bus, display.speed)
        yield self._clock()
        yield from self._disk(folder)

    def voice(self, command: str) -> Finding:
        """Its program and a sound card; whether it is heard, only ears can tell."""
        program = shlex.split(command)[0]
        cards = list((self._root / "dev/snd").glob("pcm*p"))
        if shutil.which(program) is None:
            return Finding("voice", Grade.BAD, Text("check.voice.missing", {"program": program}))
        if not any(os.access(card, os.W_OK) for card in cards):
            key = "check.voice.closed" if cards else "check.voice.no-card"
            return Finding("voice", Grade.BAD, Text(key, {}))
        return Finding("voice", Grade.GOOD, Text("check.voice", {"program": program}))

    def _rights(self, bus: str) -> Iterator[Finding]:
        devices = [
            self._root / bus.lstrip("/"),
            *sorted((self._root / "dev").glob("gpiochip*")),
        ]
        present = [device for device in devices if device.exists()]
        for device in present:
            if not os.access(device, os.R_OK | os.W_OK):
                group = _group(device)
                args = {
                    "file": f"/{device.relative_to(self._root)}",
                    "group": group,
                    "user": _user(),
                }
                yield Finding("rights", Grade.BAD, Text("check.rights", args))
                return
        if present:
            yield Finding("rights", Grade.GOOD, Text("check.rights.good", {"n": len(present)}))

    def _speed(self, bus: int, wanted: int) -> Iterator[Finding]:
        """The bus's clock, where the kernel tells it."""
        file = self._root / f"sys/class/i2c-adapter/i2c-{bus}/of_node/clock-frequency"
        try:
            found = int.from_bytes(file.read_bytes(), "big")
        except OSError:
            return
        if found != wanted:
            args = {"found": found, "wanted": wanted}
            yield Finding("bus", Grade.NOTE, Text("check.bus.speed", args))

    def _clock(self) -> Finding:
        """A Raspberry Pi has no clock of its own that goes on without current."""
        args = {"date": time.strftime("%Y-%m-%d %H:%M")}
        if time.time() < EARLIEST:
            return Finding("clock", Grade.NOTE, Text("check.clock.wrong", args))
        synchronised = (self._root / "run/systemd/timesync/synchronized").exists()
        key = "check.clock.good" if synchronised else "check.clock.alone"
        return Finding("clock", Grade.GOOD, Text(key, args))

    def _disk(self, folder: Path) -> Iterator[Finding]:
        place = existing(folder)
        free = shutil.disk_usage(place).free
        args = {"file": str(folder), "free": f"{free / 1e6:.0f}"}
        if takes_nothing(folder) == "read-only":
            yield Finding("disk", Grade.BAD, Text("check.disk.read-only", args))
        elif not os.access(place, os.W_OK):
            yield Finding("disk", Grade.BAD, Text("check.disk.denied", {**args, "user": _user()}))
        elif free < NARROW:
            grade = Grade.BAD if free < FULL else Grade.NOTE
            yield Finding("disk", grade, Text("check.disk.narrow", args))
        else:
            yield Finding("disk", Grade.GOOD, Text("check.disk.good", args))
        if self._in_memory(place.resolve()):
            yield Finding("disk", Grade.NOTE, Text("check.disk.memory", args))

    def _in_memory(self, place: Path) -> bool:
        """Whether what is written there is gone with the power: in memory, or in an overlay whose
        upper layer is. The system's own overlay covers the path "/" as well."""
        mounts = [line.split() for line in self._text("proc/self/mounts").splitlines()]
        over = [mount for mount in mounts if place.is_relative_to(mount[1])]
        if not over:
            return False
        _, point, kind, options, *_ = max(over, key=lambda mount: len(mount[1]))
        upper = re.search(r"upperdir=([^,]+)", options)
        if kind != "overlay" or upper is None:
            return kind in IN_MEMORY
        rest = [mount for mount in mounts if mount[1] != point]
        layer = Path(upper[1])
        return any(layer.is_relative_to(mount[1]) and mount[2] in IN_MEMORY for mount in rest)

    def _text(self, path: str) -> str:
        try:
            return (self._root / path).read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return ""


def _group(file: Path) -> str:
    number = file.stat().st_gid
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def _user() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())
