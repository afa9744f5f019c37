"""The voice: another program that speaks what it reads, espeak-ng or any other.

It runs in a thread of its own: no press ever waits for it, and what is newer cuts off what is
older. What keeps it from speaking is told once; the match goes on without it, and it is
tried again with the next sentence.
"""

from __future__ import annotations

import logging
import os
import shlex
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from hal.interfaces import Frame
from hal.runner import Runner
from hal.schema import Config
from referee.kernel.names import visible
from referee.kernel.text import Text
from referee.table.program import TableProgram
from referee.table.speaking import Speaker

log = logging.getLogger(__name__)

#: Seconds after which a voice hangs: to start, and for every letter, twice what slow speech takes.
PATIENCE: Final = 10.0
PER_LETTER: Final = 0.15

#: Ends its own group when what it reads from does: all that the voice has started, when we die.
_GUARD: Final = ("sh", "-c", "read _; kill -KILL 0")

#: So much of what a program complains about fits on the screen.
DETAIL: Final = 60


class Voice:
    """``command``: the program with its arguments; ``{language}`` stands for ``de`` or ``en``.

    `say` may be called from any thread and returns at once. ``trouble`` is why nothing was heard
    the last time, as a notice; it is tried again with every sentence.
    """

    def __init__(self, command: str, patience: float = PATIENCE) -> None:
        self._command = command
        self._patience = patience
        self._next: tuple[str, str] | None = None
        self._bell = threading.Condition()
        self._running: subprocess.Popen[bytes] | None = None
        self._hushed: subprocess.Popen[bytes] | None = None  # ended by us, not by itself
        self._closed = False
        self.trouble: Text | None = None
        self._thread = threading.Thread(target=self._work, name="voice", daemon=True)
        self._thread.start()

    def say(self, text: str, language: str) -> None:
        """Say this instead of what is being said; an empty text only ends that."""
        with self._bell:
            self._next = (text, language)
            self._hush()
            self._bell.notify()

    def close(self) -> None:
        with self._bell:
            self._closed = True
            self._hush()
            self._bell.notify()
        self._thread.join(timeout=2)

    @property
    def busy(self) -> bool:
        """Whether something is being said, or about to be."""
        with self._bell:
            return self._next is not None or self._running is not None

    def _hush(self) -> None:
        """End the program and all that it has started; what it holds is nobody's but its own."""
        if self._running is not None and self._running.returncode is None:
            self._hushed = self._running
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._running.pid, signal.SIGKILL)

    def _work(self) -> None:
        while True:
            with self._bell:
                self._running = None
                while self._next is None and not self._closed:
                    self._bell.wait()
                if self._closed:
                    return
                assert self._next is not None
                (text, language), self._next = self._next, None
            running = self._start(language) if text else None
            with self._bell:
                self._running = running
                if self._next is not None or self._closed:  # it came while this one was started
                    self._hush()
            if running is not None:
                with _guarded(running):
                    self._speak(running, text)

    def _start(self, language: str) -> subprocess.Popen[bytes] | None:
        """Start the program, in a group of its own: a command may be several in a pipe."""
        try:
            argv = [part.replace("{language}", language) for part in shlex.split(self._command)]
            return subprocess.Popen(
                argv, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                process_group=0,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            self._fail("notice.voice.missing", str(error))
            return None

    def _speak(self, running: subprocess.Popen[bytes], text: str) -> None:
        patience = self._patience + PER_LETTER * len(text)
        try:
            said = running.communicate(text.encode(), patience)[1].decode(errors="replace")
        except subprocess.TimeoutExpired:
            with self._bell:
                self._hush()
            running.communicate()
            self._fail("notice.voice.hangs", f"{patience:.0f} s")
            return
        if running is self._hushed:
            return
        # Without a sound card espeak-ng says so and ends as if it had spoken.
        lines = [line.strip() for line in said.splitlines() if line.strip()]
        wrong = [line for line in lines if line.lower().startswith(("error", "fatal"))]
        if running.returncode or wrong:
            last = (wrong or lines or [_end(running.returncode)])[-1]
            self._fail("notice.voice.failed", visible(last)[:DETAIL])
        else:
            self.trouble = None

    def _fail(self, key: str, detail: str) -> None:
        program = self._command.split()[0]
        trouble = Text(key, {"program": program, "detail": detail})
        if trouble != self.trouble:
            log.warning("the voice %s: %s (%s)", program, key.rpartition(".")[2], detail)
        self.trouble = trouble


def _end(code: int) -> str:
    return f"exit {code}" if code > 0 else signal.Signals(-code).name


def speaking(
    program: TableProgram, voice: Voice, now: Callable[[], float]
) -> Callable[[Frame], float | None]:
    """A watcher for the runner that has the voice say what the screen has become."""
    speaker, told = Speaker(), set[str]()

    def watch(frame: Frame) -> float | None:
        trouble = voice.trouble
        if trouble is not None and trouble.key not in told:
            told.add(trouble.key)
            program.tell(trouble)
        said = speaker.step(now(), program.content)
        if said is not None:
            voice.say(said, program.catalogue.language)
        return speaker.due()

    return watch


@contextmanager
def _guarded(running: subprocess.Popen[bytes]) -> Iterator[None]:
    """Whatever becomes of us, nothing of it stays behind: a killed program cannot clean up."""
    try:
        guard = subprocess.Popen(
            _GUARD, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            process_group=running.pid,
        )  # fmt: skip
    except OSError:  # it has ended already, and its group with it
        yield
        return
    try:
        yield
    finally:
        guard.kill()
        guard.communicate()


def attach(
    wiring: Config, program: TableProgram, runner: Runner, now: Callable[[], float]
) -> Callable[[], None]:
    """Give the panel its configured voice, if it has one; call the result when it ends."""
    if wiring.voice is None:
        return lambda: None
    voice = Voice(wiring.voice)
    end_watch = runner.watch(speaking(program, voice, now))

    def end() -> None:
        end_watch()
        voice.close()

    return end
