"""The real installer: onto a fresh system, to another version, to one that fails, back, and off."""

from __future__ import annotations

import time
from typing import Final

from tests.proving_ground.crashes import QUICK
from tests.proving_ground.ground import say
from tests.proving_ground.guest import Guest, copied
from tests.proving_ground.reading import sees
from tests.proving_ground.session import Session, Verdict

CLONE: Final = "/home/pi/tabletop-referee"
#: By a user whose home is private. Seconds of patience for a build, the host may be busy.
RUN: Final = f"cd {CLONE} && sudo -u pi sudo systemd/install.py"
BUILDS: Final = 7200.0

VERSION: Final = "sed -i 's/^__version__ = .*/__version__ = \"{}\"/' {}/referee/__init__.py"
#: Starts, finds nothing wrong with itself, and does not run.
BROKEN: Final = (
    f"printf '\\ndef run(args):\\n    raise RuntimeError(\"broken\")\\n' "
    f">>{CLONE}/referee/doors/run.py"
)
#: Prints how many lines the matches have.
LINES: Final = (
    'python3 -c "import sqlite3; '
    "file = 'file:/var/lib/referee/matches.sqlite?mode=ro'; "
    "print(sqlite3.connect(file, uri=True).execute('select count(*) from line').fetchone()[0])\""
)


def install(session: Session) -> Verdict:
    """The real `sudo systemd/install.py`; and once more."""
    disk = copied(session.image.disk, "installing.img")
    with Guest(session.image, disk) as guest:
        guest.run("chmod 700 /home/pi")
        began = time.monotonic()
        code, out, err = guest.tried(RUN, BUILDS)
        seconds = time.monotonic() - began
        if code:
            return Verdict(False, f"{err.strip() or out.strip()}")
        again = guest.run(RUN, BUILDS)
        compiled = guest.run(
            "cd /opt/referee/current/lib/python3*/site-packages; "
            "find referee hal -name '*.py' | wc -l; find referee hal -name '*.pyc' | wc -l"
        ).split()
        # As it is delivered: nobody has used it yet.
        guest.run("systemctl stop referee; rm -f /var/lib/referee/*; sync", 300)
        guest.send("systemctl poweroff", 60)
        guest.gone(600)
    disk.rename(session.installed)
    good = again.startswith("Nothing to do") and compiled[0] == compiled[1]
    figures = f"{seconds:.0f} s; {compiled[1]} of {compiled[0]} modules compiled"
    return Verdict(good, f"{figures}; run again: {again.splitlines()[0]}")


def upgrade(session: Session) -> Verdict:
    """In a match: to a changed version, back, forth, to one that does not run, and off."""
    with session.guest() as guest:
        guest.press(*QUICK)
        guest.until(f"[ $({LINES}) -gt 0 ]", 600)  # a slow machine is still loading the game
        guest.run("sleep 5")
        lines = _lines(guest)
        began = time.monotonic()
        up = _installed(guest, "0.1.1")
        seconds = time.monotonic() - began
        found = {
            "upgrade": up and _plays(guest, "0.1.1"),
            "rollback": _done(guest, "rollback") and _plays(guest, "0.1.0"),
            "rollback of the rollback": _done(guest, "rollback") and _plays(guest, "0.1.1"),
        }
        guest.run(BROKEN)
        found["a version that fails is left"] = not _installed(guest, "0.1.2")
        found["the one before it runs"] = _plays(guest, "0.1.1")
        found["the matches are whole"] = _lines(guest) >= lines
        found["uninstall"] = _done(guest, "uninstall") and _gone(guest)
    wrong = [what for what, good in found.items() if not good]
    return Verdict(
        not wrong,
        f"upgrade {seconds:.0f} s; {len(found) - len(wrong)} of {len(found)} as they should: "
        f"{', '.join(found)}" + (f"; NOT: {', '.join(wrong)}" if wrong else ""),
    )


def _done(guest: Guest, action: str) -> bool:
    code, out, err = guest.tried(f"{RUN} {action}", BUILDS)
    say(f"{action}: {code}: {' / '.join((out + err).splitlines()[-3:])}")
    return code == 0


def _installed(guest: Guest, version: str) -> bool:
    guest.run(VERSION.format(version, CLONE))
    return _done(guest, "install")


def _plays(guest: Guest, version: str) -> bool:
    """Whether this version runs and offers to go on with the match."""
    guest.run("sleep 5")
    shown = sees(guest.picture(), "Resume")
    said = guest.run("/opt/referee/current/bin/referee --version", 300)
    return shown and version in said and guest.tried("systemctl is-active -q referee")[0] == 0


def _lines(guest: Guest) -> int:
    return int(guest.run(LINES))


def _gone(guest: Guest) -> bool:
    """Whether nothing of the program is left, and all that people have made."""
    return (
        guest.tried("[ ! -e /opt/referee ] && [ ! -e /etc/systemd/system/referee.service ]")[0] == 0
        and guest.tried("[ -s /var/lib/referee/matches.sqlite ] && [ -d /etc/referee ]")[0] == 0
        and guest.tried("pgrep -u referee")[0] != 0
    )
