"""Off the road: guard rails, lanes that have ended, and tiles drawn unseen."""

from __future__ import annotations

from referee.game import Ask, Entry, Kind, OneOf, Say, Who, option, text
from referee.games.draf import cards, end, moving, refill
from referee.games.draf.numbers import KINDS, PLAIN
from referee.games.draf.position import Draf, Place
from referee.games.draf.road import UNBUILT


def into_rail(p: Draf, entry: Entry) -> bool:
    """The place lies beside the outermost lanes (DRF-OFF-1, DRF-OFF-2)."""
    place = moving.destination(p)
    return place is not None and not 1 <= place[0] <= len(p.drivers)


def hit_rail(p: Draf, entry: Entry, say: Say) -> None:
    """The triangles of the own card are lost, the car stays (DRF-OFF-2, DRF-WAT-5, DRF-COL-8).
    Whoever meant to drive there pays all the same, and has his forward step still due
    (INT-DRF-17)."""
    how = p.agenda[-1].word("how")
    _rail(p, say, "drf.rail", {"push": "DRF-COL-8", "slide": "DRF-WAT-5"}.get(how, "DRF-OFF-2"))


def _rail(p: Draf, say: Say, key: str, clause: str) -> None:
    """Whoever chooses the cards that he loses reads there that it was the rail."""
    seat = p.pop().seat
    count = p.card(seat).triangles
    stop = moving.crashing(p) or not cards.choice(p, seat, count)
    say(key, clause, seat, stop=stop, who=Who(seat))
    p.push("lose", seat, count=count, why="rail", clause=clause)


# -- lanes that have ended -------------------------------------------------------------------


def given_up(p: Draf, lane: int) -> bool:
    """Whether nothing may be added to this lane, not even a blind tile (DRF-OFF-6)."""
    return lane in p.road.ends and p.options["closed_end"] != "blind_tile"


def dead_end(p: Draf, place: Place) -> bool:
    """Whether a place lies behind the end of a lane that was given up (DRF-OFF-6)."""
    lane, row = place
    return given_up(p, lane) and row > p.road.ends[lane] and not reaches_edge(p, lane)


def reaches_edge(p: Draf, lane: int) -> bool:
    """Whether a lane that was given up leads off the table; on the table it may (section 0b).

    Then not a rail but the edge follows its last row (DRF-OFF-7).
    """
    last = p.road.ends[lane]
    return last >= p.numbers.rows or end.near_edge(p, last)


def rows_left(p: Draf, seat: int) -> int | None:
    """Rows left before a car whose lane was given up and ends at a rail, at its end or at a gap
    (DRF-OFF-6, INT-DRF-18); None in other lanes."""
    lane, row = p.driver(seat).place
    if not given_up(p, lane):
        return None
    ahead = range(row + 1, p.road.ends[lane] + 1)
    holes = (at for at in ahead if p.modelled and p.road.tile((lane, at)) is None)
    if hole := next(holes, 0):
        return hole - row - 1
    return None if reaches_edge(p, lane) else len(ahead)


def into_dead_end(p: Draf, entry: Entry) -> bool:
    """The lane was given up and ends before that place (DRF-OFF-6)."""
    place = moving.destination(p) if p.road.ends else None
    return place is not None and dead_end(p, place)


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


# -- blind tiles -----------------------------------------------------------------------------


def not_built(p: Draf, entry: Entry) -> bool:
    """There is no tile yet, in an open lane (DRF-OFF-4); a pushed car may come there, too
    (DRF-COL-9)."""
    return p.agenda[-1].word("tile") == UNBUILT and not no_more_tiles(p, entry)


def no_more_tiles(p: Draf, entry: Entry) -> bool:
    """There is no tile, and in this lane none may be laid any more (DRF-OFF-6)."""
    item = p.agenda[-1]
    return item.word("tile") == UNBUILT and given_up(p, moving.target(item)[0])


def blind_asks(p: Draf) -> tuple[Ask, ...]:
    """A tile is drawn unseen and laid where the car drives (DRF-OFF-4)."""
    box = p.road.box
    kinds = tuple(k for k in KINDS for _ in range(box[k])) if p.modelled else KINDS
    drawing = (option("draw", tile=OneOf(kinds)),)
    prompt = text("drf.blind.prompt")
    return (Ask((p.turn,), Kind.CHANCE, prompt, "DRF-OFF-4", drawing, source="board", auto=True),)


def lay_blind(p: Draf, entry: Entry, say: Say) -> None:
    """It is laid exactly where the car drives, gaps or not, and acts on it (DRF-OFF-4, DRF-OFF-5,
    INT-DRF-16)."""
    item = p.agenda[-1]
    (lane, row), kind = moving.target(item), entry.word("tile")
    item.data["tile"] = kind
    if p.modelled:
        p.road.box[kind] -= 1
        p.road.lanes[lane - 1][row] = kind
    # on the table the players have just said it themselves
    stop = p.modelled and (kind != PLAIN or moving.crashing(p))
    say("drf.blind.drawn", "DRF-OFF-4", item.seat, stop=stop, who=Who(item.seat), tile=kind)


def nothing_to_draw(p: Draf, entry: Entry) -> bool:
    """A blind tile is needed and none is left anywhere (DRF-REF-3)."""
    return not_built(p, entry) and p.modelled and refill.box_empty(p)


def lay_plain(p: Draf, entry: Entry, say: Say) -> None:
    """The blind tile is plain then (DRF-REF-3)."""
    item = p.agenda[-1]
    lane, row = moving.target(item)
    p.road.lanes[lane - 1][row] = item.data["tile"] = PLAIN
    p.road.borrowed += 1
    moving.tell(p, say, "drf.blind.none", "DRF-REF-3", item.seat)
