"""What guests who ask for kept matches cost the panel: presses beside it, and memory.

``python -m bench.records`` prints it. A whole match of Fette Autos is kept; pages ask for its last
step, or for its file, 18 times a second each, or bring its file.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Final

from bench.figures import Figure, show
from bench.web import Child, p99

#: What is asked for, by how many pages.
STORMS: Final = (("record", 4), ("export", 4), ("record", 20), ("import", 1))
#: A press may cost so many times what it costs in quiet; the program may need so many MB more.
SLOWER: Final = 2.0
MORE: Final = 20.0


def pressed(child: Child, blocks: int = 3) -> tuple[float, float]:
    """Milliseconds: the median of the block in which the machine did least else; the 99th of all
    hundred."""
    found = [child.ask("presses")["ms"] for _ in range(blocks)]
    return min(map(statistics.median, found)), p99([ms for block in found for ms in block])


def stormed(what: str, pages: int) -> Iterator[Figure]:
    """In a process of its own, so that memory is that of this storm alone."""
    with closing(Child("records")) as child:
        (quiet, rarely), before = pressed(child), child.ask("memory")["mb"]
        storm = subprocess.Popen(
            [sys.executable, "-m", "bench._web_records", str(child.port), what, str(pages)]
        )
        try:
            time.sleep(3.0)
            flood, longest = pressed(child)
        finally:
            storm.kill()
            storm.wait()
        more = child.ask("memory")["mb"] - before
    name = f"{what} x{pages}"
    yield Figure(
        f"{name}: button to display, median, to quiet", flood / quiet, "x", SLOWER,
        f"{flood:.1f} ms, p99 {longest:.1f}; quiet {quiet:.1f}, {rarely:.1f}",
    )  # fmt: skip
    yield Figure(f"{name}: more memory (RSS)", more, "MB", MORE)


def figures() -> Iterator[Figure]:
    for what, pages in STORMS:
        yield from stormed(what, pages)


def main() -> int:
    return show(figures())


if __name__ == "__main__":
    sys.exit(main())
