"""Work that takes long is done beside the table's loop, which never waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")
S = TypeVar("S")


class Aside(Protocol):
    """Has work begun; what it returns says what was found, or None as long as the work goes on,
    and raises what the work raised. ``patience``: seconds for which it may be waited for first."""

    def __call__(self, work: Callable[[], S], patience: float = 0.0) -> Callable[[], S | None]: ...


def at_once(work: Callable[[], T], patience: float = 0.0) -> Callable[[], T | None]:
    """Works when it is asked: for tests and scripts, in whose time nothing takes any."""
    return work


class InThread(Generic[T]):
    """Works in a thread of its own, which shares nothing with the match."""

    def __init__(self, work: Callable[[], T], patience: float = 0.0) -> None:
        self._work = work
        self._found: T | None = None
        self._error: Exception | None = None
        thread = threading.Thread(target=self._do, name="aside", daemon=True)
        thread.start()
        if patience:
            thread.join(patience)

    def _do(self) -> None:
        try:
            self._found = self._work()
        except Exception as error:  # the table tells it
            self._error = error
        except BaseException as error:  # no thread but the main one may end the program
            self._error = RuntimeError(repr(error))

    def __call__(self) -> T | None:
        if self._error is not None:
            raise self._error
        return self._found
