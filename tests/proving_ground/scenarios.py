"""What is tried in the guest, each with a verdict and figures."""

from __future__ import annotations

import json
import random
import re
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.proving_ground import crashes
from tests.proving_ground.ground import ProvingError, say
from tests.proving_ground.guest import BUS, TOOLS, Guest, copied
from tests.proving_ground.image import Image

CLONE: Final = "/home/pi/tabletop-referee"
LINES: Final = (
    "sqlite3.connect('file:/var/lib/referee/matches.sqlite?mode=ro', uri=True)"
    ".execute('select count(*) from line').fetchone()[0]"
)


@dataclass(frozen=True, slots=True)
class Verdict:
    good: bool
    figures: str


@dataclass(slots=True)
class Session:
    """One release's guest: the disk as Debian leaves it, and as the installer does."""

    image: Image
    rng: random.Random

    @property
    def installed(self) -> Path:
        return self.image.disk.with_name(self.image.disk.name.replace("plain", "installed"))

    def guest(self) -> Guest:
        """On a copy of the installed disk, running its service."""
        if not self.installed.exists():
            raise ProvingError("nothing is installed yet: run the scenario `install` first")
        guest = Guest(self.image, copied(self.installed, "work.img"))
        guest.take_tools()
        return guest


Scenario = Callable[[Session], Verdict]


# -- install -----------------------------------------------------------------------------------


def install(session: Session) -> Verdict:
    """The real `sudo systemd/install.py`, by a user whose home is private; and once more."""
    disk = copied(session.image.disk, "installing.img")
    with Guest(session.image, disk) as guest:
        command = f"chmod 700 /home/pi; cd {CLONE} && sudo -u pi sudo systemd/install.py"
        began = time.monotonic()
        code, out, err = guest.tried(command, 2400)
        seconds = time.monotonic() - began
        if code:
            return Verdict(False, f"{err.strip() or out.strip()}")
        again = guest.run(command, 300)
        compiled = guest.run(
            "cd /opt/referee/current/lib/python3*/site-packages; "
            "find referee hal -name '*.py' | wc -l; find referee hal -name '*.pyc' | wc -l"
        ).split()
        guest.run("systemctl stop referee; sync", 120)
        guest.send("systemctl poweroff", 60)
        guest.gone(180)
    disk.rename(session.installed)
    good = again.startswith("Nothing to do") and compiled[0] == compiled[1]
    figures = f"{seconds:.0f} s; {compiled[1]} of {compiled[0]} modules compiled"
    return Verdict(good, f"{figures}; run again: {again.splitlines()[0]}")


# -- play --------------------------------------------------------------------------------------


def play(session: Session) -> Verdict:
    """From power to the first picture, and a match by line pulls, as the panel's buttons."""
    with session.guest() as guest:
        first = guest.first_picture()
        ready, began = (_seconds(guest, name) for name in ("ActiveEnter", "ExecMainStart"))
        home = guest.picture().tobytes()
        pictures = {home}
        delays = []
        for button in ["ok"] * 8 + session.rng.choices(["ok", "roll", "down"], k=22):
            for told in guest.press(button, wait=1.5):
                sent = [at for at, data in guest.transfers() if data[0] == 0x40]
                after = [at for at in sent if at >= told["closed"]]
                delays += [(after[0] - told["closed"]) / 1e6] if after else []
            pictures.add(guest.chip.picture().tobytes())
        lines = int(guest.python(f"import sqlite3; print({LINES})"))
        restarts = guest.run("systemctl show --value -p NRestarts referee").strip()
    middle = statistics.median(delays)
    good = lines > 0 and len(pictures) > 10 and restarts == "0" and ready >= first - 0.5
    return Verdict(
        good,
        f"first picture {first - began:.1f} s after the program's start, {first:.1f} s after the "
        f"kernel's; ready {ready - first:+.1f} s from it; 30 presses, {len(pictures)} pictures, "
        f"{lines} lines in the journal; from contact to bus {middle:.0f} ms in the middle, "
        f"{max(delays):.0f} ms at most",
    )


def _seconds(guest: Guest, moment: str) -> float:
    """When the service came to this, in seconds since the kernel's start."""
    shown = f"systemctl show --value -p {moment}TimestampMonotonic referee"
    return int(guest.run(shown)) / 1e6


# -- doctor ------------------------------------------------------------------------------------

