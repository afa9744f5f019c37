"""``python -m tests.evenings [--evenings N] [--seed S]``: what goes wrong in a household.

Prints what it finds, shrunk, as a file for tests/evenings/kept; ends with 1 if it finds anything.
What was played is counted in build/evenings.json, from which `tests.figures` writes a table.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Final

from tests.evenings.evening import drawn, fault, scripted, shrunk
from tests.own import ROOT

REPORT: Final = ROOT / "build" / "evenings.json"
SCRIPTS: Final = ROOT / "build" / "evenings"

#: So many evenings have phones that run the pages' own program.
SCRIPTED: Final = 0.1

#: So many objects are made before it is looked whether some are no longer needed.
COLLECT: Final = 50_000


def played(seed: str) -> tuple[str, float]:
    """What is wrong with this evening (empty: nothing), and the seconds of CPU that it took."""
    began = _spent()
    told = fault(drawn(seed, scripted=SCRIPTED))
    return told, _spent() - began


def smaller(seed: str, told: str) -> tuple[str, str, str]:
    """The evening without what its fault does not need: as a file, and as a script with its
    language."""
    evening = shrunk(drawn(seed, scripted=SCRIPTED), told)
    return evening.written(), scripted(evening), evening.home.language


def fewer_collections() -> None:
    """What modules are made of stays; looking for cycles in it took a tenth of the time."""
    gc.freeze()
    gc.set_threshold(COLLECT)


def _spent() -> float:
    """Seconds of CPU of this process and of what it has waited for."""
    return sum(os.times()[:4])


def counted(seed: str, evenings: int, found: int, spent: float) -> None:
    """Put a run into the report, beside those of before."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    runs = json.loads(REPORT.read_text("utf-8")) if REPORT.exists() else []
    run = {"commit": commit, "seed": seed, "evenings": evenings, "found": found, "cpu": spent}
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps([*runs, run], indent=1) + "\n", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="evenings", description="Play whole evenings.")
    parser.add_argument("--evenings", type=int, default=100, metavar="N", help="default: 100")
    parser.add_argument("--seed", default="", help="of the evenings; default: another every time")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of them")
    parser.add_argument("--whole", action="store_true", help="do not shrink what fails")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="default: one a core")
    asked = parser.parse_args()
    seed = asked.seed or str(time.time_ns())
    numbers = range(asked.first, asked.first + asked.evenings)
    print(f"{asked.evenings} evenings of seed {seed}", flush=True)
    found, spent = 0, 0.0
    with ProcessPoolExecutor(asked.jobs, initializer=fewer_collections) as pool:
        playing = {pool.submit(played, f"{seed} {n}"): n for n in numbers}
        shrinking = {}
        for done, future in enumerate(as_completed(playing), 1):
            (told, took), number = future.result(), playing[future]
            spent += took
            if told:
                found += 1
                print(f"evening {number} of seed {seed}: {told}", flush=True)
                if not asked.whole:
                    shrinking[pool.submit(smaller, f"{seed} {number}", told)] = number
            if sys.stderr.isatty() or done % 100 == 0:
                end = "\r" if sys.stderr.isatty() else "\n"
                print(f"{done} of {asked.evenings}", end=end, file=sys.stderr, flush=True)
        for shrink in as_completed(shrinking):
            number = shrinking[shrink]
            written, script, language = shrink.result()
            file = SCRIPTS / f"{seed}-{number}.script"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(script, "utf-8")
            print(f"evening {number}, shrunk:\n{written}", flush=True)
            print(f"Play it: referee run --lang {language} --script {file.relative_to(ROOT)}")
    print(f"{found} with a fault, {spent:.0f} s of CPU")
    counted(seed, asked.evenings, found, spent)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
