"""``python -m tests.evenings [--evenings N] [--seed S]``: what goes wrong in a household.

Prints what it finds, shrunk, as a file for tests/evenings/kept; ends with 1 if it finds anything.
What was played is counted in build/evenings.json, from which `tests.figures` writes a table.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Final

from tests.evenings.evening import drawn, fault, shrunk
from tests.own import ROOT

REPORT: Final = ROOT / "build" / "evenings.json"

#: So many evenings have phones that run the pages' own program.
SCRIPTED: Final = 0.1


def played(seed: str, whole: bool) -> tuple[str, float]:
    """What is wrong with this evening, as it is printed (empty: nothing), and seconds of CPU."""
    began, evening = _spent(), drawn(seed, scripted=SCRIPTED)
    told = fault(evening)
    if told:
        small = evening if whole else shrunk(evening, told)
        told = f"{told}\n{small.written()}"
    return told, _spent() - began


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
    with ProcessPoolExecutor(asked.jobs) as pool:
        playing = {pool.submit(played, f"{seed} {n}", asked.whole): n for n in numbers}
        for done, future in enumerate(as_completed(playing), 1):
            told, took = future.result()
            spent += took
            if told:
                found += 1
                print(f"evening {playing[future]} of seed {seed}: {told}", flush=True)
            if sys.stderr.isatty() or done % 100 == 0:
                end = "\r" if sys.stderr.isatty() else "\n"
                print(f"{done} of {asked.evenings}", end=end, file=sys.stderr, flush=True)
    print(f"{found} with a fault, {spent:.0f} s of CPU")
    counted(seed, asked.evenings, found, spent)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
