"""Fixtures for the doors' tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli import main
from referee.doors import places

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(
    tmp_path: Path,
    toy_installed: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Run a command in this process: its exit code, what it printed, what it complained."""
    monkeypatch.setenv(places.DATA, str(tmp_path / "data"))
    monkeypatch.setenv(places.CONFIG, str(tmp_path / "config"))
    monkeypatch.setenv("LC_ALL", "C")

    def command(*args: str) -> tuple[int, str, str]:
        try:
            code = main(args)
        except SystemExit as error:  # argparse's own way out
            code = int(error.code or 0)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return command
