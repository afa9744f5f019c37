"""The self-test, with each thing broken in turn."""

from __future__ import annotations

import re
from typing import Final

from tests.proving_ground.ground import say
from tests.proving_ground.guest import BUS
from tests.proving_ground.session import Session, Verdict

PYTHON: Final = "/opt/referee/current/bin/python"
#: Somebody else has the pin of a button.
TAKER: Final = (
    "import lgpio, signal; lgpio.gpio_claim_input(lgpio.gpiochip_open(0), 23); signal.pause()"
)
#: What is broken, how, how it is mended, and what doctor has to say of it.
BREAKS: Final = {
    "nothing": ("true", "true", r""),
    "no display": (f"echo -1 >{BUS}/refuse", f"echo 0 >{BUS}/refuse", r"0x3c"),
    "bus stuck": (f"echo 1 >{BUS}/stuck", f"echo 0 >{BUS}/stuck", r"0x3c"),
    "wrong address": (
        "sed -i 's/^#address = 0x3C/address = 0x3D/' /etc/referee/referee.toml",
        "sed -i 's/^address = 0x3D/#address = 0x3C/' /etc/referee/referee.toml",
        r"display\.address",
    ),
    "no group": (
        "gpasswd -d referee i2c >/dev/null", "gpasswd -a referee i2c >/dev/null", r"usermod",
    ),
    "pin taken": (
        f"systemd-run -q --unit=taker -E LG_WD=/run {PYTHON} -c '{TAKER}'; sleep 4",
        "systemctl stop taker", r"button OK",
    ),
    "disk full": (
        "mkdir -p /run/full && mount -t tmpfs -o size=64k none /run/full && "
        "chown referee /run/full && dd if=/dev/zero of=/run/full/x bs=1k count=64 2>/dev/null; "
        "mount --bind /run/full /var/lib/referee",
        "umount /var/lib/referee /run/full", r"MB",
    ),
    "read-only": (
        "mount --bind /var/lib/referee /var/lib/referee && "
        "mount -o remount,bind,ro /var/lib/referee",
        "umount /var/lib/referee", r"read-only",
    ),
    "damaged database": (
        "cp /var/lib/referee/matches.sqlite /run/kept; "
        "printf 'no database at all' | dd of=/var/lib/referee/matches.sqlite conv=notrunc "
        "2>/dev/null; rm -f /var/lib/referee/*-wal",
        "cp /run/kept /var/lib/referee/matches.sqlite; rm -f /var/lib/referee/*.damaged*", r"match",
    ),
}  # fmt: skip


#: What it has to say while the service runs.
BESIDE: Final = r"referee is already running"
COMMAND: Final = "cd /home/pi && sudo -u pi referee doctor --lang en </dev/null"


def doctor(session: Session) -> Verdict:
    """Beside the service it leaves the display alone; without it, it finds each thing broken."""
    wrong = []
    with session.guest() as guest:
        guest.run("chmod 700 /home/pi; systemctl service-watchdogs no")
        guest.run("systemctl kill -s STOP referee")
        before = guest.run(f"cat {BUS}/count")
        code, out, err = guest.tried(COMMAND, 600)
        if not found(BESIDE, code, out, err):
            wrong.append(f"beside the service: {code} {out[-300:]} {err[-300:]}")
        if guest.run(f"cat {BUS}/count") != before:
            wrong.append("beside the service: wrote to the display")
        guest.run("systemctl kill -s CONT referee; systemctl service-watchdogs yes")
        guest.run("systemctl stop referee", 300)
        for name, (breaks, mends, words) in BREAKS.items():
            guest.run(breaks)
            code, out, err = guest.tried(COMMAND, 600)
            guest.run(mends)
            bad = faults(out)
            if not found(words, code, out, err):
                wrong.append(f"{name}: {code} {bad or out[-300:]} {err[-300:]}")
            say(f"doctor, {name}: {'; '.join(bad) or 'all good'}")
    return Verdict(
        not wrong,
        "; ".join(wrong)
        or f"beside the service it says so, and not a byte goes to the display; {len(BREAKS)} "
        f"states, each told: {', '.join(BREAKS)}",
    )


def faults(out: str) -> list[str]:
    return [line for line in out.splitlines() if line.startswith("✗")]


def found(words: str, code: int, out: str, err: str) -> bool:
    """Whether it has told this fault, or none where there are no words, and its exit code too."""
    bad = faults(out)
    told = any(re.search(words, line) for line in bad) if words else not bad
    return told and code == (1 if words else 0) and "Traceback" not in out + err
