"""Sheets in the device: everybody places the number, in any order, and may have a hint."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from referee.game import (
    Ask,
    Chance,
    Entry,
    Kind,
    Menu,
    No,
    OneOf,
    Option,
    Refusal,
    Say,
    Who,
    cell_name,
    option,
    text,
)
from referee.games.knister import scoring
from referee.games.knister.bots import advice
from referee.games.knister.numbers import SUMS
from referee.games.knister.position import Knister

#: Every cell as fields name it.
PLACES: Final = tuple(scoring.place(cell) for cell in range(scoring.CELLS))


def place_asks(p: Knister) -> tuple[Ask, ...]:
    """Everybody who has not yet, in any order, the roller's ask first (INT-KNI-9): any empty cell
    of his own (KNI-RND-5)."""
    roller, called, hints = p.roller(p.round), p.called, bool(p.options["hints"])
    sheets = ((seat, p.sheet(seat)) for seat in p.missing)
    return tuple(
        _place_ask(seat, tuple(sheet.cells), sheet.hint, called, seat == roller, hints)
        for seat, sheet in sheets
    )


def draw_place(p: Knister, chance: Chance) -> Entry | None:
    """Any player's number into any cell of his."""
    if p.options["hints"]:
        return None
    missing, below = p.missing, chance.below
    seat = missing[below(len(missing))]
    free = p.sheet(seat).free
    return Entry(seat, "place", {"cell": PLACES[free[below(len(free))]]})


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
    """What is written stays (KNI-RND-8, INT-KNI-3). With 30 sheets there are many: each is made
    once."""
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


def write(p: Knister, entry: Entry, say: Say) -> None:
    """The number goes into the chosen cell; what lines are full now bring is announced
    (KNI-SCORE-16)."""
    cell, sheet = scoring.CELL_AT[entry.cell()], p.sheet(entry.seat)
    sheet.cells[cell] = p.called
    sheet.free.remove(cell)
    p.missing.remove(entry.seat)
    if full := scoring.full_through(cell, sheet.cells, p.numbers):
        best = max(full, key=scoring.POINTS)[0]
        gain = scoring.gain_text("kni.line.full", *full)
        total = scoring.total(sheet.cells, p.numbers)
        say(gain, scoring.CLAUSES[best], entry.seat, total=total)


def others_missing(p: Knister, entry: Entry) -> bool:
    """Somebody has not entered the number yet (KNI-RND-4)."""
    return bool(p.missing)


def give_hint(p: Knister, entry: Entry, say: Say) -> None:
    """A player is told the best cell; his sheet is marked for good (INT-KNI-12)."""
    sheet = p.sheet(entry.seat)
    sheet.hint, sheet.helped = advice(sheet.cells, p.called), True
    row, column = scoring.place(sheet.hint)
    name, who = cell_name(column, row), Who(entry.seat)
    say("kni.hint", "INT-KNI-12", entry.seat, who=who, row=row, column=column, cell=name)
