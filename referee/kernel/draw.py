"""Random answers without asks: what a game may give a state that is played millions of times.

An ask lists every option, every refusal and all that a panel shows. A random player needs one
option alone. So a state may have a `Draw`: it answers as a random player would answer the state's
asks, drawing the same things in the same order:

1. one of the open asks, where there are several;
2. one of the ask's seats, where there are several - but what the device knows is pressed for by
   the first one;
3. one of its options, where there are several - of what the device rolls it is the first;
4. a value for every field, as its ``sample`` does: from `Chance.of` the ask's source where chance
   answers, from `Chance.below` where a player does.

It returns None where it does not know better, and the asks are looked at. A draw is no second
truth: it asks the same questions of the position as the asks do, and every game's tests play whole
matches both ways, to the same rows and the same end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from referee.kernel.ask import RandBelow
from referee.kernel.entry import Entry
from referee.kernel.position import P
from referee.kernel.stream import Stream


class Chance:
    """All chance of one playout: the device's stream, and ``below`` for whatever players draw.

    ``below`` draws nothing where there is one result. ``own``: the sources that the device knows.
    """

    __slots__ = ("_stream", "below", "drawn", "own")

    def __init__(self, seed: str, own: frozenset[str], below: RandBelow) -> None:
        self.below = below
        self.own = own
        self.drawn = 0
        self._stream = Stream(seed)

    def of(self, source: str) -> RandBelow:
        """For one answer that chance gives: the device's next draw, or what falls on the table."""
        return self.device() if source in self.own else self.below

    def device(self) -> RandBelow:
        """The device's next draw."""
        below = self._stream.at(self.drawn)
        self.drawn += 1
        return below


#: A random answer to what this position asks, or None: see above.
Draw: TypeAlias = "Callable[[P, Chance], Entry | None]"
