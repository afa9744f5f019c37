"""What is asked: who begins, the throw, the cell; on paper also lines and sheets to be scored."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import Final

from referee.game import (
    Ask,
    Each,
    Kind,
    Menu,
    No,
    OneOf,
    Option,
    Pick,
    Refusal,
    Text,
    Who,
    option,
    text,
)
from referee.games.knister import rules
from referee.games.knister.numbers import DIE, SUMS
from referee.games.knister.position import Knister

#: Every cell as fields name it.
PLACES: Final = tuple(rules.place(cell) for cell in range(rules.CELLS))


# -- who begins ------------------------------------------------------------------------------


def youngest_asks(p: Knister) -> tuple[Ask, ...]:
    """Everybody has a sheet; the youngest throws first (KNI-SET-1, KNI-SET-2)."""
    seats = tuple(p.seats)
    menu = Menu()
    menu.add("youngest", seat=OneOf(seats, "seat"))
    menu.add("same_age", seats=Pick(2, len(seats), seats, look="seat"))
    return menu.asks(seats, Kind.REPORT, text("kni.youngest.prompt"), "KNI-SET-2")


def lots_asks(p: Knister) -> tuple[Ask, ...]:
    """One of the equally young players is drawn (KNI-SET-3)."""
    seats = tuple(p.tied)
    menu = Menu(option("draw", seat=OneOf(seats, "seat")))
    return menu.asks(seats, Kind.CHANCE, text("kni.lots.prompt"), "KNI-SET-3", "dice")


# -- a round ---------------------------------------------------------------------------------


def roll_asks(p: Knister) -> tuple[Ask, ...]:
    """Both dice once (KNI-RND-2). On paper, that says that everybody has written (KNI-RND-4)."""
    number = p.round + 1
    seats = (p.roller(number),)
    rolled = option("roll", sum=OneOf(SUMS, "number"))
    menu = Menu(rolled if p.typed else option("roll", dice=Each(2, DIE)))
    first, later = ("paper", "written") if p.on_paper else ("device", "device")
    prompt = text(f"kni.roll.{later if p.round else first}", round=number, of=rules.ROUNDS)
    if not p.on_paper:
        menu.refuse("place", No("kni.why.roll-first", "KNI-RND-2"))
    roll = menu.ask(seats, Kind.CHANCE, prompt, "KNI-RND-2", "dice")
    return (roll, *_line_asks(p, seats)) if p.on_paper else (roll,)


def _line_asks(p: Knister, seats: tuple[int, ...]) -> tuple[Ask, ...]:
    """A full line of somebody's sheet may be looked at (KNI-SCORE-16)."""
    if p.round < rules.SIDE:
        return ()
    menu = Menu(Option("line", aside=True))
    return menu.asks(seats, Kind.REPORT, text("kni.line.prompt"), "KNI-SCORE-16")


def place_asks(p: Knister) -> tuple[Ask, ...]:
    """Everybody who has not yet, in any order: any empty cell of his own (KNI-RND-5)."""
    roller, called, hints = p.roller(p.round), p.called, bool(p.options["hints"])
    sheets = ((seat, p.sheet(seat)) for seat in p.missing)
    return tuple(
        _place_ask(seat, tuple(sheet.cells), sheet.hint, called, seat == roller, hints)
        for seat, sheet in sheets
    )


@lru_cache(maxsize=128)
def _place_ask(
    seat: int, cells: tuple[int, ...], hint: int | None, called: int, rolled: bool, hints: bool
) -> Ask:
    """One player's ask, made once: while the others enter theirs it stays as it is."""
    free = tuple(PLACES[cell] for cell, number in enumerate(cells) if not number)
    if hint is not None:
        free = tuple(sorted(free, key=lambda place: place != PLACES[hint]))
    menu = Menu(option("place", cell=OneOf(free, "cell")))
    menu.refusals += (_taken(cell, number) for cell, number in enumerate(cells) if number)
    menu.refusals += _refused(called, rolled)
    if hints and hint is None:
        menu.offer([Option("hint", aside=True)])
    elif hints:
        menu.refuse("hint", No("kni.why.hinted", "INT-KNI-12"))
    prompt = text("kni.place.prompt", number=called)
    return menu.ask((seat,), Kind.DECISION, prompt, "KNI-RND-5")


@cache
def _taken(cell: int, number: int) -> Refusal:
    """What is written stays (KNI-RND-8). With 30 sheets there are many: each is made once."""
    reason = text("kni.why.taken", number=number)
    return Refusal("place", reason, "KNI-RND-8", {"cell": PLACES[cell]})


@cache
def _refused(called: int, rolled: bool) -> tuple[Refusal, ...]:
    """No other number (KNI-RND-6), no passing, no throw before all have entered (KNI-RND-4);
    who has thrown does not throw again (KNI-RND-2)."""
    menu = Menu()
    once, waiting = No("kni.why.once", "KNI-RND-2"), No("kni.why.waiting", "KNI-RND-4")
    menu.refuse("roll", once if rolled else waiting)
    menu.refuse("pass", No("kni.why.must-enter", "KNI-RND-4"))
    other = No("kni.why.other-number", "KNI-RND-6", {"number": called})
    menu.refuse_values("place", "number", {n: other for n in SUMS if n != called})
    return tuple(menu.refusals)


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
    menu = Menu()
    numbers = {n: None if left[n] else _why_not_left(called[n]) for n in SUMS}
    menu.choose("number", "number", numbers, "number")
    menu.offer([Option("cancel", aside=True)])
    return menu.asks((seat,), Kind.REPORT, prompt, clause)


def _why_not_left(times: int) -> No:
    """It was never called (KNI-RND-6), or is entered as often as it was called (KNI-RND-4)."""
    if not times:
        return No("kni.why.never-called", "KNI-RND-6")
    return No("kni.why.too-often", "KNI-RND-4", {"n": times})


def count_asks(p: Knister) -> tuple[Ask, ...]:
    """Whose sheet is counted next (KNI-END-2); nothing is thrown any more (KNI-RND-1)."""
    whose = OneOf(tuple(p.uncounted), "seat")
    totals = OneOf(tuple(range(rules.most_points(p.numbers) + 1)), "number")
    menu = Menu()
    menu.add("sheet", seat=whose)
    menu.add("total", seat=whose, points=totals)
    menu.add("finish")
    for seat in p.seats:
        if seat not in p.uncounted:  # no sheet is counted twice
            for verb in ("sheet", "total"):
                menu.refuse(verb, No("kni.why.counted", "KNI-END-2", {"who": Who(seat)}), seat=seat)
    menu.refuse("roll", No("kni.why.all-thrown", "KNI-RND-1"))
    fresh = len(p.uncounted) == len(p.sheets)
    prompt = text("kni.count.last" if fresh else "kni.count.prompt")
    return menu.asks(p.seats, Kind.REPORT, prompt, "KNI-END-2")
