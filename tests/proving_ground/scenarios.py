"""What is tried in the guest, each with a verdict and figures, in the order that it is tried in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tests.proving_ground.boxes import seat_box
from tests.proving_ground.crashes import power
from tests.proving_ground.crashing import watchdog
from tests.proving_ground.examining import doctor
from tests.proving_ground.idling import figures, idle
from tests.proving_ground.installing import install, upgrade
from tests.proving_ground.phones import migrate, phones
from tests.proving_ground.playing import play
from tests.proving_ground.raspi import raspi3b
from tests.proving_ground.session import Session, Verdict
from tests.proving_ground.starting import start
from tests.proving_ground.upgrading import dist_upgrade

SCENARIOS: Final[Mapping[str, Callable[[Session], Verdict]]] = {
    "install": install,
    "play": play,
    "start": start,
    "doctor": doctor,
    "seat-box": seat_box,
    "watchdog": watchdog,
    "idle": idle,
    "figures": figures,
    "phones": phones,
    "power": power,
    "upgrade": upgrade,
    "migrate": migrate,
    "dist-upgrade": dist_upgrade,
    "raspi3b": raspi3b,
}
