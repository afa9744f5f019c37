"""How far a long attack is: a line now and then, seen with pytest's ``-s``."""

from __future__ import annotations

import time
from collections.abc import Iterator

#: So many lines are told of one attack.
LINES = 5


def told(count: int, what: str) -> Iterator[int]:
    """The numbers below ``count``; now and then, and at the end, how many that were."""
    began = time.monotonic()
    for number in range(count):
        yield number
        done = number + 1
        if done * LINES // count > number * LINES // count:
            print(f"{what}: {done:,} of {count:,}, {time.monotonic() - began:.0f} s", flush=True)
