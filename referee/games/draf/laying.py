"""Guards and effects of laying tiles, drawing new ones, and the box."""

from __future__ import annotations

from referee.game import Entry, Say, Who
from referee.games.draf import rules
from referee.games.draf.numbers import KINDS
from referee.games.draf.position import WRECK, Draf

# -- laying ----------------------------------------------------------------------------------


def all_acted(p: Draf, entry: Entry) -> bool:
    """Every player with a card has had his turn (DRF-RND-2)."""
    return not p.queue


def next_turn(p: Draf, entry: Entry, say: Say) -> None:
    """The slowest of those who have not acted lays first (DRF-ACT-2, DRF-ACT-3)."""
    p.turn = p.queue.pop(0)
    p.to_lay = p.card(p.turn).tiles


def laying_over(p: Draf, entry: Entry) -> bool:
    """All are laid, or no tile or place is left (DRF-LAY-1, DRF-LAY-10)."""
    if not p.to_lay or not p.modelled:
        return not p.to_lay
    return not any(p.mover.tiles.values()) or next(rules.places_to_lay(p), None) is None


def lay_tile(p: Draf, entry: Entry, say: Say) -> None:
    """Any tile of the hand, in any lane, in front of anybody (DRF-LAY-3)."""
    kind, (lane, row) = entry.word("tile"), entry.cell("place")
    p.mover.tiles[kind] -= 1
    p.road.lanes[lane - 1][row] = kind
    p.to_lay -= 1


def all_laid(p: Draf, entry: Entry, say: Say) -> None:
    """With the road on the table the players have laid them all (section 0b)."""
    p.to_lay = 0


def correct_car(p: Draf, entry: Entry, say: Say) -> None:
    """A car stands elsewhere on the table; whose place it was gets the old one (section 0b).

    A lane that was given up does not end behind it.
    """
    driver = p.driver(entry.number("car"))
    place = (entry.number("lane"), entry.number("row"))
    if other := p.car_at(place):
        p.driver(other).lane, p.driver(other).row = driver.place
    driver.lane, driver.row = place
    if driver.lane in p.road.ends:
        p.road.ends[driver.lane] = max(p.road.ends[driver.lane], driver.row)


# -- drawing ---------------------------------------------------------------------------------


def box_empty(p: Draf) -> bool:
    return not any(p.road.box.values())


def must_recycle(p: Draf, entry: Entry) -> bool:
    """The box is empty and tiles lie behind the last car (DRF-REF-3)."""
    wanted = p.agenda or rules.missing(p, p.turn)
    return bool(p.modelled and wanted and box_empty(p) and any(rules.behind(p)))


def recycle(p: Draf, entry: Entry, say: Say) -> None:
    """The tiles behind all cars go back into the box; their rows count as built (DRF-REF-3)."""
    road = p.road
    for lane, row in list(rules.behind(p)):
        kind = road.lanes[lane - 1].pop(row)
        if kind == WRECK:
            road.covered += 1
        else:
            road.box[kind] += 1
    road.base = rules.rearmost(p)
    say("drf.recycled", "DRF-REF-3", stop=True, row=road.base - 1)


def refilling(p: Draf, entry: Entry) -> bool:
    """The driver has fewer than eight tiles and the box has some (DRF-REF-1)."""
    return p.modelled and bool(rules.missing(p, p.turn)) and not box_empty(p)


def remind_of_refill(p: Draf, entry: Entry, say: Say) -> None:
    """The turn is over; on the table its player draws up to eight (DRF-REF-1, section 0b)."""
    if not p.modelled:
        say("drf.refill.remind", "DRF-REF-1", p.turn, who=Who(p.turn), n=p.numbers.hand)


def put_back(p: Draf, seat: int) -> None:
    """A hand of tiles goes into the box (DRF-DSQ-4)."""
    hand = p.driver(seat).tiles
    for kind in KINDS:
        p.road.box[kind] += hand.pop(kind, 0)
