"""Collisions.

A collision puts its printed steps on the agenda (see `moving`), the first on top:

- ``lose``: the causer's triangles, then one card of the hit player (steps 1, 2).
- ``enter``: the hit car is moved on (step 3) - which may be a collision of its own.
- ``move_up``: the causer takes the place if it is free now (steps 4, 5).
- ``halt``: the driver on turn goes no further this round (step 6).
"""

from __future__ import annotations

from referee.game import Entry, Say, Who
from referee.games.draf import moving, road
from referee.games.draf.position import Draf


def into_car(p: Draf, entry: Entry) -> bool:
    """Another car stands there (DRF-COL-1)."""
    item = p.top("enter")
    return item is not None and p.car_at(moving.target(item)) not in (0, item.seat)


def collide(p: Draf, entry: Entry, say: Say) -> None:
    """The causer stays for now; the steps follow one by one (DRF-COL-1, DRF-COL-2, DRF-COL-3,
    DRF-COL-4, DRF-COL-7).

    Only the driver on turn is stopped by it, not the causers of a chain (DRF-COL-12, DRF-COL-13,
    INT-DRF-23).
    """
    item = p.pop()
    causer, place, way = item.seat, moving.target(item), item.word("way")
    hit = p.car_at(place)
    if causer == p.turn and not p.now.stopped:
        p.now.stopped, p.now.points = True, 0
        p.push("halt", causer)
    p.push("move_up", causer, to=list(place), way=way, origin=list(p.driver(causer).place))
    moving.enter(p, hit, "push", way, road.beside(place, way))
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
    if item is None or p.car_at(moving.target(item)):
        return False
    return p.driver(item.seat).place == item.cell("origin")


def move_up(p: Draf, entry: Entry, say: Say) -> None:
    """The causer's car moves to the free place, whose tile acts on it (DRF-COL-10, DRF-COL-11)."""
    item = p.agenda[-1]
    moving.tell(p, say, "drf.move-up", "DRF-COL-10", item.seat)
    p.pop()
    moving.enter(p, item.seat, "up", item.word("way"), moving.target(item))


def stay_behind(p: Draf, entry: Entry, say: Say) -> None:
    """He stays where he is: before his failed move, on the ramp or water that sent him (DRF-COL-10,
    DRF-COL-15, INT-DRF-21), or where the chain has put him (DRF-COL-17, INT-DRF-27)."""
    item = p.agenda[-1]
    moved = p.driver(item.seat).place != item.cell("origin")
    moving.tell(p, say, "drf.stays", "DRF-COL-17" if moved else "DRF-COL-15", item.seat)
    p.pop()


def halting(p: Draf, entry: Entry) -> bool:
    """The last step of a collision on the own turn (DRF-COL-12)."""
    return p.top("halt") is not None


def halt(p: Draf, entry: Entry, say: Say) -> None:
    """The driver stops for this round (DRF-COL-12)."""
    seat = p.agenda[-1].seat
    moving.tell(p, say, "drf.halt", "DRF-COL-12", seat)
    p.pop()
