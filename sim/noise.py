"""A line that may drop, double, flip and delay what goes over it."""

from __future__ import annotations

import random
from collections import deque


class NoisyLine:
    """One direction of a serial line. ``rate``: the part of all bytes that is spoiled.

    ``delay``: seconds that each byte takes; bytes never overtake each other. The same seed
    spoils the same bytes.
    """

    def __init__(self, seed: int, rate: float = 0.0, delay: float = 0.0) -> None:
        self.rate = rate
        self.delay = delay
        #: Bytes that went in, and those of them that were spoiled.
        self.carried = self.spoiled = 0
        self._rng = random.Random(seed)
        self._under_way: deque[tuple[float, bytes]] = deque()

    def put(self, data: bytes, now: float) -> None:
        self.carried += len(data)
        arrived = self._spoil(data) if self.rate else data
        if arrived:
            last = self._under_way[-1][0] if self._under_way else now
            self._under_way.append((max(now + self.delay, last), arrived))

    def take(self, now: float) -> bytes:
        """What has arrived by now."""
        arrived = []
        while self._under_way and self._under_way[0][0] <= now:
            arrived.append(self._under_way.popleft()[1])
        return b"".join(arrived)

    def due(self) -> float | None:
        """When something arrives next."""
        return self._under_way[0][0] if self._under_way else None

    def clear(self) -> None:
        """Lose what is under way."""
        self._under_way.clear()

    def _spoil(self, data: bytes) -> bytes:
        spoiled = bytearray()
        for byte in data:
            if self._rng.random() >= self.rate:
                spoiled.append(byte)
                continue
            self.spoiled += 1
            fate = self._rng.randrange(3)
            if fate == 1:
                spoiled += bytes((byte, byte))
            elif fate == 2:
                spoiled.append(byte ^ (1 << self._rng.randrange(8)))
        return bytes(spoiled)
