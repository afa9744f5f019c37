"""The roads of a finished track as fields and the ways between them.

Fields stand on a raster: a tableau in cell ``(x, y)`` has its middle field at ``(s * x, s * y)``
with ``s = Parts.spacing``, and the fields of an arm follow one by one; the last one is shared with
the next tableau, or the half field of a free road end, a whole one all through the match
(KR-MOV-17, KR-INT-14). So neighbouring fields are one step apart, and a field needs no other name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from referee.games.knight_rider.board.laying import Laid, Track
from referee.games.knight_rider.board.parts import Parts
from referee.games.knight_rider.board.sides import SIDES, Point, beyond, opposite


@dataclass(frozen=True, slots=True)
class Card:
    """The topmost diversion card of a tableau (KR-DIV-9)."""

    kind: str
    turns: int


@dataclass(frozen=True, slots=True)
class Roads:
    """``ways``: for every field the sides on which a road leads on to another field, in the order
    of `SIDES`. ``middles``: the middle field of every tableau, ``numbers`` the way back.
    ``barred``: middle fields under a roadblock: nobody drives onto them (KR-DIV-10).
    ``ends``: free road ends of every tableau as (half field, side out of the tableau).
    """

    ways: Mapping[Point, str]
    middles: Mapping[int, Point]
    numbers: Mapping[Point, int]
    barred: frozenset[Point]
    ends: Mapping[int, tuple[tuple[Point, str], ...]]

    def ahead(self, field: Point, side: str) -> Point | None:
        """The next field on this side; None where no road leads on (KR-MOV-6, KR-MOV-14)."""
        return beyond(field, side) if side in self.ways[field] else None


def roads(parts: Parts, laid: Iterable[Laid], cards: Mapping[int, Card]) -> Roads:
    """The roads of these tableaus, with the topmost diversion card of each number."""
    track: Track = {tile.cell: tile for tile in laid}
    ways: dict[Point, set[str]] = {}
    ends: dict[int, tuple[tuple[Point, str], ...]] = {}
    middles, barred = {}, set()
    for tile in track.values():
        middle = (tile.cell[0] * parts.spacing, tile.cell[1] * parts.spacing)
        middles[tile.number] = middle
        card = cards.get(tile.number)
        joined = parts.joined(card.kind, card.turns) if card else SIDES
        if joined is None:
            barred.add(middle)
            joined = SIDES
        ways.setdefault(middle, set())
        free = []
        for side in parts.turned_arms(tile.number, tile.turns):
            _arm(ways, middle, side, parts.full_fields + 1, cut=side not in joined)
            if beyond(tile.cell, side) not in track:
                free.append((beyond(middle, side, parts.full_fields + 1), side))
        ends[tile.number] = tuple(free)
    ordered = {at: "".join(s for s in SIDES if s in sides) for at, sides in ways.items()}
    numbers = {middle: number for number, middle in middles.items()}
    return Roads(ordered, middles, numbers, frozenset(barred), ends)


def diverted(parts: Parts, made: Roads, tile: Laid, card: Card) -> Roads:
    """The same roads with one more diversion card, topmost on its tableau (KR-DIV-8)."""
    middle, joined = made.middles[tile.number], parts.joined(card.kind, card.turns)
    barred = made.barred - {middle} if joined is not None else made.barred | {middle}
    arms, ways = parts.turned_arms(tile.number, tile.turns), dict(made.ways)
    ways[middle] = "".join(s for s in arms if joined is None or s in joined)
    for side in arms:
        near, back = beyond(middle, side), opposite(side)
        kept = ways[near].replace(back, "") + (back if side in ways[middle] else "")
        ways[near] = "".join(s for s in SIDES if s in kept)
    return Roads(ways, made.middles, made.numbers, barred, made.ends)


def _arm(ways: dict[Point, set[str]], middle: Point, side: str, length: int, *, cut: bool) -> None:
    """Add the fields of one arm; a cut one no longer meets the middle field (KR-DIV-8)."""
    for number in range(length):
        near, far = beyond(middle, side, number), beyond(middle, side, number + 1)
        ways.setdefault(near, set())
        ways.setdefault(far, set())
        if number or not cut:
            ways[near].add(side)
            ways[far].add(opposite(side))
