"""A turn begins with laying tiles (phase 2)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from referee.game import Ask, Chance, Entry, Kind, Menu, No, OneOf, Say, text
from referee.games.draf import correction
from referee.games.draf.numbers import KINDS
from referee.games.draf.position import Draf, Place


def all_acted(p: Draf, entry: Entry) -> bool:
    """Every player with a card has had his turn (DRF-RND-2)."""
    return not p.queue


def next_turn(p: Draf, entry: Entry, say: Say) -> None:
    """The slowest of those who have not acted lays first (DRF-ACT-2, DRF-ACT-3)."""
    p.turn = p.queue.pop(0)
    p.to_lay = p.card(p.turn).tiles


def lay_asks(p: Draf) -> tuple[Ask, ...]:
    """A tile of the hand onto the first empty place of a lane (DRF-LAY-1, DRF-LAY-2).

    With the road on the table: so many tiles, and that is all.
    """
    menu = Menu()
    prompt = text("drf.lay.prompt", n=p.to_lay)
    if not p.modelled:
        menu.add("laid")
        correction.offer(p, menu)
        return menu.asks((p.turn,), Kind.REPORT, text("drf.lay.table", n=p.to_lay), "DRF-LAY-1")
    hand = tuple(kind for kind in KINDS if p.mover.tiles.get(kind))
    places = sorted(free_places(p), key=lambda place: place[0] != p.mover.lane)
    counts = tuple(text("drf.note.count", n=p.mover.tiles[kind]) for kind in hand)
    menu.add("lay", tile=OneOf(hand, notes=counts), place=OneOf(tuple(map(list, places)), "cell"))
    for lane in p.seats:
        if no := why_no_front(p, lane):
            row = min(front(p, lane), p.numbers.rows)
            menu.refuse("lay", no, place=[lane, row])
    for lane in p.open_lanes():
        for row in gaps(p, lane)[1:]:
            menu.refuse("lay", No("drf.why.gap", "DRF-LAY-9"), place=[lane, row])
    for lane in p.road.ends:
        for row in range(1, front(p, lane) + p.numbers.too_far):
            if p.road.tile((lane, row)) is None and row >= p.road.base:
                menu.bar("lay", No("drf.why.closed", "DRF-LANE-1"), place=[lane, row])
    menu.refuse("lay", No("drf.why.first-place", "DRF-LAY-2"))
    menu.refuse("forward", No("drf.why.lay-first", "DRF-ACT-3", {"n": p.to_lay}))
    return menu.asks((p.turn,), Kind.DECISION, prompt, "DRF-LAY-2")


def draw_lay(p: Draf, chance: Chance) -> Entry | None:
    """Any tile of the hand onto any free place of the device's road."""
    if not p.modelled:
        return None
    hand = [kind for kind in KINDS if p.mover.tiles.get(kind)]
    kind = hand[chance.below(len(hand))]
    places = sorted(free_places(p), key=lambda place: place[0] != p.mover.lane)
    place = list(places[chance.below(len(places))])
    return Entry(p.turn, "lay", {"tile": kind, "place": place})


def laying_over(p: Draf, entry: Entry) -> bool:
    """All are laid, or no tile or place is left (DRF-LAY-1, DRF-LAY-10, INT-DRF-7)."""
    if not p.to_lay or not p.modelled:
        return not p.to_lay
    return not any(p.mover.tiles.values()) or not place_is_left(p)


def lay_tile(p: Draf, entry: Entry, say: Say) -> None:
    """Any tile of the hand, in any lane, in front of anybody (DRF-LAY-3)."""
    kind, (lane, row) = entry.word("tile"), entry.cell("place")
    p.mover.tiles[kind] -= 1
    p.road.lanes[lane - 1][row] = kind
    p.to_lay -= 1


def all_laid(p: Draf, entry: Entry, say: Say) -> None:
    """With the road on the table the players have laid them all (section 0b)."""
    p.to_lay = 0


# -- where a tile may lie --------------------------------------------------------------------


def free_places(p: Draf) -> Iterator[Place]:
    """Where a tile may be laid: the lowest gap of a lane, or its front (DRF-LAY-2, DRF-LAY-9)."""
    lengths = {lane: p.road.length(lane) for lane in p.open_lanes()}
    for lane, length in lengths.items():
        if row := gap(p, lane):
            yield lane, row
        elif length < p.numbers.rows and not too_far(p, length, lengths.values()):
            yield lane, length + 1


def place_is_left(p: Draf) -> bool:
    """Whether there is a free place: the shortest lane never leads, so a row or a gap is enough."""
    rows = p.numbers.rows
    for lane in p.seats:
        if lane not in p.road.ends and (p.road.length(lane) < rows or gap(p, lane)):
            return True
    return False


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
    """Why a lane may not be extended at its front (DRF-LAY-4, DRF-LAY-9, DRF-LAY-10)."""
    if lane in p.road.ends:
        return No("drf.why.closed", "DRF-LANE-1")
    length = p.road.length(lane)
    if length >= p.numbers.rows:
        return No("drf.why.table-edge", "DRF-LAY-10")
    if gap(p, lane):
        return No("drf.why.gap", "DRF-LAY-9")
    if lead := too_far(p, length, [p.road.length(other) for other in p.open_lanes()]):
        return No("drf.why.too-far", "DRF-LAY-4", {"n": lead})
    return None


def too_far(p: Draf, length: int, lengths: Collection[int]) -> int:
    """By how much the longest lane leads if that is too much to extend it, or 0 (DRF-LAY-4).

    All longest lanes are held back until every shortest one has grown; those between them are free
    (DRF-LAY-5). ``lengths``: of the open lanes (INT-DRF-6).
    """
    lead = length - min(lengths)
    return lead if length == max(lengths) and lead >= p.numbers.too_far else 0
