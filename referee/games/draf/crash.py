"""Guards and effects of guard rails, collisions and lost cards.

A collision puts its printed steps on the agenda (see `drive`), the first on top:

- ``lose``: the causer's triangles, then one card of the hit player (steps 1, 2).
- ``enter``: the hit car is moved on (step 3) - which may be a collision of its own.
- ``move_up``: the causer takes the place if it is free now (steps 4, 5).
- ``halt``: the driver on turn goes no further this round (step 6).
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.game import Entry, Say, Who
from referee.games.draf import rules
from referee.games.draf.drive import enter, target, tell
from referee.games.draf.position import Draf

# -- guard rails -----------------------------------------------------------------------------


def into_rail(p: Draf, entry: Entry) -> bool:
    """The place lies beside the outermost lanes (DRF-OFF-1, DRF-OFF-2)."""
    item = p.top("enter")
    return item is not None and target(item)[0] not in p.seats


def hit_rail(p: Draf, entry: Entry, say: Say) -> None:
    """The triangles of the own card are lost, the car stays (DRF-OFF-2, DRF-WAT-5, DRF-COL-8)."""
    how = p.agenda[-1].word("how")
    _rail(p, say, "drf.rail", {"push": "DRF-COL-8", "slide": "DRF-WAT-5"}.get(how, "DRF-OFF-2"))


def _rail(p: Draf, say: Say, key: str, clause: str) -> None:
    seat = p.pop().seat
    say(key, clause, seat, stop=True, who=Who(seat))
    count = p.card(seat).triangles
    p.push("lose", seat, count=count, why="rail", clause=clause)


def into_dead_end(p: Draf, entry: Entry) -> bool:
    """The lane was given up and ends before that place (DRF-OFF-6)."""
    item = p.top("enter")
    return item is not None and rules.dead_end(p, target(item))


def hit_dead_end(p: Draf, entry: Entry, say: Say) -> None:
    """Like the guard rail, but whoever drives straight on stops (DRF-OFF-6, INT-DRF-18).

    At the side it is the guard rail and nothing else: one drives on as usual (DRF-OFF-2).
    """
    item = p.agenda[-1]
    if item.word("way") != "forward":
        hit_rail(p, entry, say)
        return
    if item.seat == p.turn and p.options["closed_end"] == "stop":
        p.now.stopped, p.now.points = True, 0
    _rail(p, say, "drf.dead-end", "DRF-OFF-6")


# -- collisions ------------------------------------------------------------------------------


def into_car(p: Draf, entry: Entry) -> bool:
    """Another car stands there (DRF-COL-1)."""
    item = p.top("enter")
    return item is not None and p.car_at(target(item)) not in (0, item.seat)


def collide(p: Draf, entry: Entry, say: Say) -> None:
    """The causer stays for now; the steps follow one by one (DRF-COL-1..4, DRF-COL-7).

    Only the driver on turn is stopped by it (DRF-COL-12, DRF-COL-13).
    """
    item = p.pop()
    causer, place, way = item.seat, target(item), item.word("way")
    hit = p.car_at(place)
    if causer == p.turn and not p.now.stopped:
        p.now.stopped, p.now.points = True, 0
        p.push("halt", causer)
    p.push("move_up", causer, to=list(place), way=way, origin=list(p.driver(causer).place))
    enter(p, hit, "push", way, rules.beside(place, way))
    p.push("lose", hit, count=1, why="hit", clause="DRF-COL-3")
    count = p.card(causer).triangles
    p.push("lose", causer, count=count, why="crash", clause="DRF-COL-2")
    say("drf.crash", "DRF-COL-1", causer, stop=True, who=Who(causer), hit=Who(hit))


def moving_up(p: Draf, entry: Entry) -> bool:
    """The hit car has been dealt with (DRF-COL-10)."""
    return p.top("move_up") is not None


def way_is_free(p: Draf, entry: Entry) -> bool:
    """The hit car is gone from its place and the causer still stands where he stood
    (DRF-COL-10, DRF-COL-17)."""
    item = p.top("move_up")
    if item is None or p.car_at(target(item)):
        return False
    return p.driver(item.seat).place == item.cell("origin")


def move_up(p: Draf, entry: Entry, say: Say) -> None:
    """The causer's car moves to the free place, whose tile acts on it (DRF-COL-10, -11)."""
    item = p.agenda[-1]
    tell(p, say, "drf.move-up", "DRF-COL-10", item.seat)
    p.pop()
    enter(p, item.seat, "up", item.word("way"), target(item))


def stay_behind(p: Draf, entry: Entry, say: Say) -> None:
    """He stays where he is: before his failed move, or where the chain has put him
    (DRF-COL-10, DRF-COL-15, DRF-COL-17)."""
    item = p.agenda[-1]
    moved = p.driver(item.seat).place != item.cell("origin")
    tell(p, say, "drf.stays", "DRF-COL-17" if moved else "DRF-COL-15", item.seat)
    p.pop()


def halting(p: Draf, entry: Entry) -> bool:
    """The last step of a collision on the own turn (DRF-COL-12)."""
    return p.top("halt") is not None


def halt(p: Draf, entry: Entry, say: Say) -> None:
    """The driver stops for this round (DRF-COL-12)."""
    seat = p.agenda[-1].seat
    tell(p, say, "drf.halt", "DRF-COL-12", seat)
    p.pop()


# -- losing cards ----------------------------------------------------------------------------


def losing(p: Draf, entry: Entry) -> bool:
    """Somebody loses cards (DRF-CARD-1)."""
    return p.top("lose") is not None


def choosing(p: Draf, entry: Entry) -> bool:
    """And may choose which (DRF-CARD-2)."""
    item = p.top("lose")
    return item is not None and rules.choosing_cards(p, item)


def lose_all(p: Draf, entry: Entry, say: Say) -> None:
    """There is nothing to choose: all go, and what is more lapses (DRF-CARD-2, DRF-CARD-3)."""
    item = p.agenda[-1]
    cards = rules.losable(p, item.seat, item.number("count"))
    if cards:
        why = f"drf.lost.{item.word('why')}"
        tell(p, say, why, item.word("clause"), item.seat, cards=cards)
    elif item.number("count"):
        tell(p, say, "drf.lost.nothing", "DRF-CARD-3", item.seat)
    _give_up(p, item.seat, cards)
    p.pop()


def lose_chosen(p: Draf, entry: Entry, say: Say) -> None:
    """The loser's choice goes into the box (DRF-CARD-1, DRF-CARD-2)."""
    item, cards = p.pop(), entry.numbers("cards")
    _give_up(p, item.seat, cards)
    say("drf.lost.cards", item.word("clause"), item.seat, who=Who(item.seat), cards=cards)


def _give_up(p: Draf, seat: int, cards: Sequence[int]) -> None:
    """Lost cards are kept apart: road service may bring them back (DRF-CARD-1)."""
    driver = p.driver(seat)
    for card in cards:
        if card in driver.hand:
            driver.hand.remove(card)
        else:
            driver.kept = False
    driver.lost += cards
