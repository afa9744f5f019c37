"""What is asked around the drives: preparation, speed, laying, drawing tiles, giving up lanes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

from referee.game import Ask, Kind, Menu, No, OneOf, Option, Pick, Text, Who, counted, option, text
from referee.games.draf import rules
from referee.games.draf.numbers import KINDS
from referee.games.draf.position import Draf

# -- preparation -----------------------------------------------------------------------------


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


def prepare_asks(p: Draf) -> tuple[Ask, ...]:
    """Cards in hand; with the road on the table, the start rows and the box (DRF-SET-2..8)."""
    menu = Menu()
    menu.add("done")
    key = "drf.prepare.device" if p.modelled else "drf.prepare.table"
    return menu.asks(p.seats, Kind.REPORT, text(key), "DRF-SET-2" if p.modelled else "DRF-SET-6")


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


def deal_asks(p: Draf) -> tuple[Ask, ...]:
    """Eight tiles unseen for every player (DRF-SET-8)."""
    seat = next(seat for seat in p.active if rules.missing(p, seat))
    return _drawing(p, seat, "DRF-SET-8")


def refill_asks(p: Draf) -> tuple[Ask, ...]:
    """Drawn unseen until there are eight again, as far as the box goes (DRF-REF-1, -2)."""
    return _drawing(p, p.turn, "DRF-REF-1")


def _drawing(p: Draf, seat: int, clause: str) -> tuple[Ask, ...]:
    count = min(rules.missing(p, seat), sum(p.road.box.values()))
    drawing = (option("refill", tiles=Pick(count, count, counted(Counter(p.road.box)))),)
    prompt = text("drf.refill.prompt")
    return (Ask((seat,), Kind.CHANCE, prompt, clause, drawing, source="board", auto=True),)


# -- speed -----------------------------------------------------------------------------------


def choose_asks(p: Draf) -> tuple[Ask, ...]:
    """One card, open, none that another has played (DRF-SPD-1, -2, -4).

    The list begins in the middle of the hand; going on from the fastest card comes the slowest.
    """
    seat = p.queue[0]
    cards = rules.playable(p, seat)
    cards = cards[len(cards) // 2 :] + cards[: len(cards) // 2]
    why = dict.fromkeys(cards) | {
        card: rules.why_no_speed(p, seat, card) for card in p.numbers.cards
    }
    menu = Menu()
    menu.choose("play", "card", why, notes=notes(p, cards))
    menu.refuse("pass", No("drf.why.must-play", "DRF-SPD-4"))
    return menu.asks((seat,), Kind.DECISION, text("drf.choose.prompt"), "DRF-SPD-1")


def notes(p: Draf, cards: Sequence[int]) -> list[Text]:
    """What the cards allow and cost, beside their speed (DRF-SPD-5)."""
    return [text("drf.note.card", **asdict(p.numbers.cards[card])) for card in cards]


# -- laying ----------------------------------------------------------------------------------


def lay_asks(p: Draf) -> tuple[Ask, ...]:
    """A tile of the hand onto the first empty place of a lane (DRF-LAY-1..10).

    With the road on the table: so many tiles, and that is all.
    """
    menu = Menu()
    prompt = text("drf.lay.prompt", n=p.to_lay)
    if not p.modelled:
        menu.add("laid")
        correcting(p, menu)
        return menu.asks((p.turn,), Kind.REPORT, text("drf.lay.table", n=p.to_lay), "DRF-LAY-1")
    hand = tuple(kind for kind in KINDS if p.mover.tiles.get(kind))
    places = sorted(rules.free_places(p), key=lambda place: place[0] != p.mover.lane)
    counts = tuple(text("drf.note.count", n=p.mover.tiles[kind]) for kind in hand)
    menu.add("lay", tile=OneOf(hand, notes=counts), place=OneOf(tuple(map(list, places)), "cell"))
    for lane in p.seats:
        if no := rules.why_no_front(p, lane):
            row = min(rules.front(p, lane), p.numbers.rows)
            menu.refuse("lay", no, place=[lane, row])
    for lane in p.open_lanes():
        for row in rules.gaps(p, lane)[1:]:
            menu.refuse("lay", No("drf.why.gap", "DRF-LAY-9"), place=[lane, row])
    menu.refuse("lay", No("drf.why.first-place", "DRF-LAY-2"))
    menu.refuse("forward", No("drf.why.lay-first", "DRF-ACT-3", {"n": p.to_lay}))
    return menu.asks((p.turn,), Kind.DECISION, prompt, "DRF-LAY-2")


# -- giving up lanes -------------------------------------------------------------------------


def shorter_asks(p: Draf) -> tuple[Ask, ...]:
    """Which of two empty outer lanes is the shorter one (DRF-LANE-4)."""
    menu = Menu()
    menu.add("shorter", lane=OneOf(rules.outer_lanes(p)))
    menu.add("level")
    prompt = text("drf.shorter.prompt")
    return menu.asks(p.active, Kind.REPORT, prompt, "DRF-LANE-4", "board")


def which_lane_asks(p: Draf) -> tuple[Ask, ...]:
    """Between equal lanes the marker's holder decides (DRF-LANE-5)."""
    menu = Menu()
    menu.add("give_up", lane=OneOf(rules.outer_lanes(p)))
    prompt = text("drf.which-lane.prompt")
    return menu.asks((rules.decider(p),), Kind.DECISION, prompt, "DRF-LANE-5")


def close_end_asks(p: Draf) -> tuple[Ask, ...]:
    """The last row of the lane that is given up, asked once (section 0b; DRF-LANE-1).

    It is not behind the start rows, and not behind a car that stands in the lane.
    """
    lane = rules.closing(p)
    first = max(p.numbers.start_rows, rules.best_row(p, lane))
    last = max(first, p.numbers.rows + p.numbers.edge_rows)
    menu = Menu()
    menu.add("ends", row=OneOf(tuple(range(first, last + 1)), "number"))
    prompt = text("drf.close-end.prompt", lane=lane)
    return menu.asks(p.active, Kind.REPORT, prompt, "DRF-LANE-1", "board")


# -- the road on the table -------------------------------------------------------------------


def correcting(p: Draf, menu: Menu) -> None:
    """Offer to correct a car's place, with the road on the table (section 0b)."""
    if p.modelled:
        return
    rows = tuple(range(1, p.numbers.rows + p.numbers.edge_rows + 1))
    fields = {
        "car": OneOf(tuple(p.active), "seat"),
        "lane": OneOf(tuple(p.seats), "number"),
        "row": OneOf(rows, "number"),
    }
    menu.offer([Option("correct", fields, aside=True)])
