"""A running guest: commands in it, its plug, its screen."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import pickle
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
STARTS: Final = 900.0
TOOLS: Final = "/usr/local/lib/proving-ground"
BUS: Final = "/sys/kernel/debug/panel-bus"

#: A network with nobody but this machine, which may come to the guest's one port; and the guest's
#: address there.
ADDRESS: Final = "10.0.2.15"
NIC: Final = f"user,model=virtio-net-pci,restrict=on,hostfwd=tcp:127.0.0.1:{{}}-{ADDRESS}:80"
#: Letters of a command, four for three bytes.
PIECE: Final = 80_000

_COMMANDS: Final = 0x00
_DATA: Final = 0x40


class Guest:
    """A virtual machine on a disk; `cut` pulls its plug. As a context it is ended at the end."""

    def __init__(
        self, image: Image, disk: Path, *, blocks: Sequence[str] = (), state: Path | None = None,
        port: int = 0,
    ) -> None:  # fmt: skip
        """``blocks``: QEMU's words for the disk, if it is not simply this file. ``state``: goes on
        where a guest was that `sleep` has put there, with the disk as it was then. ``port``: of
        this machine; whoever comes there comes to the guest's port of the pages."""
        self.image = image
        self.disk = disk
        self.chip = _awake(state) if state is not None else SimChip("ssd1306")
        self.started = 0.0  # seconds until the agent answered
        self._asleep = False
        self._folder = Path(tempfile.mkdtemp(prefix="proving-"))
        self._number = 0
        self._rest = b""
        drive = ("-drive", f"if=none,id=root,file={disk},format=raw,cache=writeback")
        arch = image.release.arch
        self.second = f"/dev/{arch.second}"  # the serial line that `listen` hears
        words = [
            *image.words(), "-display", "none", "-no-reboot", "-nodefaults",
            "-nic", NIC.format(port) if port else "none",
            # A busy host lets the emulated timer look broken, and Debian's own units hang.
            "-append", f"console={arch.console} root=/dev/vda rw quiet panic=-1 no_timer_check "
            f"mitigations=off systemd.show_status=0 systemd.default_timeout_start_sec={STARTS:.0f}",
            *(blocks or drive), "-device", "virtio-blk-pci,drive=root",
            "-device", "virtio-rng-pci", "-serial", f"file:{self._folder / 'console'}",
            "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=agent,path={self._folder / 'agent'},server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=agent",
            "-chardev", f"socket,id=told,path={self._folder / 'told'},server=on,wait=off",
            *arch.wired,
            "-qmp", f"unix:{self._folder / 'monitor'},server=on,wait=off",
            *(("-incoming", f"exec:cat {state}") if state is not None else ()),
        ]  # fmt: skip
        self._began = time.monotonic()
        with (self._folder / "said").open("wb") as said:
            self._process = subprocess.Popen(words, stdout=said, stderr=said)
        try:
            self._agent = self._connect("agent")
            self._serial = self._connect("told")
            self._monitor = Monitor(self._connect("monitor"))
            if state is None:
                self._line(STARTS)
            else:
                self._monitor.reached("paused", STARTS)
                self._monitor.ask("cont")
                self.run("true", STARTS)
        except BaseException:
            self.cut()
            raise
        self.started = time.monotonic() - self._began

    def __enter__(self) -> Guest:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()

    @property
    def alive(self) -> bool:
        """Whether it can still be asked."""
        return self._process.poll() is None and not self._asleep

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
            raise ProvingError(f"in the guest: not so after {tries} looks: {condition}")
        return time.monotonic() - began

    def take_tools(self) -> None:
        """Put the tools of this tree into a guest whose disk is older."""
        for tool in INSIDE.iterdir():
            packed = base64.b64encode(tool.read_bytes()).decode()
            self.run(f"echo {packed} | base64 -d >{TOOLS}/{tool.name}")

    def put(self, data: bytes, path: str) -> None:
        """A file of any length, in pieces that a command can hold."""
        packed = base64.b64encode(data).decode()
        self.run(f"mkdir -p $(dirname {path}) && : >{path}")
        for at in range(0, len(packed), PIECE):
            self.run(f"echo {packed[at : at + PIECE]} | base64 -d >>{path}")

    def python(self, text: str, limit: float = 120.0) -> str:
        """Run a Python program with the installed program's libraries."""
        return self.run(f"/opt/referee/current/bin/python -c {shlex.quote(text)}", limit)

    # -- the panel -----------------------------------------------------------------------------

    def press(self, *touches: str, wait: float = 1.0) -> list[dict[str, Any]]:
        """``ok``, or with seconds ``ok:0.8``; what else there is, and what is told: press.py."""
        words = f"python3 {TOOLS}/press.py --wait {wait} {' '.join(touches)}"
        out = self.run(words, 60 + 40 * len(touches))
        return [json.loads(line) for line in out.splitlines()]

    def transfers(self, follow: bool = True) -> list[tuple[int, bytes]]:
        """What was written to the display since the last call, each with its time. Whoever does
        not let the picture follow it does so himself."""
        out = self.run(f"cat {BUS}/transfers; echo >{BUS}/transfers")
        found = []
        for line in out.splitlines():
            at, kind, data = line.split(" ")
            if kind == "w" and data:
                found.append((int(at), bytes.fromhex(data)))
        for _, written in found if follow else ():
            feed(self.chip, written)
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

    def sleep(self, state: Path, disk: Path) -> None:
        """Put all of its memory into a file, its disk and its display beside it; it ends."""
        _chip(state).write_bytes(pickle.dumps(self.chip))
        self._asleep = True
        self._monitor.ask("stop")
        self._monitor.ask("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
        self._monitor.ask("migrate", uri=f"exec:cat >{state}")
        self._monitor.reached("postmigrate", STARTS)
        copied(self.disk, disk.name)
        self.cut()

    def gone(self, limit: float) -> None:
        """Wait until it has switched itself off."""
        try:
            self._process.wait(limit)
        except subprocess.TimeoutExpired:
            raise ProvingError(f"the guest is not off after {limit:.0f} s") from None

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

    def evidence(self, folder: Path) -> None:
        """Leave what there is to see: the picture, the service's journal, the console."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "console").write_text(self.console())
        with contextlib.suppress(ProvingError, OSError):
            journal = "journalctl -b -o short-monotonic --no-pager -n 3000"
            (folder / "journal").write_text(self.run(journal, 300))
            self.picture().resize((512, 256)).save(folder / "picture.png")

    def console(self) -> str:
        file = self._folder / "console"
        return file.read_text("utf-8", "replace")[-2000:] if file.exists() else ""


class Monitor:
    """QEMU's own line."""

    def __init__(self, line: socket.socket) -> None:
        self._file = line.makefile("rwb")
        self._file.readline()  # who it is
        self.ask("qmp_capabilities")

    def ask(self, command: str, **arguments: object) -> dict[str, Any]:
        """What it returns; raises ProvingError."""
        asked = {"execute": command, "arguments": arguments}
        self._file.write(json.dumps(asked).encode() + b"\n")
        self._file.flush()
        while line := self._file.readline():
            answer: dict[str, Any] = json.loads(line)
            if "error" in answer:
                raise ProvingError(f"QEMU: {command}: {answer['error']['desc']}")
            if "return" in answer:
                return dict(answer["return"])
        raise ProvingError(f"QEMU has gone at {command}")

    def reached(self, state: str, limit: float) -> None:
        """Wait until the machine is in this state."""
        end = time.monotonic() + limit
        while (found := self.ask("query-status")["status"]) != state:
            if time.monotonic() > end:
                raise ProvingError(f"QEMU: {found}, not {state}, after {limit:.0f} s")
            time.sleep(0.1)


def _chip(state: Path) -> Path:
    """Where the display of a guest lies that is asleep."""
    return state.with_suffix(".chip")


def _awake(state: Path) -> SimChip:
    chip = pickle.loads(_chip(state).read_bytes())
    assert isinstance(chip, SimChip)
    return chip


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
