"""Guards and effects of driving: steps, what a car comes to, and what the tiles do to it.

The agenda is a stack of what is still to happen, the next thing on top:

- ``enter``: a car moves to a place (``to``) in a direction (``way``). ``how``: by a ``step`` of the
  driver, a ``jump``, a ``slide``, a ``push``, or moving ``up`` to the place of a car that it hit.
- ``water``, ``service``, ``joker``: somebody chooses.
- ``lose``, ``move_up``, ``halt``: see `crash`.
"""

from __future__ import annotations

from dataclasses import replace

from referee.game import Arg, Entry, Item, Say, Who, text
from referee.games.draf import rules
from referee.games.draf.laying import correct_car
from referee.games.draf.position import Draf, Drive, Place


def target(item: Item) -> Place:
    """The place that a car is moving to."""
    return item.cell("to")


def enter(p: Draf, seat: int, how: str, way: str, to: Place) -> None:
    """A car is about to move to a place."""
    p.push("enter", seat, to=list(to), how=how, way=way)


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


# -- the drive -------------------------------------------------------------------------------


def begin_drive(p: Draf, entry: Entry, say: Say) -> None:
    """Speed points and curve symbols of the played card (DRF-DRV-1, DRF-CARD-4)."""
    p.now = Drive(points=p.mover.played, curves=p.card(p.turn).curves)
    left = rules.rows_left(p, p.turn)
    if left is not None and left < p.now.points:
        say("drf.warn.dead-end", "DRF-OFF-6", p.turn, n=left)


def step(p: Draf, entry: Entry, say: Say) -> None:
    """One paid step; to the side it uses a curve symbol and needs a step forward (DRF-LC-1..3)."""
    now, way = p.now, entry.verb
    now.points -= 1
    now.acted = []
    now.due = way != "forward"
    now.curves -= now.due
    enter(p, p.turn, "step", way, rules.beside(p.mover.place, way))


def drive_on(p: Draf, entry: Entry, say: Say) -> None:
    """The tile was plain; the next step (DRF-SPC-1, section 0b)."""
    stand(p)
    step(p, entry, say)


def ahead(p: Draf, entry: Entry, say: Say) -> None:
    """Several steps forward over plain tiles; what is on the last one is asked (section 0b)."""
    steps = entry.number("steps")
    p.mover.row += steps - 1
    p.now.points -= steps - 1
    step(p, replace(entry, verb="forward"), say)


def drive_on_ahead(p: Draf, entry: Entry, say: Say) -> None:
    """The tile was plain, and so are the next ones (DRF-SPC-1, section 0b)."""
    stand(p)
    ahead(p, entry, say)


def end_here(p: Draf, entry: Entry, say: Say) -> None:
    """The last step led to a plain tile (DRF-SPC-1, section 0b)."""
    stand(p)


def correct_underway(p: Draf, entry: Entry, say: Say) -> None:
    """A car is put where it stands on the table (section 0b). The driver's has come to its place;
    which tile is there is still asked, of the right place now (DRF-SPC-2)."""
    item = p.agenda[-1]
    driver = p.driver(item.seat)
    driver.lane, driver.row = target(item)
    correct_car(p, entry, say)
    item.data["to"] = list(driver.place)


def points_left(p: Draf, entry: Entry) -> bool:
    """The driver goes on (DRF-DRV-4)."""
    return p.now.points > 0 and not p.now.stopped


def end_drive(p: Draf, entry: Entry, say: Say) -> None:
    """All points are used, or have lapsed (DRF-DRV-4, DRF-DRV-5)."""
    p.now = Drive()


# -- moving to a place -----------------------------------------------------------------------


def entering(p: Draf, entry: Entry) -> bool:
    """A car moves to a place (DRF-OFF-1, DRF-COL-1)."""
    return p.top("enter") is not None


def over_the_edge(p: Draf, entry: Entry) -> bool:
    """It leaves the table at the far edge; on the table the players say so (DRF-OFF-7)."""
    item = p.top("enter")
    return p.modelled and item is not None and target(item)[1] > p.numbers.rows


def kept_on_the_table(p: Draf, entry: Entry) -> bool:
    """A pushed car would leave the table, and that is not allowed here (INT-DRF-25)."""
    item = p.top("enter")
    return item is not None and not rules.off_counts(p, item.seat) and over_the_edge(p, entry)


def stay_on_table(p: Draf, entry: Entry, say: Say) -> None:
    """The pushed car stays where it is, and so does its causer (INT-DRF-36)."""
    item = p.pop()
    tell(p, say, "drf.edge.stays", "INT-DRF-36", item.seat)


def may_not_leave(p: Draf, entry: Entry) -> bool:
    """A pushed car was said to leave the table, and that is not allowed (INT-DRF-25)."""
    return not rules.off_counts(p, p.agenda[-1].seat)


def leave_table(p: Draf, entry: Entry, say: Say) -> None:
    """The first car over the edge wins, at once (DRF-END-1, DRF-END-2, DRF-RAMP-5)."""
    item = p.top("enter")
    seat = item.seat if item is not None else p.turn
    stepping = item is None or item.word("how") == "step"
    counted = (p.driver(other).row for other in p.active)  # on the table it may have drifted
    p.driver(seat).row = max(p.numbers.rows, *counted) + 1
    p.agenda.clear()
    p.now = Drive()
    key, p.ending = ("drf.won.edge", "DRF-END-1") if stepping else ("drf.won.flown", "DRF-END-2")
    p.winners = [seat]
    say(key, p.ending, seat, stop=True, who=Who(seat))
