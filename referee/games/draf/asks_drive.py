"""What is asked while a car drives or is pushed: steps, tiles, cards that are lost."""

from __future__ import annotations

from typing import Final

from referee.game import Ask, Kind, Menu, No, OneOf, Option, Pick, Text, Who, option, text
from referee.games.draf import rules
from referee.games.draf.asks_round import correcting, notes
from referee.games.draf.numbers import KINDS, SPECIAL
from referee.games.draf.position import Draf, Place
from referee.games.draf.rules import UNBUILT, WAYS

#: What a place may turn out to be.
FOUND: Final = (*KINDS, UNBUILT)


# -- steps -----------------------------------------------------------------------------------


def drive_asks(p: Draf) -> tuple[Ask, ...]:
    """One step after the other until the points are used (DRF-DRV-1..4, DRF-LC-1..4)."""
    menu = Menu()
    _steps(p, menu)
    _off(p, menu, p.mover.row)
    correcting(p, menu)
    clause = "DRF-LC-2" if p.now.due else "DRF-DRV-4"
    return menu.asks((p.turn,), Kind.DECISION, _drive_prompt(p), clause)


def _steps(p: Draf, menu: Menu) -> None:
    for way in WAYS:
        menu.add(way, rules.why_no_step(p, way))
        if way == "forward" and (most := rules.rows_ahead(p)) > 1:
            menu.add("ahead", steps=OneOf(tuple(range(2, most + 1)), "number"))
    menu.buttons = {"up": "left", "ok": "forward", "down": "right", "roll": "ahead"}
    menu.refuse("back", No("drf.why.backward", "DRF-DRV-3"))
    if no := rules.why_no_end(p):
        menu.refuse("halt", no)


def _drive_prompt(p: Draf) -> Text:
    return text("drf.drive.due" if p.now.due else "drf.drive.prompt")


# -- arriving --------------------------------------------------------------------------------


def look_asks(p: Draf) -> tuple[Ask, ...]:
    """Which tile a car comes to (DRF-SPC-2); the device's own road answers by itself.

    With the road on the table a step of the driver is plain unless somebody says otherwise: the
    next step confirms it (section 0b). Wherever else a car is put, the tile is asked for.
    """
    item = p.agenda[-1]
    menu = Menu()
    if item.word("how") == "step" and not p.modelled:
        return _look_on(p, menu)
    menu.add("here", tile=OneOf(FOUND))
    if item.word("way") == "forward":
        _off(p, menu, item.cell("to")[1])
    prompt = text("drf.look.prompt", who=Who(item.seat), **_there(p, item.cell("to")))
    return menu.asks((p.turn,), Kind.REPORT, prompt, "DRF-SPC-2", "board")


def _look_on(p: Draf, menu: Menu) -> tuple[Ask, ...]:
    """The driver's own step on the table: on he goes, or something is here."""
    if p.now.points:
        _steps(p, menu)
    else:
        menu.add("halt")
        menu.buttons = {"ok": "halt"}
    # what players look for next after "plain" stands next to it
    menu.options.insert(1, option("here", tile=OneOf((*SPECIAL, UNBUILT))))
    menu.buttons["roll"] = "here"
    if p.agenda[-1].word("way") == "forward":
        _off(p, menu, p.agenda[-1].cell("to")[1])
    correcting(p, menu)
    prompt = _drive_prompt(p) if p.now.points else text("drf.look.last")
    return menu.asks((p.turn,), Kind.REPORT, prompt, "DRF-SPC-2", "board")


def _off(p: Draf, menu: Menu, row: int) -> None:
    """With the road on the table players say when a car leaves it; the count of rows may be
    wrong, so it is only a matter of how near at hand the answer is (section 0b)."""
    if not p.modelled:
        menu.offer([Option("off", aside=not rules.near_edge(p, row))])


def _there(p: Draf, place: Place) -> dict[str, int]:
    return {"lane": place[0], "row": place[1]}


def blind_asks(p: Draf) -> tuple[Ask, ...]:
    """A tile is drawn unseen and laid where the car drives (DRF-OFF-4)."""
    box = p.road.box
    kinds = tuple(k for k in KINDS for _ in range(box[k])) if p.modelled else KINDS
    drawing = (option("draw", tile=OneOf(kinds)),)
    prompt = text("drf.blind.prompt")
    return (Ask((p.turn,), Kind.CHANCE, prompt, "DRF-OFF-4", drawing, source="board"),)


def water_asks(p: Draf) -> tuple[Ask, ...]:
    """The right neighbour of the car's owner chooses the side (DRF-WAT-2, DRF-WAT-3)."""
    item = p.agenda[-1]
    menu = Menu()
    menu.add("left")
    menu.add("right")
    menu.refuse("forward", No("drf.why.water", "DRF-WAT-1"))
    prompt = text("drf.water.prompt", who=Who(item.seat))
    return menu.asks((p.right_of(item.seat),), Kind.DECISION, prompt, "DRF-WAT-2")


def service_asks(p: Draf) -> tuple[Ask, ...]:
    """One lost card may be taken back (DRF-SVC-1, DRF-SVC-2)."""
    seat = p.agenda[-1].seat
    driver = p.driver(seat)
    held = [card for card in p.numbers.cards if card not in driver.lost]
    lost = sorted(driver.lost, reverse=True)
    cards = dict.fromkeys(lost) | dict.fromkeys(held, No("drf.why.not-lost", "DRF-SVC-1"))
    menu = Menu()
    menu.choose("regain", "card", cards, notes=notes(p, lost))
    menu.add("leave")
    return menu.asks((seat,), Kind.DECISION, text("drf.service.prompt"), "DRF-SVC-1")


# -- the joker -------------------------------------------------------------------------------


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
    prompt = text("drf.joker.with", tile=rules.kind_at(p, item.cell("first")))
    return menu.asks((item.seat,), Kind.DECISION, prompt, "DRF-JOK-1")


def _exchangeable(p: Draf, seat: int) -> list[list[int]]:
    """Built places without a car or a joker; those just ahead of the car first (DRF-JOK-2, -3)."""
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


# -- losing cards ----------------------------------------------------------------------------


def lose_asks(p: Draf) -> tuple[Ask, ...]:
    """The loser chooses his cards; the played one stays as long as there are others (CARD-2)."""
    item = p.agenda[-1]
    count, driver = item.number("count"), p.driver(item.seat)
    menu = Menu()
    menu.add("lose", cards=Pick(count, count, tuple(driver.hand)))
    if driver.kept:
        no = No("drf.why.played-last", "DRF-CARD-2")
        menu.refuse("lose", no, cards=[driver.played])
    prompt = text(f"drf.lose.{item.word('why')}", n=count)
    return menu.asks((item.seat,), Kind.DECISION, prompt, "DRF-CARD-2")
