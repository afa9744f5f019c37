"""What is asked in phase 2: the roll, the move, rams, oil, the escape card."""

from __future__ import annotations

from referee.game import Ask, Each, Kind, Menu, No, OneOf, Text, Who, option, text
from referee.games.knight_rider import asks_town, rules
from referee.games.knight_rider.asks_track import no_such_tableaus
from referee.games.knight_rider.numbers import DIVERSIONS, KITT
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.rules import DIE
from referee.games.knight_rider.town import town

MOVE_FIRST = No("kr.why.move-first", "KR-TRN-4")
ONLY_RIGHT = No("kr.why.righting", "KR-RAM-10")


def _die(seat: int, prompt: Text, clause: str) -> tuple[Ask, ...]:
    """One die of one player. What else he might want is refused by the ask's own clause."""
    rolling = option("roll", dice=Each(1, DIE))
    return (Ask((seat,), Kind.CHANCE, prompt, clause, (rolling,), source="dice"),)


def roll_asks(p: Knight) -> tuple[Ask, ...]:
    """The distance comes first (KR-TRN-2)."""
    return _die(p.turn, text("kr.roll.prompt"), "KR-TRN-2")


def right_asks(p: Knight) -> tuple[Ask, ...]:
    """A car on its roof is put on its wheels, nothing else (KR-RAM-10)."""
    menu = Menu()
    menu.add("righted")
    source = "players" if p.modelled else "board"
    for verb in ("roll", "kitt", "divert"):
        menu.refuse(verb, ONLY_RIGHT)
    if not p.on("roof_turn_draws_escape"):
        menu.refuse("turn_over", No("kr.why.righting", "KR-ESC-14"))
    return menu.asks((p.turn,), Kind.REPORT, text("kr.right.prompt"), "KR-RAM-10", source)


# -- the move --------------------------------------------------------------------------------


def drive_asks(p: Knight) -> tuple[Ask, ...]:
    """How the move goes; cards before, during and after it (KR-TRN-3, KR-TRN-6).

    With the deck in the device the move is reported by the press that turns the card (KR-INT-51).
    """
    if p.modelled:
        return asks_town.drive_asks(town(p))
    menu = Menu()
    if p.now.points:
        _manoeuvres(p, menu)
    menu.add("flip" if p.deck_in_device else "driven", rules.why_no_end(p))
    _passing(p, menu)
    menu.add("behind", rules.why_no_oil(p))
    menu.add("reached", rules.why_no_goal(p))
    _cards(p, menu)
    if p.mover.open_targets:
        menu.add("ticked", rules.why_no_tick(p), tableau=OneOf(tuple(p.mover.open_targets)))
    if p.mover.outside:
        menu.add("closed", rules.why_no_closed(p))
    if not p.now.points:
        _manoeuvres(p, menu)
    menu.refuse("turn_over", MOVE_FIRST)
    return menu.asks((p.turn,), Kind.REPORT, _drive_prompt(p), "KR-TRN-3", "board")


def _manoeuvres(p: Knight, menu: Menu) -> None:
    """The counted steps and turns (option ``strict``); they stand first while points are left."""
    if p.on("strict"):
        for verb in ("step", "turn", "uturn"):
            menu.add(verb, rules.why_no_manoeuvre(p, verb))
        menu.refuse("back", No("kr.why.reverse", "KR-MOV-6"))


def _drive_prompt(p: Knight) -> Text:
    if p.now.over:
        return text("kr.drive.over")
    if not p.on("strict"):
        return text("kr.drive.prompt", n=p.now.points)
    return text("kr.drive.strict" if p.now.points else "kr.drive.end", n=p.now.points)


def _passing(p: Knight, menu: Menu) -> None:
    """Which car is being passed (KR-RAM-3); with two players there is nothing to choose."""
    if no := rules.why_no_pass(p):
        menu.refuse("passed", no)
        return
    others = (seat for seat in p.seats if seat != p.turn)
    targets = {seat: rules.why_no_target(p, seat) for seat in others}
    menu.choose("passed", "target", targets, "seat")


