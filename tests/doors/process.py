"""The command as a child process, as a user or another program starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.conftest import INSTALLED, ROOT

REFEREE = (sys.executable, "-m", "referee")


def environment(home: Path, **more: str) -> dict[str, str]:
    """An empty home, no locale, and the tests' games installed."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(INSTALLED))),
        "REFEREE_DATA": str(home / "data"),
        "REFEREE_CONFIG": str(home / "config"),
        **more,
    }


def referee(
    home: Path, *args: str, stdin: bytes = b"", timeout: float = 30, **env: str
) -> subprocess.CompletedProcess[bytes]:
    """Run one command to its end."""
    return subprocess.run(
        [*REFEREE, *args],
        input=stdin,
        capture_output=True,
        env=environment(home, **env),
        cwd=home,
        timeout=timeout,
        check=False,
    )


def started(
    home: Path, *args: str, within: Sequence[str] = (), **env: str
) -> subprocess.Popen[bytes]:
    """Start a command and leave it running; ``within`` is a command that starts it."""
    return subprocess.Popen(
        [*within, *REFEREE, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home, **env),
        cwd=home,
    )
