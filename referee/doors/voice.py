"""The voice: another program that speaks what it reads, espeak-ng or any other.

It runs in a thread of its own: no press ever waits for it, and what is newer cuts off what is
older. A voice that is missing is told once; the match goes on without it.
"""

from __future__ import annotations

import logging
import shlex
import subprocess
import threading
from collections.abc import Callable

from hal.interfaces import Frame
from hal.plan import Config
from hal.runner import Runner
from referee.kernel.text import Text
from referee.table.program import TableProgram
from referee.table.speaking import Speaker

log = logging.getLogger(__name__)


class Voice:
    """``command``: the program with its arguments; ``{language}`` stands for ``de`` or ``en``.

    `say` may be called from any thread and returns at once.
    """

    def __init__(self, command: str) -> None:
        self._command = command
        self._next: tuple[str, str] | None = None
        self._bell = threading.Condition()
        self._running: subprocess.Popen[bytes] | None = None
        self._closed = False
        self.trouble = ""
        self._thread = threading.Thread(target=self._work, name="voice", daemon=True)
        self._thread.start()

    def say(self, text: str, language: str) -> None:
        """Say this instead of what is being said; an empty text only ends that."""
        with self._bell:
            self._next = (text, language)
            self._bell.notify()
        self._hush()

    def close(self) -> None:
        with self._bell:
            self._closed = True
            self._bell.notify()
        self._hush()
        self._thread.join(timeout=2)

    @property
    def busy(self) -> bool:
        """Whether something is being said, or about to be."""
        running = self._running
        return self._next is not None or (running is not None and running.poll() is None)

    def _hush(self) -> None:
        running = self._running
        if running is not None and running.poll() is None:
            running.terminate()

    def _work(self) -> None:
        while True:
            with self._bell:
                while self._next is None and not self._closed:
                    self._bell.wait()
                if self._closed:
                    return
                assert self._next is not None
                (text, language), self._next = self._next, None
            if text and not self.trouble:
                self._speak(text, language)

    def _speak(self, text: str, language: str) -> None:
        argv = [part.replace("{language}", language) for part in shlex.split(self._command)]
        try:
            self._running = subprocess.Popen(
                argv, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            self._running.communicate(text.encode())
        except OSError as error:
            self.trouble = str(error)
            log.warning("the voice is missing: %s", error)


def speaking(
    program: TableProgram, voice: Voice, now: Callable[[], float]
) -> Callable[[Frame], float | None]:
    """A watcher for the runner that has the voice say what the screen has become."""
    speaker, told = Speaker(), False

    def watch(frame: Frame) -> float | None:
        nonlocal told
        if voice.trouble and not told:
            told = True
            program.tell(Text("notice.voice", {"detail": voice.trouble}))
        said = speaker.step(
            now(), program.words(), program.catalogue, program.speech, private=program.private
        )
        if said is not None:
            voice.say(said, program.catalogue.language)
        return speaker.due()

    return watch


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
