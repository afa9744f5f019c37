"""``python -m bench``: all measurements in one table; the exit code is 1 if a limit is broken.

Limits are ratios, counts, or CPU time with room to spare: a busy machine breaks none. One
measurement that fails is told, and the others are made.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import traceback
from collections.abc import Iterator

import bench
from bench.figures import HEADER, Figure
from referee.doors.memory import tidy


def modules() -> Iterator[str]:
    """The names of the measurements."""
    for found in pkgutil.iter_modules(bench.__path__):
        if hasattr(importlib.import_module(f"bench.{found.name}"), "figures"):
            yield found.name


def made(name: str) -> Iterator[Figure]:
    """What a module measures, printed as it comes."""
    print(f"-- {name}", flush=True)
    for figure in importlib.import_module(f"bench.{name}").figures():
        print(figure, flush=True)
        yield figure


def main() -> int:
    print(HEADER)
    found: list[Figure] = []
    failed: list[str] = []
    for name in modules():
        try:
            found.extend(made(name))
            tidy()
        except Exception:
            print(f"bench.{name} has failed:", file=sys.stderr)
            traceback.print_exc()
            failed.append(f"bench.{name} has failed")
    limited = [figure for figure in found if figure.limit is not None]
    broken = [figure.name for figure in limited if not figure.good]
    print(f"{len(found)} figures, {len(limited)} limits, {len(broken)} broken")
    for name in (*broken, *failed):
        print(f"broken: {name}", file=sys.stderr)
    return 1 if broken or failed else 0


if __name__ == "__main__":
    sys.exit(main())
