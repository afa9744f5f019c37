"""What is asked, state by state: setting up, the two throws, the drive, going on for places."""

from __future__ import annotations

from typing import Final

from referee.game import Ask, Each, Kind, OneOf, Option, Refusal, Text, option, text
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
    return (Ask(p.everybody, Kind.REPORT, text(key), clause, (option("done"),), source="board"),)


def _no(verb: str, key: str, clause: str) -> Refusal:
    return Refusal(verb, text(f"vic.why.{key}"), clause)


# -- setting up ------------------------------------------------------------------------------


def circuit_asks(p: Victory) -> Asks:
    """The players build any closed circuit (VIC-SET-1, VIC-SET-2)."""
    return _report(p, "vic.circuit.prompt", "VIC-SET-1")


def cars_asks(p: Victory) -> Asks:
    """Each player chooses a car that is still free (VIC-SET-3)."""
    free = tuple(car for car in p.numbers.cars if car not in p.cars)
    taken = tuple(
        Refusal("car", text("vic.why.taken", car=car), "VIC-SET-3", {"car": car}) for car in p.cars
    )
    prompt, choosing = text("vic.cars.prompt"), option("car", car=OneOf(free))
    seat = len(p.cars) + 1
    return (Ask((seat,), Kind.DECISION, prompt, "VIC-SET-3", (choosing,), taken),)


def lot_asks(p: Victory) -> Asks:
    """Lots are drawn for who starts (VIC-SET-4)."""
    drawing = option("draw", starter=OneOf(p.everybody, "seat"))
    prompt = text("vic.lot.prompt")
    return (Ask(p.everybody, Kind.CHANCE, prompt, "VIC-SET-4", (drawing,), source="lot"),)


def card_asks(p: Victory) -> Asks:
    """The start/finish card is put against an outermost red line (VIC-SET-6, VIC-SET-7)."""
    return _report(p, "vic.card.prompt", "VIC-SET-6")


def direction_asks(p: Victory) -> Asks:
    """The players fix the direction of travel (VIC-SET-8)."""
    ways = (option("clockwise"), option("anticlockwise"))
    return (Ask(p.everybody, Kind.DECISION, text("vic.direction.prompt"), "VIC-SET-8", ways),)


def grid_asks(p: Victory) -> Asks:
    """The cars are put on their places on the grid (VIC-SET-9, VIC-SET-10)."""
    return _report(p, "vic.grid.prompt", "VIC-SET-9")


# -- the two throws --------------------------------------------------------------------------


def _throw(p: Victory, dice: int, prompt: Text, clause: str, refusals: tuple[Refusal, ...]) -> Asks:
    field = Each(dice, p.numbers.faces, ordered=False)
    throwing = option("throw", dice=field)
    return (Ask((p.turn,), Kind.CHANCE, prompt, clause, (throwing,), refusals, source="dice"),)


def first_asks(p: Victory) -> Asks:
    """The first throw: always three dice (VIC-TURN-3); nothing is driven before (VIC-TURN-6)."""
    prompt = text("vic.first.prompt", car=p.car(p.turn), n=FIRST)
    return _throw(p, FIRST, prompt, "VIC-TURN-3", ())


def choose_asks(p: Victory) -> Asks:
    """One die or two for the second throw, with the odds (VIC-TURN-4, VIC-CROSS-8)."""
    options = tuple(
        Option(verb, note=_risk(p, dice), rolls=True)
        for verb, dice in THROWS.items()
        if dice in SECOND
    )
    refusals = (
        _no("driven", "throw-first", "VIC-TURN-6"),
        _no("end", "two-throws", "VIC-TURN-2"),
    )
    prompt = text("vic.choose.prompt")
    return (Ask((p.turn,), Kind.DECISION, prompt, "VIC-TURN-4", options, refusals),)


def _risk(p: Victory, dice: int) -> Text:
    found = rules.odds(p.numbers.die, FIRST, p.crosses, dice)
    if found.drives == 1:
        return text("vic.odds.safe")
    return text("vic.odds", skip=rules.percent(found.misses), out=rules.percent(found.crashes))


def second_asks(p: Victory) -> Asks:
    """The second throw, as chosen; it cannot be left out (VIC-TURN-2, VIC-CROSS-7)."""
    prompt = text("vic.second.prompt", n=p.taken)
    refusals = (_no("driven", "throw-first", "VIC-TURN-6"), _no("end", "two-throws", "VIC-TURN-2"))
    return _throw(p, p.taken, prompt, "VIC-TURN-5", refusals)


# -- the drive -------------------------------------------------------------------------------


def drive_asks(p: Victory) -> Asks:
    """All coloured dice are driven, in any order (VIC-MOVE-8, VIC-MOVE-9); who crosses the line
    says so with his own button (VIC-LAP-1); what cannot be driven lapses (VIC-MOVE-10)."""
    options = [option("driven"), _crossing(p)]
    options += [option(verb) for verb, face in TICKS.items() if p.due[face]]
    if p.left:
        options.append(option("stuck", n=OneOf(tuple(range(1, p.left + 1)), "number")))
    prompt = text("vic.drive.prompt", moves=_moves(p)) if p.left else text("vic.drive.done")
    return (
        Ask(
            (p.turn,), Kind.REPORT, prompt, "VIC-MOVE-9", tuple(options), _not_driven(p),
            source="board",
        ),
    )  # fmt: skip


def _crossing(p: Victory) -> Option:
    """Over the line: by the own button, but a second time (VIC-LAP-3) only from the list.

    So pressing the button twice makes no second lap.
    """
    if p.crossed:
        return option("line")
    button = text("vic.drive.button", seat=p.turn)
    return Option("line", {"car": OneOf((p.turn,), "seat")}, note=button)


def _moves(p: Victory) -> tuple[Text, ...]:
    """How many moves of each colour are due (VIC-MOVE-1)."""
    colours = (
        (text("vic.drive.red", n=p.due[RED]), RED),
        (text("vic.drive.blue", n=p.due[BLUE]), BLUE),
    )
    return tuple(words for words, face in colours if p.due[face])


def _not_driven(p: Victory) -> tuple[Refusal, ...]:
    """What may not be done on the circuit, and why."""
    found = [
        _no(verb, f"no-{verb}", "VIC-MOVE-7") for verb, face in TICKS.items() if not p.due[face]
    ]
    if p.left:
        found.append(_no("end", "must-drive", "VIC-MOVE-9"))
    found += [
        _no("jump", "jump", "VIC-MOVE-5"),
        _no("share", "share", "VIC-MOVE-6"),
        _no("bend", "bend", "VIC-MOVE-3"),
        _no("between", "between", "VIC-MOVE-2"),
    ]
    if not p.options["allow_backward"]:
        found.append(_no("reverse", "reverse", "VIC-MOVE-12"))
    found.append(_no("throw", "no-more-throws", "VIC-TURN-2"))
    return tuple(found)


# -- after the winner ------------------------------------------------------------------------


def places_asks(p: Victory) -> Asks:
    """The others race on for the places, or the race is stopped (VIC-END-2)."""
    prompt, options = text("vic.places.prompt", n=len(p.running)), (option("on"), option("stop"))
    return (Ask(p.everybody, Kind.DECISION, prompt, "VIC-END-2", options),)
