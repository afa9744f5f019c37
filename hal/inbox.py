"""What waits for the loop: one way in, and presses go first."""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable, Iterator

from hal.interfaces import Edge, Errand, Presence


class Inbox:
    """What the panel's parts report. `put` and `wake` may be called from any thread, and from a
    signal handler in the middle of anything.

    The loop waits with `wait`, or is called by a listener where something else owns the thread.
    """

    def __init__(self) -> None:
        self._items: deque[Edge | Presence] = deque()
        self._errands: deque[Errand] = deque()
        # Not an Event: its lock may be held by the very thread that a signal interrupts.
        self._bell: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._listener: Callable[[], None] | None = None

    def put(self, item: Edge | Presence | Errand) -> None:
        if isinstance(item, Errand):
            self._errands.append(item)
        else:
            self._items.append(item)
        self.wake()

    def wake(self) -> None:
        """End the present or the next `wait`."""
        self._bell.put(None)
        if self._listener is not None:
            self._listener()

    def listen(self, listener: Callable[[], None] | None) -> None:
        """Call this on every `put`, in the thread that puts."""
        self._listener = listener

    def wait(self, seconds: float | None) -> None:
        """Return when something was put since the last `drain`, or after so many seconds."""
        try:
            self._bell.get(timeout=seconds)
        except queue.Empty:
            return
        self._bell.put(None)  # it rings until it is drained

    def drain(self) -> list[Edge | Presence]:
        # Silenced first: what comes in between is drained now and only wakes the loop once more.
        while not self._bell.empty():
            self._bell.get()
        return [self._items.popleft() for _ in range(len(self._items))]

    def errands(self) -> Iterator[Errand]:
        """Those that are waiting now, for as long as nothing else comes in."""
        for _ in range(len(self._errands)):
            if self._items:
                return
            yield self._errands.popleft()

    def __len__(self) -> int:
        return len(self._items) + len(self._errands)
