"""The control that asks for one field of an answer: a keypad, a list, toggles, a cursor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from referee.kernel.ask import Each, Kind, OneOf, Pick
from referee.kernel.scene import Grid, Map, Streets, Widget
from referee.kernel.text import Shaped
from referee.table.answer.buttons import ButtonsControl
from referee.table.answer.cells import CellControl
from referee.table.answer.controls import ButtonControl, Row
from referee.table.answer.draft import Choice, Draft, Question
from referee.table.answer.keypad import TWO_PRESSES, Keypad, dice_pad, number_pad
from referee.table.answer.lists import ListControl, PicksControl, PlaceControl
from referee.table.catalogue import Catalogue
from referee.table.pixels.cursor import Cursor, Place
from referee.table.pixels.maps import steps_order

#: What stands for the values that may not be chosen; so many of them are listed by themselves.
WHY: Final = object()
MANY: Final = 2

#: What stands for the values that have no button now.
MORE: Final = object()

#: The buttons for so many values; ROLL is for what is left.
ON_BUTTONS: Final = {1: ("ok",), 2: ("up", "down"), 3: ("up", "ok", "down")}

FieldControl = ButtonsControl | ListControl | PicksControl | CellControl | Keypad


def why_row(catalogue: Catalogue) -> Row:
    """The line behind which stands what may not be chosen."""
    return Row(catalogue("why.line"))


def listed(question: Question) -> list[Shaped]:
    """All values of a field's list, those last that may not be chosen."""
    values = _in_order(question.field) if isinstance(question.field, OneOf) else ()
    return [*values, *(value for value, _ in question.refused)]


def shown(question: Question, *, why: bool, passed: int = 0) -> list[Any]:
    """The values of a list; several that may not be chosen are behind one line (`WHY`).

    Of values on buttons: those that have one, after so many that were ``passed`` over, and what
    ROLL stands for, the last one or all others (`MORE`).
    """
    refused = [value for value, _ in question.refused]
    if why:
        return refused
    values = listed(question)[: -len(refused) or None]
    behind = [WHY] if len(refused) >= MANY else refused
    if not isinstance(question.field, OneOf) or question.field.look != "buttons":
        return [*values, *behind]
    end = passed + max(ON_BUTTONS)
    rest = [*values[end:], *behind]
    return [*values[passed:end], *(rest if len(rest) <= 1 else [MORE])]


@dataclass(slots=True)
class Fields:
    """Makes the controls. ``widgets``, ``badges``: of the scene that they stand in.

    ``again``: the label of the key that says that a die is rolled again; empty: there is none.
    """

    catalogue: Catalogue
    widgets: tuple[Widget, ...]
    badges: Mapping[int, str]
    again: str

    def control(
        self, question: Question, *, why: bool, passed: int, at: Place | None = None
    ) -> FieldControl:
        """``why``: only the values that may not be chosen are listed. ``passed``: see `shown`.

        ``at``: the place that has been chosen before, which this question is about.
        """
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
            allowed = values[: len(field.values)]
            usual = allowed[:1] if allowed[:1] != [min(allowed)] else []
            return number_pad(values if whole else allowed, usual)
        area = self._area
        if field.look == "cell" and area is not None:
            filled = {place for w in self.widgets if isinstance(w, Grid) for place in w.filled}
            places = [tuple(value) for value in values[: len(field.values)]]
            refused = [tuple(value) for value in values[len(field.values) :]]
            refused = [place for place in refused if place not in filled]  # the cell says why
            called, hint = partial(self.catalogue.place, area), self.catalogue("cell.hint")
            order = tuple if isinstance(area, Grid) else partial(steps_order, area)
            return CellControl(places, refused, hint, called, order)
        rows = self._rows(question, field, shown(question, why=why, passed=passed))
        if why:
            return ListControl(rows)
        if field.look == "buttons":
            own = ON_BUTTONS[min(len(field.values) - passed, max(ON_BUTTONS))]
            keys = zip((*own, "roll"), rows, range(len(rows)), strict=False)
            return ButtonsControl(list(keys), {})
        first = values.index(field.values[0])
        if at is not None and isinstance(area, Streets):
            arms = [str(value) if area.cells else "" for value in field.values]
            return PlaceControl(rows, at, arms, first)
        return ListControl(rows, first)

    @property
    def _area(self) -> Grid | Map | Streets | None:
        """What places are chosen on."""
        return next((w for w in self.widgets if isinstance(w, Grid | Map | Streets)), None)

    def button(self, draft: Draft, label: str) -> ButtonControl:
        """For an answer that nothing is missing of; on a map the cursor stands where it leads."""
        key = "roll" if draft.ask.kind is Kind.CHANCE else "ok"
        name, at = self._target(draft), draft.place
        if not name or at is None:
            return ButtonControl(label, key)
        label = self.catalogue("cell.only", what=label, cell=name)
        return ButtonControl(label, key, Cursor(at, [at], {at: (key,)}), name)

    def note(self, choice: Choice) -> str:
        """What stands beside a choice: the game's own note, or the only place that it leads to."""
        notes = [option.note for option in choice.options if option.note is not None]
        if notes or not choice.options:
            return next(map(self.catalogue.text, notes), "")
        return self._target(Draft.begin(choice.ask, choice.verb))

    def preview(self, at: Place) -> str:
        """What this place brings; empty if nothing is known about it."""
        shown = (w for w in self.widgets if isinstance(w, Grid | Streets))
        said = (widget.previews[at] for widget in shown if at in widget.previews)
        return next(map(self.catalogue.text, said), "")

    def _target(self, draft: Draft) -> str:
        """What the place is called that an answer names without having been asked for it."""
        area, at = self._area, draft.place
        return self.catalogue.place(area, at) if area is not None and at is not None else ""

    def _rows(self, question: Question, field: OneOf, values: Sequence[Any]) -> list[Row]:
        rows = []
        said = map(self.catalogue.text, field.notes)
        notes = dict(zip(map(repr, field.values), said, strict=False))
        refused = [value for value, _ in question.refused]
        for value in values:
            if value is WHY:
                rows.append(why_row(self.catalogue))
                continue
            if value is MORE:
                rows.append(Row(self.catalogue("more.line")))
                continue
            label = self.catalogue.value(question.name, value, field.look)
            seat = value if field.look == "seat" and type(value) is int else None
            badge = self.catalogue.sign(seat, self.badges) if seat is not None else ""
            grey = value in refused
            note = "" if grey else notes.get(repr(value), "")
            rows.append(Row(label, note, tick=badge, grey=grey))
        return rows


def _in_order(field: OneOf) -> list[Shaped]:
    """The values of a list; numbers by size, the cursor stands on the first of the field then."""
    values: list[Shaped] = list(field.values)
    return sorted(values) if field.look == "list" and _countable(values) else values


def _countable(values: Sequence[Any]) -> bool:
    return all(type(value) is int and value >= 0 for value in values)
