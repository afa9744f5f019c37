"""A scratch root to install into: plain folders, and fakes of what needs a whole system."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

FAKES = Path(__file__).parent / "fakes"


class Scratch:
    """A machine: its tree under ``root``, its commands by fakes, and sources of versions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "root"
        self.python = str(folder / "bin/python")  # what versions run on
        (self.root / "etc").mkdir(parents=True)
        (self.root / "etc/os-release").write_text("VERSION_CODENAME=bookworm\n")
        (self.root / "boot/firmware").mkdir(parents=True)
        (self.root / "boot/firmware/config.txt").write_text("# Pi\ndtparam=audio=on\n")
        shutil.copytree(FAKES, folder / "bin")
        (folder / "system").mkdir()
        self.has_python("3.11")

    def has_python(self, version: str) -> None:
        """From now on this is the Python of the system."""
        link = self.folder / "system/python3"
        link.unlink(missing_ok=True)
        shutil.copy(FAKES / "python", link.with_name(f"python{version}"))
        link.symlink_to(f"python{version}")

    def release(self, name: str, *pythons: str) -> Path:
        """As `source`, with wheels for these Pythons."""
        tree = self.source(name)
        (tree / "wheels").mkdir()
        (tree / "wheels/tabletop_referee-1-py3-none-any.whl").touch()
        for version in pythons:
            tag = f"cp{version.replace('.', '')}"
            (tree / f"wheels/pillow-12.0-{tag}-{tag}-manylinux_2_28_x86_64.whl").touch()
        return tree

    def source(self, name: str, *marks: str) -> Path:
        """A program's tree; different names are different versions. Marks: see fakes/python."""
        tree = self.folder / name
        shutil.copytree(
            ROOT / "systemd", tree / "systemd", ignore=shutil.ignore_patterns("__pycache__")
        )
        (tree / "referee").mkdir()
        (tree / "referee/__init__.py").write_text(f'__version__ = "{name}"\n')
        for file in ("pyproject.toml", "README.md"):
            (tree / file).write_text(name)
        for mark in marks:
            (tree / "referee" / mark).touch()
        return tree

    def install(self, source: Path, *args: str) -> tuple[int, str, str]:
        """Run the script of a source: its exit code, what it said, what it complained."""
        done = subprocess.run(
            [sys.executable, source / "systemd/install.py", *args, "--root", self.root],
            capture_output=True,
            text=True,
            timeout=1200,
            check=False,
            env={
                **os.environ,
                "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
                "FAKE": str(self.folder),
                "PYTHON": self.python,
                "REFEREE_SETTLED": "0",
                "REFEREE_PAUSES": "0",
                "PYTHONDONTWRITEBYTECODE": "1",
            },
        )
        return done.returncode, done.stdout, done.stderr

    @property
    def runs(self) -> str:
        """The number of the version that runs; empty if the service does not."""
        current = self.root / "opt/referee/current"
        if not (self.folder / "active").exists():
            return ""
        return current.resolve(strict=True).name.split("-")[0]

    def log(self) -> list[str]:
        """The commands that were called since this was called last."""
        file = self.folder / "log"
        lines = file.read_text().splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        return lines

    def tree(self) -> dict[str, tuple[int, bytes]]:
        """Everything on the machine: times of change and contents, links as what they say."""
        return {
            str(path.relative_to(self.root)): (
                path.lstat().st_mtime_ns,
                os.readlink(path).encode() if path.is_symlink() else path.read_bytes(),
            )
            for path in sorted(self.root.rglob("*"))
            if path.is_symlink() or path.is_file()
        }
