"""D'raf's decisions: pure functions of a position, no effects.

A function called ``why_no_...`` says why something may not be done now, or None if it may.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Final

from referee.game import Item, No, Who
from referee.games.draf.numbers import PLAIN
from referee.games.draf.position import WRECK, Draf, Place

#: What a step in each direction changes, in lanes and rows (DRF-DRV-2, DRF-LC-1).
WAYS: Final[Mapping[str, Place]] = {"forward": (0, 1), "left": (-1, 0), "right": (1, 0)}

#: Points that a lane change takes: to the side, and forward (DRF-LC-1).
LANE_CHANGE: Final = 2

#: Rows that a ramp carries a car (DRF-RAMP-1).
JUMP: Final = 2

#: What is answered where a place has no tile yet (DRF-OFF-4).
UNBUILT: Final = "unbuilt"


def beside(place: Place, way: str) -> Place:
    """The next place in this direction."""
    lanes, rows = WAYS[way]
    return (place[0] + lanes, place[1] + rows)


# -- choosing speed --------------------------------------------------------------------------


def why_no_speed(p: Draf, seat: int, card: int) -> No | None:
    """Why this card may not be played (DRF-SPD-2, DRF-CARD-1)."""
    if card not in p.driver(seat).hand:
        return No("drf.why.lost", "DRF-CARD-1")
    taken = next((other for other in p.active if p.driver(other).played == card), 0)
    return No("drf.why.taken", "DRF-SPD-2", {"who": Who(taken)}) if taken else None


def playable(p: Draf, seat: int) -> list[int]:
    """The cards that a player may choose from (DRF-SPD-2)."""
    return [card for card in p.driver(seat).hand if why_no_speed(p, seat, card) is None]


# -- laying ----------------------------------------------------------------------------------


def gaps(p: Draf, lane: int) -> list[int]:
    """The empty rows behind a lane's frontmost tile, the lowest first (DRF-LAY-9)."""
    tiles = p.road.lanes[lane - 1]
    rows = range(p.road.base, p.road.length(lane))
    if len(tiles) == len(rows) + 1:  # every row up to the front has its tile
        return []
    return [row for row in rows if row not in tiles]


def gap(p: Draf, lane: int) -> int:
    """The lowest row of a lane's gaps, or 0 (DRF-LAY-9)."""
    return next(iter(gaps(p, lane)), 0)


def front(p: Draf, lane: int) -> int:
    """The row after a lane's frontmost tile."""
    return p.road.length(lane) + 1


def why_no_front(p: Draf, lane: int) -> No | None:
    """Why a lane may not be extended at its front (DRF-LAY-4..10)."""
    if lane in p.road.ends:
        return No("drf.why.closed", "DRF-LANE-1")
    length = p.road.length(lane)
    if length >= p.numbers.rows:
        return No("drf.why.table-edge", "DRF-LAY-10")
    if gap(p, lane):
        return No("drf.why.gap", "DRF-LAY-9")
    lengths = [p.road.length(other) for other in p.open_lanes()]
    longest, shortest = max(lengths), min(lengths)
    if length == longest and longest - shortest >= p.numbers.too_far:
        return No("drf.why.too-far", "DRF-LAY-4", {"n": longest - shortest})
    return None


def free_places(p: Draf) -> list[Place]:
    """Where a tile may be laid: the lowest gap of a lane, or its front (DRF-LAY-2, DRF-LAY-9)."""
    return list(places_to_lay(p))


def places_to_lay(p: Draf) -> Iterator[Place]:
    """As `free_places`, one after the other."""
    for lane in p.open_lanes():
        if row := gap(p, lane):
            yield lane, row
        elif why_no_front(p, lane) is None:
            yield lane, front(p, lane)


def rearmost(p: Draf) -> int:
    """The row of the last car (DRF-REF-3)."""
    return min(p.driver(seat).row for seat in p.active)


def behind(p: Draf) -> Iterator[tuple[int, int]]:
    """Lane and row of every tile in the rows behind all cars (DRF-REF-3)."""
    last = rearmost(p)
    for lane, tiles in enumerate(p.road.lanes, 1):
        yield from ((lane, row) for row in tiles if row < last)


def missing(p: Draf, seat: int) -> int:
    """Tiles that a hand lacks (DRF-REF-1)."""
    return p.numbers.hand - sum(p.driver(seat).tiles.values())


# -- driving ---------------------------------------------------------------------------------


def why_no_step(p: Draf, way: str) -> No | None:
    """Why the driver may not step this way (DRF-DRV-1..4, DRF-LC-1..4).

    Every point can always be used: forward there is a tile, a car, a tile to be drawn, a guard rail
    or the edge of the table. So a side step has a completion exactly when a point for its forward
    step is left, and nothing further ahead needs to be searched.
    """
    now = p.now
    if not now.points:
        return No("drf.why.no-points", "DRF-DRV-2")
    if way == "forward":
        return None
    if now.due:
        return No("drf.why.forward-due", "DRF-LC-2")
    if not now.curves:
        return No("drf.why.no-curve", "DRF-LC-3")
    if now.points < LANE_CHANGE:
        return No("drf.why.one-point", "DRF-LC-2")
    return None


def rows_ahead(p: Draf) -> int:
    """With the road on the table: steps forward that may be told together (section 0b), up to the
    next car and not over the end of a lane that was given up; 0 where each is a step by itself."""
    if p.modelled or not p.now.points:
        return 0
    item = p.agenda[-1] if p.agenda else None
    lane, row = p.mover.place if item is None else item.cell("to")
    cars = [p.driver(seat).row for seat in p.active if p.driver(seat).lane == lane]
    steps = range(1, p.now.points + 1)
    stops = (n for n in steps if row + n in cars or dead_end(p, (lane, row + n)))
    return next(stops, p.now.points)


