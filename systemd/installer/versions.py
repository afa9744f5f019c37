"""Versions side by side, each with all that it needs; links say which one runs."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from installer.machine import PINS, PINS_WHEEL, Failure, Machine, say

#: What a version is made of.
SOURCES: Final = (
    "pyproject.toml", "LICENSE", "README.md", "firmware", "hal", "referee", "sim", "systemd",
)  # fmt: skip

#: Of the program: what flashes a seat box, and the pages for phones.
EXTRAS: Final = "pi,web"

#: Beside them in a release: all that pip would fetch. In a version's folder: what it is made of.
WHEELS: Final = "wheels"

#: How the program's own wheel begins.
OWN: Final = "tabletop_referee"

#: What versions run on: the Python that this runs on, if nobody wants another one.
PYTHON: Final = os.environ.get("PYTHON", sys.executable)

#: For pip; with PYPI the pin library's source brings its C part along.
PIP: Final = {"PIP_ROOT_USER_ACTION": "ignore", "PYPI": "1"}

#: What to do where neither the distribution nor the index has the pin library made.
NO_WHEEL: Final = (
    "If it is lgpio that is missing: this system has no python3-lgpio (Raspberry Pi OS has it), so "
    "pip has to build it: sudo apt install gcc swig python3-dev, then once more"
)

#: What to do where a release has no wheels for the Python here.
NO_WHEELS: Final = (
    "This release brings wheels for Python {pythons}. On another one, install from the source, "
    "with a network"
)

#: Stands in a version's folder when it is whole.
WHOLE: Final = "whole"

#: Between a version and the Python that it was built on, in the name of its folder.
ON: Final = "-py"

#: In the folder of a version that was built anew: the one that goes when this one has started.
REPLACES: Final = "replaces"

#: What to do where a version cannot be built anew.
ANEW: Final = (
    "It needs wheels for Python {python}: give it a network, or install it once more from its "
    "source or a newer release"
)


class Versions:
    """``source``: the program's tree that this script is in."""

    def __init__(self, machine: Machine, source: Path) -> None:
        self._machine = machine
        self._source = source
        self.folder = machine.root / "opt/referee"

    @property
    def current(self) -> str | None:
        return self._linked("current")

    @property
    def previous(self) -> str | None:
        return self._linked("previous")

    def all(self) -> list[str]:
        """Those that are whole."""
        return sorted(mark.parent.name for mark in self.folder.glob(f"versions/*/{WHOLE}"))

    def path(self, version: str) -> Path:
        return self.folder / "versions" / version

    def command(self, version: str) -> Path:
        """The program of a version."""
        return self.path(version) / "bin" / "referee"

    def system(self, version: str) -> Path:
        """What a version brings for the system: units, rules."""
        return self.path(version) / "system"

    def build(self) -> str:
        """Make the version of the source, unless it is there; returns its name.

        The one that runs is not touched. One that was not finished is made anew.
        """
        version = self._name() + self._python()
        self._build(version, self._fresh)
        return version

    def fits(self, version: str) -> bool:
        """Whether the Python that it was built on is still the system's; as referee-rebuild.sh."""
        folder = self.path(version)
        python = (folder / "bin/python3").resolve().name
        return (folder / "lib" / python / "site-packages/referee").exists()

    def fitting(self, version: str) -> str:
        """This version on the Python that the system has now; built from the wheels that it
        keeps, unless it is there."""
        if self.fits(version):
            return version
        name = plain(version) + self._python()
        kept = self.path(version)
        if not (kept / WHEELS).is_dir():
            raise Failure(
                f"{version} was built on another Python and keeps no wheels: install it once more "
                "from its source"
            )
        self._build(name, lambda folder: self._again(kept, folder))
        return name

    def replaced(self, version: str, before: str) -> None:
        """``version`` takes the place of the same on another Python, which goes once it starts."""
        if before != self.previous:
            self._machine.link(self.path(version) / REPLACES, Path("..") / before)
        (self.path(before) / REPLACES).unlink(missing_ok=True)
        self.switch(version)
        os.sync()

    def _build(self, version: str, fill: Callable[[Path], None]) -> None:
        folder = self.path(version)
        if (folder / WHOLE).exists() and self.fits(version):
            return
        self._machine.changed(f"Building {version}; this takes some minutes on a small Pi ...")
        shutil.rmtree(folder, ignore_errors=True)
        try:
            fill(folder)
            # A power cut leaves a whole one, or one that is begun anew.
            os.sync()
            (folder / WHOLE).touch()
        except (Failure, OSError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            stays = f"; {self.current} stays as it is" if self.current else ""
            raise Failure(f"{version} cannot be built{stays}. {error}") from None

    def switch(self, version: str) -> None:
        """From now on this one is the one that runs."""
        before = self.current
        self._machine.link(self.folder / "current", Path("versions") / version)
        if before is not None and plain(before) != plain(version):
            self._machine.link(self.folder / "previous", Path("versions") / before)

    def unswitch(self, version: str | None, before: str | None) -> None:
        """Back to how the links were: ``version`` ran, ``before`` was the one before."""
        for name, target in (("current", version), ("previous", before)):
            if target is None:
                (self.folder / name).unlink(missing_ok=True)
            else:
                self._machine.link(self.folder / name, Path("versions") / target)

    def tidy(self) -> None:
        """Keep the one that runs and the one before it."""
        keep = {self.current, self.previous}
        for folder in self.folder.glob("versions/*"):
            if folder.name not in keep:
                shutil.rmtree(folder, ignore_errors=True)
                say(f"{folder.name} removed")

    def _fresh(self, folder: Path) -> None:
        """A version from its source, with the wheels that it is made of: those of the Pythons to
        come too, if the source is a release."""
        self._environment(folder)
        kept, wheels = folder / WHEELS, self._source / WHEELS
        if wheels.is_dir():
            shutil.copytree(wheels, kept)
        else:
            with tempfile.TemporaryDirectory(dir=folder) as scratch:
                # piwheels has older wheels than the index has sources: none is built on a small Pi.
                what = (f"{self._clean(Path(scratch))}[{EXTRAS}]", *self._pins())
                self._pip(folder, "wheel", f"--wheel-dir={kept}", "--prefer-binary", *what)
        self._install(folder)
        shutil.copytree(
            self._source / "systemd", folder / "system",
            ignore=shutil.ignore_patterns("__pycache__", "check"),
        )  # fmt: skip

    def _again(self, kept: Path, folder: Path) -> None:
        """The version in ``kept`` once more, on the Python that the system has now."""
        self._environment(folder)
        shutil.copytree(kept / WHEELS, folder / WHEELS, copy_function=_linked_or_copied)
        try:
            self._install(folder)
        except Failure:
            self._fetch(folder)
            self._install(folder)
        shutil.copytree(kept / "system", folder / "system")

    def _environment(self, folder: Path) -> None:
        # The pin library is the distribution's where it has one; all else is the version's own.
        self._machine.run(PYTHON, "-m", "venv", "--system-site-packages", folder)

    def _install(self, folder: Path) -> None:
        wheels = f"--find-links={folder / WHEELS}"
        self._pip(folder, "install", "--compile", "--no-index", wheels, *self._wanted(folder))
        self._machine.run(folder / "bin" / "referee", "--version")

    def _fetch(self, folder: Path) -> None:
        """From the network what is missing among a version's wheels. No source: it would run
        programs of its own as root."""
        kept = folder / WHEELS
        where = (f"--wheel-dir={kept}", f"--find-links={kept}", "--only-binary=:all:")
        try:
            self._pip(folder, "wheel", *where, *self._wanted(folder))
        except Failure as failure:
            raise Failure(f"{failure}. {ANEW.format(python=self._python()[len(ON) :])}") from None

    def _pip(self, folder: Path, *words: str) -> None:
        python = folder / "bin" / "python"
        quiet = ("--quiet", "--disable-pip-version-check")
        try:
            self._machine.run(python, "-m", "pip", words[0], *quiet, *words[1:], env=PIP)
        except Failure as failure:
            raise Failure(". ".join((str(failure), *self._hints(words)))) from None

    def _wanted(self, folder: Path) -> tuple[str, ...]:
        """What pip shall install: of the program the very wheel that is kept."""
        (own,) = (folder / WHEELS).glob(f"{OWN}-*.whl")
        return (f"{own}[{EXTRAS}]", *self._pins())

    def _pins(self) -> tuple[str, ...]:
        return () if self._machine.has(PINS) else (PINS_WHEEL,)

    def _python(self) -> str:
        """The end of a name: the Python that versions are built on."""
        number = "import sys; print('%d.%d' % sys.version_info[:2])"
        return ON + self._machine.run(PYTHON, "-c", number).strip()

    def _hints(self, what: tuple[str, ...]) -> list[str]:
        """What may help where pip could not install this."""
        hints = [NO_WHEEL] if PINS_WHEEL in what else []
        if made := self._pythons():
            hints.append(NO_WHEELS.format(pythons=", ".join(made)))
        return hints

    def _pythons(self) -> list[str]:
        """The Pythons that a release's wheels are for; of a source none."""
        names = "\n".join(wheel.name for wheel in (self._source / WHEELS).glob("*.whl"))
        minors = {int(minor) for minor in re.findall(r"-cp3(\d+)-cp3\1-", names)}
        return [f"3.{minor}" for minor in sorted(minors)]

    def _clean(self, scratch: Path) -> Path:
        """A copy of what the version is made of: a build leaves nothing in the source, and takes
        nothing from it that an earlier one has left."""
        for file in self._files():
            target = scratch / file.relative_to(self._source)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
        return scratch

    def _linked(self, name: str) -> str | None:
        link = self.folder / name
        return link.readlink().name if link.is_symlink() else None

    def _name(self) -> str:
        """The version's number, and a sum over its files: whatever differs is another version."""
        digest = hashlib.sha256()
        for file in self._files():
            digest.update(f"{file.relative_to(self._source)}\0".encode())
            digest.update(file.read_bytes() + b"\0")
        return f"{self._number()}-{digest.hexdigest()[:10]}"

    def _number(self) -> str:
        try:
            text = (self._source / "referee" / "__init__.py").read_text("utf-8")
        except OSError:
            raise Failure(
                "this installer belongs to a version that is installed: it does rebuild, rollback, "
                "status and uninstall. To install or upgrade, run the one of a source or a release"
            ) from None
        number = re.search(r'__version__ = "([^"]+)"', text)
        return number[1] if number else "unknown"

    def _files(self) -> Iterator[Path]:
        for name in SOURCES:
            top = self._source / name
            for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
                if file.is_file() and "__pycache__" not in file.parts:
                    yield file


def plain(version: str) -> str:
    """Its name without the Python that it was built on."""
    return version.partition(ON)[0]


def _linked_or_copied(source: str, target: str) -> None:
    """The same file once more: both are root's, and nobody changes a wheel."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy(source, target)
