"""Preparation: colours, the road's beginning, the line-up, the first tiles."""

from __future__ import annotations

from referee.game import Ask, Entry, Kind, Menu, No, OneOf, Say, Who, option, text
from referee.games.draf import refill
from referee.games.draf.position import Draf


def colour_asks(p: Draf) -> tuple[Ask, ...]:
    """Every player picks the colour of his car (DRF-SET-3)."""
    seat = next(seat for seat in p.seats if not p.driver(seat).colour)
    taken = {p.driver(other).colour: other for other in p.seats if p.driver(other).colour}
    colours: dict[str, No | None] = {
        colour: None for colour in p.numbers.colours if colour not in taken
    }
    for colour, other in taken.items():
        colours[colour] = No("drf.why.colour", "DRF-SET-3", {"who": Who(other)})
    menu = Menu()
    menu.choose("colour", "colour", colours)
    return menu.asks((seat,), Kind.DECISION, text("drf.colour.prompt"), "DRF-SET-3")


def pick_colour(p: Draf, entry: Entry, say: Say) -> None:
    """A colour nobody else has (DRF-SET-3)."""
    p.driver(entry.seat).colour = entry.word("colour")


def colours_missing(p: Draf, entry: Entry) -> bool:
    """Somebody has not picked a colour yet (DRF-SET-3)."""
    return any(not driver.colour for driver in p.drivers)


def prepare_asks(p: Draf) -> tuple[Ask, ...]:
    """Cards in hand; with the road on the table, the start rows and the box (DRF-SET-2, DRF-SET-6,
    DRF-SET-7, DRF-SET-8)."""
    menu = Menu()
    menu.add("done")
    key = "drf.prepare.device" if p.modelled else "drf.prepare.table"
    return menu.asks(p.seats, Kind.REPORT, text(key), "DRF-SET-2" if p.modelled else "DRF-SET-6")


# -- the line-up -----------------------------------------------------------------------------


def line_up_asks(p: Draf) -> tuple[Ask, ...]:
    """The next car out of the hand goes into the next lane (DRF-SET-4).

    In the device one press draws them all.
    """
    waiting = tuple(seat for seat in p.seats if not p.driver(seat).row)
    lane = len(p.seats) - len(waiting) + 1
    prompt = text("drf.line-up.device" if p.modelled else "drf.line-up.prompt", lane=lane)
    drawing = (option("drawn", car=OneOf(waiting, "seat")),)
    everybody = tuple(p.seats)
    return (
        Ask(everybody, Kind.CHANCE, prompt, "DRF-SET-4", drawing, source="board", auto=lane > 1),
    )


def line_up(p: Draf, entry: Entry, say: Say) -> None:
    """The car drawn next stands in the next lane, in the first row (DRF-SET-4, DRF-SET-5,
    INT-DRF-2).

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


# -- the first tiles -------------------------------------------------------------------------


def deal_asks(p: Draf) -> tuple[Ask, ...]:
    """Eight tiles unseen for every player (DRF-SET-8)."""
    seat = next(seat for seat in p.active if refill.missing(p, seat))
    return refill.drawing_asks(p, seat, "DRF-SET-8")


def hands_missing(p: Draf, entry: Entry) -> bool:
    """With the road in the device somebody has not drawn his eight tiles yet (DRF-SET-8)."""
    return p.modelled and any(refill.missing(p, seat) for seat in p.seats)
