"""Where red, the targets and the cars begin (phase 1 f and g)."""

from __future__ import annotations

from referee.game import Ask, Each, Entry, Kind, Menu, No, OneOf, Say, option, text
from referee.games.knight_rider import asking, track
from referee.games.knight_rider.asking import DIE
from referee.games.knight_rider.board.places import start_tableaus, startable
from referee.games.knight_rider.board.sides import Point, opposite
from referee.games.knight_rider.board.traffic import Spot
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town, town


def begin_placing(p: Knight, entry: Entry, say: Say) -> None:
    """Red is rolled first, then targets and start if these variants are played (KR-INT-48)."""
    rolled = ["start"] if p.options["start"] == "rolled" else []
    p.placing = ["red", *["target"] * int(p.options["targets"]), *rolled]


def more_to_place(p: Knight, entry: Entry) -> bool:
    """Something is still to be rolled (KR-VAR-1, KR-VAR-2)."""
    return bool(p.placing)


# -- rolled tableaus -------------------------------------------------------------------------


def place_roll_asks(p: Knight) -> tuple[Ask, ...]:
    """The start player rolls tens and ones of a tableau (KR-POS-1, KR-VAR-1, KR-VAR-2)."""
    what = p.placing[0]
    rolling = option("roll", dice=Each(2, DIE))
    prompt = text(f"kr.place-roll.{what}")
    return (Ask((p.order[0],), Kind.CHANCE, prompt, _place_clause(p), (rolling,), source="dice"),)


def place_asks(p: Knight) -> tuple[Ask, ...]:
    """The rolled tableau: there, or not on the table (KR-POS-1, KR-INT-37)."""
    what = p.placing[0]
    menu = Menu()
    if p.modelled:
        menu.add(placed_as(town(p)))
    else:
        menu.add("placed")
        menu.add("absent", why_no_absence(p))
        if what == "start":
            menu.add("no_road")
    prompt = text(f"kr.place.{what}", tableau=p.number)
    return menu.asks(asking.everybody(p), Kind.REPORT, prompt, _place_clause(p), "board")


def _place_clause(p: Knight) -> str:
    return {"red": "KR-POS-1", "start": "KR-VAR-1", "target": "KR-VAR-2"}[p.placing[0]]


def why_no_absence(p: Knight) -> No | None:
    """Why the rolled tableau can't be missing (KR-POS-1)."""
    return No("kr.why.all-laid", "KR-TRK-15") if track.all_laid(p) else None


def placed_as(p: Town) -> str:
    """What is true of the rolled tableau: ``placed``, ``absent`` or, for a start, ``no_road``."""
    if str(p.number) not in p.board.laid:
        return "absent"
    starting = p.placing[0] == "start"
    if starting and p.number not in startable(p.numbers.parts, p.laid, p.red):
        return "no_road"
    return "placed"


def occupied(p: Knight, entry: Entry) -> bool:
    """The number is red's or a target's already (KR-INT-37, KR-INT-48)."""
    tens, ones = entry.dice()
    return 10 * tens + ones in (p.red, *p.targets)


def roll_elsewhere(p: Knight, entry: Entry, say: Say) -> None:
    """A number that is taken is rolled again (KR-INT-37, KR-INT-48)."""
    tens, ones = entry.dice()
    clause = "KR-INT-37" if p.placing[0] == "start" else "KR-INT-48"
    say("kr.place.taken", clause, tableau=10 * tens + ones)


def note_number(p: Knight, entry: Entry, say: Say) -> None:
    """The first die is the tens, the second the ones (KR-POS-1)."""
    tens, ones = entry.dice()
    p.number = 10 * tens + ones


def roll_again(p: Knight, entry: Entry, say: Say) -> None:
    """No such tableau on the table (KR-POS-1), or no free road start there (KR-INT-37)."""
    clause = "KR-POS-1" if entry.verb == "absent" else "KR-INT-37"
    if entry.verb == "absent" and p.number not in p.absent:
        p.absent.append(p.number)
    say("kr.place.again", clause, tableau=p.number)


def put_down(p: Knight, entry: Entry, say: Say) -> None:
    """The red car, a target or the start is where the dice say (KR-POS-1, KR-POS-2)."""
    what = p.placing.pop(0)
    if what == "red":
        p.red = p.number
        if p.modelled:
            town(p).board.red = p.number
    elif what == "target":
        p.targets.append(p.number)
    else:
        p.start = p.number


