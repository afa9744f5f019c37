"""Nothing hidden is out: two worlds (`referee.testing.worlds`) that went the evening's way until
now, but for a secret of one seat. What pages, programs and the panel show of both is equal."""

from __future__ import annotations

import random

from referee.testing.worlds import compare, twins, worlds_of
from tests.evenings.world import Violation, World
from tests.web.twins import future, given, shown

#: Answers after a secret that both worlds share.
SHARED = 3


def are_kept(world: World, draw: random.Random) -> int:
    """How many worlds have been compared: with other dice and cards to come, and with another of
    each kind of secret that the match has had. Raises `Violation`."""
    if world.match is None:
        return 0
    match = world.match.copy()
    players = match.header.players or [""] * match.header.seats
    alone = list(players).count("") == 1  # the panel is for his eyes then
    try:
        compared = 0 if match.over else future(match)
        for twin in twins(match, draw, 1):
            compared += given(match, twin)
            for worlds in worlds_of(match, twin, SHARED):
                if worlds.shared in (0, SHARED):
                    if not alone:
                        compare(worlds)
                    compared += 1 + shown(worlds)
    except AssertionError as error:
        raise Violation(f"nothing hidden is out: {error}") from None
    return compared
