"""A program as a computer player: one line a decision, limits, and what it did wrong."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest

from referee.doors.words import Words
from referee.kernel.errors import BadEntry
from referee.kernel.match import Match
from referee.kernel.players import Players
from referee.players.named import find
from referee.players.program import Program, ProgramFailed
from sim.simulate import Plan, play
from tests import toy

pytestmark = pytest.mark.usefixtures("toy_installed")

GOOD = """
    import json, sys
    for line in sys.stdin:
        said = json.loads(line)
        if said["type"] == "player":
            assert said["game"] == "toy" and said["protocol"] == 1
            continue
        option = said["options"][said["chance"] % len(said["options"])]
        print(json.dumps({"verb": option["verb"], "args": option["args"]}), flush=True)
"""


def written(folder: Path, body: str) -> str:
    """The name of a player that is this Python program."""
    file = folder / "mybot.py"
    file.write_text(textwrap.dedent(body))
    return f"cmd:{sys.executable} {file}"


def decided(name: str, patience: float = 5.0) -> None:
    """Let a program take the first decision of a match."""
    match = Match.new(toy.GAME, 2, seed="program", players=(name, name))
    players = Players(match, find)
    while (ask := players.due()) is not None:
        task = players.task(ask)
        if task is None:
            players.answer(ask, None)
            continue
        assert isinstance(task.bot, Program)
        task.bot._patience = patience
        task()
        return
    raise AssertionError("nothing was to be decided")


def test_a_program_plays_whole_matches(tmp_path: Path) -> None:
    plan = Plan("toy", (2,), 5, players=(written(tmp_path, GOOD), "random"), check=True)
    tally = play(plan, range(5))
    assert tally.failures == []
    assert sum(score.seats for score in tally.scores.values()) == 10


FAULTS = {
    "late": ("import time, sys\nsys.stdin.readline()\ntime.sleep(60)", 0.3),
    "ended": ("import sys\nsys.exit('out of ideas')", 5.0),
    "line": ("print('what?', flush=True)\nimport sys\nsys.stdin.read()", 5.0),
    "illegal": ("""print('{"verb": "fly"}', flush=True)\nimport sys\nsys.stdin.read()""", 5.0),
    "long": ("print('x' * 100_000, flush=True)\nimport sys\nsys.stdin.read()", 5.0),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_program_that_fails_is_told_with_its_name_and_what_it_did(
    fault: str, tmp_path: Path
) -> None:
    body, patience = FAULTS[fault]
    with pytest.raises(ProgramFailed) as caught:
        decided(written(tmp_path, body), patience)
    assert caught.value.text.key == f"error.program.{fault}"
    for language in ("de", "en"):
        said = Words(language).error(caught.value)
        assert Path(sys.executable).name in said
        if fault == "ended":
            assert "out of ideas" in said


def test_a_command_that_is_none_is_refused() -> None:
    for command in ("cmd:", "cmd:'"):
        with pytest.raises(BadEntry):
            find(toy.GAME, command)
    match = Match.new(toy.GAME, 2, players=("cmd:./no-such-program", "random"))
    players = Players(match, find)
    assert [error.text.key for error in players.missing] == ["error.program.start"]
    assert players.seats == (2,)


def test_a_failure_costs_its_match_and_no_other(tmp_path: Path) -> None:
    body = "import sys\nfor line in sys.stdin: print('{}', flush=True)"
    tally = play(Plan("toy", (2,), 2, players=(written(tmp_path, body), "random")), range(2))
    assert len(tally.failures) == 2
    assert "error.program" in tally.failures[0].message
