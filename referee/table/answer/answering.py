"""Collecting one answer: first the choice, then its arguments, each by the part that suits it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.kernel.ask import Ask, Each, Kind, OneOf, Pick, Refusal
from referee.kernel.scene import Grid, Map, Streets, Widget
from referee.kernel.text import Plain, Shaped
from referee.table.answer.draft import Choice, Draft, Question, choices
from referee.table.answer.keypad import TWO_PRESSES, Keypad, dice_pad, number_pad
from referee.table.answer.parts import (
    AimPart,
    ButtonPart,
    CellPart,
    Input,
    ListPart,
    PicksPart,
    Row,
)
from referee.table.catalogue import Catalogue
from referee.table.pixels.widgets import on_screen

AnyPart = ButtonPart | ListPart | PicksPart | CellPart | Keypad


class Answering:
    """What is asked for now, and what has been said so far.

    ``prompt`` is what to do; ``part`` takes the presses. A finished answer comes out of `key`
    and `name` as a `Draft` without questions; what may not be done comes out as its `Refusal`.
    ``badges``: signs of the players' pieces, which stand before their names in lists.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        state: str,
        asks: Sequence[Ask],
        widgets: Sequence[Widget],
        badges: Mapping[int, str],
    ) -> None:
        self.catalogue = catalogue
        self.asks = tuple(asks)
        self._state = state
        self._widgets = tuple(widgets)
        self._badges = badges
        self.drafts: list[Draft] = []
        self._choices = choices(asks)
        self._first = self._choices[0] if self._choices else None
        self._again = catalogue("pad.again")
        self._begun = 0  # drafts that nobody had to choose
        if (only := self._only()) is not None:
            self.drafts.append(only)
            self._begun = 1
        self.part: AnyPart = self._show()

    @classmethod
    def of(
        cls, catalogue: Catalogue, state: str, draft: Draft, badges: Mapping[int, str]
    ) -> Answering:
        """For one verb only, chosen elsewhere; no grid or map is shown with it."""
        made = cls(catalogue, state, (draft.ask,), (), badges)
        made._choices = [Choice(draft.ask, draft.verb)]
        made._first = made._choices[0]
        made.drafts = [draft]
        made._begun = 1
        made._again = ""
        made.part = made._show()
        return made

    # -- what is shown ---------------------------------------------------------------------

    @property
    def ask(self) -> Ask:
        """The ask that is being answered; the first one while nothing is chosen."""
        return self.drafts[-1].ask if self.drafts else self.asks[0]

    @property
    def question(self) -> Question | None:
        return self.drafts[-1].question if self.drafts else None

    @property
    def chosen(self) -> bool:
        """Whether the player has chosen or entered anything of his answer yet."""
        return len(self.drafts) > self._begun

    @property
    def prompt(self) -> str:
        """The ask's prompt; further arguments are asked for by their own question."""
        if self.chosen and self.question is not None:
            return self.catalogue.question(self.question.name)
        return self.catalogue.text(self.ask.prompt)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that may be named by their own button now."""
        field = self.question.field if self.question is not None else None
        seats: Shaped = field.values if isinstance(field, OneOf) and field.look == "seat" else ()
        return tuple(seats)

    @property
    def refusal(self) -> Refusal | None:
        """Why the thing that is selected may not be done; None if it may."""
        if isinstance(self.part, CellPart):
            return self._refused(list(self.part.cursor.at))
        if not isinstance(self.part, ListPart):
            return None
        if self.question is None:
            return self._choices[self.part.at].refusal
        return self._refused(self._listed(self.question)[self.part.at])

    @property
    def verb(self) -> str:
        """What OK would choose now, or has chosen."""
        if self.drafts:
            return self.drafts[-1].verb
        return self._choices[self.part.at].verb if isinstance(self.part, ListPart) else ""

    @property
    def preview(self) -> str:
        """What the cell under the cursor brings; empty if nothing is known about it."""
        if not isinstance(self.part, CellPart):
            return ""
        at = self.part.cursor.at
        said = (
            w.previews[at]
            for w in self._widgets
            if isinstance(w, Grid | Streets) and at in w.previews
        )
        return next(map(self.catalogue.text, said), "")

    @property
    def rolls(self) -> bool:
        """Whether ROLL is the press that answers."""
        return self._rolling() is not None

    # -- presses ---------------------------------------------------------------------------

    def key(self, key: str) -> Draft | Refusal | None:
        """A press of ``up``, ``down``, ``ok`` or ``roll``."""
        rolling = self._rolling()
        if key == "roll" and rolling is not None:
            return self._begin(rolling)
        entered = self.part.key(key)
        if entered is None:
            return None
        if self.question is not None:
            return self._put(self._entered(self.question, entered))
        if self.drafts:
            return self.drafts[-1]
        return self._begin(self._choices[entered.value])

    def name(self, seat: int) -> Draft | Refusal | None:
        """The own button of one of `seats`."""
        return self._put(seat)

    def point(self, ask: Ask, verb: str, seat: int) -> None:
        """Move the cursor to the line that means this seat; OK takes it then."""
        draft = Draft.begin(ask, verb)
        question = draft.question
        if question is None:
            at = next(n for n, choice in enumerate(self._choices) if choice.verb == verb)
            self.drafts, self._begun = [], 0
        else:
            at = self._listed(question).index(seat)
            self.drafts, self._begun = [draft], 0
        self.part = self._show()
        if isinstance(self.part, ListPart):
            self.part.at = at

    def back(self) -> bool:
        """One press or argument back; False if there is none."""
        if isinstance(self.part, Keypad) and self.part.back():
            return True
        if not self.drafts or (not self.chosen and len(self._choices) == 1):
            return False
        self.drafts.pop()
        self._begun = min(self._begun, len(self.drafts))
        self.part = self._show()
        return True

    # -- inside ----------------------------------------------------------------------------

    def _only(self) -> Draft | None:
        """The draft to begin with where there is but one choice, or one that is not aside.

        What may not be done now stands in a list with it, unless something must be entered: that
        is asked for at once, and BACK shows the list.
        """
        usual = [choice for choice in self._choices if not _aside(choice)]
        free = [choice for choice in usual if choice.refusal is None]
        draft = Draft.begin(free[0].ask, free[0].verb) if len(free) == 1 else None
        alone = len(usual) == 1
        return draft if draft is not None and (alone or draft.question is not None) else None

    def _rolling(self) -> Choice | None:
        """The choice that ROLL stands for: a chance ask with nothing to be entered."""
        open_ = [] if self.chosen else self._choices
        return next(
            (
                choice
                for choice in open_
                if choice.ask.kind is Kind.CHANCE
                and choice.refusal is None
                and Draft.begin(choice.ask, choice.verb).question is None
            ),
            None,
        )

    def _begin(self, choice: Choice) -> Draft | Refusal | None:
        if choice.refusal is not None:
            return choice.refusal
        return self._follow(Draft.begin(choice.ask, choice.verb))

    def _put(self, value: Plain) -> Draft | Refusal | None:
        question = self.question
        assert question is not None
        if refusal := self._refused(value):
            return refusal
        return self._follow(self.drafts[-1].put(question.name, value))

    def _follow(self, draft: Draft) -> Draft | None:
        if draft.question is None:
            return draft
        self.drafts.append(draft)
        self.part = self._show()
        return None

    def _refused(self, value: Plain) -> Refusal | None:
        question = self.question
        refused = question.refused if question is not None else ()
        return next((refusal for found, refusal in refused if found == value), None)

    def _entered(self, question: Question, entered: Input) -> Shaped:
        """The value of a field from what its part gives."""
        field = question.field
        if isinstance(self.part, ListPart):
            return self._listed(question)[entered.value]
        if isinstance(field, Pick):
            return [field.values[number] for number in entered.value]
        return entered.value

    @staticmethod
    def _listed(question: Question) -> list[Shaped]:
        values = question.field.values if isinstance(question.field, OneOf) else ()
        return [*values, *(value for value, _ in question.refused)]

    # -- parts -----------------------------------------------------------------------------

    def _show(self) -> AnyPart:
        question = self.question
        if question is not None:
            return self._field_part(question)
        if self.drafts:
            draft = self.drafts[-1]
            key = "roll" if draft.ask.kind is Kind.CHANCE else "ok"
            return ButtonPart(self.catalogue.verb(draft.verb, self._state), key)
        return self._verbs_part()

    def _row(self, choice: Choice) -> Row:
        label = self.catalogue.verb(choice.verb, self._state)
        notes = (o.note for o in choice.ask.options if o.verb == choice.verb and o.note)
        note = next(map(self.catalogue.text, notes), "")
        right = "ROLL" if choice == self._rolling() else note
        return Row(label, right, grey=choice.refusal is not None)

    def _field_part(self, question: Question) -> AnyPart:
        field = question.field
        listed = self._listed(question)
        if isinstance(field, Each):
            return dice_pad(field, self._again)
        if isinstance(field, Pick):
            name, look = question.name, field.look
            labels = [self.catalogue.value(name, value, look) for value in field.values]
            done = self.catalogue("pick.done", high=field.high)
            return PicksPart(labels, field.low, field.high, done, ordered=field.ordered)
        if field.look == "number" and _countable(field.values):
            # every number keeps its buttons while a pad has room
            whole = len(listed) <= TWO_PRESSES and _countable(listed)
            return number_pad(listed if whole else listed[: len(field.values)])
        if field.look == "cell" and any(isinstance(w, Grid | Map | Streets) for w in self._widgets):
            filled = {place for w in self._widgets if isinstance(w, Grid) for place in w.filled}
            places = [tuple(value) for value in listed[: len(field.values)]]
            refused = [tuple(value) for value in listed[len(field.values) :]]
            refused = [place for place in refused if place not in filled]  # the cell says why
            return CellPart(places, refused, self.catalogue("cell.hint"))
        return ListPart(self._value_rows(question, field))

    def _value_rows(self, question: Question, field: OneOf) -> list[Row]:
        rows = []
        notes = dict(enumerate(map(self.catalogue.text, field.notes)))
        for number, value in enumerate(self._listed(question)):
            label = self.catalogue.value(question.name, value, field.look)
            badge = self._badges.get(value, str(value)) if field.look == "seat" else ""
            grey = number >= len(field.values)
            rows.append(Row(label, notes.get(number, ""), tick=badge, grey=grey))
        return rows

    def _verbs_part(self) -> ListPart:
        """The choices; those that lead to places of a map are chosen by its cursor."""
        road = next((w for w in self._widgets if isinstance(w, Map) and w.aims), None)
        if road is None or self._first is None:
            return ListPart([self._row(choice) for choice in self._choices])
        self._choices.sort(key=lambda choice: _reading_order(road, choice.verb))
        rows = [self._row(choice) for choice in self._choices]
        places = [road.aims.get(choice.verb) for choice in self._choices]
        return AimPart(rows, places, self._choices.index(self._first))


def _reading_order(area: Map, verb: str) -> tuple[int, int, int]:
    """Verbs by where they lead on the screen, from the top; the others come after them."""
    if verb not in area.aims:
        return (1, 0, 0)
    left, top = on_screen(area, area.aims[verb])
    return (0, top, left)


def _aside(choice: Choice) -> bool:
    options = [option for option in choice.ask.options if option.verb == choice.verb]
    return bool(options) and all(option.aside for option in options)


def _countable(values: Sequence[Any]) -> bool:
    return all(type(value) is int and value >= 0 for value in values)
