"""Switching the machine off: a request to systemd-logind over D-Bus, by systemd's own client.

The service's user may do that by a rule for polkit (systemd/50-referee.rules); nothing runs as
root for it.
"""

from __future__ import annotations

import subprocess
from typing import Final

from hal.service import unheard
from referee.kernel.errors import RefereeError

_LOGIN: Final = (
    "org.freedesktop.login1",
    "/org/freedesktop/login1",
    "org.freedesktop.login1.Manager",
)
#: "false": nobody is there to be asked for a password.
POWER_OFF: Final = ("busctl", "--no-pager", "call", *_LOGIN, "PowerOff", "b", "false")
CAN_POWER_OFF: Final = ("busctl", "--no-pager", "call", *_LOGIN, "CanPowerOff")
STATE: Final = ("systemctl", "is-system-running")

#: Seconds that an answer may take; the panel stands still meanwhile.
PATIENCE: Final = 5.0


def power_off() -> None:
    """Raises `RefereeError` when it is not allowed or nobody is there to do it."""
    _asked(POWER_OFF)


def may_power_off() -> bool:
    """Whether `power_off` would do it without asking anybody, or may: who answers late, as while
    everything starts, is asked again when it comes to it."""
    try:
        return '"yes"' in _asked(CAN_POWER_OFF)
    except RefereeError as error:
        return isinstance(error.__cause__, subprocess.TimeoutExpired)


def shutting_down() -> bool:
    """Whether the whole machine is going down, whoever wanted it."""
    try:
        return _run(STATE).stdout.strip() == "stopping"
    except (OSError, subprocess.TimeoutExpired):
        return False


def _asked(command: tuple[str, ...]) -> str:
    try:
        done = _run(command)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RefereeError("error.power", detail=str(error)) from error
    if done.returncode:
        raise RefereeError("error.power", detail=done.stderr.strip() or str(done.returncode))
    return done.stdout


def _run(command: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=unheard()
    )
