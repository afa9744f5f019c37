"""What is released is whole, small, reproducible, and works installed: ``make check-dist``.

``python -m release.check [PYTHON ...]`` tries the wheel by these interpreters, else by its own.
"""

from __future__ import annotations

import filecmp
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from release.dist import ROOT, build
from release.smoke import Broken, play

#: Bytes that a wheel and an sdist may have at most.
LIMIT: Final = 1_500_000
#: What runs the wheel where nothing is installed.
PIPX: Final = "pipx>=1.7,<2"
#: A part of every screen as text.
PICTURE: Final = "└──"


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        first, second = (build(Path(folder) / name) for name in ("first", "second"))
        for one, other in zip(first, second, strict=True):
            if not filecmp.cmp(one, other, shallow=False):
                return fail(f"{one.name} is another one when it is built again")
            if one.stat().st_size > LIMIT:
                return fail(f"{one.name} has {one.stat().st_size} bytes, allowed are {LIMIT}")
            print(f"{one.name}: reproducible, {one.stat().st_size // 1024} kB")
        if not tool("twine", "check", "--strict", *first):
            return 1
        if not tool("check_wheel_contents", "--config", ROOT / "pyproject.toml", first[1]):
            return 1
        if wrong := sorted(differences(first[1])):
            return fail(f"the wheel differs from the source tree: {', '.join(wrong)}")
        pythons = sys.argv[1:] or [sys.executable]
        places = [Path(folder) / f"venv{number}" for number in range(len(pythons))]
        tried = [installed(first[1], *pair) for pair in zip(pythons, places, strict=True)]
        return max(*tried, shown(first[1], Path(folder)))


def tool(name: str, *args: str | Path) -> bool:
    """Whether it is content; what it complains about it prints itself."""
    return subprocess.run((sys.executable, "-m", name, *args), check=False).returncode == 0


def differences(wheel: Path) -> Iterable[str]:
    """Files of the packages that are missing in the wheel, or in the repository."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        info = {Path(name).name for name in archive.namelist() if "/licenses/" in name}
    listed = ("git", "-C", ROOT, "ls-files", "firmware", "hal", "referee", "sim")
    kept = subprocess.run(listed, check=True, capture_output=True, text=True).stdout.split()
    yield from names ^ set(kept)
    yield from {"LICENSE", "LICENSE.DejaVu"} - info


def installed(wheel: Path, python: str, folder: Path) -> int:
    """Install it where nothing else is, and try it there."""
    subprocess.run((python, "-m", "venv", folder), check=True)
    pip = (folder / "bin/python", "-m", "pip", "install", "--quiet")
    subprocess.run((*pip, "--disable-pip-version-check", wheel), check=True)
    smoke = (folder / "bin/python", "-I", ROOT / "release/smoke.py", folder / "bin")
    return subprocess.run(smoke, check=False).returncode


def shown(wheel: Path, folder: Path) -> int:
    """``pipx run`` shows the demo, in a home that is empty, as it does for whoever has nothing but
    the wheel; without a terminal, too."""
    home, tools = folder / "home", folder / "pipx"
    home.mkdir()
    subprocess.run((sys.executable, "-m", "venv", tools), check=True)
    pip = (tools / "bin/python", "-m", "pip", "install", "--quiet")
    subprocess.run((*pip, "--disable-pip-version-check", PIPX), check=True)
    command = (str(tools / "bin/pipx"), "run", "--spec", str(wheel), "referee", "demo")
    kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    environment = {**kept, "HOME": str(home), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    told = subprocess.run(
        command, check=False, env=environment, cwd=home, capture_output=True, text=True,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    if told.returncode or PICTURE not in told.stdout:
        return fail(f"pipx run, without a terminal: {told.stdout}{told.stderr}")
    try:
        play(command, environment)
    except Broken as broken:
        return fail(f"pipx run: {broken}")
    print("pipx run: the demo plays, with a terminal and without")
    return 0


def fail(message: str) -> int:
    print(f"check-dist: {message}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
