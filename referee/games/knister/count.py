"""Guards and effects of sheets on paper: a line to be looked at, and the count at the end."""

from __future__ import annotations

from referee.game import Entry, Say, Who
from referee.games.knister import rules
from referee.games.knister.position import Knister
from referee.games.knister.words import points_text

# -- one line, in the middle of the game -----------------------------------------------------


def fifth(p: Knister, entry: Entry) -> bool:
    """That completes the line (KNI-SCORE-16)."""
    return len(p.checked) == rules.SIDE - 1


def note_number(p: Knister, entry: Entry, say: Say) -> None:
    """One more number of the line that is looked at (KNI-SCORE-16)."""
    p.checked.append(entry.number("number"))


def score_line(p: Knister, entry: Entry, say: Say) -> None:
    """What five numbers of a sheet bring, and on a diagonal (KNI-SCORE-13, KNI-SCORE-16)."""
    name = rules.combination([*p.checked, entry.number("number")])
    points = p.numbers.points.get(name, 0)
    double = points * p.numbers.diagonal_factor
    say("kni.checked", rules.CLAUSES[name], line=points_text(name, points), double=double)
    p.checked = []


def drop_line(p: Knister, entry: Entry, say: Say) -> None:
    """The line is not looked at any more (KNI-SCORE-16)."""
    p.checked = []


# -- the count -------------------------------------------------------------------------------


def begin_sheet(p: Knister, entry: Entry, say: Say) -> None:
    """This player's sheet is entered next (KNI-END-2)."""
    p.counting = entry.number("seat")


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
    p.sheet(p.counting).cells = [0] * rules.CELLS
    p.counting = 0


def note_total(p: Knister, entry: Entry, say: Say) -> None:
    """A player has counted himself (KNI-END-2)."""
    seat = entry.number("seat")
    p.sheet(seat).told = entry.number("points")
    _tell_total(p, seat, say)


def _tell_total(p: Knister, seat: int, say: Say) -> None:
    say("kni.total", "KNI-END-2", seat, who=Who(seat), n=p.total(seat))


def more_to_count(p: Knister, entry: Entry) -> bool:
    """Somebody's total is not known (KNI-END-2)."""
    return bool(p.uncounted)
