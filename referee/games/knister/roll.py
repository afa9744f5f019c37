"""The roll: who begins, and the sum of both dice that is called for everybody."""

from __future__ import annotations

from referee.game import (
    Ask,
    Chance,
    Each,
    Entry,
    Kind,
    Menu,
    No,
    OneOf,
    Pick,
    Say,
    Who,
    option,
    text,
)
from referee.games.knister import scoring
from referee.games.knister.numbers import DIE, SUMS
from referee.games.knister.paper import look_asks
from referee.games.knister.position import Knister

# -- who begins ------------------------------------------------------------------------------


def alone(p: Knister, entry: Entry) -> bool:
    """One player throws in every round (KNI-SOLO-1)."""
    return len(p.sheets) == 1


def youngest_asks(p: Knister) -> tuple[Ask, ...]:
    """Everybody has a sheet; the youngest throws first (KNI-SET-1, KNI-SET-2)."""
    seats = tuple(p.seats)
    menu = Menu()
    menu.add("youngest", seat=OneOf(seats, "seat"))
    menu.add("same_age", seats=Pick(2, len(seats), seats, look="seat"))
    return menu.asks(seats, Kind.REPORT, text("kni.youngest.prompt"), "KNI-SET-2")


def note_tied(p: Knister, entry: Entry, say: Say) -> None:
    """Lots are drawn among players of the same age (KNI-SET-3)."""
    p.tied = sorted(entry.numbers("seats"))


def lots_asks(p: Knister) -> tuple[Ask, ...]:
    """One of the equally young players is drawn (KNI-SET-3, INT-KNI-2)."""
    seats = tuple(p.tied)
    menu = Menu(option("draw", seat=OneOf(seats, "seat")))
    return menu.asks(seats, Kind.CHANCE, text("kni.lots.prompt"), "KNI-SET-3", "dice")


def begin_with(p: Knister, entry: Entry, say: Say) -> None:
    """The youngest throws first, of several the one that was drawn (KNI-SET-2, KNI-SET-3)."""
    p.youngest = entry.number("seat")
    clause = "KNI-SET-3" if p.tied else "KNI-SET-2"
    p.tied = []
    say("kni.begins", clause, p.youngest, who=Who(p.youngest))


# -- both dice -------------------------------------------------------------------------------


def roll_asks(p: Knister) -> tuple[Ask, ...]:
    """Both dice, six-sided ones, once (KNI-RND-2, UNK-KNI-1). On paper, that says that everybody
    has written (KNI-RND-4)."""
    number = p.round + 1
    seats = (p.roller(number),)
    rolled = option("roll", sum=OneOf(SUMS, "number"))
    menu = Menu(rolled if p.typed else option("roll", dice=Each(2, DIE)))
    first = "paper" if p.on_paper else "device"
    later = "device" if p.typed and not p.on_paper else "written"  # beside a sheet rows are scarce
    prompt = text(f"kni.roll.{later if p.round else first}", round=number, of=scoring.ROUNDS)
    if not p.on_paper:
        menu.bar("place", No("kni.why.roll-first", "KNI-RND-2"))
    roll = menu.ask(seats, Kind.CHANCE, prompt, "KNI-RND-2", "dice")
    return (roll, *look_asks(p, seats)) if p.on_paper else (roll,)


def draw_roll(p: Knister, chance: Chance) -> Entry | None:
    """With sheets in the device there is nothing else to do."""
    if p.on_paper:
        return None
    below, seat = chance.of("dice"), p.roller(p.round + 1)
    if p.typed:
        return Entry(seat, "roll", {"sum": SUMS[below(len(SUMS))]})
    return Entry(seat, "roll", {"dice": [DIE[below(len(DIE))], DIE[below(len(DIE))]]})


def call(p: Knister, entry: Entry, say: Say) -> None:
    """The sum of both dice is called out for everybody (KNI-RND-2, KNI-RND-3)."""
    number = entry.number("sum") if p.typed else sum(entry.dice())
    p.sums.append(number)
    p.missing = [] if p.on_paper else p.everybody()
    for sheet in p.sheets:
        sheet.hint = None
    round_, roller = p.round, p.roller(p.round)
    who = Who(roller)
    say("kni.called", "KNI-RND-3", roller, who=who, round=round_, number=number, call=number)


def in_device(p: Knister, entry: Entry) -> bool:
    """The device has the sheets: everybody places the number now (KNI-RND-4)."""
    return not p.on_paper


def all_thrown(p: Knister, entry: Entry) -> bool:
    """That was round 25 (KNI-RND-1)."""
    return p.round == scoring.ROUNDS
