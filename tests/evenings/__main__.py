"""``python -m tests.evenings [--evenings N] [--seed S]``: what goes wrong in a household.

Prints what it finds, shrunk, as a file for tests/evenings/kept; ends with 1 if it finds anything.
What was played is counted in build/evenings.json, from which `tests.figures` writes a table.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Final, get_args

from tests.evenings.evening import SCRIPTED, End, Seen, drawn, fault, scripted, shrunk
from tests.evenings.pages import spent
from tests.own import ROOT

REPORT: Final = ROOT / "build" / "evenings.json"
SCRIPTS: Final = ROOT / "build" / "evenings"

#: So many objects are made before it is looked whether some are no longer needed.
COLLECT: Final = 50_000


def played(seed: str) -> tuple[str, float, Counter[End]]:
    """What is wrong with this evening (empty: nothing), the seconds of CPU that it took, and how
    its matches ended."""
    began, seen = spent(), Seen()
    told = fault(drawn(seed, scripted=SCRIPTED), seen=seen)
    return told, spent() - began, seen.ends


def smaller(seed: str, told: str) -> tuple[str, str, str]:
    """The evening without what its fault does not need: as a file, and as a script with its
    language."""
    evening = shrunk(drawn(seed, scripted=SCRIPTED), told)
    return evening.written(), scripted(evening), evening.home.language


def worker() -> None:
    """What modules are made of stays; looking for cycles in it took a tenth of the time. Who ends
    the program lets its workers finish their evening."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    gc.set_threshold(COLLECT)


@dataclass
class Count:
    """What was played: ``found``: evenings with a fault, ``cpu``: seconds that all took, ``ends``:
    how so many matches ended."""

    evenings: int = 0
    found: int = 0
    cpu: float = 0.0
    ends: Counter[End] = field(default_factory=Counter)


def play(pool: Executor, seed: str, numbers: range, count: Count) -> dict[int, str]:
    """Evenings and what was wrong with them; tells it as soon as it is known."""
    failing = {}
    playing = {pool.submit(played, f"{seed} {n}"): n for n in numbers}
    for future in as_completed(playing):
        (told, took, ends), number = future.result(), playing[future]
        count.evenings += 1
        count.cpu += took
        count.ends += ends
        if told:
            failing[number] = told
            count.found += 1
            print(f"evening {number} of seed {seed}: {told}", flush=True)
        if sys.stderr.isatty() or count.evenings % 100 == 0:
            end = "\r" if sys.stderr.isatty() else "\n"
            print(f"{count.evenings} of {len(numbers)}", end=end, file=sys.stderr, flush=True)
    return failing


def shrink(pool: Executor, seed: str, failing: Mapping[int, str]) -> None:
    """Print each of them shrunk, and write its script."""
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    shrinking = {pool.submit(smaller, f"{seed} {n}", told): n for n, told in failing.items()}
    for future in as_completed(shrinking):
        number, (written, script, language) = shrinking[future], future.result()
        file = SCRIPTS / f"{seed}-{number}.script"
        file.write_text(script, "utf-8")
        print(f"evening {number}, shrunk:\n{written}")
        print(
            f"Play it: referee run --lang {language} --script {file.relative_to(ROOT)}", flush=True
        )


def keep(seed: str, count: Count) -> None:
    """Put a run into the report, beside those of before."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    runs = json.loads(REPORT.read_text("utf-8")) if REPORT.exists() else []
    REPORT.parent.mkdir(exist_ok=True)
    runs.append({"commit": commit, "seed": seed, **vars(count)})
    REPORT.write_text(json.dumps(runs, indent=1) + "\n", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="evenings", description="Play whole evenings.")
    parser.add_argument("--evenings", type=int, default=100, metavar="N", help="default: 100")
    parser.add_argument("--seed", default="", help="of the evenings; default: another every time")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of them")
    parser.add_argument("--whole", action="store_true", help="do not shrink what fails")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="default: one a core")
    asked = parser.parse_args()
    seed, count = asked.seed or str(time.time_ns()), Count()
    numbers = range(asked.first, asked.first + asked.evenings)
    print(f"{asked.evenings} evenings of seed {seed}", flush=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ProcessPoolExecutor(asked.jobs, initializer=worker) as pool:
        try:
            failing = play(pool, seed, numbers, count)
            if not asked.whole:
                shrink(pool, seed, failing)
        except KeyboardInterrupt:  # what was played is counted all the same
            pool.shutdown(cancel_futures=True)
    print(f"{count.found} of {count.evenings} with a fault, {count.cpu:.0f} s of CPU")
    print("matches ended", ", ".join(f"{how}: {count.ends[how]}" for how in get_args(End)))
    keep(seed, count)
    return 1 if count.found or count.evenings < len(numbers) else 0


if __name__ == "__main__":
    sys.exit(main())
