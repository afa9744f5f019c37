"""From the start of a process to its first ask, and what a headless panel takes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.figures import Figure, show

REFEREE = (sys.executable, "-m", "referee")

#: The most memory that this program itself had. What the kernel keeps of a process that has ended
#: would count the measuring program too, out of which it was forked.
PEAK = """
import pathlib, sys
from referee.cli import main
assert main(sys.argv[1:]) == 0
print(pathlib.Path("/proc/self/status").read_text("ascii"))
"""

#: What the first ask needs in any case: Python, the library that runs the flow, the store.
NEEDED = "import argparse, json, sqlite3, tomllib, importlib.metadata, transitions"


def figures() -> Iterator[Figure]:
    bare, needed, ours = in_turns((lambda: startup(""), lambda: startup(NEEDED), first_ask))
    yield Figure(
        "match: start to first ask, to the libraries alone", ours / needed, "times", 4,
        f"{1000 * ours:.0f} ms; Python {1000 * bare:.0f}, with libraries {1000 * needed:.0f}",
    )  # fmt: skip
    yield Figure("headless panel: memory (RSS)", panel_memory(), "MB", 60)


def in_turns(functions: tuple[Callable[[], float], ...], times: int = 9) -> list[float]:
    """The least that each of them returns."""
    return [
        min(found) for found in zip(*([f() for f in functions] for _ in range(times)), strict=True)
    ]


def startup(code: str) -> float:
    """CPU seconds that Python takes for this code, its own start included."""
    return _seconds(subprocess.Popen([sys.executable, "-c", code]))


def first_ask() -> float:
    """CPU seconds until a match asks."""
    with subprocess.Popen(
        [*REFEREE, "match", "knight-rider"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        while b'"type":"ask"' not in process.stdout.readline():
            pass
        process.kill()
        return _seconds(process)


def _seconds(process: subprocess.Popen[bytes]) -> float:
    """Wait for its end; its CPU seconds."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime


def panel_memory() -> float:
    """Megabytes at most while a script starts a match on the headless panel."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script.txt"
        script.write_text("press ok\npress ok\nhold ok\npress back\n", "utf-8")
        said = subprocess.run(
            [sys.executable, "-c", PEAK, "run", "--script", str(script)],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
    peak = next(line for line in said.stdout.splitlines() if line.startswith("VmHWM:"))
    return int(peak.split()[1]) / 1024


if __name__ == "__main__":
    sys.exit(show(figures()))
