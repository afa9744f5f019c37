"""Where the piece that moved last has come from: pages draw it as a trail.

A position does not say that, and a page may have slept. Only what pages were shown is known.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Final

from referee.kernel.match import Match
from referee.kernel.scene import Map, Streets

Place = tuple[int, int]

#: A trail goes back over so many entries.
LONGEST: Final = 40


class Trails:
    """Of the match that is played; another one begins anew."""

    def __init__(self) -> None:
        self._match: Match | None = None
        #: By who looked on, and by the number of entries: a piece may be hidden from the others.
        self._seen: dict[int | None, dict[int, dict[str, Place]]] = {}

    def note(
        self, match: Match, seat: int | None, body: Iterable[object]
    ) -> tuple[str, list[Place]]:  # fmt: skip
        """Look at what is on the board now for this seat (None: for everybody's eyes); who moved
        last, and by which places, the oldest first. ``("", [])`` if nobody has moved."""
        if match is not self._match:
            self._match, self._seen = match, {}
        now, seen = len(match.log), self._seen.get(seat, {})
        kept = {at: places for at, places in seen.items() if now - LONGEST <= at < now}
        self._seen[seat] = seen = {**kept, now: _pieces(body)}
        return _trail([seen[at] for at in sorted(seen, reverse=True)])


def _pieces(body: Iterable[object]) -> dict[str, Place]:
    for thing in body:
        if isinstance(thing, Streets):
            return {car.sign: car.field for car in thing.cars}
        if isinstance(thing, Map):
            return {name: place for place, name in thing.tokens.items()}
    return {}


def _trail(seen: list[dict[str, Place]]) -> tuple[str, list[Place]]:
    """``seen``: the newest first."""
    mover, places = "", []
    for after, before in itertools.pairwise(seen):
        moved = [sign for sign, place in after.items() if before.get(sign, place) != place]
        if not mover and moved:
            mover, places = moved[0], [after[moved[0]]]
        if mover in moved:
            places.append(before[mover])
        elif moved:
            break  # somebody else's move: before it this piece stood still
    return mover, places[::-1]
