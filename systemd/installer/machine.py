"""The machine that is installed on: its commands, packages, files; what was changed."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

#: The pin library: Raspberry Pi OS has it, plain Debian has not; pip has it up to Python 3.12.
PINS: Final = "python3-lgpio"
PINS_WHEEL: Final = "lgpio>=0.2.2,<1"

#: What the distribution brings.
PACKAGES: Final = ("python3-venv", PINS, "polkitd", "udev")

#: What the index's wheels bring along and piwheels' do not: 32-bit systems take those.
LIBRARIES_32: Final = (
    "libopenjp2-7", "libtiff6", "libxcb1", "liblcms2-2", "libwebp7", "libwebpdemux2",
    "libwebpmux3",
)  # fmt: skip

#: Systems that this is made for; on others it is tried.
SYSTEMS: Final = ("bookworm", "trixie")

#: The Raspberry Pi's own settings, the present place first.
BOOT: Final = ("boot/firmware/config.txt", "boot/config.txt")

_BLOCK: Final = re.compile(r"\n*# referee: begin\n.*?# referee: end\n", re.DOTALL)


class Failure(Exception):
    """What went wrong, and what to do about it."""


def say(text: str) -> None:
    print(text, flush=True)


class Machine:
    """A system's tree. Commands are found by PATH; ``changes`` counts what was really done."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.changes = 0
        self._notes: list[str] = []

    # -- commands ---------------------------------------------------------------------------

    def run(self, *command: str | Path, env: dict[str, str] | None = None) -> str:
        """What it prints; raises Failure with what it complains about."""
        done = self.tried(*command, env=env)
        if done.returncode:
            said = (done.stderr or done.stdout).strip().rstrip(".")[-2000:]
            raise Failure(f"{' '.join(map(str, command))}: {said or done.returncode}")
        return done.stdout

    def tried(
        self, *command: str | Path, env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """As `run`, whatever comes of it; a command that is not there counts as failed."""
        try:
            return subprocess.run(
                command, capture_output=True, text=True, check=False, cwd="/",
                env={**os.environ, "LC_ALL": "C.UTF-8", **(env or {})},
            )  # fmt: skip
        except OSError as error:
            return subprocess.CompletedProcess(command, 127, "", error.strerror or str(error))

    @contextlib.contextmanager
    def alone(self, folder: Path) -> Iterator[None]:
        """Nobody else builds there meanwhile; whoever does is waited for."""
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def changed(self, what: str) -> None:
        self.changes += 1
        say(what)

    def note(self, text: str) -> None:
        """Something to tell at the end."""
        self._notes.append(text)

    def last_words(self) -> None:
        for note in self._notes:
            say(note)

    # -- the system -------------------------------------------------------------------------

    def must_be_root(self) -> None:
        if self.root == Path("/") and os.geteuid() != 0:
            raise Failure("this needs the rights of root: sudo systemd/install.py")

    def look_at_system(self) -> None:
        release = self.text("etc/os-release")
        if not any(f"VERSION_CODENAME={name}" in release for name in SYSTEMS):
            say(f"This is made for Raspberry Pi OS {' and '.join(SYSTEMS)}; trying it here.")

    def install_packages(self) -> None:
        small = self.tried("dpkg", "--print-architecture").stdout.strip() == "armhf"
        wanted = (*PACKAGES, *LIBRARIES_32) if small else PACKAGES
        missing = [package for package in wanted if not self.has(package)]
        if missing == [PINS] and self._lacks(PINS):
            return
        if missing:
            self.changed(f"Installing {', '.join(missing)} ...")
            self.run("apt-get", "update", "-qq")
            if PINS in missing and self._lacks(PINS):
                say(f"This system has no {PINS}: pip shall bring the pin library.")
                missing.remove(PINS)
            quiet = {"DEBIAN_FRONTEND": "noninteractive"}
            self.run("apt-get", "install", "-y", "-qq", *missing, env=quiet)

    def _lacks(self, package: str) -> bool:
        """Whether the distribution knows no such package."""
        done = self.tried("apt-cache", "policy", package)
        return done.returncode == 0 and not re.search(r"Candidate: (?!\(none\))", done.stdout)

    def has(self, package: str) -> bool:
        done = self.tried("dpkg-query", "-W", "-f", "${db:Status-Status}", package)
        return done.returncode == 0 and done.stdout.strip() == "installed"

    # -- files ------------------------------------------------------------------------------

    def text(self, path: str) -> str:
        """What stands in a file of the tree; empty if there is none."""
        try:
            return (self.root / path).read_text(encoding="utf-8")
        except OSError:
            return ""

    def put(self, path: str, text: str, mode: int = 0o644) -> bool:
        """Make a file say this; returns whether it did not before. Never half of it is there."""
        file = self.root / path
        if file.is_file() and self.text(path) == text and file.stat().st_mode & 0o777 == mode:
            return False
        fresh = file.with_name(f".{file.name}.new")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(text, encoding="utf-8")
            fresh.chmod(mode)
            fresh.replace(file)
        except OSError as error:
            raise Failure(f"{file} cannot be written: {error.strerror}") from None
        self.changed(f"/{path} written")
        return True

    def remove(self, path: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            (self.root / path).unlink()
            self.changed(f"/{path} removed")

    def link(self, path: Path, target: Path) -> None:
        """Make ``path`` a link, in one moment: whoever follows it meets the old or the new one."""
        fresh = path.with_name(f".{path.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(target)
        fresh.replace(path)

    # -- the display's bus ------------------------------------------------------------------

    def switch_bus_on(self, hertz: int | None) -> None:
        """I2C in the Raspberry Pi's own settings, at this speed, or SPI (None) with no more pins
        than a display needs; takes effect at the next start."""
        name = "SPI" if hertz is None else "I2C"
        path = next((path for path in BOOT if (self.root / path).exists()), None)
        if path is None:
            self.note(
                f"There is no config.txt of a Raspberry Pi here: switch {name} on by yourself."
            )
            return
        rest = _BLOCK.sub("\n", self.text(path))
        wanted = f"dtparam=i2c_arm=on,i2c_arm_baudrate={hertz}"
        if hertz is None:
            wanted = "dtoverlay=spi0-1cs,no_miso"
        block = f"\n# referee: begin\n[all]\n{wanted}\n# referee: end\n"
        own = re.search(rf"^{wanted}$", rest, re.MULTILINE)
        if self.put(path, rest if own else rest.rstrip("\n") + "\n" + block):
            self.note("The display's bus is switched on with the next start: sudo reboot")
