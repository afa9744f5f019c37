"""The one queue into the loop."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from hal.interfaces import Edge, Presence


class Inbox:
    """What the panel's parts report. `put` and `wake` may be called from any thread.

    The loop waits with `wait`, or is called by a listener where something else owns the thread.
    """

    def __init__(self) -> None:
        self._items: deque[Edge | Presence] = deque()
        self._filled = threading.Event()
        self._listener: Callable[[], None] | None = None

    def put(self, item: Edge | Presence) -> None:
        self._items.append(item)
        self.wake()

    def wake(self) -> None:
        """End the present or the next `wait`."""
        self._filled.set()
        if self._listener is not None:
            self._listener()

    def listen(self, listener: Callable[[], None] | None) -> None:
        """Call this on every `put`, in the thread that puts."""
        self._listener = listener

    def wait(self, seconds: float | None) -> None:
        """Return when something was put since the last `drain`, or after so many seconds."""
        self._filled.wait(seconds)

    def drain(self) -> list[Edge | Presence]:
        # Cleared first: what comes in between is drained now and only wakes the loop once more.
        self._filled.clear()
        return [self._items.popleft() for _ in range(len(self._items))]

    def __len__(self) -> int:
        return len(self._items)