def why_no_end(p: Draf) -> No | None:
    """Why the drive may not end: points are left (DRF-DRV-4)."""
    return No("drf.why.points-left", "DRF-DRV-4", {"n": p.now.points}) if p.now.points else None


def near_edge(p: Draf, row: int) -> bool:
    """With the road on the table: whether a car may be where the table ends (section 0b)."""
    return not p.modelled and row > p.numbers.rows - p.numbers.edge_rows


def off_counts(p: Draf, seat: int) -> bool:
    """Whether this car wins by leaving the table now (DRF-END-2, INT-DRF-25)."""
    return seat == p.turn or p.on("pushed_off_wins")


def reaches_edge(p: Draf, lane: int) -> bool:
    """Whether a lane that was given up leads off the table; on the table it may (section 0b).

    Then not a rail but the edge follows its last row (DRF-OFF-7).
    """
    end = p.road.ends[lane]
    return end >= p.numbers.rows or near_edge(p, end)


def given_up(p: Draf, lane: int) -> bool:
    """Whether nothing may be added to this lane, not even a blind tile (DRF-OFF-6)."""
    return lane in p.road.ends and p.options["closed_end"] != "blind_tile"


def dead_end(p: Draf, place: Place) -> bool:
    """Whether a place lies behind the end of a lane that was given up (DRF-OFF-6)."""
    lane, row = place
    return given_up(p, lane) and row > p.road.ends[lane] and not reaches_edge(p, lane)


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


def acts(p: Draf, seat: int, place: Place) -> bool:
    """Whether a tile still acts on this car in this step (DRF-SPC-4)."""
    return [seat, *place] not in p.now.acted


def kind_at(p: Draf, place: Place) -> str:
    """What the device's own road says of a place (DRF-TRK-3: a wreck counts as plain)."""
    kind = p.road.tile(place)
    return UNBUILT if kind is None else PLAIN if kind == WRECK else kind


# -- losing cards ----------------------------------------------------------------------------


def losable(p: Draf, seat: int, count: int) -> list[int]:
    """The cards that go if there is nothing to choose; empty if there is (DRF-CARD-2, -3).

    The played card goes only when no other is left; what is more than the last card lapses.
    """
    driver = p.driver(seat)
    if count < len(driver.hand):
        return []
    played = [driver.played] if driver.kept and count > len(driver.hand) else []
    return driver.hand + played


def choosing_cards(p: Draf, item: Item) -> bool:
    """Whether the loser has a choice (DRF-CARD-2)."""
    count = item.number("count")
    return 0 < count < len(p.driver(item.seat).hand)


# -- round end -------------------------------------------------------------------------------


def field_of(p: Draf) -> list[int]:
    """The active seats, the foremost car first."""
    return sorted(p.active, key=lambda seat: -p.driver(seat).row)


def cut_off(p: Draf) -> list[int]:
    """The seats behind the first gap of six or more free rows (DRF-DSQ-2)."""
    order = field_of(p)
    for number, (ahead, behind_it) in enumerate(itertools.pairwise(order), 1):
        if p.driver(ahead).row - p.driver(behind_it).row - 1 >= p.numbers.free_rows:
            return order[number:]
    return []


def foremost(p: Draf) -> list[int]:
    """The seats whose cars are in front, level ones together (DRF-END-4)."""
    order = field_of(p)
    return sorted(seat for seat in order if p.driver(seat).row == p.driver(order[0]).row)


def outer_lanes(p: Draf) -> tuple[int, int]:
    """The leftmost and the rightmost open lane (DRF-LANE-2)."""
    lanes = p.open_lanes()
    return lanes[0], lanes[-1]


def best_row(p: Draf, lane: int) -> int:
    """The row of the foremost car in a lane, 0 without one (DRF-LANE-3, DRF-LANE-6)."""
    rows = [p.driver(seat).row for seat in p.active if p.driver(seat).lane == lane]
    return max(rows, default=0)


def lane_to_close(p: Draf) -> int:
    """The lane that is given up by DRF-LANE-2 and DRF-LANE-3; 0 where these do not decide."""
    left, right = outer_lanes(p)
    rows = {lane: best_row(p, lane) for lane in (left, right)}
    if rows[left] and rows[right]:
        return max(rows, key=lambda lane: rows[lane]) if rows[left] != rows[right] else 0
    empty = [lane for lane in (left, right) if not rows[lane]]
    return empty[0] if len(empty) == 1 else 0


def closing(p: Draf) -> int:
    """The lane that was just given up and whose end is not known yet (DRF-LANE-1)."""
    return next(lane for lane, end in p.road.ends.items() if not end)


def decider(p: Draf) -> int:
    """Who decides between equal lanes: the marker's holder, or the next one (DRF-LANE-5)."""
    return p.marker if not p.driver(p.marker).out else p.left_of(p.marker)


def ranking(p: Draf) -> tuple[tuple[int, ...], ...]:
    """The winners, the others by row, then who dropped out, the last one first (DRF-END-5).

    Level cars that dropped out one after the other did so together, and share a place: a car that
    goes on leaves the row.
    """
    rest = [seat for seat in field_of(p) if seat not in p.winners]
    rows = sorted({p.driver(seat).row for seat in rest}, reverse=True)
    places = [tuple(s for s in rest if p.driver(s).row == row) for row in rows]
    out = [seat for seat in reversed(p.dropped) if seat not in p.winners]
    gone = itertools.groupby(out, lambda seat: p.driver(seat).row)
    return (tuple(p.winners), *places, *(tuple(sorted(level)) for _, level in gone))
