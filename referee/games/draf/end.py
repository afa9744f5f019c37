"""The end: over the edge of the table, alone in the game, or nobody has a card left."""

from __future__ import annotations

import itertools

from referee.game import Entry, Menu, Option, Say, Who
from referee.games.draf import moving, road
from referee.games.draf.position import Draf, Drive

# -- off the table ---------------------------------------------------------------------------


def offer(p: Draf, menu: Menu, row: int) -> None:
    """With the road on the table players say when a car leaves it; the count of rows may be
    wrong, so it is only a matter of how near at hand the answer is (section 0b)."""
    if not p.modelled:
        near = near_edge(p, row)
        menu.options.insert(1 if near else len(menu.options), Option("off", aside=not near))


def near_edge(p: Draf, row: int) -> bool:
    """With the road on the table: whether a car may be where the table ends (section 0b)."""
    return not p.modelled and row > p.numbers.rows - p.numbers.edge_rows


def over_the_edge(p: Draf, entry: Entry) -> bool:
    """It leaves the table at the far edge; on the table the players say so (DRF-OFF-7)."""
    place = moving.destination(p)
    return place is not None and place[1] > p.numbers.rows and p.modelled


def leave_table(p: Draf, entry: Entry, say: Say) -> None:
    """The first car over the edge wins, at once (DRF-COMP-3, DRF-END-1, DRF-END-2, DRF-RAMP-5)."""
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


def off_counts(p: Draf, seat: int) -> bool:
    """Whether this car wins by leaving the table now (DRF-END-2, INT-DRF-25)."""
    return seat == p.turn or p.on("pushed_off_wins")


def kept_on_the_table(p: Draf, entry: Entry) -> bool:
    """A pushed car would leave the table, and that is not allowed here (INT-DRF-25)."""
    item = p.top("enter")
    return item is not None and not off_counts(p, item.seat) and over_the_edge(p, entry)


def may_not_leave(p: Draf, entry: Entry) -> bool:
    """A pushed car was said to leave the table, and that is not allowed (INT-DRF-25)."""
    return not off_counts(p, p.agenda[-1].seat)


def stay_on_table(p: Draf, entry: Entry, say: Say) -> None:
    """The pushed car stays where it is, and so does its causer (INT-DRF-36)."""
    item = p.pop()
    moving.tell(p, say, "drf.edge.stays", "INT-DRF-36", item.seat)


# -- no race any more ------------------------------------------------------------------------


def one_left(p: Draf, entry: Entry) -> bool:
    """Only one player is still in the game (DRF-END-3)."""
    return len(p.active) == 1


def last_car_wins(p: Draf, entry: Entry, say: Say) -> None:
    """The last one in the game has won (DRF-END-3, INT-DRF-30)."""
    p.winners, p.ending = list(p.active), "DRF-END-3"
    say("drf.won.last", "DRF-END-3", p.winners[0], stop=True, who=Who(p.winners[0]))


def nobody_has_cards(p: Draf, entry: Entry) -> bool:
    """No remaining player has a speed card (DRF-END-4)."""
    return not any(p.driver(seat).has_card for seat in p.active)


def foremost_wins(p: Draf, entry: Entry, say: Say) -> None:
    """Nobody can move any more: the foremost car wins, level ones share (DRF-END-4, INT-DRF-30)."""
    p.winners, p.ending = road.foremost(p), "DRF-END-4"
    names = tuple(Who(seat) for seat in p.winners)
    say("drf.won.foremost", "DRF-END-4", p.winners[0], stop=True, who=names, n=len(names))


def ranking(p: Draf) -> tuple[tuple[int, ...], ...]:
    """The winners, the others by row, then who dropped out, the last one first; level cars that
    dropped out together share a place (DRF-END-5)."""
    rest = [seat for seat in road.field_of(p) if seat not in p.winners]
    rows = sorted({p.driver(seat).row for seat in rest}, reverse=True)
    places = [tuple(s for s in rest if p.driver(s).row == row) for row in rows]
    out = [seat for seat in reversed(p.dropped) if seat not in p.winners]
    gone = itertools.groupby(out, lambda seat: (p.driver(seat).out_in, p.driver(seat).row))
    return (tuple(p.winners), *places, *(tuple(sorted(level)) for _, level in gone))
