"""Whether matches go in Pyodide as they go here: ``python -m website.play.check_digests [COUNT]``.

Plays the same matches of each game by both, at the same time, and compares them line by line.
"""

from __future__ import annotations

import subprocess
import sys
from itertools import zip_longest
from pathlib import Path
from typing import Final

from tests.own import OWN
from website.play.build import PYODIDE
from website.play.wheels import gather

HERE: Final = Path(__file__).parent


def main() -> int:
    count = sys.argv[1] if len(sys.argv) > 1 else "100"
    wheels = gather()[0].parent
    node = (Path(sys.prefix) / "bin" / "node", HERE / "digests.mjs", PYODIDE, wheels, count)
    python = (sys.executable, HERE / "digests.py", count)
    with _started(*node) as there, _started(*python) as here:
        wrong = _different(here, there)
    if there.returncode or here.returncode:
        return _failed(f"a run ended with {here.returncode} here, {there.returncode} in Pyodide")
    if wrong:
        return _failed(wrong)
    print(f"{count} matches each of {', '.join(OWN)}: the same in Pyodide, entry by entry")
    return 0


def _started(*command: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _different(here: subprocess.Popen[str], there: subprocess.Popen[str]) -> str:
    """The matches that differ, in words; empty where none does. Reads both to their ends."""
    assert here.stdout is not None
    assert there.stdout is not None
    pairs = zip_longest(here.stdout, there.stdout, fillvalue="none\n")
    wrong = [f"  here {own}  in Pyodide {other}" for own, other in pairs if own != other]
    return f"{len(wrong)} matches differ:\n{''.join(wrong)}" if wrong else ""


def _failed(why: str) -> int:
    print(f"check-digests: {why}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
