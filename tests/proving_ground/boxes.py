"""Seat boxes at a real USB: pulled, put back, beside other devices, hostile ones, two at once."""

from __future__ import annotations

import statistics
from typing import Final

from tests.proving_ground.ground import say
from tests.proving_ground.guest import TOOLS, Guest
from tests.proving_ground.session import Session, Verdict

GADGET: Final = f"sh {TOOLS}/gadget.sh"
#: What the service tells its manager is lost.
LOST: Final = "systemctl show --value -p StatusText referee | grep -q box"
JOURNAL: Final = "journalctl -b -u referee -o cat --no-pager"
#: Somebody's board, of a kind that no seat box is made of.
OTHER: Final = "0x2341 0x0043"
#: From the home screen to a match of Knister, in which every seat may roll.
MATCH: Final = ("ok", "down", "down", "down", "ok", *["ok"] * 12)

_HOSTILE: Final = """
import os, time, zlib
text = b"box 1 1.0.0 x abcdef 1 999999999 rgb power"
with open("/dev/ttyGS0", "wb", buffering=0) as port:
    for _ in range(40):
        port.write(text + b"*%08x\\n" % zlib.crc32(text))
        time.sleep(0.1)
    os.set_blocking(port.fileno(), False)
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            port.write(os.urandom(4096))
        except (BlockingIOError, OSError):
            time.sleep(0.01)
"""


def plugged(number: int, ids: str = "") -> str:
    """Plug a board in, with the box's own firmware unless it is another one."""
    runs = "" if ids else f"; systemd-run -q --unit=box{number} python3 {TOOLS}/box.py {number}"
    return f"mkdir -p /run/box; {GADGET} plug {number} {ids}{runs}"


def seat_box(session: Session, replugs: int = 50) -> Verdict:
    """A USB gadget with the box's own firmware; see this module."""
    with session.guest() as guest:
        guest.run(f"{plugged(0)}; sleep 10")
        guest.press(*MATCH)
        back = [_replugged(guest, number) for number in range(replugs)]
        denied = int(guest.run(f"{JOURNAL} | grep -c dialout || true"))
        seats = sum(_answers(guest, f"box{seat}") for seat in (1, 2, 3))
        wrong = [
            what
            for what, good in {
                "a port said to be forbidden": not denied,
                "the box's presses are lost": seats > 0,
                "another board is opened": _other(guest),
                "the second box does not stand in": _second(guest),
                "a hostile box is not named": _hostile(guest),
                "the panel hangs beside a hostile box": _answers(guest, "down", "up"),
                "no box attaches after a hostile one": _restored(guest),
            }.items()
            if not good
        ]
        restarts = guest.run("systemctl show --value -p NRestarts referee").strip()
    return Verdict(
        not wrong and restarts == "0",
        f"{replugs} replugs, each back, after {statistics.median(back):.1f} s in the middle and "
        f"{max(back):.1f} s at most, never said to be forbidden; beside another board, with a "
        f"second box, after a hostile one: {'; '.join(wrong) or 'as it should'}; "
        f"{restarts} restarts",
    )


def _replugged(guest: Guest, number: int) -> float:
    """Seconds until the box was there again."""
    guest.run(f"{GADGET} unplug")
    gone = guest.until(LOST, 300, 0.1)
    guest.run(f"{GADGET} plug")
    back = guest.until(f"! {LOST}", 300, 0.1)
    say(f"replug {number}: missed after {gone:.1f} s, back after {back:.1f} s")
    return back


def _answers(guest: Guest, *touches: str) -> bool:
    told = guest.press(*touches)
    return bool(told[-1]["after"] != told[0]["before"])


def _other(guest: Guest) -> bool:
    """Whether a board of another kind is left alone, and the box goes on beside it."""
    guest.run(f"{plugged(1, OTHER)}; sleep 5")
    pid = "$(systemctl show --value -p MainPID referee)"
    opened = guest.run(f"ls -l /proc/{pid}/fd | grep -c ttyACM || true").strip()
    there = guest.run("ls /dev/ttyACM* | wc -l").strip()
    alone = (there, opened) == ("2", "1") and _answers(guest, "box1")
    guest.run(f"{GADGET} unplug 1; {GADGET} forget 1")
    return alone


def _second(guest: Guest) -> bool:
    """Whether a second box disturbs nothing, and is taken when the first one is pulled."""
    guest.run(f"{plugged(1)}; sleep 5")
    beside = _answers(guest, "box1") and guest.tried(LOST)[0] != 0
    guest.run(f"{GADGET} unplug; systemctl stop box0; sleep 3")
    guest.until(f"! {LOST}", 300, 0.1)  # missed for so short a time that nobody may see it
    taken = _answers(guest, "box1")
    guest.run(f"systemctl stop box1; {GADGET} unplug 1")
    guest.until(LOST, 300, 0.1)
    return beside and taken


def _hostile(guest: Guest) -> bool:
    """One that says what no box says, and then noise; whether it is named."""
    guest.run(f"cat >/root/hostile.py <<'END'\n{_HOSTILE}\nEND\n{GADGET} plug")
    guest.run("python3 /root/hostile.py", 300)
    return "says what no seat box says" in guest.run(JOURNAL)


def _restored(guest: Guest) -> bool:
    guest.run(f"{GADGET} unplug; sleep 3; {plugged(0)}")
    guest.until(f"! {LOST}", 300)
    return _answers(guest, "box1")
