"""A game from elsewhere, installed beside ours: what `referee new-game` writes, with the metadata
that pip would add."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from referee.doors.new_game import Names, create

METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n"
ENTRY_POINTS = """
[referee.games]
{name} = {package}:GAME
[referee.players]
{name}.easy = {package}.players:EASY
"""


class Foreign:
    """A new game in a folder of its own. ``python`` runs where it is installed."""

    def __init__(self, name: str, parent: Path) -> None:
        self.names = Names(name)
        self.folder = parent / name
        create(self.names, self.folder)
        self._metadata = parent / "installed"
        info = self._metadata / f"{self.names.package}-0.1.0.dist-info"
        info.mkdir(parents=True)
        for file, text in {"METADATA": METADATA, "entry_points.txt": ENTRY_POINTS}.items():
            text = text.format(name=name, package=self.names.package)
            info.joinpath(file).write_text(text, "utf-8")

    @property
    def environment(self) -> Mapping[str, str]:
        places = (self._metadata, self.folder, os.environ.get("PYTHONPATH", ""))
        return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, filter(None, places)))}

    def python(self, *args: str, where: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run a module: ``python("pytest", "-q")``; in the game's folder unless told where."""
        return subprocess.run(
            [sys.executable, "-m", *args],
            cwd=where or self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
        )
