"""What is asked: who begins, the throw, the cell; on paper also lines and sheets to be scored."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final

from referee.game import Ask, Each, Kind, OneOf, Option, Pick, Refusal, Text, Who, option, text
from referee.games.knister import rules
from referee.games.knister.numbers import DIE, SUMS
from referee.games.knister.position import Knister

#: Every cell as fields name it.
PLACES: Final = tuple(rules.place(cell) for cell in range(rules.CELLS))


# -- who begins ------------------------------------------------------------------------------


def youngest_asks(p: Knister) -> tuple[Ask, ...]:
    """Everybody has a sheet; the youngest throws first (KNI-SET-1, KNI-SET-2)."""
    seats = tuple(p.seats)
    options = (
        option("youngest", seat=OneOf(seats, "seat")),
        option("same_age", seats=Pick(2, len(seats), seats, look="seat")),
    )
    return (Ask(seats, Kind.REPORT, text("kni.youngest.prompt"), "KNI-SET-2", options),)


def lots_asks(p: Knister) -> tuple[Ask, ...]:
    """One of the equally young players is drawn (KNI-SET-3)."""
    seats = tuple(p.tied)
    options = (option("draw", seat=OneOf(seats, "seat")),)
    prompt = text("kni.lots.prompt")
    return (Ask(seats, Kind.CHANCE, prompt, "KNI-SET-3", options, source="dice"),)


# -- a round ---------------------------------------------------------------------------------


def roll_asks(p: Knister) -> tuple[Ask, ...]:
    """Both dice once (KNI-RND-2). On paper, that says that everybody has written (KNI-RND-4)."""
    number = p.round + 1
    seats = (p.roller(number),)
    dice = OneOf(SUMS, "number") if p.typed else Each(2, DIE)
    rolling = option("roll", **{"sum" if p.typed else "dice": dice})
    first, later = ("paper", "written") if p.on_paper else ("device", "device")
    prompt = text(f"kni.roll.{later if p.round else first}", round=number, of=rules.ROUNDS)
    refusals = () if p.on_paper else (_ROLL_FIRST,)
    roll = Ask(seats, Kind.CHANCE, prompt, "KNI-RND-2", (rolling,), refusals, source="dice")
    return (roll, *_line_asks(p, seats)) if p.on_paper else (roll,)


_ROLL_FIRST: Final = Refusal("place", text("kni.why.roll-first"), "KNI-RND-2")


def _line_asks(p: Knister, seats: tuple[int, ...]) -> tuple[Ask, ...]:
    """A full line of somebody's sheet may be looked at (KNI-SCORE-16)."""
    if p.round < rules.SIDE:
        return ()
    prompt = text("kni.line.prompt")
    return (Ask(seats, Kind.REPORT, prompt, "KNI-SCORE-16", (Option("line", aside=True),)),)


def place_asks(p: Knister) -> tuple[Ask, ...]:
    """Everybody who has not yet, in any order: any empty cell of his own (KNI-RND-5)."""
    missing = p.missing
    roller = p.roller(p.round)
    return tuple(_place_ask(p, seat, rolled=seat == roller) for seat in missing)


def _place_ask(p: Knister, seat: int, *, rolled: bool) -> Ask:
    sheet = p.sheet(seat)
    free = tuple(PLACES[cell] for cell, number in enumerate(sheet.cells) if not number)
    if (hint := sheet.hint) is not None:
        free = tuple(sorted(free, key=lambda place: place != PLACES[hint]))
    taken = (_taken(cell, number) for cell, number in enumerate(sheet.cells) if number)
    options: tuple[Option, ...] = (option("place", cell=OneOf(free, "cell")),)
    refusals = (*taken, *_refused(p.called, rolled))
    if p.options["hints"] and sheet.hint is None:
        options = (*options, Option("hint", aside=True))
    elif p.options["hints"]:
        refusals = (*refusals, _HINTED)
    prompt = text("kni.place.prompt", number=p.called)
    return Ask((seat,), Kind.DECISION, prompt, "KNI-RND-5", options, refusals)


