"""The control that asks for one field of an answer: a keypad, a list, toggles, a cursor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.kernel.ask import Each, OneOf, Pick
from referee.kernel.scene import Grid, Map, Streets, Widget
from referee.kernel.text import Shaped
from referee.table.answer.buttons import ButtonsControl
from referee.table.answer.cells import CellControl
from referee.table.answer.controls import Row
from referee.table.answer.draft import Question
from referee.table.answer.keypad import TWO_PRESSES, Keypad, dice_pad, number_pad
from referee.table.answer.lists import ListControl, PicksControl
from referee.table.catalogue import Catalogue

#: What stands for the values that may not be chosen; so many of them are listed by themselves.
WHY: Final = object()
MANY: Final = 2

#: The buttons for so many values.
ON_BUTTONS: Final = {2: ("up", "down"), 3: ("up", "ok", "down")}

FieldControl = ButtonsControl | ListControl | PicksControl | CellControl | Keypad


def why_row(catalogue: Catalogue) -> Row:
    """The line behind which stands what may not be chosen."""
    return Row(catalogue("why.line"))


def listed(question: Question) -> list[Shaped]:
    """All values of a field's list, those last that may not be chosen."""
    values = _in_order(question.field) if isinstance(question.field, OneOf) else ()
    return [*values, *(value for value, _ in question.refused)]


def shown(question: Question, *, why: bool) -> list[Any]:
    """The values of a list; several that may not be chosen are behind one line (`WHY`)."""
    values = listed(question)
    refused = [value for value, _ in question.refused]
    if why:
        return refused
    return [*values[: -len(refused)], WHY] if len(refused) >= MANY else values


@dataclass(slots=True)
class Fields:
    """Makes the controls. ``widgets``, ``badges``: of the scene that they stand in.

    ``again``: the label of the key that says that a die is rolled again; empty: there is none.
    """

    catalogue: Catalogue
    widgets: tuple[Widget, ...]
    badges: Mapping[int, str]
    again: str

    def control(self, question: Question, *, why: bool) -> FieldControl:
        """``why``: only the values that may not be chosen are listed."""
        field = question.field
        values = listed(question)
        if isinstance(field, Each):
            return dice_pad(field, self.again)
        if isinstance(field, Pick):
            name, look = question.name, field.look
            labels = [self.catalogue.value(name, value, look) for value in field.values]
            done = self.catalogue("pick.done", high=field.high)
            return PicksControl(labels, field.low, field.high, done, ordered=field.ordered)
        if field.look == "number" and _countable(field.values):
            # every number keeps its buttons while a pad has room
            whole = len(values) <= TWO_PRESSES and _countable(values)
            return number_pad(values if whole else values[: len(field.values)])
        if field.look == "cell" and any(isinstance(w, Grid | Map | Streets) for w in self.widgets):
            filled = {place for w in self.widgets if isinstance(w, Grid) for place in w.filled}
            places = [tuple(value) for value in values[: len(field.values)]]
            refused = [tuple(value) for value in values[len(field.values) :]]
            refused = [place for place in refused if place not in filled]  # the cell says why
            return CellControl(places, refused, self.catalogue("cell.hint"))
        rows = self._rows(question, field, why=why)
        if field.look == "buttons" and len(rows) in ON_BUTTONS and not question.refused:
            keys = ON_BUTTONS[len(rows)]
            return ButtonsControl([(key, rows[n], n) for n, key in enumerate(keys)], {})
        return ListControl(rows, 0 if why else values.index(field.values[0]))

    def _rows(self, question: Question, field: OneOf, *, why: bool) -> list[Row]:
        rows = []
        said = dict(
            zip(map(repr, field.values), map(self.catalogue.text, field.notes), strict=False)
        )
        notes = {n: said.get(repr(value), "") for n, value in enumerate(_in_order(field))}
        for number, value in enumerate(shown(question, why=why)):
            if value is WHY:
                rows.append(why_row(self.catalogue))
                continue
            label = self.catalogue.value(question.name, value, field.look)
            seat = value if field.look == "seat" and type(value) is int else None
            badge = self.catalogue.sign(seat, self.badges) if seat is not None else ""
            grey = why or number >= len(field.values)
            note = "" if why else notes.get(number, "")
            rows.append(Row(label, note, tick=badge, grey=grey))
        return rows


def _in_order(field: OneOf) -> list[Shaped]:
    """The values of a list; numbers by size, the cursor stands on the first of the field then."""
    values: list[Shaped] = list(field.values)
    return sorted(values) if field.look == "list" and _countable(values) else values


def _countable(values: Sequence[Any]) -> bool:
    return all(type(value) is int and value >= 0 for value in values)
