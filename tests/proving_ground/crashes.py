"""Power cuts: one boot's writes are recorded, and many disks made of them as cuts leave them."""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.proving_ground import writelog
from tests.proving_ground.ground import Step
from tests.proving_ground.guest import TOOLS, Guest, copied
from tests.proving_ground.image import Image

#: Seconds for which somebody plays.
PLAYED: Final = 90.0
KEPT: Final = ("matches.sqlite", "matches.sqlite-wal")
#: Lets the database believe the disk, as a program would that is careless: it has to lose lines.
CARELESS: Final = (
    "sed -i 's/synchronous *= *FULL/synchronous=OFF/I' "
    "/opt/referee/current/lib/python3*/site-packages/referee/kernel/*.py; "
    "rm -rf /opt/referee/current/lib/python3*/site-packages/referee/kernel/__pycache__; "
    "systemctl restart referee"
)


@dataclass(slots=True)
class Recorded:
    """One boot: ``promises`` are pairs of the log's length and the lines told by then."""

    base: Path
    log: Path
    promises: list[tuple[int, int]]


def record(image: Image, installed: Path, careless: bool = False) -> Recorded:
    base, disk = copied(installed, "base.img"), copied(installed, "work.img")
    log = disk.with_name("writes.log")
    log.write_bytes(b"")
    blocks = (
        "-blockdev", f"driver=file,node-name=file,filename={disk}",
        "-blockdev", "driver=raw,node-name=disk,file=file",
        "-blockdev", f"driver=file,node-name=log,filename={log}",
        "-blockdev", "driver=blklogwrites,node-name=root,file=disk,log=log,log-sector-size=512",
    )  # fmt: skip
    promises: list[tuple[int, int]] = []
    with Guest(image, disk, blocks=blocks) as guest:
        guest.take_tools()
        guest.first_picture()
        if careless:
            guest.run(CARELESS)
            guest.until("systemctl is-active -q referee", 120)
        guest.press(*["ok"] * 8)
        guest.send(f"python3 {TOOLS}/player.py {PLAYED} 7", PLAYED + 60)
        rest = b""
        for _ in range(round(PLAYED / 0.05)):
            rest += guest.listen(0.05)
            *lines, rest = rest.split(b"\n")
            length = log.stat().st_size
            found = [int(m[1]) for line in lines if (m := re.match(rb"LINES (\d+)", line))]
            promises += [(length, max(found))] if found else []
    return Recorded(base, log, promises)


def examine(image: Image, installed: Path, points: int) -> tuple[bool, str]:
    """Whether nothing that was promised is lost at any point, and everything careless is not."""
    with Step("recording a boot's writes"):
        careful = record(image, installed)
    with Step(f"{points} power cuts"):
        lost, unsound, told = _cuts(careful, points)
    with Step("the same with a careless database"):
        careless = record(image, installed, careless=True)
        lost_by_carelessness, _, _ = _cuts(careless, max(points // 10, 10))
    good = not lost and not unsound and told > 0 and lost_by_carelessness > 0
    return good, (
        f"{points} cuts out of {len(careful.promises)} answered presses: {lost} lost entries they "
        f"had shown, {unsound} left an unsound database; with synchronous=OFF "
        f"{lost_by_carelessness} of {max(points // 10, 10)} lose entries"
    )


def _cuts(recorded: Recorded, points: int) -> tuple[int, int, int]:
    """Cuts that lose something; that leave an unsound database; the most that was promised."""
    rng = random.Random(7)
    writes = writelog.read(recorded.log)
    began = recorded.promises[0][0]
    first = next((n for n, write in enumerate(writes) if write.end >= began), 0)
    places = sorted(rng.randrange(first, len(writes) + 1) for _ in range(points))
    lost = unsound = done = 0
    folder = recorded.base.with_name("cut")
    with recorded.log.open("rb") as log, recorded.base.open("r+b") as base:
        for place in places:
            flushed, lucky = writelog.survivors(writes, place, rng)
            writelog.apply(log, base, writes[done:flushed])
            base.flush()
            done = max(done, flushed)
            disk = copied(recorded.base, "cut.img")
            with disk.open("r+b") as file:
                writelog.apply(log, file, lucky)
            end = writes[place - 1].end
            promised = max((n for length, n in recorded.promises if length <= end), default=0)
            sound, lines = _looked_at(disk, folder)
            lost += lines < promised
            unsound += not sound
    return lost, unsound, max(n for _, n in recorded.promises)


def _looked_at(disk: Path, folder: Path) -> tuple[bool, int]:
    """Whether the database on it is sound, and how many lines it has."""
    subprocess.run(["e2fsck", "-fy", disk], capture_output=True, check=False, timeout=300)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in KEPT:
        dump = f"dump /var/lib/referee/{name} {folder / name}"
        subprocess.run(["debugfs", "-R", dump, disk], capture_output=True, check=False, timeout=60)
    try:
        with closing(sqlite3.connect(folder / KEPT[0])) as db:
            sound = db.execute("PRAGMA quick_check").fetchone() == ("ok",)
            (lines,) = db.execute("SELECT count(*) FROM line").fetchone()
    except sqlite3.Error:
        return False, 0
    return sound, lines
