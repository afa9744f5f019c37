"""Device dice that players can check: a seeded stream with a hash shown before play.

Draw number n of a match is a pure function of (seed, n): after an undo the same die shows the
same number again, whatever was pressed in between.
"""

from __future__ import annotations

import hashlib
import random

from referee.kernel.ask import RandBelow


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


def commitment(seed: str) -> str:
    """The hash that is shown when a match starts: SHA-256 of the seed, as hex."""
    return hashlib.sha256(seed.encode()).hexdigest()
