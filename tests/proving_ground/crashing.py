"""The program stops, crashes, and is switched off: watchdog, safe mode, last words."""

from __future__ import annotations

import time
from typing import Final

from tests.proving_ground.ground import say
from tests.proving_ground.guest import BUS, Guest, feed
from tests.proving_ground.reading import sees
from tests.proving_ground.session import Session, Verdict, complaints

#: Looks at the service, half a second apart, until it is up again: an hour on an idle host.
PID: Final = "$(systemctl show --value -p MainPID referee)"
#: Another process than the one before, which has said that it is ready.
UP: Final = f'systemctl is-active -q referee && [ "{PID}" != {{}} ]'
BITTEN: Final = "journalctl -b -u referee -o cat | grep -q 'Watchdog timeout'"
PATIENCE: Final = 600.0
#: What is on the display after a crash, and the touches that lead on from there.
CRASHED, SAFE, HOME, OFF, LAST = (
    "The program crashed", "Safe mode", "New match", "Switch off", "Switching off.",
)  # fmt: skip
READ: Final = ("ok",)
TRY_AGAIN: Final = ("ok", "ok")  # safe mode says what it is first
LAST_LINE: Final = ("up", "ok")

#: Sends what has gone over the display's bus to the second serial line, whenever that is more, to
#: the very end: nothing that is stopped at the shutdown would see the last of it.
WATCHER: Final = (
    "systemd-run -q --unit=watcher -p DefaultDependencies=no sh -c '"
    f"stty -F LINE raw -echo 115200; echo >{BUS}/transfers; old=; "
    f"while :; do now=$(cat {BUS}/count); "
    f'[ "$now" = "$old" ] || {{ cat {BUS}/transfers; echo end; }}; '
    "old=$now; sleep 0.2; done >LINE'"
)


def watchdog(session: Session) -> Verdict:
    """Stopped by a signal it is started anew; after three crashes in safe mode, and out of it; and
    switched off by its own menu."""
    with session.guest() as guest:
        before = _pid(guest)
        guest.run("systemctl kill -s STOP referee")
        bitten = guest.until(BITTEN, PATIENCE)
        again = _up(guest, before)
        home = _home(guest)
        for _ in range(2):
            before = _pid(guest)
            guest.run(f"kill -SEGV {PID}")
            _up(guest, before)
        safe = sees(guest.picture(), SAFE)
        before = _pid(guest)
        guest.press(*TRY_AGAIN)
        _up(guest, before)
        out = sees(guest.picture(), HOME)  # safe mode has told of the crash
        complained = complaints(guest)
        guest.evidence(session.evidence)  # nothing can be asked any more when it is off
        words, off = _switched_off(guest)
    found = {
        "home after the watchdog": home, "safe mode after three": safe, "out of it": out,
        f"a clean journal: {complained}": not complained, "last words": words,
    }  # fmt: skip
    wrong = [what for what, good in found.items() if not good]
    return Verdict(
        not wrong,
        f"bitten {bitten:.0f} s after it stopped, a picture {again:.0f} s later, which says that "
        f"it crashed; two crashes more and safe mode is there; by its first line all runs again; "
        f"off by the menu after "
        f"{off:.0f} s, its last words on the display" + (f"; NOT: {wrong}" if wrong else ""),
    )


def _pid(guest: Guest) -> str:
    return guest.run(f"echo {PID}").strip()


def _up(guest: Guest, before: str) -> float:
    """Seconds until another process than this shows something."""
    seconds = guest.until(UP.format(before), PATIENCE)
    say(f"up again after {seconds:.1f} s")
    guest.picture()
    return seconds


def _home(guest: Guest) -> bool:
    """Whether the home screen is there as soon as what it says of the crash has been read."""
    told = sees(guest.picture(), CRASHED)
    guest.press(*READ)
    return told and sees(guest.picture(), HOME)


def _switched_off(guest: Guest) -> tuple[bool, float]:
    """By the last line of the menu and a held OK; whether that line is there, and the display
    says so in the end."""
    guest.press(*LAST_LINE)
    if not sees(guest.picture(), OFF):
        return False, 0.0
    guest.run(WATCHER.replace("LINE", guest.second))
    guest.press("ok:1.0")
    told = b""
    began = time.monotonic()
    while guest.alive and time.monotonic() < began + PATIENCE:
        told += guest.listen(1.0)
    guest.gone(1.0)
    seconds = time.monotonic() - began
    *wholes, _ = told.decode("ascii", "replace").split("end\n")
    for line in wholes[-1].splitlines() if wholes else ():
        _, kind, data = line.split(" ")
        if kind == "w" and data:
            feed(guest.chip, bytes.fromhex(data))
    return sees(guest.chip.picture(), LAST), seconds
