"""The voice: a program beside, cut off by what is newer, never waited for."""

from __future__ import annotations

import shutil
import sys
import threading
import wave
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.doors.voice import Voice, speaking
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table.program import TableProgram
from referee.table.settings import Settings
from referee.table.speaking import heard
from sim.panel import SimPanel
from tests.patience import until

#: Writes what it is to say into the file; speaks for ever where that is ``old``.
PROGRAM = """
import pathlib, sys, time
file, language = sys.argv[1:]
said = sys.stdin.read()
pathlib.Path(file + ".begun").write_text(said)
if said == "old":
    time.sleep(600)
pathlib.Path(file).write_text(f"{language}:{said}")
"""


def eventually(done: Callable[[], object]) -> None:
    """Wait for another process: it takes as long as the machine likes."""
    pause = threading.Event()
    until(done, lambda: pause.wait(0.02), lambda: "the voice", most=4000)


@pytest.fixture
def said(tmp_path: Path) -> Path:
    return tmp_path / "said"


@pytest.fixture
def voice(said: Path, tmp_path: Path) -> Iterator[Voice]:
    program = tmp_path / "speak.py"
    program.write_text(PROGRAM)
    speaking = Voice(f"{sys.executable} {program} {said} {{language}}")
    yield speaking
    speaking.close()


def test_what_is_to_be_said_reaches_the_program_with_its_language(said: Path, voice: Voice) -> None:
    voice.say("Anna rolls.", "en")
    eventually(lambda: said.exists() and not voice.busy)
    assert said.read_text() == "en:Anna rolls."


def test_what_is_newer_cuts_off_what_is_older(said: Path, voice: Voice) -> None:
    voice.say("old", "de")
    eventually(Path(f"{said}.begun").exists)
    voice.say("new", "de")
    eventually(lambda: said.exists() and not voice.busy)
    assert said.read_text() == "de:new"


def test_a_voice_that_is_missing_is_told_and_harms_nobody() -> None:
    nobody = Voice("no-such-program --stdin")
    nobody.say("Anna rolls.", "en")
    eventually(lambda: "no-such-program" in nobody.trouble)
    nobody.say("And again.", "en")
    program = TableProgram(None, lambda: "x", defaults=Settings(language="en"))
    panel = SimPanel(program)
    end = panel.runner.watch(speaking(program, nobody, panel.clock.now))
    panel.run(1)
    panel.run(1)
    assert "voice is missing" in panel.words()
    panel.press("ok")
    panel.run(1)
    assert "New match" in panel.words(), "told once; everything goes on"
    end()
    panel.close()
    nobody.close()


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_turn_of_knight_rider_is_spoken_by_a_real_synthesizer(
    language: str, tmp_path: Path
) -> None:
    assert shutil.which("espeak-ng"), "espeak-ng is missing: sudo apt install espeak-ng"
    file = tmp_path / "turn.wav"
    program = TableProgram(None, lambda: "x", defaults=Settings(language=language))
    program.show(Match.new(find_game("knight-rider"), ["Anna", "Ben"], {}, "voice"))
    panel = SimPanel(program)
    text = " ".join(heard(panel.words(), program.catalogue).text)
    panel.close()
    synthesizer = Voice(f"espeak-ng -v {{language}} -s 165 --stdin -w {file}")
    synthesizer.say(text, language)
    eventually(lambda: file.exists() and not synthesizer.busy)
    synthesizer.close()
    with wave.open(str(file)) as sound:
        seconds = sound.getnframes() / sound.getframerate()
        samples = array("h", sound.readframes(sound.getnframes()))
    loud = (sum(sample * sample for sample in samples) / len(samples)) ** 0.5
    assert seconds > 1
    assert loud > 500, "of 32768: speech, not silence"
