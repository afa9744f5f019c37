"""Power cuts: disks as one may leave them, out of a boot's recorded writes; and real ones."""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.kernel.errors import RefereeError
from referee.kernel.match import Match
from referee.kernel.store import Store
from tests.proving_ground import writelog
from tests.proving_ground.ground import ProvingError, Step, say
from tests.proving_ground.guest import TOOLS, Guest, copied
from tests.proving_ground.reading import sees
from tests.proving_ground.session import Session, Verdict

#: Answered presses: so many are recorded, and come before a plug is pulled.
PLAYED: Final = 120
KILLED: Final = (2, 12)
#: Seconds without an answer after which nobody waits for one any more.
PATIENCE: Final = 300.0
POINTS, CARELESS_POINTS, KILLS, BOOTS = 200, 40, 20, 1
KEPT: Final = ("matches.sqlite", "matches.sqlite-wal")
#: A quick match of Knight Rider: the box plays too, so that much is written.
QUICK: Final = ("down", "ok", "down", "down", "ok")
#: Lets the database believe the disk, as a program would that is careless: it has to lose lines.
CARELESS: Final = (
    "cd /opt/referee/current/lib/python3*/site-packages/referee/kernel && "
    "sed -i 's/synchronous=FULL/synchronous=OFF/' database.py && "
    "grep -q synchronous=OFF database.py && rm -rf __pycache__ && systemctl restart referee"
)


@dataclass(frozen=True, slots=True)
class Promise:
    """What the panel had shown when the disk's log was so long: lines, and the newest match."""

    length: int
    lines: int
    match: int


@dataclass(frozen=True, slots=True)
class Recorded:
    base: Path
    log: Path
    promises: list[Promise]


def power(session: Session) -> Verdict:
    """Cuts at random moments of a match, with and without a database that waits for the disk."""
    with Step("a match to be cut"):
        state, disk = _playing(session)
    kills = _killed(session, state, disk)
    careful = _record(session, state, disk)
    careless = _record(session, state, disk, careless=True)
    say("power: no guest is needed any more")
    lost, unsound, wrong = _cuts(careful, POINTS)
    forgotten, _, _ = _cuts(careless, CARELESS_POINTS)
    good = not (lost or unsound or wrong or kills.bad) and forgotten > 0
    return Verdict(
        good,
        f"{POINTS} points of {len(careful.promises)} answered presses, unflushed writes dropped at "
        f"random: {lost} lost lines that had been shown, {unsound} an unsound database, {wrong} "
        f"offer another match; {KILLS} real kills: {kills.bad} bad; {kills.boots} booted: "
        f"{kills.offered} offer the match and say what happened, {kills.first:.0f} s after the "
        f"kernel's start; with synchronous=OFF {forgotten} of {CARELESS_POINTS} points lose lines",
    )


def _playing(session: Session) -> tuple[Path, Path]:
    disk = session.installed.with_name("playing.img")
    state = disk.with_suffix(".state")
    with session.guest() as guest:
        guest.press(*QUICK)
        guest.run("sync; sleep 5; sync")
        guest.transfers()
        guest.sleep(state, disk)
    return state, disk


def _blocks(disk: Path, log: Path) -> Sequence[str]:
    return (
        "-blockdev", f"driver=file,node-name=file,filename={disk}",
        "-blockdev", "driver=raw,node-name=disk,file=file",
        "-blockdev", f"driver=file,node-name=log,filename={log}",
        "-blockdev", "driver=blklogwrites,node-name=root,file=disk,log=log,log-sector-size=512",
    )  # fmt: skip


def _record(session: Session, state: Path, disk: Path, careless: bool = False) -> Recorded:
    kind = "careless" if careless else "careful"
    base, work = copied(disk, f"{kind}.img"), copied(disk, f"{kind}-work.img")
    log = base.with_suffix(".log")
    log.write_bytes(b"")
    with (
        Step(f"recording the writes of a {kind} database"),
        Guest(session.image, work, blocks=_blocks(work, log), state=state) as guest,
    ):
        if careless:
            guest.run(CARELESS, 600)
            guest.until("systemctl is-active -q referee", 600)
            guest.run("sleep 5; sync")
            guest.press("ok", "ok")
        promises = played(guest, 7, PLAYED, log)
    work.unlink()
    return Recorded(base, log, promises)


def played(guest: Guest, seed: int, presses: int, log: Path | None = None) -> list[Promise]:
    """Let somebody press at random until so many presses were answered; what was shown to him.

    He goes on pressing.
    """
    promises: list[Promise] = []
    guest.send(f"python3 {TOOLS}/player.py 7200 {seed} {guest.second}", 7300)
    rest, last = b"", time.monotonic()
    while len(promises) < presses:
        rest += guest.listen(0.05)
        *lines, rest = rest.split(b"\n")
        length = log.stat().st_size if log is not None else 0
        for line in lines:
            if found := re.match(rb"LINES (\d+) (\d+)", line):
                promises.append(Promise(length, int(found[1]), int(found[2])))
                last = time.monotonic()
        if time.monotonic() - last > PATIENCE:
            raise ProvingError(f"after {len(promises)} presses none was answered any more")
    return promises


