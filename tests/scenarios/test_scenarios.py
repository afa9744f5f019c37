"""Every script of this folder is played by ``referee run --script``, as a user plays it.

A script is called ``<game>-<language>.script``, or ``<game>-<what it shows>-<language>.script``. It
chooses everything from the home screen on, by the words that stand there, plays a match to its
end and expects what the last screen says. Nothing that is shown meanwhile may be cut off.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hal.interfaces import Frame
from referee.cli import main
from referee.table.catalogue import LANGUAGES
from referee.table.program import TableProgram
from sim.script import read
from tests.own import OWN

FOLDER = Path(__file__).parent
SCRIPTS = sorted(FOLDER.glob("*.script"))


class Watcher:
    """Looks at all that a program shows. ``cut``: words of a screen, and those not all there."""

    def __init__(self) -> None:
        self.program: TableProgram | None = None
        self.cut: dict[str, list[str]] = {}

    def look(self, program: TableProgram) -> None:
        self.program = program
        if (canvas := program._renderer.canvas).clipped:
            self.cut["\n".join(canvas.texts)] = canvas.clipped


@pytest.fixture
def watcher(monkeypatch: pytest.MonkeyPatch) -> Watcher:
    found, frame = Watcher(), TableProgram.frame

    def watched(program: TableProgram) -> Frame:
        shown = frame(program)
        found.look(program)
        return shown

    monkeypatch.setattr(TableProgram, "frame", watched)
    return found


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_the_script_plays_as_it_is_written(
    script: Path, watcher: Watcher, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["run", "--script", str(script), "--lang", script.stem[-2:]])
    assert code == 0, capsys.readouterr().err
    assert watcher.cut == {}
    program = watcher.program
    assert program is not None
    assert program.missing == set()
    assert program.session is not None, "the script ends where no match is"
    assert program.session.match.over, f"the match goes on in {program.session.match.state!r}"
    assert read(script)[-1].words[0] == "expect", "the last line expects what the screen says"


def test_every_game_has_a_script_in_every_language() -> None:
    stems = {script.stem for script in SCRIPTS}
    assert {f"{name}-{language}" for name in OWN for language in LANGUAGES} <= stems


def test_every_script_is_of_a_game_and_a_language() -> None:
    form = f"({'|'.join(map(re.escape, OWN))})(-[a-z-]+)?-({'|'.join(LANGUAGES)})"
    assert [script.name for script in SCRIPTS if not re.fullmatch(form, script.stem)] == []
