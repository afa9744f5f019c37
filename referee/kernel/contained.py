"""Code of other packages, while it is loaded: whatever it raises is its own trouble.

Also what usually ends a program: SystemExit, KeyboardInterrupt, and whatever else derives from
BaseException. But Ctrl-C that is pressed meanwhile is the user's, and ends the program as always.
What tells them apart is the signal, which only the main thread ever gets.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from referee.kernel.errors import RefereeError


@contextmanager
def contained(explain: Callable[[BaseException], RefereeError]) -> Iterator[None]:
    """Turn whatever is raised inside into the error that ``explain`` makes of it."""
    with _interrupts() as pressed:
        try:
            yield
        except BaseException as error:
            if pressed and isinstance(error, KeyboardInterrupt):
                raise
            raise explain(error) from error


@contextmanager
def _interrupts() -> Iterator[list[int]]:
    """The SIGINT that come meanwhile; each still does what it did before."""
    came: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield came
        return

    def noted(number: int, frame: FrameType | None) -> None:
        came.append(number)
        before(number, frame)

    signal.signal(signal.SIGINT, noted)
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)
