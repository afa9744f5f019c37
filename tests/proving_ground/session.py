"""One release's guest, as the scenarios get it, and what they say of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.proving_ground.ground import ProvingError, Step
from tests.proving_ground.guest import Guest, copied
from tests.proving_ground.image import Image

#: How long an emulated machine on a busy host takes to start the service is not judged.
PATIENT: Final = (
    "cd /etc/systemd/system && mkdir -p referee.service.d && "
    "printf '[Service]\\nTimeoutStartSec=900\\n' >referee.service.d/late.conf && "
    "systemctl daemon-reload"
)

#: The touches of the first start: English, then the main menu, under the quick match.
WELCOME: Final = ("down", "ok", "down", "ok")

#: What the service's journal never has, whatever happens to it: a fault of its own, a pin that it
#: could not let go, a child that spoke in its name.
COMPLAINTS: Final = (
    "journalctl -b -u referee -o cat --no-pager | "
    "grep -e Traceback -e 'GPIO busy' -e 'Got notification' | sort -u"
)


@dataclass(frozen=True, slots=True)
class Verdict:
    good: bool
    figures: str


@dataclass(slots=True)
class Session:
    """The disk as Debian leaves it, as the installer does, and a guest that runs.

    ``name``: of the scenario; what it leaves to be looked at is under it.
    """

    image: Image
    rng: random.Random
    name: str = ""

    @property
    def installed(self) -> Path:
        return self._disk("installed")

    @property
    def evidence(self) -> Path:
        return self.image.disk.parent / "evidence" / self.name

    def _disk(self, kind: str) -> Path:
        return self.image.disk.with_name(self.image.disk.name.replace("plain", kind))

    @contextmanager
    def booted(self, port: int = 0) -> Iterator[Guest]:
        """Power on: on a copy of the installed disk, which has never been used. ``port``: see
        `Guest`."""
        if not self.installed.exists():
            raise ProvingError("nothing is installed yet: run the scenario `install` first")
        with Guest(self.image, copied(self.installed, "work.img"), port=port) as guest:
            guest.take_tools()
            yield from self._watched(guest)

    @contextmanager
    def guest(self) -> Iterator[Guest]:
        """The box has been switched on and speaks English; its home screen is there."""
        state, disk = self.running()
        with Guest(self.image, copied(disk, "work.img"), state=state) as guest:
            guest.take_tools()
            guest.run(PATIENT)
            yield from self._watched(guest)

    def _watched(self, guest: Guest) -> Iterator[Guest]:
        try:
            yield guest
        finally:
            if guest.alive:
                guest.evidence(self.evidence)

    def running(self) -> tuple[Path, Path]:
        """Such a guest's memory, and its disk: no scenario has to start one again."""
        disk = self._disk("running")
        state = disk.with_suffix(".state")
        if not disk.exists() or disk.stat().st_mtime < self.installed.stat().st_mtime:
            with Step("starting a guest to go on from"), self.booted() as guest:
                guest.first_picture()
                guest.press(*WELCOME)
                guest.run("sync")
                guest.picture()
                guest.sleep(state, disk)
        return state, disk


def complaints(guest: Guest) -> list[str]:
    """The lines of the service's journal that should not be there."""
    return guest.tried(COMPLAINTS)[1].splitlines()
