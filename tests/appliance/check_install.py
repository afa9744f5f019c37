"""The installer with a real environment, real pip and the real program that it installs.

Faked are apt, and systemd as a process: a little manager starts the service in its place, on
simulated electrics. Users and folders are made by systemd's own tools, in the scratch root.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.appliance.machine import FAKES, Scratch
from tests.conftest import ROOT

SOURCES = (
    "pyproject.toml", "LICENSE", "README.md", "firmware", "hal", "referee", "sim", "systemd",
)  # fmt: skip


class Tree(Scratch):
    """A scratch root that systemd's tools can work in; sources are the whole program."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.python = sys.executable
        for name in ("passwd", "group"):
            shutil.copy(f"/etc/{name}", self.root / "etc" / name)
        for name in ("python", "referee", "systemd-sysusers", "systemd-tmpfiles", "systemctl"):
            (folder / "bin" / name).unlink()
        systemctl = folder / "bin/systemctl"
        systemctl.write_text(
            f'#!/bin/sh\nPYTHONPATH= exec {sys.executable} {FAKES.parent}/manager.py "$@"\n'
        )
        systemctl.chmod(0o755)

    def copied(self, name: str) -> Path:
        """The source of the whole program."""
        tree = self.folder / name
        for source in SOURCES:
            path = ROOT / source
            if path.is_dir():
                ignore = shutil.ignore_patterns("__pycache__")
                shutil.copytree(path, tree / source, ignore=ignore)
            else:
                tree.mkdir(exist_ok=True)
                shutil.copy(path, tree / source)
        return tree

    def quiet(self) -> dict[str, tuple[int, bytes]]:
        """As `tree`, without what the running program writes."""
        own = ("run/", "var/lib/referee/")
        return {
            name: found for name, found in self.tree().items()
            if not name.startswith(own) and "__pycache__" not in name
        }  # fmt: skip

    def referee(self, *args: str) -> str:
        """The installed command, on the service's matches."""
        done = subprocess.run(
            [self.root / "opt/referee/current/bin/referee", *args],
            input="", capture_output=True, text=True, timeout=60, check=False,
            env={
                "PATH": os.environ["PATH"],
                "LC_ALL": "C",
                "STATE_DIRECTORY": str(self.root / "var/lib/referee"),
                "CONFIGURATION_DIRECTORY": str(self.root / "etc/referee"),
            },
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture
def tree(tmp_path: Path) -> Iterator[Tree]:
    made = Tree(tmp_path)
    yield made
    subprocess.run([made.folder / "bin/systemctl", "stop"], env={"FAKE": str(tmp_path)}, check=True)


def test_install_twice_fail_to_upgrade_upgrade_uninstall(tree: Tree) -> None:
    first, later = tree.copied("first"), tree.copied("later")
    forbidden = tree.folder / "forbidden"
    init, run = later / "referee/__init__.py", later / "referee/doors/run.py"
    init.write_text(init.read_text().replace("__version__ =", '__version__ = "9.9.9"\n_old ='))
    run.write_text(
        run.read_text().replace(
            "    try:\n        if args.script",
            f'    if Path("{forbidden}").exists():\n        return 1\n'
            "    try:\n        if args.script",
        )
    )

    # a fresh machine
    code, out, errors = tree.install(first)
    assert (code, errors) == (0, ""), out
    assert "referee:x:" in (tree.root / "etc/passwd").read_text()
    assert (tree.root / "var/lib/referee").stat().st_mode & 0o777 == 0o750
    assert (tree.root / "etc/referee/components").is_dir()
    assert (tree.root / "var/lib/referee/running").exists()  # the program runs
    tree.referee("match", "knight-rider", "--seats", "2", "--save")
    assert "you can resume it" in tree.referee("doctor", "--no-panel")
    kept = tree.referee("history")
    settings = (tree.root / "etc/referee/referee.toml").read_bytes()

    # the same again
    before = tree.quiet()
    assert tree.install(first)[1].startswith("Nothing to do")
    assert tree.quiet() == before

    # a version that does not start
    forbidden.touch()
    code, out, errors = tree.install(later)
    assert code == 1
    assert "Job for referee.service failed" in errors
    assert "runs again, with all matches" in errors
    assert tree.referee("history") == kept
    assert "you can resume it" in tree.referee("doctor", "--no-panel")
    assert "9.9.9" not in tree.referee("--version")

    # the same version, that starts now: it is built already
    forbidden.unlink()
    code, out, errors = tree.install(later)
    assert (code, errors) == (0, ""), out
    assert "Building" not in out
    assert "9.9.9" in tree.referee("--version")
    assert tree.referee("history") == kept
    assert "you can resume it" in tree.referee("doctor", "--no-panel")
    assert (tree.root / "etc/referee/referee.toml").read_bytes() == settings

    # away with it
    assert tree.install(later, "uninstall")[0] == 0
    assert not (tree.root / "opt/referee").exists()
    assert (tree.root / "var/lib/referee/matches.sqlite").exists()
