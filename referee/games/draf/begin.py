"""Guards and effects of the preparation and of phase 1, choosing speed."""

from __future__ import annotations

from referee.game import Entry, Say, Who
from referee.games.draf import rules
from referee.games.draf.position import Draf

# -- preparation -----------------------------------------------------------------------------


def pick_colour(p: Draf, entry: Entry, say: Say) -> None:
    """A colour nobody else has (DRF-SET-3)."""
    p.driver(entry.seat).colour = entry.word("colour")


def colours_missing(p: Draf, entry: Entry) -> bool:
    """Somebody has not picked a colour yet (DRF-SET-3)."""
    return any(not driver.colour for driver in p.drivers)


def line_up(p: Draf, entry: Entry, say: Say) -> None:
    """The car drawn next stands in the next lane, in the first row (DRF-SET-4, DRF-SET-5).

    The last car needs no drawing. Its owner begins (DRF-SET-9).
    """
    drawn = [entry.number("car")]
    waiting = [seat for seat in p.seats if not p.driver(seat).row and seat not in drawn]
    lane = len(p.seats) - len(waiting)
    if len(waiting) == 1:
        drawn += waiting
    for seat in drawn:
        p.driver(seat).lane, p.driver(seat).row = lane, 1
        lane += 1
    if len(waiting) <= 1:
        order = tuple(Who(p.car_at((lane, 1))) for lane in p.seats)
        p.marker = p.car_at((len(p.seats), 1))
        say("drf.line-up.done", "DRF-SET-4", cars=order, stop=True)


def cars_missing(p: Draf, entry: Entry) -> bool:
    """Not every car stands at the start yet (DRF-SET-4)."""
    return any(not driver.row for driver in p.drivers)


def take_tiles(p: Draf, entry: Entry, say: Say) -> None:
    """Tiles from the box, laid open in front of their player (DRF-SET-8, DRF-REF-2)."""
    hand = p.driver(entry.seat).tiles
    for kind in entry.words("tiles"):
        p.road.box[kind] -= 1
        hand[kind] = hand.get(kind, 0) + 1


def hands_missing(p: Draf, entry: Entry) -> bool:
    """With the road in the device somebody has not drawn his eight tiles yet (DRF-SET-8)."""
    return p.modelled and any(rules.missing(p, seat) for seat in p.seats)


# -- phase 1 ---------------------------------------------------------------------------------


def nobody_has_cards(p: Draf, entry: Entry) -> bool:
    """No remaining player has a speed card (DRF-END-4)."""
    return not any(p.driver(seat).has_card for seat in p.active)


def begin_round(p: Draf, entry: Entry, say: Say) -> None:
    """All choose, in clockwise order from the marker's holder (DRF-RND-1, DRF-SPD-1)."""
    p.round += 1
    p.turn = 0
    p.queue = [p.marker]
    while (seat := p.left_of(p.queue[-1])) != p.marker:
        p.queue.append(seat)


def all_chosen(p: Draf, entry: Entry) -> bool:
    """Everybody has been asked (DRF-ACT-1)."""
    return not p.queue


def nothing_playable(p: Draf, entry: Entry) -> bool:
    """All his cards are taken by others, or he has none (DRF-SPD-3, DRF-CARD-6)."""
    seat = p.queue[0]
    hand = p.driver(seat).hand
    return all(rules.why_no_speed(p, seat, card) is not None for card in hand)


def sit_out(p: Draf, entry: Entry, say: Say) -> None:
    """He neither lays nor drives this round (DRF-SPD-3, DRF-SPD-6)."""
    seat = p.queue.pop(0)
    stranded = not p.driver(seat).hand
    key, clause = ("stranded", "DRF-CARD-6") if stranded else ("out", "DRF-SPD-3")
    say(f"drf.sit.{key}", clause, seat, stop=True, who=Who(seat))


def play_card(p: Draf, entry: Entry, say: Say) -> None:
    """The card lies in front of its player for this round (DRF-SPD-5)."""
    driver = p.driver(p.queue.pop(0))
    driver.played, driver.kept = entry.number("card"), True
    driver.hand.remove(driver.played)


def order_by_speed(p: Draf, entry: Entry, say: Say) -> None:
    """The slowest acts first; no two are equally fast (DRF-ACT-1, DRF-ACT-2)."""
    chosen = [seat for seat in p.active if p.driver(seat).played]
    p.queue = sorted(chosen, key=lambda seat: p.driver(seat).played)
