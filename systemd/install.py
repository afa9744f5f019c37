#!/usr/bin/env python3
"""Puts the referee on a Raspberry Pi as a service, brings it up to date, and takes it away again.

    sudo systemd/install.py              install this version, or upgrade to it
    sudo systemd/install.py rollback     back to the version before
    sudo systemd/install.py status       which version runs, which ones are there
    sudo systemd/install.py uninstall    remove it; matches and settings stay

Versions lie side by side in /opt/referee/versions; the link /opt/referee/current says which one
runs. A version that does not work as well as the one before is left again by itself. Run twice,
nothing changes. Needs Python 3.11 and nothing else.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from installer.machine import Failure, Machine, say
from installer.service import Service
from installer.versions import Versions


def main() -> int:
    parser = argparse.ArgumentParser(description="Install the referee on a Raspberry Pi.")
    parser.add_argument(
        "action", nargs="?", default="install", choices=ACTIONS,
        help="install and upgrade are the same: this version shall run",
    )  # fmt: skip
    parser.add_argument(
        "--root", type=Path, default=Path("/"), metavar="FOLDER", help="a system's tree (for tests)"
    )
    args = parser.parse_args()
    installer = Installer(Machine(args.root.resolve()))
    try:
        ACTIONS[args.action](installer)
    except Failure as failure:
        print(f"install: {failure}", file=sys.stderr)
        return 1
    return 0


class Installer:
    """One errand. Every step looks first whether there is anything to do."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._versions = Versions(machine, Path(__file__).resolve().parent.parent)
        self._service = Service(machine, self._versions)

    def install(self) -> None:
        machine, versions = self._machine, self._versions
        machine.must_be_root()
        machine.look_at_system()
        machine.install_packages()
        version = versions.build()
        before = versions.current
        self._service.prepare(version)
        if before == version:
            self._service.keep_running()
        else:
            self._service.switch(version, before)
            versions.tidy()
        if not machine.changes:
            say(f"Nothing to do: {version} is installed and runs.")
        else:
            say(f"{version} is installed and runs.")
        machine.last_words()

    def rollback(self) -> None:
        self._machine.must_be_root()
        before, previous = self._versions.current, self._versions.previous
        if previous is None:
            raise Failure("there is no version before this one")
        self._service.prepare(previous)
        self._service.switch(previous, before)
        say(f"{previous} runs again. Back to {before}: rollback once more.")

    def status(self) -> None:
        for version in self._versions.all():
            marks = {self._versions.current: "runs", self._versions.previous: "the one before"}
            say(f"{version}  {marks.get(version, '')}".rstrip())
        if self._versions.current is None:
            say("The referee is not installed.")

    def uninstall(self) -> None:
        self._machine.must_be_root()
        self._service.remove()
        shutil.rmtree(self._versions.folder, ignore_errors=True)
        kept = " and ".join(f"/{os.fspath(p)}" for p in ("var/lib/referee", "etc/referee"))
        say(f"Removed. Matches and settings stay in {kept}.")


ACTIONS: Final[dict[str, Callable[[Installer], None]]] = {
    "install": Installer.install,
    "upgrade": Installer.install,
    "rollback": Installer.rollback,
    "status": Installer.status,
    "uninstall": Installer.uninstall,
}

if __name__ == "__main__":
    sys.exit(main())
