"""How the program ended the last time: switched off, cut off, or crashed; how often in a row."""

from __future__ import annotations

import contextlib
import os
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Final

#: The kernel's number of this start of the machine.
BOOT: Final = Path("/proc/sys/kernel/random/boot_id")

#: Stands as long as the program runs; holds the number of the machine's start.
RUNNING: Final = "running"

#: Moments of starts (seconds of the machine's clock) that did not end orderly.
STARTS: Final = "starts"

#: Beside them, the language that the program spoke last.
SPOKEN: Final = "language"

#: So many crashes within so many seconds lead to safe mode.
CRASHES, WITHIN = 3, 600.0

#: The last failure that ended the program, as a traceback.
FAILURE: Final = "last-failure.txt"


class End(Enum):
    """The values are keys of sentences."""

    ORDERLY = ""
    POWER = "notice.power"
    CRASH = "notice.crash"


class Lifeline:
    """Two small files in the data folder. Where they cannot be written, nothing is noticed."""

    def __init__(self, folder: Path, boot: Path = BOOT) -> None:
        self._running = folder / RUNNING
        self._failure = folder / FAILURE
        self._boot = _text(boot)

    @contextmanager
    def run(self) -> Iterator[End]:
        """The time that the program runs; gives how it ended before.

        An exception that passes through is kept as `failure`, and counts as a crash.
        """
        before = self._last_end()
        _write(self._running, self._boot)
        try:
            yield before
        except Exception:
            _write(self._failure, traceback.format_exc())
            raise
        self.told()

    def told(self) -> None:
        """Somebody has read how it ended: the next start has nothing to tell."""
        with contextlib.suppress(OSError):
            self._running.unlink(missing_ok=True)

    @property
    def failure(self) -> str:
        """What ended the program when it crashed last; empty if it never did."""
        return _text(self._failure)

    def _last_end(self) -> End:
        if not self._running.exists():
            return End.ORDERLY
        return End.CRASH if _text(self._running) == self._boot else End.POWER


class Starts:
    """Counts crashes, for whoever restarts the program: systemd.

    They are kept in a folder that is gone when the machine is switched off: after that everything
    is tried anew. Without such a folder nobody restarts, and nothing is counted.
    """

    def __init__(self, folder: Path | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = folder / STARTS if folder is not None else None
        self._spoken = folder / SPOKEN if folder is not None else None
        self._clock = clock

    @property
    def hopeless(self) -> bool:
        """Whether the program has crashed so often that it should be tried no more."""
        return len(self._recent()) >= CRASHES

    def note(self) -> None:
        """The program starts. It has crashed if it starts again without `clear`."""
        if self._file is not None:
            moments = (*self._recent(), self._clock())
            _write(self._file, "\n".join(map(str, moments)))

    @property
    def language(self) -> str:
        """What the people have chosen, who read safe mode too; empty if nobody knows."""
        return _text(self._spoken) if self._spoken is not None else ""

    def spoke(self, language: str) -> None:
        """The program has found out what they have chosen."""
        if self._spoken is not None:
            _write(self._spoken, language)

    def clear(self) -> None:
        """The program ends as it should, or somebody wants it to be tried anew."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.unlink(missing_ok=True)

    def _recent(self) -> list[float]:
        lines = _text(self._file).splitlines() if self._file is not None else []
        try:
            moments = [float(line) for line in lines]
        except ValueError:
            return []
        return [moment for moment in moments if 0 <= self._clock() - moment < WITHIN]


def _write(file: Path, text: str) -> None:
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