def _cards(p: Knight, menu: Menu) -> None:
    """One card of each sort (KR-KIT-1, KR-DIV-2)."""
    menu.choose("kitt", "card", {kind: rules.why_no_kitt(p, kind) for kind in KITT})
    kinds = {kind: rules.why_no_diversion(p, kind) for kind in DIVERSIONS}
    playable = tuple(kind for kind, no in kinds.items() if no is None)
    if not playable:
        menu.refuse("divert", next(no for no in kinds.values() if no is not None))
        return
    full = rules.full_tableaus(p)
    free = tuple(number for number in p.numbers.tableaus if number not in full)
    menu.add("divert", kind=OneOf(playable), tableau=OneOf(free, "number"))
    menu.refuse_values("divert", "kind", kinds)
    menu.refuse_values("divert", "tableau", full)
    menu.refusals += no_such_tableaus(p.numbers.tableaus, "divert")


# -- dice of others --------------------------------------------------------------------------


def ram_asks(p: Knight) -> tuple[Ask, ...]:
    """The rammed player rolls (KR-RAM-3); nobody can decline it (KR-TRN-7)."""
    return _die(p.agenda[-1].seat, text("kr.ram.prompt", by=Who(p.turn)), "KR-RAM-3")


def ram_again_asks(p: Knight) -> tuple[Ask, ...]:
    """After a 6 the rammed player rolls once more (KR-RMT-6)."""
    return _die(p.agenda[-1].seat, text("kr.ram-again.prompt", by=Who(p.turn)), "KR-RMT-6")


def oil_asks(p: Knight) -> tuple[Ask, ...]:
    """The player on turn rolls for the slick (KR-OIL-2)."""
    return _die(p.turn, text("kr.oil.prompt"), "KR-OIL-2")


def red_ram_asks(p: Knight) -> tuple[Ask, ...]:
    """Whom red hits rolls; a 6 wins (KR-ESC-7, KR-ESC-8)."""
    seat = p.agenda[-1].seat
    key = "kr.red.open" if p.car(seat).open_targets else "kr.red.prompt"
    return _die(seat, text(key), "KR-ESC-8")


# -- the escape card -------------------------------------------------------------------------


def escape_asks(p: Knight) -> tuple[Ask, ...]:
    """The last action: the top card, and whom red hits (KR-ESC-1..11).

    With the deck in the device the card is turned before that question: with the end of the move,
    or by a press of its own where something was rolled for in between (KR-INT-51).
    """
    menu = Menu()
    waiting = p.deck_in_device and not p.now.arrow
    if waiting:
        menu.add("turn_over")
    else:
        _red_lands(p, menu)
    (asks_town.cards if p.modelled else _cards)(p, menu)
    if waiting:
        prompt = text("kr.escape.turn-over")
        return menu.asks((p.turn,), Kind.DECISION, prompt, "KR-ESC-1")
    return menu.asks((p.turn,), Kind.REPORT, _escape_prompt(p), "KR-ESC-7", "board")


def _escape_prompt(p: Knight) -> Text:
    """What to do with red; the arrow of a card in the device in words too (KR-ESC-3)."""
    way = rules.arrow(p)
    if way is None:
        return text("kr.escape.prompt")
    east, north = way
    sides = ((east, "east"), (-east, "west"), (north, "north"), (-north, "south"))
    words = tuple(text(f"kr.way.{side}", n=count) for count, side in sides if count > 0)
    return text("kr.escape.way", way=words)


def _red_lands(p: Knight, menu: Menu) -> None:
    reasons = [rules.why_no_hit(p, seat) for seat in p.seats]
    menu.add("clear")
    menu.add("hit", None if None in reasons else reasons[p.turn - 1])
    menu.add("no_tableau")


def hit_asks(p: Knight) -> tuple[Ask, ...]:
    """Which car red lands on, or which two (KR-ESC-7, KR-ESC-9)."""
    menu = Menu()
    reasons = {seat: rules.why_no_hit(p, seat) for seat in p.seats}
    menu.choose("one", "target", reasons, "seat")
    able = rules.hittable(p)
    for seat in able if len(able) > 1 else ():
        others = tuple(other for other in able if other != seat)
        menu.add("both", target=OneOf((seat,), "seat"), other=OneOf(others, "seat"))
    for field in ("target", "other"):
        menu.refuse_values("both", field, reasons)
    return menu.asks((p.turn,), Kind.REPORT, text("kr.hit.prompt"), "KR-ESC-9", "board")


def draw_asks(p: Knight) -> tuple[Ask, ...]:
    """The device turns its top card over (KR-ESC-13)."""
    cards = OneOf(tuple(rules.escape_cards_left(p)))
    prompt = text("kr.escape.turn-over")
    drawing = option("draw", escape=cards)
    source = "board" if p.modelled else "cards"
    return (Ask((p.turn,), Kind.CHANCE, prompt, "KR-ESC-1", (drawing,), source=source, auto=True),)
