"""What the service takes, while nothing happens and when something does, beside a bare script."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tests.proving_ground.guest import BUS, TOOLS, Guest
from tests.proving_ground.session import Session, Verdict

SERVICE: Final = "$(systemctl show --value -p MainPID referee)"
BARE: Final = "$(systemctl show --value -p MainPID bare)"
#: Seconds of quiet that are measured.
QUIET: Final = 20
#: Nanoseconds for a byte on a bus of 400 kHz, its acknowledgement included.
BYTE: Final = 22500
#: Idle wake-ups may at most be so many times the bare script's.
ALLOWED: Final = 1.5
#: Wake-ups per second of a thread that has nothing to do: lgpio's for pulses has 50. Its looks at
#: lines and a silent buzzer took 500 to 900; on a starved host all rates fall together.
RESTING: Final = 100


@dataclass(frozen=True, slots=True)
class Idle:
    """Of each thread by its number: wake-ups per second, and percent of a processor."""

    threads: Mapping[int, tuple[float, float]]

    @classmethod
    def of(cls, guest: Guest, pid: str) -> Idle:
        out = guest.run(f"python3 {TOOLS}/threads.py {pid} {QUIET}", 300)
        lines = [line.split() for line in out.splitlines()]
        return cls({int(task): (float(wakes), float(used)) for task, wakes, used in lines})

    @property
    def wakes(self) -> float:
        """Per second, of all threads."""
        return sum(wakes for wakes, _ in self.threads.values())

    @property
    def used(self) -> float:
        """Percent of a processor, by all threads."""
        return sum(used for _, used in self.threads.values())

    @property
    def busiest(self) -> float:
        """Per second, of the thread that wakes most."""
        return max(wakes for wakes, _ in self.threads.values())


def idle(session: Session) -> Verdict:
    """Whether any thread looks again and again at what does not happen, before and after sounds.

    The sums are told, not judged: before the sounds a slow machine may still be starting.
    """
    with session.guest() as guest:
        guest.run("systemctl restart referee; sleep 30", 600)  # it has not sounded yet
        silent = Idle.of(guest, SERVICE)
        guest.press("down", "up", "down", "up", wait=0.7)
        guest.run("sleep 3")
        after = Idle.of(guest, SERVICE)
    busiest = max(silent.busiest, after.busiest)
    return Verdict(
        busiest < RESTING,
        f"before a sound {len(silent.threads)} threads, {silent.wakes:.0f} wake-ups/s, "
        f"{silent.used:.1f} % of a processor; after sounds {len(after.threads)}, {after.wakes:.0f} "
        f"and {after.used:.1f} %; none wakes more often than {busiest:.0f}/s",
    )


def figures(session: Session) -> Verdict:
    """The service beside a bare script on the same lines and bus, each with the machine alone."""
    with session.guest() as guest:
        ours, fast, slow = _measured(guest, SERVICE), _answers(guest, 0), _answers(guest, BYTE)
        guest.run("systemctl restart referee", 600)  # it is ready with its first picture
        start = int(guest.run("systemctl show --value -p CPUUsageNSec referee")) / 1e9
        guest.run("systemctl stop referee", 300)
        guest.transfers()
        program = f"/opt/referee/current/bin/python {TOOLS}/bare.py"
        guest.run(f"systemd-run -q --unit=bare -E LG_WD=/run {program}; sleep 8")
        bare, least_start = _measured(guest, BARE), float(guest.run("cat /run/bare"))
        least, slowest = _answers(guest, 0), _answers(guest, BYTE)
    good = ours[0].wakes < ALLOWED * bare[0].wakes + 20
    return Verdict(
        good,
        f"beside a bare lgpio script: contact to first bytes {fast / least:.1f} times as long "
        f"({fast:.0f} ms to {least:.0f}), on a bus of 400 kHz {slow / slowest:.1f} times "
        f"({slow:.0f} to {slowest:.0f}); idle wake-ups {ours[0].wakes / bare[0].wakes:.2f} times "
        f"({ours[0].wakes:.0f}/s to {bare[0].wakes:.0f}), processor "
        f"{ours[0].used / bare[0].used:.2f} times; processor until the first picture "
        f"{start / least_start:.1f} times ({start:.1f} s to {least_start:.1f}); memory "
        f"{ours[1]:.0f} MB to {bare[1]:.0f}",
    )


def _measured(guest: Guest, pid: str) -> tuple[Idle, float]:
    """At rest; megabytes in memory."""
    memory = guest.run(f"grep VmRSS /proc/{pid}/status")
    return Idle.of(guest, pid), int(memory.split()[1]) / 1024


def _answers(guest: Guest, ns_per_byte: int) -> float:
    """Milliseconds from a contact to the first bytes for the display, in the middle."""
    guest.run(f"echo {ns_per_byte} >{BUS}/ns_per_byte; echo >{BUS}/transfers")
    found = []
    for told in guest.press(*["down", "up"] * 8, wait=0.6):
        found.append((told["closed"], told["quiet"]))
    sent = [at for at, data in guest.transfers() if data[0] == 0x40]
    guest.run(f"echo 0 >{BUS}/ns_per_byte")
    firsts = [
        next((at - closed for at in sent if closed <= at <= quiet), None) for closed, quiet in found
    ]
    return statistics.median(first for first in firsts if first is not None) / 1e6
