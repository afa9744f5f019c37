"""``python -m tests.evenings [--evenings N] [--seed S]``: what goes wrong in a household.

Prints what it finds, shrunk, as a file for tests/evenings/kept; ends with 1 if it finds anything.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.evenings.evening import drawn, fault, shrunk


def main() -> int:
    parser = argparse.ArgumentParser(prog="evenings", description="Play whole evenings.")
    parser.add_argument("--evenings", type=int, default=100, metavar="N", help="default: 100")
    parser.add_argument("--seed", default="", help="of the evenings; default: another every time")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of them")
    parser.add_argument("--whole", action="store_true", help="do not shrink what fails")
    asked = parser.parse_args()
    seed = asked.seed or str(time.time_ns())
    began, found = time.process_time(), 0
    for number in range(asked.first, asked.first + asked.evenings):
        evening = drawn(f"{seed} {number}")
        told = fault(evening)
        if told:
            found += 1
            small = evening if asked.whole else shrunk(evening, told)
            print(f"evening {number} of seed {seed}: {told}\n{small.written()}", flush=True)
        if sys.stderr.isatty():
            print(f"\r{number + 1 - asked.first} of {asked.evenings}", end="", file=sys.stderr)
    spent = time.process_time() - began
    print(f"{asked.evenings} evenings of seed {seed}: {found} with a fault, {spent:.0f} s of CPU")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
