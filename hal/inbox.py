"""What waits for the loop: one way in, and presses go first."""

from __future__ import annotations

import queue
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress

from hal.interfaces import Edge, Errand, Presence


class Inbox:
    """What the panel's parts report. `put` and `wake` may be called from any thread, and from a
    signal handler in the middle of anything.

    The loop waits with `wait`, or is called by a listener where something else owns the thread.
    ``resting``: it waits, or is at work for nobody's press, and no press is on its way to it; any
    thread may look, and one may wait for it with `until_resting`.
    """

    def __init__(self) -> None:
        self.resting = False
        self._items: deque[Edge | Presence] = deque()
        self._errands: deque[Errand] = deque()
        # Not an Event: its lock may be held by the very thread that a signal interrupts.
        self._bell: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._rests: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._listener: Callable[[], None] | None = None

    def put(self, item: Edge | Presence | Errand) -> None:
        if isinstance(item, Errand):
            self._errands.append(item)
        else:
            self.resting = False
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
        self.rest()
        try:
            self._bell.get(timeout=seconds)
        except queue.Empty:
            return
        finally:
            self.resting = False
        self._bell.put(None)  # it rings until it is drained

    def rest(self) -> None:
        """What the loop does from now on until the next `drain`, it does for nobody's press."""
        self.resting = not self._items
        if self.resting and self._rests.empty():
            self._rests.put(None)

    def until_resting(self, seconds: float) -> None:
        """Return when the loop is ``resting``, or after so many seconds. For one other thread."""
        ends = time.monotonic() + seconds
        while not self.resting and (left := ends - time.monotonic()) > 0:
            with suppress(queue.Empty):  # it tells of a rest, which may be over already
                self._rests.get(timeout=left)

    def drain(self) -> list[Edge | Presence]:
        self.resting = False
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
