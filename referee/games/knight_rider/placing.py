"""Where red, the targets and the cars begin (phase 1 f and g)."""

from __future__ import annotations

from referee.game import Ask, Each, Entry, Kind, Menu, No, OneOf, Say, Who, option, text
from referee.games.knight_rider import asking, track
from referee.games.knight_rider.asking import DIE
from referee.games.knight_rider.board.places import start_tableaus, startable
from referee.games.knight_rider.board.port import board
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town, in_device


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
    laid = what == "red" and isinstance(p, Town) and p.options["track"] != "built"
    prompt = text("kr.place-roll.laid" if laid else f"kr.place-roll.{what}")
    return (Ask((p.order[0],), Kind.CHANCE, prompt, _place_clause(p), (rolling,), source="dice"),)


def place_asks(p: Knight) -> tuple[Ask, ...]:
    """The rolled tableau: there, or not on the table (KR-POS-1, KR-INT-37)."""
    menu = Menu()
    menu.add("placed")
    menu.add("absent", why_no_absence(p))
    if p.placing[0] == "start":
        menu.add("no_road")
    return _placed(p, menu)


@in_device
def place_in_device_asks(p: Town) -> tuple[Ask, ...]:
    """What the box sees of the rolled tableau (KR-POS-1, KR-INT-37)."""
    menu = Menu()
    menu.add(placed_as(p))
    return _placed(p, menu)


def _placed(p: Knight, menu: Menu) -> tuple[Ask, ...]:
    prompt = text(f"kr.place.{p.placing[0]}", tableau=p.number)
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
        board(p).place_red(say)
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
    menu = Menu()
    gone = asking.gone(p)
    others = tuple(n for n in p.numbers.tableaus if n != p.red and n not in gone)
    menu.add("start", tableau=OneOf(others, "number"))
    menu.refuse("start", No("kr.why.reds-own", "KR-POS-3"), tableau=p.red)
    menu.refuse_values("start", "tableau", gone)
    menu.refusals += asking.no_such_tableaus(p.numbers.tableaus, "start")
    key = "kr.start.road" if p.options["start_distance"] == "road" else "kr.start.grid"
    return menu.asks(asking.everybody(p), Kind.REPORT, text(key, red=p.red), "KR-POS-3", "board")


@in_device
def farthest_asks(p: Town) -> tuple[Ask, ...]:
    """The farthest tableau; where several are equally far, one of them (KR-POS-3, KR-POS-4)."""
    found = starts(p)
    menu = Menu()
    menu.add("start", tableau=OneOf(tuple(found)))
    prompt = text("kr.start.several" if len(found) > 1 else "kr.start.one")
    kind, source = (Kind.REPORT, "board") if len(found) == 1 else (Kind.DECISION, "players")
    return menu.asks(tuple(p.seats), kind, prompt, "KR-POS-4", source)


def starts(p: Town) -> list[int]:
    """The start tableaus that the players may agree on (KR-POS-3, KR-POS-4)."""
    by_road = p.options["start_distance"] == "road"
    return start_tableaus(p.numbers.parts, p.laid, p.board.red, by_road=by_road)


def agree_on_start(p: Knight, entry: Entry, say: Say) -> None:
    """All start at the same tableau (KR-POS-3, KR-POS-4)."""
    p.start = entry.number("tableau")


# -- road starts -----------------------------------------------------------------------------


def choice_of_gates(p: Knight, entry: Entry) -> bool:
    """The start tableau has several road starts, and somebody has not chosen (KR-POS-5)."""
    return board(p).chooser != 0


@in_device
def gate_asks(p: Town) -> tuple[Ask, ...]:
    """At which road start of the start tableau a car begins (KR-POS-5)."""
    menu = Menu()
    menu.add("gate", gate=OneOf(tuple(p.gates)))
    prompt = text("kr.gate.prompt", tableau=p.start)
    return menu.asks((p.next_to_park,), Kind.DECISION, prompt, "KR-POS-5")


@in_device
def choose_gate(p: Town, entry: Entry, say: Say) -> None:
    """A car is put beside a road start, facing inwards; others may stand there (KR-INT-8)."""
    p.park(p.next_to_park, entry.word("gate"))


def line_up(p: Knight, entry: Entry, say: Say) -> None:
    """The cars go beside road starts of that tableau; the start
    player opens phase 2 (KR-POS-5, KR-INT-9)."""
    for car in p.cars:
        car.open_targets = list(p.targets)
    p.turn = p.order[0]
    board(p).line_up()
    say("kr.start.line-up", "KR-POS-5", stop=True, tableau=p.start, who=Who(p.turn))