_HINTED: Final = Refusal("hint", text("kni.why.hinted"), "INT-KNI-12")


@cache
def _taken(cell: int, number: int) -> Refusal:
    """What is written stays (KNI-RND-8)."""
    reason = text("kni.why.taken", number=number)
    return Refusal("place", reason, "KNI-RND-8", {"cell": PLACES[cell]})


@cache
def _refused(called: int, rolled: bool) -> tuple[Refusal, ...]:
    """No other number (KNI-RND-6), no passing, no throw before all have entered (KNI-RND-4);
    who has thrown does not throw again (KNI-RND-2)."""
    other = text("kni.why.other-number", number=called)
    once = Refusal("roll", text("kni.why.once"), "KNI-RND-2")
    waiting = Refusal("roll", text("kni.why.waiting"), "KNI-RND-4")
    numbers = (n for n in SUMS if n != called)
    return (
        once if rolled else waiting,
        Refusal("pass", text("kni.why.must-enter"), "KNI-RND-4"),
        *(Refusal("place", other, "KNI-RND-6", {"number": number}) for number in numbers),
    )


# -- sheets on paper -------------------------------------------------------------------------


def line_asks(p: Knister) -> tuple[Ask, ...]:
    """The next number of a line that is looked at (KNI-SCORE-16)."""
    prompt = text("kni.line.number", number=len(p.checked) + 1, of=rules.SIDE)
    return _number_ask(p, p.roller(p.round + 1), prompt, "KNI-SCORE-16")


def sheet_asks(p: Knister) -> tuple[Ask, ...]:
    """The next number of the sheet that is entered, row by row (KNI-RND-9)."""
    number = p.sheet(p.counting).cells.index(0) + 1
    prompt = text("kni.sheet.prompt", number=number, of=rules.CELLS)
    return _number_ask(p, p.counting, prompt, "KNI-RND-9")


def _number_ask(p: Knister, seat: int, prompt: Text, clause: str) -> tuple[Ask, ...]:
    """Any number that was called and is not yet entered; what else is said to be wrong."""
    left, called = p.left(), Counter(p.sums)
    values = tuple(number for number in SUMS if left[number])
    options = (option("number", number=OneOf(values, "number")), _CANCEL)
    refusals = tuple(_not_left(n, called[n]) for n in SUMS if not left[n])
    return (Ask((seat,), Kind.REPORT, prompt, clause, options, refusals),)


_CANCEL: Final = Option("cancel", aside=True)


@cache
def _not_left(number: int, times: int) -> Refusal:
    """It was never called (KNI-RND-6), or is entered as often as it was called (KNI-RND-4)."""
    if not times:
        reason, clause = text("kni.why.never-called", number=number), "KNI-RND-6"
    else:
        reason, clause = text("kni.why.too-often", number=number, n=times), "KNI-RND-4"
    return Refusal("number", reason, clause, {"number": number})


def count_asks(p: Knister) -> tuple[Ask, ...]:
    """Whose sheet is counted next (KNI-END-2); nothing is thrown any more (KNI-RND-1)."""
    whose = OneOf(tuple(p.uncounted), "seat")
    totals = OneOf(tuple(range(rules.most_points(p.numbers) + 1)), "number")
    options = (
        option("sheet", seat=whose),
        option("total", seat=whose, points=totals),
        option("finish"),
    )
    counted = (seat for seat in p.seats if seat not in p.uncounted)
    refusals = (
        *(_counted(verb, seat) for seat in counted for verb in ("sheet", "total")),
        Refusal("roll", text("kni.why.all-thrown"), "KNI-RND-1"),
    )
    fresh = len(p.uncounted) == len(p.sheets)
    prompt = text("kni.count.last" if fresh else "kni.count.prompt")
    return (Ask(tuple(p.seats), Kind.REPORT, prompt, "KNI-END-2", options, refusals),)


@cache
def _counted(verb: str, seat: int) -> Refusal:
    """No sheet is counted twice (KNI-END-2)."""
    return Refusal(verb, text("kni.why.counted", who=Who(seat)), "KNI-END-2", {"seat": seat})
