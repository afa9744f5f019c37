"""Chance: the device's dice, which players can check, and random answers without asks.

Draw number n of a match is a pure function of (seed, n): after an undo the same die shows the
same number again, whatever was pressed in between. The stream is seeded, and its hash is shown
before play.

What a game may give a state that is played millions of times is a `Draw`. An ask lists every
option, every refusal and all that a panel shows. A random player needs one option alone. So a draw
answers as a random player would answer the state's asks, drawing the same things in the same order:

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

import hashlib
import random
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from referee.kernel.ask import Entry, RandBelow
from referee.kernel.position import P


class Stream:
    """The device's chance for one match. ``seed`` is any text; keep it hidden until the end."""

    def __init__(self, seed: str) -> None:
        key = hashlib.blake2b(seed.encode(), digest_size=32).digest()
        self._keyed = hashlib.blake2b(key=key, digest_size=8)

    def at(self, n: int) -> RandBelow:
        """The source of draw number ``n``; its results depend on the seed, n and their order."""
        part, keyed = 0, self._keyed

        def below(k: int) -> int:
            nonlocal part
            if not 0 < k <= 2**64:
                raise ValueError(f"draws from 1 to 2**64 results, not from {k}")
            limit = 2**64 - 2**64 % k  # numbers from here on would favour the small results
            while True:
                block = keyed.copy()
                block.update(b"%d:%d" % (n, part))
                part += 1
                number = int.from_bytes(block.digest())
                if number < limit:
                    return number % k

        return below


def cheap(rng: random.Random) -> RandBelow:
    """Chance for what nobody checks: a float per draw, and none where there is one result.

    Even to one in 2**53 / k; k is far below 2**53.
    """
    draw = rng.random

    def below(k: int) -> int:
        return int(draw() * k) if k > 1 else 0

    return below


@lru_cache(maxsize=8)
def commitment(seed: str) -> str:
    """The hash that is shown when a match starts: SHA-256 of the seed, as hex."""
    return hashlib.sha256(seed.encode()).hexdigest()


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
