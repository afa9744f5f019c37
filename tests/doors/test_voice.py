"""The voice: a program beside, cut off by what is newer, never waited for."""

from __future__ import annotations

import shlex
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.doors.voice import Voice, speaking
from referee.table.program import TableProgram
from referee.table.settings import Settings
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


def test_what_is_newer_cuts_off_what_is_just_being_started(
    said: Path, voice: Voice, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, newer = subprocess.Popen, ["new"]

    def interrupted(argv: list[str], **how: Any) -> subprocess.Popen[bytes]:
        running = start(argv, **how)
        if newer:
            voice.say(newer.pop(), "de")
        return running

    monkeypatch.setattr(subprocess, "Popen", interrupted)
    voice.say("old", "de")
    eventually(lambda: said.exists() and not voice.busy)
    assert said.read_text() == "de:new"


def shown(voice: Voice) -> SimPanel:
    """A panel that tells what is wrong with its voice."""
    program = TableProgram(None, lambda: "x", defaults=Settings(language="en"))
    panel = SimPanel(program)
    panel.runner.watch(speaking(program, voice, panel.clock.now))
    panel.run(1)
    return panel


def test_a_voice_that_is_missing_is_told_once_and_harms_nobody() -> None:
    nobody = Voice("no-such-program --stdin")
    nobody.say("Anna rolls.", "en")
    eventually(lambda: nobody.trouble)
    nobody.say("And again.", "en")
    panel = shown(nobody)
    assert "voice is missing: no-such-program" in panel.screen_text()
    panel.press("ok")
    panel.run(1)
    assert "New match" in panel.screen_text(), "told once; everything goes on"
    panel.close()
    nobody.close()


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("import sys; sys.exit('no such voice: xx')", "no such voice: xx"),
        ("import sys; sys.exit(3)", "exit 3"),
        # as when the service's memory is used up
        ("import os; os.kill(os.getpid(), 9)", "SIGKILL"),
        # espeak-ng without a sound card ends as if it had spoken
        ("import sys; print('error: No such device', file=sys.stderr)", "error: No such device"),
        ("import sys; sys.stderr.write('\\x1b[2J' + 500 * 'x'); sys.exit(1)", "xxx"),
    ],
)
def test_a_voice_that_fails_is_told_with_its_own_words(program: str, told: str) -> None:
    failing = Voice(shlex.join([sys.executable, "-c", program]))
    failing.say("Anna rolls.", "en")
    eventually(lambda: failing.trouble)
    panel = shown(failing)
    assert "can't speak" in panel.screen_text()
    assert told in panel.screen_text()
    assert "\x1b" not in panel.screen_text()
    panel.close()
    failing.close()


def test_a_voice_that_comes_back_is_heard(said: Path, tmp_path: Path) -> None:
    later = tmp_path / "later"
    voice = Voice(f"{later} {said} {{language}}")
    voice.say("Anna rolls.", "en")
    eventually(lambda: voice.trouble)
    later.write_text(f"#!{sys.executable}\n{PROGRAM}")
    later.chmod(0o755)
    voice.say("Ben rolls.", "en")
    eventually(lambda: said.exists() and not voice.busy)
    assert said.read_text() == "en:Ben rolls."
    assert voice.trouble is None
    voice.close()


HANGS = """
import pathlib, signal, sys, time
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
pathlib.Path(sys.argv[1]).write_text(sys.stdin.read())
time.sleep(600)
"""


def test_a_voice_that_hangs_is_ended_by_what_is_newer_whatever_it_ignores(said: Path) -> None:
    hanging = Voice(shlex.join([sys.executable, "-c", HANGS, str(said)]))
    for sentence in ("one", "two", "three"):
        hanging.say(sentence, "en")
        eventually(lambda sentence=sentence: said.exists() and said.read_text() == sentence)
    assert hanging.trouble is None, "it was told to stop"
    hanging.close()
    assert not hanging.busy


def test_a_voice_that_does_not_come_to_an_end_is_told(said: Path) -> None:
    hanging = Voice(shlex.join([sys.executable, "-c", HANGS, str(said)]), patience=0.2)
    hanging.say("one", "en")
    eventually(lambda: hanging.trouble)
    panel = shown(hanging)
    assert "never finishes" in panel.screen_text()
    panel.close()
    hanging.close()


def test_a_pipe_of_programs_is_ended_as_a_whole(tmp_path: Path) -> None:
    """As Piper is used: one program speaks into another one, which has the sound card."""
    inner = tmp_path / "inner"
    command = f"echo $$ > {inner}; sleep 600"
    voice = Voice(shlex.join(["sh", "-c", f"cat > /dev/null; sh -c '{command}' | cat"]))
    voice.say("one", "en")
    eventually(lambda: inner.exists() and inner.read_text().strip())
    voice.say("", "en")
    number = int(inner.read_text())
    eventually(lambda: not alive(number))
    voice.close()


KILLED = """
import sys, threading
from referee.doors.voice import Voice
Voice(sys.argv[1]).say("one", "en")
threading.Event().wait()
"""


def test_nothing_stays_behind_of_a_program_that_is_killed(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    hangs = f"cat > /dev/null; sh -c 'echo $$ > {inner}; sleep 600' | cat"
    program = subprocess.Popen([sys.executable, "-c", KILLED, shlex.join(["sh", "-c", hangs])])
    eventually(lambda: inner.exists() and inner.read_text().strip())
    number = int(inner.read_text())
    assert alive(number)
    program.kill()
    program.wait()
    eventually(lambda: not alive(number))


def alive(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):  # gone, or going while it is read
        return False
    return state != "Z"
