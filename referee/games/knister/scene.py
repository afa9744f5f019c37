"""What the screen shows of a match: the sum, large; sheets with their points; pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from referee.game import Grid, Scene, Table, Text, Who, Widget, text
from referee.games.knister import scoring
from referee.games.knister.position import Knister, Sheet

Items = tuple[Text | Widget, ...]

#: Lines that are added up together.
KINDS: Final = ("row", "column", "diagonal")


def scene(p: Knister, seat: int | None) -> Scene:
    """The screen of a position; all sheets lie open on the table."""
    known = [seat for seat in p.seats if any(p.sheet(seat).cells)]
    return Scene(
        big=_big(p),
        lines=_lines(p),
        pages=_pages(p),
        kept=("called",),
        player_pages={"sheet": {seat: _sheet_page(p, seat) for seat in known}},
        marks={seat: "helped" for seat in p.seats if p.state == "over" and p.sheet(seat).helped},
        sheets={seat: (_grid(p, seat, points=p.state != "sheet"),) for seat in _drawn(p, known)},
    )


def _big(p: Knister) -> str:
    """The number to be written now (KNI-RND-3)."""
    counted = len(p.uncounted) < len(p.sheets)
    due = p.state == "place" or (p.on_paper and p.state in ("roll", "count") and not counted)
    return str(p.called) if p.round and due else ""


def _lines(p: Knister) -> tuple[Text, ...]:
    if p.on_paper and not p.round and p.state in ("youngest", "roll"):
        return (text("kni.ready"),)
    if p.on_paper and p.round and p.state == "roll":
        return (text("kni.write"),)
    if p.state == "place":
        said = text("kni.round", round=p.round, of=scoring.ROUNDS)
        return (said, text("kni.hint.how")) if p.options["hints"] else (said,)
    return ()


# -- sheets ----------------------------------------------------------------------------------


def _drawn(p: Knister, known: list[int]) -> list[int]:
    """Whose sheets are drawn while they are asked."""
    if not p.on_paper and (p.state == "place" or (p.state == "roll" and not p.typed)):
        return list(p.seats)
    return [p.counting] if p.state == "sheet" else known if p.state == "over" else []


def _grid(p: Knister, seat: int, *, points: bool = True) -> Grid:
    """A sheet as on paper: points right of rows, over columns, in the upper corners
    (KNI-COMP-6). While it is entered, a screen needs the room beside it for the numbers."""
    sheet = p.sheet(seat)
    cells = [str(number) if number else "" for number in sheet.cells]
    scores = scoring.scores(sheet.cells, p.numbers)
    notes = [str(found.points) if found and points else "" for found in scores]
    rows, columns, (d1, d2) = notes[:5], notes[5:10], notes[10:]
    return Grid(
        cells=tuple(tuple(cells[at : at + 5]) for at in range(0, scoring.CELLS, 5)),
        right=tuple(rows),
        above=tuple(columns),
        corners=(d1, d2),
        marked=frozenset(_marked(p, sheet)),
        previews=_previews(p, sheet) if p.state == "place" and seat in p.missing else {},
        focus=_focus(p, sheet) if p.state == "place" and sheet.hint is None else None,
    )


def _focus(p: Knister, sheet: Sheet) -> tuple[int, int] | None:
    """Where the cursor begins: at the empty cell in whose lines most of the same number stand, then
    where most lines cross, then where most is written. It looks at no throw to come: that is the
    hint's."""

    def likely(cell: int) -> tuple[int, int, int]:
        lines = scoring.THROUGH[cell]
        written = [numbers for line in lines if (numbers := line.of(sheet.cells))]
        same = sum(numbers.count(p.called) for numbers in written)
        return same, len(lines), -sum(numbers.count(0) for numbers in written)

    empty = [cell for cell, number in enumerate(sheet.cells) if not number]
    return _place(max(empty, key=likely)) if empty else None


def _marked(p: Knister, sheet: Sheet) -> list[tuple[int, int]]:
    """The cell of a hint, or the one that is entered next."""
    if p.state == "place" and sheet.hint is not None and not sheet.cells[sheet.hint]:
        return [_place(sheet.hint)]
    if p.state == "sheet" and sheet is p.sheet(p.counting):
        return [_place(sheet.cells.index(0))]
    return []


