#!/usr/bin/env python3
"""Puts the referee on a Raspberry Pi as a service, brings it up to date, and takes it away again.

    sudo systemd/install.py              install this version, or upgrade to it
    sudo systemd/install.py --image      the same in a system that does not run: starts nothing
    sudo systemd/install.py rollback     back to the version before
    sudo systemd/install.py status       which version runs, which ones are there
    sudo systemd/install.py rebuild      for another Python: after an upgrade of the system
    sudo systemd/install.py uninstall    remove it; matches and settings stay

Versions lie side by side in /opt/referee/versions, each with the wheels that it is made of; the
link /opt/referee/current says which one runs. A version that does not work as well as the one
before is left again by itself. Run twice, nothing changes. Needs Python 3.11 and nothing else;
where a folder `wheels` lies beside this one, as in a release, no network either.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import chain, repeat
from pathlib import Path
from typing import Final

from installer.machine import Failure, Machine, say
from installer.service import Service
from installer.telling import Teller
from installer.versions import SOURCES, WHEELS, Versions

#: The program's tree that this script is in.
SOURCE: Final = Path(__file__).resolve().parent.parent

#: Seconds until a rebuilding that has failed is tried again; the last one from then on.
PAUSES: Final = tuple(
    float(pause) for pause in os.environ.get("REFEREE_PAUSES", "20 20 60 300").split()
)

#: Runs a command in another tree, with what a running kernel gives. The mounts end with it.
ENTER: Final = (
    'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'
)


def main() -> int:
    parser = argparse.ArgumentParser(description="Install the referee on a Raspberry Pi.")
    parser.add_argument(
        "action", nargs="?", default="install", choices=ACTIONS,
        help="install and upgrade are the same: this version shall run",
    )  # fmt: skip
    parser.add_argument(
        "--root", type=Path, default=Path("/"), metavar="FOLDER",
        help="a system's tree; with --image that of a mounted card, without it for tests",
    )  # fmt: skip
    parser.add_argument(
        "--image", action="store_true", help="the system does not run: install, start nothing"
    )
    parser.add_argument(
        "--until-done", action="store_true", help="rebuild: try again until it succeeds"
    )
    args = parser.parse_args()
    root = args.root.resolve()
    try:
        if args.image:
            Installer(Machine(root)).install_image()
        elif args.until_done:
            until_done(Machine(root))
        else:
            ACTIONS[args.action](Installer(Machine(root)))
    except Failure as failure:
        print(f"install: {failure}", file=sys.stderr)
        return 1
    return 0


class Installer:
    """One errand. Every step looks first whether there is anything to do."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._versions = Versions(machine, SOURCE)
        self._service = Service(machine, self._versions)

    def install(self) -> None:
        machine, versions = self._machine, self._versions
        machine.must_be_root()
        machine.look_at_system()
        machine.install_packages()
        with machine.alone(versions.folder):
            version = versions.build()
        before = versions.current
        self._service.prepare(version)
        if before == version:
            self._service.keep_running()
        else:
            self._service.switch(version, before)
            versions.tidy()
            self._service.forget()
        if not machine.changes:
            say(f"Nothing to do: {version} is installed and runs.")
        else:
            say(f"{version} is installed and runs.")
        machine.last_words()

    def install_image(self) -> None:
        """As `install`, for a system that will start later."""
        machine, versions = self._machine, self._versions
        machine.must_be_root()
        if machine.root != Path("/"):
            inside(machine.root)
            return
        machine.look_at_system()
        machine.install_packages()
        version = versions.build()
        self._service.prepare(version, running=False)
        versions.switch(version)
        machine.run("systemctl", "enable", "--quiet", "referee.service")
        say(f"{version} is installed; it runs when this system starts.")

    def rollback(self) -> None:
        self._machine.must_be_root()
        before, previous = self._versions.current, self._versions.previous
        if previous is None:
            raise Failure("there is no version before this one")
        with self._machine.alone(self._versions.folder):
            previous = self._versions.fitting(previous)
        self._service.prepare(previous)
        self._service.switch(previous, before)
        self._versions.tidy()
        say(f"{previous} runs again. Back to {before}: rollback once more.")

    def rebuild(self) -> None:
        """The version that runs, on the Python that the system has now."""
        self._machine.must_be_root()
        before = self._versions.current
        if before is None:
            raise Failure("the referee is not installed")
        with self._machine.alone(self._versions.folder):
            version = self._versions.fitting(before)
            if version == before:
                say(f"Nothing to do: {version} fits the Python of this system.")
                return
            self._versions.replaced(version, before)
        say(f"{version} takes the place of {before}.")

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
    "rebuild": Installer.rebuild,
    "status": Installer.status,
    "uninstall": Installer.uninstall,
}


def until_done(machine: Machine) -> None:
    """Rebuild; where that fails, say why, and try again later: somebody may have made room, or a
    network may be there."""
    teller = Teller(machine.root)
    for pause in chain(PAUSES, repeat(PAUSES[-1])):
        teller.tell("rebuilding")
        try:
            Installer(machine).rebuild()
        except Failure as failure:
            teller.tell("unbuilt")
            say(f"{failure}. The next try is in {pause:.0f} s.")
            time.sleep(pause)
        else:
            return


def inside(root: Path) -> None:
    """Install into a mounted system by its own Python: environments hold the paths they are at."""
    if not (root / "usr/bin/python3").exists():
        raise Failure(f"{root} is not the tree of a Raspberry Pi OS: it has no usr/bin/python3")
    tried = subprocess.run(("chroot", root, "/bin/true"), check=False, capture_output=True)
    if tried.returncode:
        raise Failure(
            f"the programs of {root} do not run here. If they are another machine's: "
            "sudo apt install qemu-user-static"
        )
    with tempfile.TemporaryDirectory(dir=root / "var/tmp") as folder:
        tree = Path(folder) / "source"
        for name in (*SOURCES, WHEELS):
            if (SOURCE / name).is_dir():
                shutil.copytree(SOURCE / name, tree / name)
            elif (SOURCE / name).exists():
                tree.mkdir(exist_ok=True)
                shutil.copy(SOURCE / name, tree / name)
        Path(folder).chmod(0o755)
        script = Path("/", tree.relative_to(root), "systemd/install.py")
        here = ("unshare", "--mount", "sh", "-c", ENTER, root)
        done = subprocess.run((*here, "/usr/bin/python3", script, "--image"), check=False)
    if done.returncode:
        raise Failure(f"nothing was switched on in {root}; see above")


if __name__ == "__main__":
    sys.exit(main())
