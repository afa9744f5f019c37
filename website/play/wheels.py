"""The wheels that a browser's Python unpacks: the project's own, and what it needs there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from release.dist import same_time
from tests.own import ROOT

PINS: Final = Path(__file__).parent / "wheels.txt"
WHEELS: Final = ROOT / "build" / "play" / "wheels"


def gather(folder: Path = WHEELS) -> list[Path]:
    """All wheels, in a folder of their own; what lay there before is gone."""
    shutil.rmtree(folder, ignore_errors=True)
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    own = (*pip, "wheel", "--no-deps", "--wheel-dir", folder, ROOT)
    subprocess.run(own, check=True, env={**os.environ, **same_time()})
    pinned = ("--require-hashes", "--only-binary", ":all:", "--requirement", PINS)
    subprocess.run((*pip, "download", "--no-deps", "--dest", folder, *pinned), check=True)
    return sorted(folder.glob("*.whl"))


if __name__ == "__main__":
    for wheel in gather():
        print(wheel)
