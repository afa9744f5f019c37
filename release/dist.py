"""sdist and wheel, the same byte for byte whoever builds them: ``python -m release.dist [FOLDER]``.

The time that stands in them is that of the last commit, or ``SOURCE_DATE_EPOCH``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
DIST: Final = ROOT / "dist"


def build(folder: Path = DIST) -> tuple[Path, Path]:
    """The sdist, and the wheel that is made from it. Files of other versions stay."""
    command = (sys.executable, "-m", "build", "--outdir", folder, ROOT)
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **same_time()}
    )
    number = version()
    sdist = folder / f"tabletop_referee-{number}.tar.gz"
    wheel = folder / f"tabletop_referee-{number}-py3-none-any.whl"
    for file in (sdist, wheel):
        # Rights depend on the builder's umask otherwise.
        file.chmod(0o644)
    return sdist, wheel


def version() -> str:
    import referee

    return referee.__version__


def same_time() -> dict[str, str]:
    """The environment variable by which all tools agree on a time."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return {}
    last = ("git", "-C", ROOT, "log", "-1", "--format=%ct")
    told = subprocess.run(last, check=True, capture_output=True, text=True).stdout
    return {"SOURCE_DATE_EPOCH": told.strip()}


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DIST
    for file in build(folder):
        print(f"{file}: {file.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
