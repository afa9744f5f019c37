"""From the start of a process to its first ask, and what a headless panel takes."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure, median_seconds, show

REFEREE = (sys.executable, "-m", "referee")

#: The most memory that this program itself had. What the kernel keeps of a process that has ended
#: would count the measuring program too, out of which it was forked.
PEAK = """
import pathlib, sys
from referee.cli import main
assert main(sys.argv[1:]) == 0
print(pathlib.Path("/proc/self/status").read_text("ascii"))
"""


def figures() -> Iterator[Figure]:
    bare, library = (startup(code) for code in ("", "import transitions"))
    yield Figure(
        "match: start to first ask",
        1000 * median_seconds(first_ask, 9),
        "ms",
        350,
        f"bare interpreter {1000 * bare:.0f} ms, with transitions {1000 * library:.0f} ms",
    )
    yield Figure("headless panel: memory (RSS)", panel_memory(), "MB", 60)


def startup(code: str) -> float:
    """Seconds that Python takes for this code, its own start included."""
    return median_seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True))


def first_ask() -> None:
    """Start a match and wait until it asks."""
    with subprocess.Popen(
        [*REFEREE, "match", "knight-rider"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        while b'"type":"ask"' not in process.stdout.readline():
            pass
        process.kill()


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


def main() -> int:
    return show(figures())


if __name__ == "__main__":
    sys.exit(main())