def _place(cell: int) -> tuple[int, int]:
    row, column = scoring.place(cell)
    return row, column


def _previews(p: Knister, sheet: Sheet) -> Mapping[tuple[int, int], Text]:
    """What this round's number brings in every empty cell."""
    empty = (cell for cell, number in enumerate(sheet.cells) if not number)
    total = scoring.total(sheet.cells, p.numbers)
    return {_place(cell): _preview(p, sheet, cell, total) for cell in empty}


def _preview(p: Knister, sheet: Sheet, cell: int, total: int) -> Text:
    cells = [*sheet.cells[:cell], p.called, *sheet.cells[cell + 1 :]]
    return scoring.preview_text(total, *scoring.full_through(cell, cells, p.numbers))


def _sheet_page(p: Knister, seat: int) -> Items:
    """A sheet with all its lines, their combinations and points (KNI-END-2)."""
    sheet = p.sheet(seat)
    found = [line for line in scoring.scores(sheet.cells, p.numbers) if line is not None]
    rows = tuple(
        (scoring.line_name(f.line), scoring.combination_name(f.combination), _points(f))
        for f in found
    )
    sums = {kind: sum(f.points for f in found if f.line.kind == kind) for kind in KINDS}
    parts = (text("kni.sheet.sums", **sums),) if any(sums.values()) else ()
    helped = (text("mark.helped"),) if sheet.helped else ()
    points = scoring.total(sheet.cells, p.numbers)
    total = text("kni.total.final" if p.state == "over" else "kni.total.so-far", n=points)
    return (_grid(p, seat), total, *parts, *helped, Table(("", "", ""), rows))


def _points(found: scoring.Score) -> str:
    """What a line brings: ``2x8`` where it counts double (KNI-SCORE-13)."""
    doubled = found.points != found.single
    return f"{found.factor}x{found.single}" if doubled else str(found.points)


# -- pages -----------------------------------------------------------------------------------


def _pages(p: Knister) -> Mapping[str, Items]:
    pages: dict[str, Items] = {}
    if p.round and not p.on_paper and len(p.sheets) > 1 and p.state != "over":
        pages["standings"] = (_standings(p),)
    if p.round:
        pages["called"] = _called(p)
    return {**pages, "combinations": _combinations(p), "about": _about(p)}


def _standings(p: Knister) -> Table:
    """Points of the lines that are full so far, the most first."""
    points = {seat: scoring.total(p.sheet(seat).cells, p.numbers) for seat in p.seats}
    order = sorted(p.seats, key=lambda seat: -points[seat])
    rows = tuple(
        (text("kni.name", who=Who(seat)), str(points[seat]), _help_mark(p, seat)) for seat in order
    )
    return Table(("", "", ""), rows)


def _help_mark(p: Knister, seat: int) -> Text | str:
    return text("mark.helped") if p.sheet(seat).helped else ""


def _called(p: Knister) -> Items:
    """All numbers in the order of the rounds, five in a row, and how often each was called."""
    numbers = [*map(str, p.sums), *[""] * (scoring.ROUNDS - p.round)]
    rows = (tuple(numbers[at : at + scoring.SIDE]) for at in range(0, scoring.ROUNDS, scoring.SIDE))
    counts = Counter(p.sums)
    often = tuple((str(n), text("kni.times", n=counts[n])) for n in sorted(counts))
    heads = (text("kni.head.number"), text("kni.head.times"))
    return (text("kni.in-order"), Grid(tuple(rows)), Table(heads, often))


def _combinations(p: Knister) -> Items:
    """The list that is printed on every sheet (KNI-COMP-5)."""
    rows = tuple((scoring.combination_name(name), str(n)) for name, n in p.numbers.points.items())
    factor = p.numbers.diagonal_factor
    said = "kni.diagonals.double" if factor == 2 else "kni.diagonals.times"
    return (Table(("", ""), rows), text(said, factor=factor))


def _about(p: Knister) -> Items:
    """Head of the rules (KNI-COMP-3), and the ratings of a solo game (KNI-SOLO-2)."""
    about = text(
        "kni.about", most=p.options["max_players"], age=p.numbers.age, minutes=p.numbers.minutes
    )
    return (about, text("kni.ratings", **p.numbers.ratings))
