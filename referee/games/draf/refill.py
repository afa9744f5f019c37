"""Drawing tiles up to a whole hand, and a box that is empty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.game import Ask, Chance, Entry, Kind, Pick, Say, Who, counted, option, picks, text
from referee.games.draf import road
from referee.games.draf.position import WRECK, Draf


def missing(p: Draf, seat: int) -> int:
    """Tiles that a hand lacks (DRF-REF-1)."""
    return p.numbers.hand - sum(p.driver(seat).tiles.values())


def drawing_asks(p: Draf, seat: int, clause: str) -> tuple[Ask, ...]:
    """As many unseen tiles as the hand lacks, or as the box has."""
    count = min(missing(p, seat), sum(p.road.box.values()))
    drawing = (option("refill", tiles=Pick(count, count, counted(Counter(p.road.box)))),)
    prompt = text("drf.refill.prompt")
    return (Ask((seat,), Kind.CHANCE, prompt, clause, drawing, source="board", auto=True),)


def draw_tiles(p: Draf, chance: Chance, seat: int) -> Entry:
    """As `drawing_asks`: the device has the box."""
    box = counted(Counter(p.road.box))
    count = min(missing(p, seat), len(box))
    taken = sorted(picks(count, count, len(box), chance.of("board")))
    return Entry(seat, "refill", {"tiles": [box[at] for at in taken]})


def take_tiles(p: Draf, entry: Entry, say: Say) -> None:
    """Tiles from the box, laid open in front of their player (DRF-SET-8, DRF-REF-2)."""
    hand = p.driver(entry.seat).tiles
    for kind in entry.words("tiles"):
        p.road.box[kind] -= 1
        hand[kind] = hand.get(kind, 0) + 1


# -- after a drive ---------------------------------------------------------------------------


def refilling(p: Draf, entry: Entry) -> bool:
    """The driver has fewer than eight tiles and the box has some (DRF-REF-1)."""
    return p.modelled and bool(missing(p, p.turn)) and not box_empty(p)


def refill_asks(p: Draf) -> tuple[Ask, ...]:
    """Drawn unseen until there are eight again, as far as the box goes (DRF-REF-1, DRF-REF-2)."""
    return drawing_asks(p, p.turn, "DRF-REF-1")


def draw_refill(p: Draf, chance: Chance) -> Entry:
    return draw_tiles(p, chance, p.turn)


def remind_of_refill(p: Draf, entry: Entry, say: Say) -> None:
    """The turn is over; on the table its player draws up to eight (DRF-REF-1, section 0b)."""
    if not p.modelled:
        say("drf.refill.remind", "DRF-REF-1", p.turn, who=Who(p.turn), n=p.numbers.hand)


# -- an empty box ----------------------------------------------------------------------------


def box_empty(p: Draf) -> bool:
    """No tile is left in it; with the road on the table none is known."""
    return not any(p.road.box.values())


def must_recycle(p: Draf, entry: Entry) -> bool:
    """The box is empty and tiles lie behind the last car (DRF-REF-3)."""
    wanted = p.agenda or missing(p, p.turn)
    return bool(p.modelled and wanted and box_empty(p) and any(behind(p)))


def behind(p: Draf) -> Iterator[tuple[int, int]]:
    """Lane and row of every tile in the rows behind all cars (DRF-REF-3)."""
    last = road.rearmost(p)
    for lane, tiles in enumerate(p.road.lanes, 1):
        yield from ((lane, row) for row in tiles if row < last)


def recycle(p: Draf, entry: Entry, say: Say) -> None:
    """The tiles behind all cars go back into the box; their rows count as built (DRF-REF-3,
    INT-DRF-31)."""
    built = p.road
    for lane, row in list(behind(p)):
        kind = built.lanes[lane - 1].pop(row)
        if kind == WRECK:
            built.covered += 1
        else:
            built.box[kind] += 1
    built.base = road.rearmost(p)
    say("drf.recycled", "DRF-REF-3", stop=True, row=built.base - 1)
