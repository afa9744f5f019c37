"""Special tiles: police, ramps, water, caltrops, trucks, road service, jokers."""

from __future__ import annotations

from typing import Final

from referee.game import Ask, Entry, Kind, Menu, No, OneOf, Option, Say, Who, cell_name, text
from referee.games.draf import moving, road, speed
from referee.games.draf.numbers import PLAIN
from referee.games.draf.position import WRECK, Draf, Place

#: Rows that a ramp carries a car (DRF-RAMP-1).
JUMP: Final = 2


# -- police ----------------------------------------------------------------------------------


def is_police(p: Draf, entry: Entry) -> bool:
    """A police tile (DRF-POL-1)."""
    return moving.comes_to(p, "police")


def meet_police(p: Draf, entry: Entry, say: Say) -> None:
    """Two points more, or what is left, and the car stops (DRF-POL-1, DRF-POL-2, DRF-POL-3,
    DRF-POL-4, INT-DRF-10). A pushed or stopped car pays none (DRF-POL-5, INT-DRF-9)."""
    item, now = moving.act(p), p.now
    if item.seat != p.turn or now.stopped:
        moving.tell(p, say, "drf.police.nothing", "DRF-POL-5", item.seat)
        return
    had, cost, paid = now.points, p.numbers.police, item.word("how") == "step"
    now.points = max(had - cost, 0)
    if had < cost:  # the step itself counts, as it did on the screen when it was chosen
        points = {"n": had + paid, "cost": cost + paid}
        moving.tell(p, say, "drf.police.stop", "DRF-POL-2", item.seat, **points)
        return
    key = "drf.police.points" if now.points else "drf.police.last"
    clause = "DRF-POL-1" if paid else "DRF-POL-4"
    moving.tell(p, say, key, clause, item.seat, n=now.points, cost=cost)


# -- ramps -----------------------------------------------------------------------------------


def is_ramp(p: Draf, entry: Entry) -> bool:
    """A ramp (DRF-RAMP-1)."""
    return moving.comes_to(p, "ramp")


def jump(p: Draf, entry: Entry, say: Say) -> None:
    """Over the next place onto the one behind it, free of charge (DRF-RAMP-1, DRF-RAMP-7).

    Always forward, and landing is an arrival like any other (INT-DRF-11). A forward step that
    concludes a lane change is still due (INT-DRF-12).
    """
    item = moving.act(p)
    lane, row = moving.target(item)
    landing = (lane, row + JUMP)
    who, place = Who(item.seat), cell_name(*landing)
    say("drf.ramp", "DRF-RAMP-1", item.seat, stop=True, who=who, row=landing[1], place=place)
    moving.enter(p, item.seat, "jump", "forward", landing)


# -- water -----------------------------------------------------------------------------------


def is_water(p: Draf, entry: Entry) -> bool:
    """Water (DRF-WAT-1)."""
    return moving.comes_to(p, "water")


def skid(p: Draf, entry: Entry, say: Say) -> None:
    """The right neighbour chooses a side (DRF-WAT-1, DRF-WAT-2)."""
    item = moving.act(p)
    p.push("water", item.seat)


def water_asks(p: Draf) -> tuple[Ask, ...]:
    """The right neighbour of the car's owner chooses the side (DRF-WAT-2, DRF-WAT-3)."""
    item = p.agenda[-1]
    menu = Menu()
    menu.offer(Option(way, clauses=("DRF-WAT-1",)) for way in ("left", "right"))
    menu.buttons = {"ok": "left", "down": "right"}
    menu.refuse("forward", No("drf.why.water", "DRF-WAT-1"))
    prompt = text("drf.water.prompt", who=Who(item.seat))
    return menu.asks((p.right_of(item.seat),), Kind.DECISION, prompt, "DRF-WAT-2")


def slide(p: Draf, entry: Entry, say: Say) -> None:
    """One lane to that side, same row; no lane change (DRF-WAT-1, DRF-WAT-4, DRF-LC-6)."""
    seat = p.pop().seat
    way = entry.verb
    moving.enter(p, seat, "slide", way, road.beside(p.driver(seat).place, way))


