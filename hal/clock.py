"""The real clock."""

from __future__ import annotations

import time


class MonotonicClock:
    """Seconds since some moment in the past; not set back by anybody."""

    def now(self) -> float:
        return time.monotonic()
