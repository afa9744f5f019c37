"""What is asked, state by state: setting up, the two throws, the drive, going on for places."""

from __future__ import annotations

from typing import Final

from referee.game import Ask, Each, Kind, Menu, No, OneOf, Option, Text, option, text
from referee.games.victory import rules
from referee.games.victory.numbers import BLUE, FIRST, RED, SECOND
from referee.games.victory.position import Victory

Asks = tuple[Ask, ...]

#: Verbs for the second throw, by the number of its dice.
THROWS: Final = {"one": 1, "two": 2}

#: Verbs that tick a move off, with the face that allows it.
TICKS: Final = {"red": RED, "blue": BLUE}


def _report(p: Victory, key: str, clause: str) -> Asks:
    """The table does something together and says when it is done: one press of anybody."""
    return Menu(option("done")).asks(p.everybody, Kind.REPORT, text(key), clause, "board")


# -- setting up ------------------------------------------------------------------------------


def circuit_asks(p: Victory) -> Asks:
    """The players build any closed circuit (VIC-SET-1, VIC-SET-2)."""
    return _report(p, "vic.circuit.prompt", "VIC-SET-1")


def cars_asks(p: Victory) -> Asks:
    """Each player chooses a car that is still free (VIC-SET-3)."""
    taken = No("vic.why.taken", "VIC-SET-3")
    free: dict[str, No | None] = {car: None for car in p.numbers.cars if car not in p.cars}
    menu = Menu()
    menu.choose("car", "car", free | dict.fromkeys(p.cars, taken))
    seat = len(p.cars) + 1
    return menu.asks((seat,), Kind.DECISION, text("vic.cars.prompt"), "VIC-SET-3")


def lot_asks(p: Victory) -> Asks:
    """Lots are drawn for who starts (VIC-SET-4)."""
    menu = Menu(option("draw", starter=OneOf(p.everybody, "seat")))
    return menu.asks(p.everybody, Kind.CHANCE, text("vic.lot.prompt"), "VIC-SET-4", "lot")


def card_asks(p: Victory) -> Asks:
    """The start/finish card is put against an outermost red line (VIC-SET-6, VIC-SET-7)."""
    return _report(p, "vic.card.prompt", "VIC-SET-6")


def direction_asks(p: Victory) -> Asks:
    """The players fix the direction of travel (VIC-SET-8)."""
    menu = Menu(option("clockwise"), option("anticlockwise"))
    return menu.asks(p.everybody, Kind.DECISION, text("vic.direction.prompt"), "VIC-SET-8")


def grid_asks(p: Victory) -> Asks:
    """The cars are put on their places on the grid (VIC-SET-9, VIC-SET-10)."""
    return _report(p, "vic.grid.prompt", "VIC-SET-9")


# -- the two throws --------------------------------------------------------------------------


#: Why nothing but a throw is due (VIC-TURN-2, VIC-TURN-6).
THROW_FIRST: Final = No("vic.why.throw-first", "VIC-TURN-6")
TWO_THROWS: Final = No("vic.why.two-throws", "VIC-TURN-2")


def _throw(p: Victory, dice: int) -> Menu:
    menu = Menu()
    menu.add("throw", dice=Each(dice, p.numbers.faces, ordered=False))
    return menu


def first_asks(p: Victory) -> Asks:
    """The first throw: always three dice (VIC-TURN-3); nothing is driven before (VIC-TURN-6)."""
    prompt = text("vic.first.prompt", car=p.car(p.turn), n=FIRST)
    return _throw(p, FIRST).asks((p.turn,), Kind.CHANCE, prompt, "VIC-TURN-3", "dice")


def choose_asks(p: Victory) -> Asks:
    """One die or two for the second throw, with the odds (VIC-TURN-4, VIC-CROSS-8)."""
    menu = Menu()
    menu.offer(
        Option(verb, note=_risk(p, dice), rolls=True)
        for verb, dice in THROWS.items()
        if dice in SECOND
    )
    menu.refuse("driven", THROW_FIRST)
    menu.refuse("end", TWO_THROWS)
    return menu.asks((p.turn,), Kind.DECISION, text("vic.choose.prompt"), "VIC-TURN-4")


