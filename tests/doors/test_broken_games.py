"""A broken game is listed with the reason, and all others play."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.table.catalogue import LANGUAGES
from tests.broken import FAULTS, installed
from tests.doors.conftest import Run
from tests.doors.process import environment, referee


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_broken_game_is_listed_with_the_reason(run: Run, tmp_path: Path, language: str) -> None:
    with installed(tmp_path / "games", *FAULTS):
        code, out, complaint = run("games", "--lang", language)
    assert (code, complaint) == (0, "")
    listed = {line.partition(":")[0]: line for line in out.splitlines() if line[0] != " "}
    assert {name: said for name, (_, said) in FAULTS.items() if said not in listed[name]} == {}
    assert listed["toy"].startswith(("toy: Toy, 2 ", "toy: Spielzeug, 2 "))


@pytest.mark.parametrize("name", FAULTS)
def test_only_the_broken_game_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    with installed(tmp_path / "games", name):
        for command in ("games", "match", "simulate"):
            code, _, complaint = run(command, name)
            assert code == 1
            assert FAULTS[name][1] in complaint
            assert "Traceback" not in complaint
        assert run("simulate", "toy", "--games", "1", "--jobs", "1")[0] == 0


#: A user who presses Ctrl-C while a game is being loaded.
PRESSED = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"


def test_ctrl_c_while_a_game_is_loaded_ends_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FAULTS, "slow", (PRESSED, ""))
    with installed(tmp_path / "games", "slow"):
        path = os.pathsep.join((str(tmp_path / "games"), environment(tmp_path)["PYTHONPATH"]))
        for command in (("games",), ("match", "slow")):
            assert referee(tmp_path, *command, PYTHONPATH=path).returncode == 130


def test_doctor_looks_on_beside_a_game_that_ends_programs(run: Run, tmp_path: Path) -> None:
    with installed(tmp_path / "games", "interrupts", "ends"):
        assert "Tabletop Referee" in run("doctor", "--no-panel")[1]


def test_where_in_the_package_it_went_wrong_is_said(run: Run, tmp_path: Path) -> None:
    with installed(tmp_path / "games", "raises"):
        assert "__init__.py line 1" in run("games", "raises")[2]