#: What is broken, how, how it is mended, and what doctor has to say of it.
BREAKS: Final = {
    "nothing": ("true", "true", r""),
    "no display": (f"echo -1 >{BUS}/refuse", f"echo 0 >{BUS}/refuse", r"0x3c"),
    "bus stuck": (f"echo 1 >{BUS}/stuck", f"echo 0 >{BUS}/stuck", r"0x3c"),
    "wrong address": (
        "printf '\\n[display]\\naddress = 0x3D\\n' >>/etc/referee/referee.toml",
        "sed -i '/^.display./,$d' /etc/referee/referee.toml", r"display\.address",
    ),
    "no group": (
        "gpasswd -d referee i2c >/dev/null", "gpasswd -a referee i2c >/dev/null", r"usermod",
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


def doctor(session: Session) -> Verdict:
    """Beside the service it leaves the display alone; without it, it finds each thing broken."""
    wrong = []
    command = "cd /home/pi && sudo -u pi referee doctor --lang en </dev/null"
    with session.guest() as guest:
        guest.first_picture()
        guest.run("chmod 700 /home/pi; systemctl service-watchdogs no")
        guest.run("systemctl kill -s STOP referee")
        before = guest.run(f"cat {BUS}/count")
        guest.tried(command, 180)
        if guest.run(f"cat {BUS}/count") != before:
            wrong.append("beside the service: wrote to the display")
        guest.run("systemctl kill -s CONT referee; systemctl service-watchdogs yes")
        guest.run("systemctl stop referee", 120)
        for name, (breaks, mends, words) in BREAKS.items():
            guest.run(breaks)
            code, out, err = guest.tried(command, 240)
            guest.run(mends)
            bad = [line for line in out.splitlines() if line.startswith("✗")]
            told = any(re.search(words, line) for line in bad) if words else not bad
            if not told or "Traceback" in out + err or bool(code) != bool(words):
                wrong.append(f"{name}: {code} {bad or out[-300:]} {err[-300:]}")
            say(f"doctor, {name}: {'; '.join(bad) or 'all good'}")
    return Verdict(not wrong, "; ".join(wrong) or f"{len(BREAKS)} states, each told")


# -- the seat box ------------------------------------------------------------------------------


#: What the service tells its manager is lost.
STATUS: Final = "systemctl show --value -p StatusText referee"

_HOSTILE: Final = """
import time, zlib
text = b"box 1 1.0.0 x abcdef 1 999999999 rgb power"
with open("/dev/ttyGS0", "wb", buffering=0) as port:
    for _ in range(40):
        port.write(text + b"*%08x\\n" % zlib.crc32(text))
        time.sleep(0.1)
"""


def seat_box(session: Session, replugs: int = 12) -> Verdict:
    """A USB gadget with the box's own firmware, unplugged and plugged; then a hostile one."""
    plug, count = f"sh {TOOLS}/gadget.sh", f"cat {BUS}/count"
    with session.guest() as guest:
        guest.first_picture()
        guest.run(f"{plug} plug; systemd-run -q --unit=box python3 {TOOLS}/box.py; sleep 5")
        guest.press(*["ok"] * 8)
        times = []
        for _ in range(replugs):
            guest.run(f"{plug} unplug")
            guest.until(f"{STATUS} | grep -q box", 60, 0.1)
            guest.run(f"{plug} plug")
            times.append(guest.until(f"! {STATUS} | grep -q box", 60, 0.1))
        before = guest.run(count)
        for seat in range(7):
            guest.run(f"echo {1 << seat} >/run/box/contacts; sleep 0.3; echo 0 >/run/box/contacts")
        time.sleep(2)
        heard = guest.run(count) != before
        denied = guest.run("journalctl -b -u referee -o cat").count("dialout")
        guest.run("systemctl stop box")
        guest.run(f"cat >/root/hostile.py <<'END'\n{_HOSTILE}\nEND\npython3 /root/hostile.py", 120)
        time.sleep(2)
        told = "says what no seat box says" in guest.run("journalctl -b -u referee -o cat")
        alive = guest.press("down", "up", "ok")
        answers = alive[-1]["after"] != alive[0]["before"]
        restarts = guest.run("systemctl show --value -p NRestarts referee").strip()
    return Verdict(
        heard and not denied and told and answers and restarts == "0",
        f"{replugs} replugs, each back, after {statistics.median(times):.1f} s in the middle and "
        f"{max(times):.1f} s at most; said to be forbidden {denied} times; its presses "
        f"{'arrive' if heard else 'are lost'}; a hostile box is "
        f"{'told and left alone' if told else 'not told'}, the panel "
        f"{'answers' if answers else 'hangs'}; {restarts} restarts",
    )


# -- crashes -----------------------------------------------------------------------------------


def watchdog(session: Session) -> Verdict:
    """Stopped by a signal it is started anew; after three crashes in safe mode; and off."""
    pid = "systemctl show --value -p MainPID referee"
    with session.guest() as guest:
        guest.first_picture()
        guest.run("systemctl kill -s STOP referee")
        bitten = guest.until("journalctl -b -u referee -o cat | grep -q 'Watchdog timeout'", 120)
        guest.until("systemctl is-active -q referee", 180)
        for _ in range(2):
            guest.run(f"kill -9 $({pid}); sleep 4")
            guest.until("systemctl is-active -q referee", 180)
        time.sleep(3)
        safe = guest.picture()
        guest.run(f"kill -9 $({pid}); sleep 4")
        guest.until("systemctl is-active -q referee", 180)
        time.sleep(3)
        after = guest.picture()
        guest.send("systemctl poweroff", 60)
        off = guest.gone(180)
    lit = [picture.getbbox() is not None for picture in (safe, after)]
    return Verdict(
        all(lit), f"bitten after {bitten:.0f} s; four crashes, each time a picture; off after "
        f"{off:.0f} s",
    )  # fmt: skip


# -- idle --------------------------------------------------------------------------------------

_THREADS: Final = """
import glob, os, subprocess, sys, time
pid = subprocess.run(['systemctl', 'show', '--value', '-p', 'MainPID', 'referee'],
                     capture_output=True, text=True).stdout.strip()
def snap():
    found = {}
    for task in glob.glob(f'/proc/{pid}/task/*'):
        text = open(task + '/status').read()
        wakes = int(text.split('\\nvoluntary_ctxt_switches:')[1].split()[0])
        stat = open(task + '/stat').read().rsplit(')', 1)[1].split()
        found[task] = wakes, (int(stat[11]) + int(stat[12])) / os.sysconf('SC_CLK_TCK')
    return found
a, t = snap(), time.monotonic()
time.sleep(float(sys.argv[1]))
b, d = snap(), time.monotonic() - t
for task in b.keys() & a.keys():
    wakes, used = (late - early for early, late in zip(a[task], b[task]))
    print(round(wakes / d, 1), round(100 * used / d, 2))
"""


def idle(session: Session) -> Verdict:
    """Wake-ups and processor time of the service's threads, before and after sounds."""
    with session.guest() as guest:
        guest.first_picture()
        guest.run(f"cat >/root/threads.py <<'END'\n{_THREADS}\nEND")
        time.sleep(15)  # the games have been loaded

        def measured() -> list[tuple[float, float]]:
            out = guest.run("python3 /root/threads.py 20", 120)
            return sorted((float(a), float(b)) for a, b in map(str.split, out.splitlines()))

        silent = measured()
        guest.press("ok", "back", "ok", "back", wait=0.7)
        time.sleep(3)
        after = measured()
        memory = guest.run("grep VmRSS /proc/$(systemctl show --value -p MainPID referee)/status")
    sums = [
        tuple(round(sum(column), 1) for column in zip(*m, strict=True)) for m in (silent, after)
    ]
    loop = min(rate for rate, _ in silent)
    good = sums[1][0] < 1.5 * sums[0][0] + 20
    return Verdict(
        good,
        f"before a sound {sums[0][0]:.0f} wake-ups/s, {sums[0][1]} % of a processor; after sounds "
        f"{sums[1][0]:.0f} and {sums[1][1]} %; the quietest thread {loop}/s; "
        f"{int(memory.split()[1]) // 1024} MB",
    )


# -- power -------------------------------------------------------------------------------------


def power(session: Session) -> Verdict:
    """Disks as a power cut may leave them, out of one boot's recorded writes."""
    return Verdict(*crashes.examine(session.image, session.installed, points=200))


SCENARIOS: Final[dict[str, Scenario]] = {
    "install": install,
    "play": play,
    "doctor": doctor,
    "seat-box": seat_box,
    "watchdog": watchdog,
    "idle": idle,
    "power": power,
}


def as_json(found: dict[str, Verdict]) -> str:
    return json.dumps({name: [v.good, v.figures] for name, v in found.items()}, indent=1)
