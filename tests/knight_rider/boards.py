"""Boards for tests: the catalogue's example road, random tracks, and both models side by side."""

from __future__ import annotations

import random
from collections.abc import Mapping

from referee.games.knight_rider import GAME
from referee.games.knight_rider.board.laying import Laid, laid_by_box, legal
from referee.games.knight_rider.board.parts import Parts
from referee.games.knight_rider.board.roads import Card, roads
from referee.games.knight_rider.board.sides import Point
from referee.games.knight_rider.board.traffic import Spot, Traffic
from tests.knight_rider.naive import FACING, Auto, Naive, Piece

COMPONENTS = GAME.components()


def parts(full_fields: int = 0) -> Parts:
    shapes = {
        kind: None if shape == "barrier" else shape
        for kind, shape in COMPONENTS["diversion_shapes"].items()
    }
    arms = {int(number): sides for number, sides in COMPONENTS["tiles"].items()}
    return Parts(arms, full_fields, shapes)


#: The catalogue's example road, moved away from the centre: 23, 13, 34, 12 in a row, 52 and 45
#: north of 13 and 12.
EXAMPLE = (
    Laid(23, (0, 5), 1), Laid(13, (1, 5), 3), Laid(34, (2, 5), 1), Laid(12, (3, 5), 3),
    Laid(52, (1, 6), 0), Laid(45, (3, 6), 0),
)  # fmt: skip

_MIDDLES = {23: (0, 10), 13: (2, 10), 34: (4, 10), 12: (6, 10), 52: (2, 12), 45: (6, 12)}


def field(name: str) -> Point:
    """A field of the example road by the catalogue's name: ``M34``, ``13/34``, ``23w``, ``45n``."""
    if name.startswith("M"):
        return _MIDDLES[int(name[1:])]
    if "/" in name:
        (a, b), (c, d) = (_MIDDLES[int(number)] for number in name.split("/"))
        return ((a + c) // 2, (b + d) // 2)
    x, y = _MIDDLES[int(name[:2])]
    return {"w": (x - 1, y), "n": (x, y + 1)}[name[2]]


def spot(words: str) -> Spot:
    """``M13 E``."""
    name, facing = words.split()
    return Spot(field(name), facing)


def example(
    cars: Mapping[int, str] = {}, red: str = "", cards: Mapping[int, Card] = {}, **rules: bool
) -> Traffic:
    """Cars on the example road: ``example({1: "M13 E", 2: "13/34 E"}, "M34")``."""
    ways = roads(parts(), EXAMPLE, cards)
    stands = {seat: spot(words) for seat, words in cars.items()}
    return Traffic(ways, stands, field(red) if red else None, **rules)


def random_track(rng: random.Random, made: Parts, policy: str) -> list[Laid]:
    """All tableaus laid by chance, or as the box lays them."""
    order = list(made.arms)
    rng.shuffle(order)
    if policy == "box":
        return list(laid_by_box(made, tuple(order), 3))
    track: dict[Point, Laid] = {}
    for number in order:
        ways = legal(made, track, number, first=len(track) < 3, must_join=policy == "join")
        if ways:
            laid = rng.choice(ways)
            track[laid.cell] = laid
    return list(track.values())


def naive_of(
    made: Parts,
    track: list[Laid] | tuple[Laid, ...],
    stacks: Mapping[int, list[tuple[str, int]]],
    cars: Mapping[int, Spot],
    **rules: bool,
) -> Naive:
    """The same board in the naive model."""
    pieces = [
        Piece(
            laid.number, complex(*laid.cell), laid.turns,
            [FACING[side] for side in made.arms[laid.number]], list(stacks.get(laid.number, ())),
        )
        for laid in track
    ]  # fmt: skip
    autos = {seat: Auto(complex(*at.field), FACING[at.facing]) for seat, at in cars.items()}
    return Naive(pieces, made.full_fields, autos=autos, **rules)