# -- the start tableau -----------------------------------------------------------------------


def start_unknown(p: Knight, entry: Entry) -> bool:
    """The start tableau is still to be agreed on (KR-POS-3)."""
    return not p.start


def start_asks(p: Knight) -> tuple[Ask, ...]:
    """The farthest tableau with a free road start, agreed by all (KR-POS-3, KR-POS-4)."""
    if p.modelled:
        return farthest_asks(town(p))
    menu = Menu()
    gone = asking.gone(p)
    others = tuple(n for n in p.numbers.tableaus if n != p.red and n not in gone)
    menu.add("start", tableau=OneOf(others, "number"))
    menu.refuse("start", No("kr.why.reds-own", "KR-POS-3"), tableau=p.red)
    menu.refuse_values("start", "tableau", gone)
    menu.refusals += asking.no_such_tableaus(p.numbers.tableaus, "start")
    key = "kr.start.road" if p.options["start_distance"] == "road" else "kr.start.grid"
    return menu.asks(asking.everybody(p), Kind.REPORT, text(key, red=p.red), "KR-POS-3", "board")


def farthest_asks(p: Town) -> tuple[Ask, ...]:
    """The farthest tableau; where several are equally far, one of them (KR-POS-3, KR-POS-4)."""
    found = starts(p)
    menu = Menu()
    menu.add("start", tableau=OneOf(tuple(found)))
    kind, source = (Kind.REPORT, "board") if len(found) == 1 else (Kind.DECISION, "players")
    prompt = text("kr.start.several", red=p.board.red)
    return menu.asks(tuple(p.seats), kind, prompt, "KR-POS-4", source)


def starts(p: Town) -> list[int]:
    """The start tableaus that the players may agree on (KR-POS-3, KR-POS-4)."""
    by_road = p.options["start_distance"] == "road"
    return start_tableaus(p.numbers.parts, p.laid, p.board.red, by_road=by_road)


def agree_on_start(p: Knight, entry: Entry, say: Say) -> None:
    """All start at the same tableau (KR-POS-3, KR-POS-4)."""
    p.start = entry.number("tableau")


# -- road starts -----------------------------------------------------------------------------


def gates(p: Town) -> dict[str, Point]:
    """The free road starts of the start tableau: side out of it, and half field (KR-POS-5)."""
    return {side: field for field, side in p.roads.ends[p.start]}


def choice_of_gates(p: Knight, entry: Entry) -> bool:
    """The start tableau has several road starts, and somebody has not chosen (KR-POS-5)."""
    return p.modelled and len(gates(town(p))) > 1 and len(town(p).board.stands) < len(p.cars)


def gate_asks(p: Knight) -> tuple[Ask, ...]:
    """At which road start of the start tableau a car begins (KR-POS-5)."""
    made = town(p)
    seat = p.order[len(made.board.stands)]
    menu = Menu()
    menu.add("gate", gate=OneOf(tuple(gates(made))))
    prompt = text("kr.gate.prompt", tableau=p.start)
    return menu.asks((seat,), Kind.DECISION, prompt, "KR-POS-5")


def choose_gate(p: Knight, entry: Entry, say: Say) -> None:
    """A car is put beside a road start, facing inwards; others may stand there (KR-INT-8)."""
    _park(town(p), p.order[len(town(p).board.stands)], entry.word("gate"))


def _park(p: Town, seat: int, side: str) -> None:
    p.put(seat, Spot(gates(p)[side], opposite(side)))


def line_up(p: Knight, entry: Entry, say: Say) -> None:
    """The cars go beside road starts of that tableau; car 1 opens phase 2 (KR-POS-5, KR-INT-9)."""
    for car in p.cars:
        car.open_targets = list(p.targets)
    p.turn = p.order[0]
    if p.modelled:
        _line_up(town(p))
    say("kr.start.line-up", "KR-POS-5", stop=True, tableau=p.start)


def _line_up(p: Town) -> None:
    """With one road start all cars stand there (KR-POS-5, KR-INT-8)."""
    for seat in p.order[len(p.board.stands) :]:
        _park(p, seat, next(iter(gates(p))))
