"""A car moves to a place: the agenda, what is announced, and that a tile acts once.

The agenda is a stack of what is still to happen, the next thing on top:

- ``enter``: a car moves to a place (``to``) in a direction (``way``). ``how``: by a ``step`` of the
  driver, a ``jump``, a ``slide``, a ``push``, or moving ``up`` to the place of a car that it hit.
- ``water``, ``service``, ``joker``: somebody chooses (`tiles`).
- ``lose``: somebody loses cards (`cards`).
- ``move_up``, ``halt``: steps of a collision (`crash`).
"""

from __future__ import annotations

from referee.game import Arg, Entry, Item, Say, Who, text
from referee.games.draf.position import Draf, Place


def target(item: Item) -> Place:
    """The place that a car is moving to."""
    return item.cell("to")


def enter(p: Draf, seat: int, how: str, way: str, to: Place) -> None:
    """A car is about to move to a place."""
    p.push("enter", seat, to=list(to), how=how, way=way)


def destination(p: Draf) -> Place | None:
    """The place that a car is about to move to; None where nothing moves."""
    item = p.top("enter")
    return item.cell("to") if item is not None else None


def entering(p: Draf, entry: Entry) -> bool:
    """A car moves to a place (DRF-OFF-1, DRF-COL-1)."""
    return p.top("enter") is not None


def stand(p: Draf) -> Item:
    """The car has come to its place."""
    item = p.pop()
    driver = p.driver(item.seat)
    driver.lane, driver.row = target(item)
    return item


def tell(p: Draf, say: Say, key: str, clause: str, seat: int, **args: Arg) -> None:
    """Announce what happens to a car; in a collision one press for each step."""
    say(text(key, who=Who(seat), **args), clause, seat, stop=crashing(p))


def crashing(p: Draf) -> bool:
    """Whether a collision is being settled."""
    return any(item.kind in ("move_up", "halt") for item in p.agenda)


# -- tiles act -------------------------------------------------------------------------------


def comes_to(p: Draf, kind: str) -> bool:
    """Whether the car on top of the agenda comes to such a tile, and it has not acted yet."""
    item = p.agenda[-1]
    return item.word("tile") == kind and acts(p, item.seat, target(item))


def acts(p: Draf, seat: int, place: Place) -> bool:
    """Whether a tile still acts on this car in this step (DRF-SPC-4): between two water tiles it
    comes to rest at last (INT-DRF-26)."""
    return [seat, *place] not in p.now.acted


def act(p: Draf) -> Item:
    """The car stands on the tile, which acts on it once in this step (DRF-SPC-3, DRF-SPC-4).

    On a pushed car too, before its causer moves up; what there is to decide its owner decides
    (DRF-COL-6, INT-DRF-24).
    """
    item = stand(p)
    p.now.acted.append([item.seat, *target(item)])
    return item