# -- caltrops --------------------------------------------------------------------------------


def is_caltrops(p: Draf, entry: Entry) -> bool:
    """Caltrops (DRF-CAL-1)."""
    return moving.comes_to(p, "caltrops")


def step_on_caltrops(p: Draf, entry: Entry, say: Say) -> None:
    """One card is lost; the tile stays (DRF-CAL-1)."""
    item = moving.act(p)
    p.push("lose", item.seat, count=1, why="caltrops", clause="DRF-CAL-1")


# -- trucks ----------------------------------------------------------------------------------


def is_truck(p: Draf, entry: Entry) -> bool:
    """A truck (DRF-TRK-1)."""
    return moving.comes_to(p, "truck")


def hit_truck(p: Draf, entry: Entry, say: Say) -> None:
    """The triangles of the own card are lost, the truck is covered for good (DRF-TRK-1, DRF-TRK-2,
    DRF-TRK-3, DRF-TRK-4)."""
    item = moving.act(p)
    if p.modelled:
        _cover(p, moving.target(item))
    count = p.card(item.seat).triangles
    key = "drf.truck-gone" if p.modelled else "drf.truck"
    say(key, "DRF-TRK-2", item.seat, stop=True, who=Who(item.seat))
    p.push("lose", item.seat, count=count, why="truck", clause="DRF-TRK-1")


def _cover(p: Draf, place: Place) -> None:
    """A plain tile out of the box over the truck; without one the truck counts as plain (DRF-TRK-3,
    INT-DRF-13)."""
    lane = p.road.lanes[place[0] - 1]
    if not p.road.box[PLAIN]:
        lane[place[1]] = WRECK
        return
    p.road.box[PLAIN] -= 1
    p.road.covered += 1
    lane[place[1]] = PLAIN


# -- road service ----------------------------------------------------------------------------


def is_useful_service(p: Draf, entry: Entry) -> bool:
    """Road service, for somebody who has lost a card (DRF-SVC-1, DRF-SVC-2)."""
    return moving.comes_to(p, "service") and bool(p.driver(p.agenda[-1].seat).lost)


def call_service(p: Draf, entry: Entry, say: Say) -> None:
    """The owner may take a lost card back (DRF-SVC-1)."""
    item = moving.act(p)
    p.push("service", item.seat)


def service_asks(p: Draf) -> tuple[Ask, ...]:
    """One lost card may be taken back, whenever it was lost (DRF-SVC-1, DRF-SVC-2, INT-DRF-14)."""
    seat = p.agenda[-1].seat
    driver = p.driver(seat)
    held = [card for card in p.numbers.cards if card not in driver.lost]
    lost = sorted(driver.lost, reverse=True)
    cards = dict.fromkeys(lost) | dict.fromkeys(held, No("drf.why.not-lost", "DRF-SVC-1"))
    menu = Menu()
    menu.choose("regain", "card", cards, "buttons", speed.notes(p, lost))
    menu.offer([Option("leave", aside=True)])
    return menu.asks((seat,), Kind.DECISION, text("drf.service.prompt"), "DRF-SVC-1")


def regain(p: Draf, entry: Entry, say: Say) -> None:
    """A lost card returns to the hand at once (DRF-SVC-2)."""
    seat, card = p.pop().seat, entry.number("card")
    driver = p.driver(seat)
    driver.lost.remove(card)
    if card == driver.played:  # it is still the card of this round (DRF-CARD-2)
        driver.kept = True
    else:
        driver.hand = sorted([*driver.hand, card])
    moving.tell(p, say, "drf.service.back", "DRF-SVC-2", seat, card=card)


def let_be(p: Draf, entry: Entry, say: Say) -> None:
    """Road service and joker need not be used (DRF-SVC-1, DRF-JOK-1)."""
    p.pop()


# -- jokers ----------------------------------------------------------------------------------


