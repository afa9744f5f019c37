"""How much a seat box may say: more than any box does, less than would keep the loop busy."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Budget:
    """So much at once, and so much a second in the long run. Times are seconds."""

    burst: float
    rate: float
    _left: float = field(init=False)
    _at: float = field(init=False, default=float("-inf"))

    def __post_init__(self) -> None:
        self._left = self.burst

    def spend(self, amount: float, now: float) -> bool:
        """Take this much, if it is there."""
        earned = self.rate * (now - self._at) if now > self._at else 0.0
        self._left = min(self.burst, self._left + earned)
        self._at = max(now, self._at)
        if amount > self._left:
            return False
        self._left -= amount
        return True


@dataclass(slots=True)
class Bounds:
    """What one box may say from the moment when its port was opened.

    A box that was left alone has 128 events to tell, and twelve players who all press as fast as
    they can make fewer than 250 a second. An answer is at most 160 bytes, ten times a second; a
    line of 115,200 baud carries 11,520 bytes a second.
    """

    bytes: Budget = field(default_factory=lambda: Budget(64_000, 16_000))
    events: Budget = field(default_factory=lambda: Budget(500, 250))
    #: Faults and versions that are others than those told before.
    news: Budget = field(default_factory=lambda: Budget(8, 1 / 30))
