"""Guards and effects of the beginning and the rounds: the sum that is called, and its cell."""

from __future__ import annotations

from referee.game import Entry, Say, Who
from referee.games.knister import rules
from referee.games.knister.bots import advice
from referee.games.knister.position import Knister
from referee.games.knister.words import gain_text


def alone(p: Knister, entry: Entry) -> bool:
    """One player throws in every round (KNI-SOLO-1)."""
    return len(p.sheets) == 1


def begin_with(p: Knister, entry: Entry, say: Say) -> None:
    """The youngest throws first, of several the one that was drawn (KNI-SET-2, KNI-SET-3)."""
    p.youngest = entry.number("seat")
    clause = "KNI-SET-3" if p.tied else "KNI-SET-2"
    p.tied = []
    say("kni.begins", clause, p.youngest, who=Who(p.youngest))


def note_tied(p: Knister, entry: Entry, say: Say) -> None:
    """Lots are drawn among players of the same age (KNI-SET-3)."""
    p.tied = sorted(entry.numbers("seats"))


def call(p: Knister, entry: Entry, say: Say) -> None:
    """The sum of both dice is called out for everybody (KNI-RND-2, KNI-RND-3)."""
    roller = p.roller(p.round + 1)
    p.sums.append(entry.number("sum") if p.typed else sum(entry.dice()))
    for sheet in p.sheets:
        sheet.hint = None
    say("kni.called", "KNI-RND-3", roller, round=p.round, number=p.called, call=p.called)


def in_device(p: Knister, entry: Entry) -> bool:
    """The device has the sheets: everybody places the number now (KNI-RND-4)."""
    return not p.on_paper


def all_thrown(p: Knister, entry: Entry) -> bool:
    """That was round 25 (KNI-RND-1)."""
    return p.round == rules.ROUNDS


def others_missing(p: Knister, entry: Entry) -> bool:
    """Somebody has not entered the number yet (KNI-RND-4)."""
    return bool(p.missing)


def write(p: Knister, entry: Entry, say: Say) -> None:
    """The number goes into the chosen cell; what lines are full now bring is announced
    (KNI-SCORE-16)."""
    cell = rules.cell_of(entry.cell())
    cells = p.sheet(entry.seat).cells
    cells[cell] = p.called
    if full := rules.full_through(cell, cells, p.numbers):
        best = max(full, key=lambda found: found.points)
        gain = gain_text("kni.line.full", full, who=Who(entry.seat))
        say(gain, rules.CLAUSES[best.combination], entry.seat)


def give_hint(p: Knister, entry: Entry, say: Say) -> None:
    """A player is told the best cell; his sheet is marked for good (INT-KNI-12)."""
    sheet = p.sheet(entry.seat)
    sheet.hint, sheet.helped = advice(sheet.cells, p.called), True
    row, column = rules.place(sheet.hint)
    say("kni.hint", "INT-KNI-12", entry.seat, who=Who(entry.seat), row=row, column=column)
