"""Versions side by side, each with all that it needs; links say which one runs."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from installer.machine import PINS, PINS_WHEEL, Failure, Machine, say

#: What a version is made of.
SOURCES: Final = (
    "pyproject.toml", "LICENSE", "README.md", "firmware", "hal", "referee", "sim", "systemd",
)  # fmt: skip

#: Of the program: what flashes a seat box, and the pages for phones.
EXTRAS: Final = "pi,web"

#: Beside them in a release: all that pip would fetch.
WHEELS: Final = "wheels"

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
        version = self._name()
        folder = self.path(version)
        if (folder / WHOLE).exists():
            return version
        self._machine.changed(f"Building {version}; this takes some minutes on a small Pi ...")
        shutil.rmtree(folder, ignore_errors=True)
        try:
            self._fill(folder)
        except (Failure, OSError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            stays = f"; {self.current} stays as it is" if self.current else ""
            raise Failure(f"{version} cannot be built{stays}. {error}") from None
        return version

    def switch(self, version: str) -> None:
        """From now on this one is the one that runs."""
        before = self.current
        self._machine.link(self.folder / "current", Path("versions") / version)
        if before is not None and before != version:
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

    def _fill(self, folder: Path) -> None:
        run = self._machine.run
        # The pin library is the distribution's where it has one; all else is the version's own.
        run(PYTHON, "-m", "venv", "--system-site-packages", folder)
        python = folder / "bin" / "python"
        pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--compile")
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            what = self._what(Path(scratch))
            try:
                run(python, *pip, *what, env=PIP)
            except Failure as failure:
                raise Failure(". ".join((str(failure), *self._hints(what)))) from None
        run(folder / "bin" / "referee", "--version")
        shutil.copytree(
            self._source / "systemd", folder / "system",
            ignore=shutil.ignore_patterns("install*", "check"),
        )  # fmt: skip
        (folder / WHOLE).touch()

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

    def _what(self, scratch: Path) -> tuple[str, ...]:
        """What pip shall install, and from where. ``scratch``: where a source may be copied to."""
        pins = () if self._machine.has(PINS) else (PINS_WHEEL,)
        wheels = self._source / WHEELS
        if wheels.is_dir():
            return (
                "--no-index",
                f"--find-links={wheels}",
                f"tabletop-referee[{EXTRAS}]=={self._number()}",
                *pins,
            )
        # piwheels has older wheels than the index has sources: none is built on a small Pi.
        return ("--prefer-binary", f"{self._clean(scratch)}[{EXTRAS}]", *pins)

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
        text = (self._source / "referee" / "__init__.py").read_text("utf-8")
        number = re.search(r'__version__ = "([^"]+)"', text)
        return number[1] if number else "unknown"

    def _files(self) -> Iterator[Path]:
        for name in SOURCES:
            top = self._source / name
            for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
                if file.is_file() and "__pycache__" not in file.parts:
                    yield file
