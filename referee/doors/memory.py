"""When the panel's program looks for memory to free: while nobody plays, never during a press.

A full collection looks at every object there is: 10 ms on a PC, about 100 ms on a Pi Zero 2 W. The
small collections, of what is new, go on as usual.
"""

from __future__ import annotations

import gc
from typing import Final

#: Collections of the middle generation before a full one by itself: it never comes to that.
NEVER: Final = 1 << 30


def settle() -> None:
    """What is loaded stays: no collection looks at it again. A full one comes from `tidy` alone."""
    gc.set_threshold(*gc.get_threshold()[:2], NEVER)
    gc.freeze()


def tidy() -> None:
    """Nobody is playing: look at everything that was made since `settle`."""
    gc.collect()
