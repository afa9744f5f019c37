"""The round's end: cards return, who is too far behind drops out, the marker moves on."""

from __future__ import annotations

import itertools
from typing import Final

from referee.game import Entry, Say, Who
from referee.games.draf import road
from referee.games.draf.numbers import KINDS
from referee.games.draf.position import Draf

#: So many rows fewer than put a car out are worth a warning.
CLOSE: Final = 2


def take_cards_back(p: Draf, entry: Entry, say: Say) -> None:
    """Every played card returns to its hand unless it was lost; then the check (DRF-DSQ-1,
    DRF-DSQ-2, DRF-DSQ-3, DRF-DSQ-4)."""
    for driver in p.drivers:
        if driver.kept:
            driver.hand = sorted([*driver.hand, driver.played])
        driver.played, driver.kept = 0, False
    p.turn = 0
    order, gone = road.field_of(p), cut_off(p)
    for seat in reversed(gone):
        ahead = order[len(order) - len(gone) - 1]
        free = p.driver(ahead).row - p.driver(seat).row - 1
        _drop(p, seat)
        say(
            "drf.disqualified",
            "DRF-DSQ-2",
            seat,
            stop=True,
            who=Who(seat),
            ahead=Who(ahead),
            n=free,
        )
    for seat, n in close_to_the_limit(p):
        say("drf.far", "DRF-DSQ-2", seat, who=Who(seat), n=n, limit=p.numbers.free_rows)


def cut_off(p: Draf) -> list[int]:
    """The seats behind the first gap of six or more free rows, counted from the front (DRF-DSQ-2,
    INT-DRF-28)."""
    far = (number for number, (_, n) in enumerate(gaps(p), 1) if n >= p.numbers.free_rows)
    number = next(far, None)
    return road.field_of(p)[number:] if number is not None else []


def gaps(p: Draf) -> list[tuple[int, int]]:
    """Who has another car ahead, and how many free rows there are between them."""
    pairs = itertools.pairwise(road.field_of(p))
    return [(seat, p.driver(ahead).row - p.driver(seat).row - 1) for ahead, seat in pairs]


def close_to_the_limit(p: Draf) -> list[tuple[int, int]]:
    """Those of `gaps` that a row or two would put out (DRF-DSQ-2)."""
    return [(seat, n) for seat, n in gaps(p) if n >= p.numbers.free_rows - CLOSE]


def _drop(p: Draf, seat: int) -> None:
    """Car, cards and tiles leave the game (DRF-DSQ-4, INT-DRF-34), a lane will be given up
    (DRF-LANE-1)."""
    driver = p.driver(seat)
    driver.out, driver.out_in = True, p.round
    driver.lost += driver.hand
    driver.hand = []
    put_back(p, seat)
    p.dropped.append(seat)
    p.to_close += 1


def put_back(p: Draf, seat: int) -> None:
    """A hand of tiles goes into the box (DRF-DSQ-4)."""
    hand = p.driver(seat).tiles
    for kind in KINDS:
        p.road.box[kind] += hand.pop(kind, 0)


def cardless_go(p: Draf, entry: Entry) -> bool:
    """Some, but not all, have no card left, and such players drop out here (INT-DRF-33)."""
    empty = [seat for seat in p.active if not p.driver(seat).hand]
    return p.options["cardless"] == "out" and 0 < len(empty) < len(p.active)


def drop_cardless(p: Draf, entry: Entry, say: Say) -> None:
    """Players without a card drop out, the rearmost first (INT-DRF-33, DRF-LAY-8)."""
    for seat in reversed(road.field_of(p)):
        if not p.driver(seat).hand:
            _drop(p, seat)
            say("drf.cardless", "INT-DRF-33", seat, stop=True, who=Who(seat))


def pass_marker(p: Draf, entry: Entry, say: Say) -> None:
    """The start player marker moves on clockwise (DRF-RND-3, INT-DRF-3, UNK-DRF-8)."""
    if p.on("marker_rotates") or p.driver(p.marker).out:
        p.marker = p.left_of(p.marker)
