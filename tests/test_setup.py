"""Which Python `make` takes, and what it says when there is none that fits."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.own import ROOT

#: Programs beside Python that the setup needs.
TOOLS: Final = ("sh", "sort", "rm", "env")

#: Stands for a Python of another version, with or without venv; it makes no environment.
OTHER: Final = """\
import sys
if sys.argv[3] == "--version":
    print("Python", sys.argv[1])
elif sys.argv[3] == "-c":
    major, minor, level = sys.argv[1].split(".")
    sys.version_info = (int(major), int(minor), 0, level, 0)
    if sys.argv[2] == "incomplete":
        sys.modules["ensurepip"] = None
    exec(sys.argv[4])
else:
    sys.exit(1)
"""


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    """Two folders of programs, for the PATH."""
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    for tool in TOOLS:
        (second / tool).symlink_to(shutil.which(tool) or tool)
    return first, second


def python(place: Path, name: str, version: str, venv: str = "complete") -> None:
    """A Python that says it is of this version: ``3.15.candidate``."""
    script = place.parent / "other.py"
    script.write_text(OTHER, "utf-8")
    program = place / name
    program.write_text(f'#!/bin/sh\nexec {sys.executable} {script} {version} {venv} "$@"\n')
    program.chmod(0o755)


def setup(places: tuple[Path, Path], **environment: str) -> str:
    """What `.ci/setup` says; it never gets further than the virtual environment."""
    path = ":".join(map(str, places))
    done = subprocess.run(
        (ROOT / ".ci/setup", places[0].parent / "venv", "."), cwd=places[0].parent,
        env={"PATH": path, **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    return done.stdout + done.stderr


def test_the_newest_python_is_taken_wherever_it_is(places: tuple[Path, Path]) -> None:
    first, second = places
    python(first, "python3.9", "3.9.final")
    python(first, "python3.11", "3.11.final")
    python(second, "python3.30", "3.30.final")
    python(second, "python3", "3.11.final")
    (second / "python3.30-config").touch()
    assert "with Python 3.30.final" in setup(places)


def test_a_python_without_a_number_in_its_name_is_found(places: tuple[Path, Path]) -> None:
    python(places[0], "python3", "3.12.final")
    assert "with Python 3.12.final" in setup(places)


def test_a_pre_release_is_taken_by_its_name_alone(places: tuple[Path, Path]) -> None:
    python(places[0], "python3.16", "3.16.candidate")
    assert "no pre-release, and was not found" in setup(places)
    python(places[0], "python3.12", "3.12.final")
    assert "with Python 3.12.final" in setup(places)
    assert "with Python 3.16.candidate" in setup(places, PYTHON="python3.16")


def test_a_python_without_venv_is_passed_over(places: tuple[Path, Path]) -> None:
    python(places[0], "python3.14", "3.14.final", "incomplete")
    assert "sudo apt install python3-venv" in setup(places)
    python(places[0], "python3.11", "3.11.final")
    assert "with Python 3.11.final" in setup(places)


def test_what_does_not_run_or_is_too_old_is_no_python(places: tuple[Path, Path]) -> None:
    (places[0] / "python3.14").write_text("#!/bin/sh\nexit 127\n")
    (places[0] / "python3.14").chmod(0o755)
    python(places[0], "python3", "3.10.final", "incomplete")
    assert "Python 3.11 or newer is needed" in setup(places)
