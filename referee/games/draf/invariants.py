"""What may never be wrong with a position: for tests and simulation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.games.draf.numbers import KINDS, PLAIN
from referee.games.draf.position import WRECK, Draf

#: States in which something interrupts a turn.
INTERRUPTED: Final = frozenset(("look", "blind", "lose", "water", "service", "joker", "joker_with"))


def faults(p: Draf) -> list[str]:
    """Cards or tiles that came or went, cars in one place, numbers below zero."""
    return [*_cards(p), *_cars(p), *(_tiles(p) if p.modelled else ()), *_rest(p)]


def _cards(p: Draf) -> Iterator[str]:
    """Every player has his nine cards: in the hand, in front of him, or lost."""
    whole = list(p.numbers.cards)
    for seat in p.seats:
        driver = p.driver(seat)
        played = [driver.played] if driver.kept else []
        if sorted(driver.hand + driver.lost + played) != whole:
            yield f"the cards of seat {seat} do not add up"


def _cars(p: Draf) -> Iterator[str]:
    places = [p.driver(seat).place for seat in p.active if p.driver(seat).row]
    if len(set(places)) < len(places):
        yield "two cars in one place"
    if any(lane not in p.seats for lane, _ in places):
        yield "a car beside the road"
    if p.modelled and p.state != "over" and any(p.road.tile(at) is None for at in places):
        yield "a car stands on nothing"


def _tiles(p: Draf) -> Iterator[str]:
    """Every tile is in the box, in a hand or on the road."""
    counts = dict(p.road.box)
    if min(counts.values()) < 0:
        yield "less than no tile in the box"
    for driver in p.drivers:
        if sum(driver.tiles.values()) > p.numbers.hand:
            yield "a hand with too many tiles"
        for kind, count in driver.tiles.items():
            counts[kind] += count
    for lane in p.road.lanes:
        if any(not p.road.base <= row <= p.numbers.rows for row in lane):
            yield "a tile outside the road"
        for kind in lane.values():
            counts[kind] = counts.get(kind, 0) + 1
    counts["truck"] += p.road.covered + counts.pop(WRECK, 0)
    counts[PLAIN] -= p.road.borrowed
    if counts != p.numbers.box:
        wrong = [kind for kind in KINDS if counts[kind] != p.numbers.box[kind]]
        yield f"tiles do not add up: {', '.join(wrong)}"


def _rest(p: Draf) -> Iterator[str]:
    if min(p.now.points, p.now.curves, p.to_lay, p.to_close) < 0:
        yield "points, curves, tiles to lay or lanes to close below zero"
    if p.agenda and p.state not in INTERRUPTED:
        yield f"an interruption is left over in {p.state}"
    if p.state != "over" and len(p.road.ends) + p.to_close != len(p.dropped):
        yield "lanes given up and players who are out differ"