def is_joker(p: Draf, entry: Entry) -> bool:
    """A joker (DRF-JOK-1)."""
    return moving.comes_to(p, "joker")


def draw_joker(p: Draf, entry: Entry, say: Say) -> None:
    """The owner may exchange two tiles (DRF-JOK-1)."""
    item = moving.act(p)
    p.push("joker", item.seat)


def joker_asks(p: Draf) -> tuple[Ask, ...]:
    """Two tiles of the road may change places (DRF-JOK-1); on the table the players do it."""
    seat = p.agenda[-1].seat
    menu = Menu()
    if not p.modelled:
        menu.add("swapped")
        return menu.asks((seat,), Kind.REPORT, text("drf.joker.table"), "DRF-JOK-1")
    places = _exchangeable(p, seat)
    if len(places) > 1:
        menu.add("swap", place=OneOf(tuple(places), "cell"))
        _not_exchangeable(p, "swap", menu)
    menu.add("keep")
    menu.buttons = {"ok": "swap", "down": "keep"} if len(places) > 1 else {}
    return menu.asks((seat,), Kind.DECISION, text("drf.joker.prompt"), "DRF-JOK-1")


def joker_with_asks(p: Draf) -> tuple[Ask, ...]:
    """The other tile (DRF-JOK-1)."""
    item = p.agenda[-1]
    first = list(item.cell("first"))
    others = tuple(place for place in _exchangeable(p, item.seat) if place != first)
    menu = Menu()
    menu.add("with", place=OneOf(others, "cell"))
    menu.refuse("with", No("drf.why.same-tile", "DRF-JOK-1"), place=first)
    _not_exchangeable(p, "with", menu)
    prompt = text("drf.joker.with", tile=road.kind_at(p, item.cell("first")))
    return menu.asks((item.seat,), Kind.DECISION, prompt, "DRF-JOK-1")


def _exchangeable(p: Draf, seat: int) -> list[list[int]]:
    """Built places without a car or a joker; those just ahead of the car first (DRF-JOK-2,
    DRF-JOK-3)."""
    row = p.driver(seat).row
    found = [
        [lane, at]
        for lane, tiles in enumerate(p.road.lanes, 1)
        for at, kind in tiles.items()
        if kind != "joker" and not p.car_at((lane, at))
    ]
    return sorted(found, key=lambda place: (place[1] <= row, abs(place[1] - row), place[0]))


def _not_exchangeable(p: Draf, verb: str, menu: Menu) -> None:
    """Cars and jokers stay where they are; elsewhere nothing is built (DRF-JOK-2, DRF-JOK-3)."""
    for seat in p.active:
        menu.refuse(verb, No("drf.why.swap-car", "DRF-JOK-2"), place=list(p.driver(seat).place))
    for lane, tiles in enumerate(p.road.lanes, 1):
        for row, kind in tiles.items():
            if kind == "joker":
                menu.refuse(verb, No("drf.why.swap-joker", "DRF-JOK-2"), place=[lane, row])
    menu.refuse(verb, No("drf.why.swap-unbuilt", "DRF-JOK-3"))


def choose_first(p: Draf, entry: Entry, say: Say) -> None:
    """The first of two tiles (DRF-JOK-1)."""
    p.agenda[-1].data["first"] = list(entry.cell("place"))


def exchange(p: Draf, entry: Entry, say: Say) -> None:
    """Two tiles change places; none acts on anybody (DRF-JOK-1, DRF-JOK-3, INT-DRF-15)."""
    item = p.pop()
    (a, b), (c, d) = item.cell("first"), entry.cell("place")
    lanes = p.road.lanes
    lanes[a - 1][b], lanes[c - 1][d] = lanes[c - 1][d], lanes[a - 1][b]
    first, second = (text(f"arg.tile.{road.kind_at(p, at)}") for at in ((c, d), (a, b)))
    moving.tell(p, say, "drf.joker.done", "DRF-JOK-1", item.seat, first=first, second=second)
