"""Sheets on paper: a full line may be looked at, and all are counted at the end."""

from __future__ import annotations

from collections import Counter

from referee.game import Ask, Entry, Kind, Menu, No, OneOf, Option, Say, Text, Who, text
from referee.games.knister import scoring
from referee.games.knister.numbers import SUMS
from referee.games.knister.position import Knister

# -- one line, in the middle of the game -----------------------------------------------------


def look_asks(p: Knister, seats: tuple[int, ...]) -> tuple[Ask, ...]:
    """A full line of somebody's sheet may be looked at (KNI-SCORE-16)."""
    if p.round < scoring.SIDE:
        return ()
    menu = Menu(Option("line", aside=True))
    return menu.asks(seats, Kind.REPORT, text("kni.line.prompt"), "KNI-SCORE-16")


def line_asks(p: Knister) -> tuple[Ask, ...]:
    """The next number of a line that is looked at (KNI-SCORE-16)."""
    prompt = text("kni.line.number", number=len(p.checked) + 1, of=scoring.SIDE)
    return _number_ask(p, p.roller(p.round + 1), prompt, "KNI-SCORE-16")


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


def note_number(p: Knister, entry: Entry, say: Say) -> None:
    """One more number of the line that is looked at (KNI-SCORE-16)."""
    p.checked.append(entry.number("number"))


def fifth(p: Knister, entry: Entry) -> bool:
    """That completes the line (KNI-SCORE-16)."""
    return len(p.checked) == scoring.SIDE - 1


def score_line(p: Knister, entry: Entry, say: Say) -> None:
    """What five numbers of a sheet bring, and on a diagonal (KNI-SCORE-13, KNI-SCORE-16)."""
    name = scoring.combination([*p.checked, entry.number("number")])
    points = p.numbers.points.get(name, 0)
    double = points * p.numbers.diagonal_factor
    say("kni.checked", scoring.CLAUSES[name], line=scoring.points_text(name, points), double=double)
    p.checked = []


def drop_line(p: Knister, entry: Entry, say: Say) -> None:
    """The line is not looked at any more (KNI-SCORE-16)."""
    p.checked = []


# -- the count -------------------------------------------------------------------------------


def count_asks(p: Knister) -> tuple[Ask, ...]:
    """Whose sheet is counted next (KNI-END-2); nothing is thrown any more (KNI-RND-1)."""
    whose = OneOf(tuple(p.uncounted), "seat")
    totals = OneOf(tuple(range(scoring.most_points(p.numbers) + 1)), "number")
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


def begin_sheet(p: Knister, entry: Entry, say: Say) -> None:
    """This player's sheet is entered next (KNI-END-2)."""
    p.counting = entry.number("seat")


def sheet_asks(p: Knister) -> tuple[Ask, ...]:
    """The next number of the sheet that is entered, row by row (KNI-RND-9)."""
    number = p.sheet(p.counting).cells.index(0) + 1
    prompt = text("kni.sheet.prompt", number=number, of=scoring.CELLS)
    return _number_ask(p, p.counting, prompt, "KNI-RND-9")


def enter_number(p: Knister, entry: Entry, say: Say) -> None:
    """The next cell of the sheet, row by row (KNI-RND-9)."""
    cells = p.sheet(p.counting).cells
    cells[cells.index(0)] = entry.number("number")


def last(p: Knister, entry: Entry) -> bool:
    """That is the sheet's last cell (KNI-RND-9)."""
    return p.empty(p.counting) == 1


def finish_sheet(p: Knister, entry: Entry, say: Say) -> None:
    """The last cell; the sheet's total is announced (KNI-END-2)."""
    enter_number(p, entry, say)
    _tell_total(p, p.counting, say)
    p.counting = 0


def drop_sheet(p: Knister, entry: Entry, say: Say) -> None:
    """The sheet is not entered after all (KNI-END-2)."""
    p.sheet(p.counting).cells = [0] * scoring.CELLS
    p.counting = 0


def note_total(p: Knister, entry: Entry, say: Say) -> None:
    """A player has counted himself, and tells no more than his total (KNI-END-2, INT-KNI-11)."""
    seat = entry.number("seat")
    p.sheet(seat).told = entry.number("points")
    _tell_total(p, seat, say)


def _tell_total(p: Knister, seat: int, say: Say) -> None:
    say("kni.total", "KNI-END-2", seat, who=Who(seat), n=p.total(seat))


def more_to_count(p: Knister, entry: Entry) -> bool:
    """Somebody's total is not known (KNI-END-2)."""
    return bool(p.uncounted)