# -- real ones -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Kills:
    """``first``: seconds from the kernel's start to the first picture, journal's repair and all."""

    bad: int = 0
    boots: int = 0
    offered: int = 0
    first: float = 0.0


def _killed(session: Session, state: Path, disk: Path) -> Kills:
    """The machine is killed while somebody plays; after the first it is switched on again."""
    found = Kills()
    for number in range(KILLS):
        work = copied(disk, "killed.img")
        with Guest(session.image, work, state=state) as guest:
            promised = played(guest, number, session.rng.randint(*KILLED))[-1]
            time.sleep(session.rng.uniform(0, 1))
        if number < BOOTS:
            found.boots += 1
            offered, found.first = _offers(session, copied(work, "killed-boot.img"))
            found.offered += offered
        looked = Looked.at(work)
        found.bad += not looked.keeps(promised)
        say(f"kill {number}: promised {promised.lines}, there {looked.lines}, sound {looked.sound}")
    return found


def _offers(session: Session, disk: Path) -> tuple[bool, float]:
    """Whether the box says that the power was cut, and offers to go on; when it did."""
    with Guest(session.image, disk) as guest:
        first = guest.first_picture()
        told = sees(guest.picture(), "The power was cut")
        guest.press("ok")
        return told and sees(guest.picture(), "Resume"), first


# -- recorded ones -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Looked:
    """What is on a disk after a cut: a sound database, how many lines, the match that is offered
    (0: none) and can be gone on with, those that are over."""

    sound: bool = False
    lines: int = 0
    offered: int = 0
    over: frozenset[int] = frozenset()

    def keeps(self, promised: Promise) -> bool:
        return self.sound and self.lines >= promised.lines and self.right(promised)

    def right(self, promised: Promise) -> bool:
        """Whether the match that was played, or one begun since, is offered."""
        return self.offered >= promised.match or promised.match in self.over

    @classmethod
    def at(cls, disk: Path) -> Looked:
        """Repairs the file system, as the next start does."""
        subprocess.run(["e2fsck", "-fy", disk], capture_output=True, check=False, timeout=900)
        folder = disk.with_suffix("")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name in KEPT:
            dump = f"dump /var/lib/referee/{name} {folder / name}"
            command = ["debugfs", "-R", dump, disk]
            subprocess.run(command, capture_output=True, check=False, timeout=300)
        try:
            return cls._read(folder / KEPT[0])
        except (sqlite3.Error, RefereeError, OSError) as error:
            say(f"{disk.name}: {error}")
            return cls()

    @classmethod
    def _read(cls, file: Path) -> Looked:
        with closing(sqlite3.connect(file)) as db:
            sound = db.execute("PRAGMA quick_check").fetchone() == ("ok",)
            (lines,) = db.execute("SELECT count(*) FROM line").fetchone()
        store = Store(file, lambda: 1.0)
        try:
            offered = [stored.id for stored in store.matches("open", 1)]
            over = frozenset(stored.id for stored in store.matches("over", -1))
            for number in offered:
                Match.resume(store, number)
        finally:
            store.close()
        return cls(sound, lines, *offered[:1], over=over) if offered else cls(sound, lines, 0, over)


def _cuts(recorded: Recorded, points: int) -> tuple[int, int, int]:
    """Cuts that lose lines; that leave an unsound database; that offer another match."""
    rng = random.Random(7)
    writes = writelog.read(recorded.log)
    promises = recorded.promises
    lost = unsound = wrong = done = 0
    with Step(f"{points} cuts"), recorded.log.open("rb") as log, recorded.base.open("r+b") as base:
        for place in places(writes, promises[0].length, points, rng):
            flushed, lucky = writelog.survivors(writes, place, rng)
            writelog.apply(log, base, writes[done:flushed])
            base.flush()
            done = max(done, flushed)
            disk = copied(recorded.base, f"{recorded.base.stem}-cut.img")
            with disk.open("r+b") as file:
                writelog.apply(log, file, lucky)
            end = writes[place - 1].end
            promised = [promise for promise in promises if promise.length <= end]
            looked = Looked.at(disk)
            lost += looked.lines < promised[-1].lines
            unsound += not looked.sound
            wrong += not looked.right(promised[-1])
    return lost, unsound, wrong


def places(
    writes: Sequence[writelog.Write], length: int, points: int, rng: random.Random
) -> list[int]:
    """How many writes come before each cut: those at least that make the log so long."""
    first = next((n for n, write in enumerate(writes, 1) if write.end >= length), len(writes))
    return sorted(rng.randrange(first, len(writes) + 1) for _ in range(points))
