"""Signals end a wait, whenever they come."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def ending_waits(wake: Callable[[], None]) -> Iterator[None]:
    """Call ``wake`` after every signal that has a handler. Outside the main thread, do nothing.

    Python only notes a signal, and calls its handler when the main thread goes on. A thread that
    has let go of the interpreter, and does not wait yet, would sleep over one that comes just
    then, and over those that another thread gets. So another thread hears of each of them.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard, told = socket.socketpair()
    told.setblocking(False)

    def listen() -> None:
        while heard.recv(64):
            wake()

    listener = threading.Thread(target=listen, name="signals", daemon=True)
    listener.start()
    before = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        told.close()
        listener.join()
        heard.close()
