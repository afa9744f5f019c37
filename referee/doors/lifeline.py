"""How the program ended the last time: switched off, cut off, or crashed."""

from __future__ import annotations

import contextlib
import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Final

#: The kernel's number of this start of the machine.
BOOT: Final = Path("/proc/sys/kernel/random/boot_id")

#: Stands as long as the program runs; holds the number of the machine's start.
RUNNING: Final = "running"

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
        self._write(self._running, self._boot)
        try:
            yield before
        except Exception:
            self._write(self._failure, traceback.format_exc())
            raise
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

    def _write(self, file: Path, text: str) -> None:
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
