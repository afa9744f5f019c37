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
from referee.table.answer.draft import PLACES, Choice, Draft, Question
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

    def control(self, draft: Draft, question: Question, *, why: bool, passed: int) -> FieldControl:
        """``why``: only the values that may not be chosen are listed. ``passed``: see `shown`."""
        field = question.field
        values = listed(question)
        if isinstance(field, Each):
            return dice_pad(field, self.again)
        if isinstance(field, Pick):
            name, look = question.name, field.look
            labels = [self.catalogue.value(name, value, look) for value in field.values]
            done = self.catalogue("pick.done", high=field.high)
            return PicksControl(labels, field.low, field.high, done, ordered=field.ordered)
        area = self._area
        if field.look in PLACES and area is not None and all(map(self._place, values)):
            return self._places(draft, question, area)
        if field.look in ("number", "tile") and _countable(field.values):
            # every number keeps its buttons while a pad has room
            whole = len(values) <= TWO_PRESSES and _countable(values)
            allowed = values[: len(field.values)]
            usual = allowed[:1] if allowed[:1] != [min(allowed)] else []
            return number_pad(values if whole else allowed, usual)
        rows = self._rows(question, field, shown(question, why=why, passed=passed))
        if why:
            return ListControl(rows)
        if field.look == "buttons":
            own = ON_BUTTONS[min(len(field.values) - passed, max(ON_BUTTONS))]
            keys = zip((*own, "roll"), rows, range(len(rows)), strict=False)
            return ButtonsControl(list(keys), {})
        first = values.index(field.values[0])
        at = self._place(draft.place)
        if at is None or not isinstance(area, Streets):
            return ListControl(rows, first)
        if not draft.lying:
            return PlaceControl(rows, at, (), first)
        return PlaceControl(rows, at, draft.lying, draft.lying.index(_fitting(draft, area, at)))

    def _places(self, draft: Draft, question: Question, area: Grid | Map | Streets) -> CellControl:
        """The cursor over places; over tiles it begins at the one where the town is looked at."""
        field = question.field
        assert isinstance(field, OneOf)
        values = {at: value for value in listed(question) if (at := self._place(value))}
        filled = {place for w in self.widgets if isinstance(w, Grid) for place in w.filled}
        free = [at for at, value in values.items() if field.accepts(value)]
        refused = [at for at in values if at not in (*free, *filled)]  # what is filled says why
        called, hint = partial(self.catalogue.place, area), self.catalogue("cell.hint")
        order = tuple if isinstance(area, Grid) else partial(steps_order, area)
        if field.look != "tile" or not isinstance(area, Streets):
            return CellControl(free, refused, hint, called, order)
        free.sort(key=partial(_apart, area.focus))
        fitting = partial(_fitting, draft, area)
        return CellControl(free, refused, hint, called, order, values, fitting)

    def _place(self, value: Shaped) -> Place | None:
        """The place that a value names, itself or by the number of a tile."""
        if isinstance(value, list):
            return (value[0], value[1])
        return self._area.middle(str(value)) if isinstance(self._area, Streets) else None

    @property
    def _area(self) -> Grid | Map | Streets | None:
        """What places are chosen on."""
        return next((w for w in self.widgets if isinstance(w, Grid | Map | Streets)), None)

    def button(self, draft: Draft, label: str) -> ButtonControl:
        """For an answer that nothing is missing of; on a map the cursor stands where it leads."""
        key = "roll" if draft.ask.kind is Kind.CHANCE else "ok"
        name, at = self._target(draft), self._place(draft.place)
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
        area, at = self._area, self._place(draft.place)
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


def _apart(one: Place, other: Place) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _fitting(draft: Draft, area: Streets, at: Place) -> str | None:
    """How a tile may lie at a place: the first way that follows most of the roads there, and of
    those the first that leads to where the town is looked at."""
    under = next((tile.arms for tile in area.tiles if area.at(tile.cell) == at), "")
    east, north = area.focus[0] - at[0], area.focus[1] - at[1]
    ways = {"N": north, "E": east, "S": -north, "W": -east}
    near = max(under, key=ways.__getitem__, default="")
    return max(draft.lying, key=lambda arms: (len({*arms} & {*under}), near in arms), default=None)


def _in_order(field: OneOf) -> list[Shaped]:
    """The values of a list; numbers by size, the cursor stands on the first of the field then."""
    values: list[Shaped] = list(field.values)
    return sorted(values) if field.look == "list" and _countable(values) else values


def _countable(values: Sequence[Any]) -> bool:
    return all(type(value) is int and value >= 0 for value in values)