def _risk(p: Victory, dice: int) -> Text:
    found = rules.odds(p.numbers.die, FIRST, p.crosses, dice)
    if found.drives == 1:
        return text("vic.odds.safe")
    return text("vic.odds", skip=rules.percent(found.misses), out=rules.percent(found.crashes))


def second_asks(p: Victory) -> Asks:
    """The second throw, as chosen; it cannot be left out (VIC-TURN-2, VIC-CROSS-7)."""
    menu = _throw(p, p.taken)
    menu.refuse("driven", THROW_FIRST)
    menu.refuse("end", TWO_THROWS)
    prompt = text("vic.second.prompt", n=p.taken)
    return menu.asks((p.turn,), Kind.CHANCE, prompt, "VIC-TURN-5", "dice")


# -- the drive -------------------------------------------------------------------------------


def drive_asks(p: Victory) -> Asks:
    """All coloured dice are driven, in any order (VIC-MOVE-8, VIC-MOVE-9); who crosses the line
    says so (VIC-LAP-1); what cannot be driven lapses (VIC-MOVE-10)."""
    menu = Menu(option("driven"))
    _crossing(p, menu)
    for verb, face in TICKS.items():
        menu.add(verb, None if p.due[face] else No(f"vic.why.no-{verb}", "VIC-MOVE-7"))
    if p.left:
        most = p.left - (p.crossed and p.left == p.coloured)  # who was over the line has driven
        menu.add("stuck", n=OneOf(tuple(range(1, most + 1)), "number"))
        menu.refuse("end", No("vic.why.must-drive", "VIC-MOVE-9"))
    _not_driven(p, menu)
    prompt = text("vic.drive.prompt", moves=moves(p)) if p.left else text("vic.drive.done")
    return menu.asks((p.turn,), Kind.REPORT, prompt, "VIC-MOVE-9", "board")


def _crossing(p: Victory, menu: Menu) -> None:
    """Over the line, as often as the dice of the turn can bring a car there (VIC-LAP-3)."""
    if not rules.lap_fits(p) and not (p.starting and not p.lines):
        menu.refuse("line", No("vic.why.too-few-dice", "VIC-LAP-3"))
    elif p.crossed:
        menu.add("line")
    else:
        menu.add("line", car=OneOf((p.turn,), "seat"))


def moves(p: Victory) -> tuple[Text, ...]:
    """How many moves of each colour are due (VIC-MOVE-1)."""
    colours = (
        (text("vic.drive.red", n=p.due[RED]), RED),
        (text("vic.drive.blue", n=p.due[BLUE]), BLUE),
    )
    return tuple(words for words, face in colours if p.due[face])


def _not_driven(p: Victory, menu: Menu) -> None:
    """What may not be done on the circuit, and why."""
    menu.refuse("jump", No("vic.why.jump", "VIC-MOVE-5"))
    menu.refuse("share", No("vic.why.share", "VIC-MOVE-6"))
    menu.refuse("bend", No("vic.why.bend", "VIC-MOVE-3"))
    menu.refuse("between", No("vic.why.between", "VIC-MOVE-2"))
    if not p.options["allow_backward"]:
        menu.refuse("reverse", No("vic.why.reverse", "VIC-MOVE-12"))
    menu.refuse("throw", No("vic.why.no-more-throws", "VIC-TURN-2"))


# -- after the winner ------------------------------------------------------------------------


def places_asks(p: Victory) -> Asks:
    """The others race on for the places, or the race is stopped (VIC-END-2)."""
    prompt = text("vic.places.prompt", n=len(p.running))
    menu = Menu(option("on"), option("stop"))
    return menu.asks(p.everybody, Kind.DECISION, prompt, "VIC-END-2")
