"""Collecting one answer: first the choice, then its arguments, each by a control that suits it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.kernel.ask import Ask, Kind, OneOf, Pick, Refusal
from referee.kernel.scene import Map, Widget
from referee.kernel.text import Plain, Shaped
from referee.table.answer.buttons import ButtonsControl
from referee.table.answer.cells import CellControl
from referee.table.answer.controls import ButtonControl, Input, Row
from referee.table.answer.draft import Choice, Draft, Question, choices
from referee.table.answer.fields import (
    MANY,
    MORE,
    ON_BUTTONS,
    WHY,
    FieldControl,
    Fields,
    listed,
    shown,
    why_row,
)
from referee.table.answer.keypad import Keypad
from referee.table.answer.lists import AimControl, ListControl
from referee.table.catalogue import Catalogue
from referee.table.pixels.maps import reading_order

AnyControl = FieldControl | ButtonControl


class Answering:
    """What is asked for now, and what has been said so far.

    ``prompt`` is what to do; ``control`` takes the presses. A finished answer comes out of `key`
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
        self._fields = Fields(catalogue, tuple(widgets), badges, catalogue("pad.again"))
        self.drafts: list[Draft] = []
        self._choices = choices(asks)
        self._first = self._choices[0] if self._choices else None
        self._lines: list[Choice | None] = []  # of a list of choices; None: why not
        self._why = False  # what may not be done is listed, and nothing else
        self._passed = 0  # values on buttons that were passed over
        self._whole = False  # all choices are listed, though some have buttons of their own
        self._begun = 0  # drafts that nobody had to choose
        if (only := self._only()) is not None:
            self.drafts.append(only)
            self._begun = 1
        self.control: AnyControl = self._show()

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
        made._fields.again = ""
        made.control = made._show()
        return made

    def asked(self, asks: Sequence[Ask], state: str) -> bool:
        """Whether this is still what is asked."""
        return (self.asks, self._state) == (tuple(asks), state)

    def update_scene(self, widgets: Sequence[Widget], badges: Mapping[int, str]) -> None:
        """The scene has changed under the answer in the making, which goes on."""
        self._fields.widgets, self._fields.badges = tuple(widgets), badges

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
            draft = self.drafts[-1]
            return self.catalogue.question(self.question.name, draft.verb, draft.args)
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
        if isinstance(self.control, CellControl):
            return self._refused(self.control.value)
        if not isinstance(self.control, ListControl):
            return None
        if self.question is None:
            return self._line.refusal if self._line is not None else None
        return self._refused(self._shown(self.question)[self.control.at])

    @property
    def verb(self) -> str:
        """What OK would choose now, or has chosen."""
        if self.drafts:
            return self.drafts[-1].verb
        return self._line.verb if self._line is not None else ""

    @property
    def behind(self) -> list[str]:
        """The choices that only BACK leads to, where one has begun by itself."""
        begun = bool(self.drafts) and not self.chosen
        aside = (choice.verb for choice in self._choices if begun and choice.aside)
        return [self.catalogue.verb(verb, self._state) for verb in aside]

    @property
    def _line(self) -> Choice | None:
        """The choice that is selected in a list of them."""
        if self.question is not None or not isinstance(self.control, ListControl):
            return None
        return self._lines[self.control.at]

    @property
    def preview(self) -> str:
        """What the choice or the cell under the cursor brings; empty if nothing is known of it."""
        if isinstance(self.control, CellControl):
            return self._fields.preview(self.control.cursor.at)
        said = (option.preview for option in self._line.options) if self._line is not None else ()
        return next((self.catalogue.text(text) for text in said if text is not None), "")

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
        entered = self.control.key(key)
        if entered is None:
            return None
        if self.question is not None:
            value = self._entered(self.question, entered)
            if value is WHY:
                self._tell_why()
            elif value is MORE:
                self._passed += max(ON_BUTTONS)
                self.control = self._show()
            else:
                return self._put(value)
            return None
        if self.drafts:
            return self.drafts[-1]
        if isinstance(self.control, ButtonsControl):
            return self._begin(self._choices[entered.value])
        line = self._lines[entered.value]
        if line is None:
            self._tell_why()
            return None
        return self._begin(line)

    def name(self, seat: int) -> Draft | Refusal | None:
        """The own button of one of `seats`."""
        return self._put(seat)

    def point(self, ask: Ask, verb: str, seat: int) -> None:
        """Move the cursor to the line that means this seat; OK takes it then."""
        draft = Draft.begin(ask, verb)
        question = draft.question
        self._why, self._passed = False, 0
        if question is None:
            at = next(n for n, choice in enumerate(self._choices) if choice.verb == verb)
            self.drafts, self._begun, self._whole = [], 0, True
        else:
            at = listed(question).index(seat)
            self.drafts, self._begun = [draft], 0
        self.control = self._show()
        if isinstance(self.control, ListControl):
            self.control.at = at

    def back(self) -> bool:
        """One press or argument back; False if there is none."""
        if isinstance(self.control, Keypad) and self.control.back():
            return True
        deeper = self._why or self._passed > 0
        if deeper or (isinstance(self.control, ButtonsControl) and self.question is None):
            self._whole = self._whole or not deeper
            self._why, self._passed = False, 0
            self.control = self._show()
            return True
        if not self.drafts or (not self.chosen and len(self._choices) == 1):
            return False
        self.drafts.pop()
        self._begun = min(self._begun, len(self.drafts))
        self.control = self._show()
        return True

    # -- inside ----------------------------------------------------------------------------

    def _only(self) -> Draft | None:
        """The draft to begin with where there is but one choice, or one that is not aside.

        What may not be done now stands in a list with it, unless something must be entered: that
        is asked for at once, and BACK shows the list.
        """
        usual = [choice for choice in self._choices if not choice.aside]
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

    def _tell_why(self) -> None:
        """List what may not be done; the one that is selected says why."""
        self._why = True
        self.control = self._show()

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
        self._passed = 0
        self.control = self._show()
        return None

    def _refused(self, value: Plain) -> Refusal | None:
        question = self.question
        refused = question.refused if question is not None else ()
        return next((refusal for found, refusal in refused if found == value), None)

    def _entered(self, question: Question, entered: Input) -> Shaped:
        """The value of a field from what its control gives."""
        field = question.field
        if isinstance(self.control, ListControl | ButtonsControl):
            return self._shown(question)[entered.value]
        if isinstance(field, Pick):
            return [field.values[number] for number in entered.value]
        return entered.value

    def _shown(self, question: Question) -> list[Any]:
        return shown(question, why=self._why, passed=self._passed)

    # -- controls -----------------------------------------------------------------------------

    def _show(self) -> AnyControl:
        question = self.question
        if question is not None:
            draft = self.drafts[-1]
            return self._fields.control(draft, question, why=self._why, passed=self._passed)
        if self.drafts:
            draft = self.drafts[-1]
            return self._fields.button(draft, self.catalogue.verb(draft.verb, self._state))
        return self._verbs_control()

    def _row(self, choice: Choice | None) -> Row:
        if choice is None:
            return why_row(self.catalogue)
        label = self.catalogue.verb(choice.verb, self._state)
        right = "ROLL" if choice == self._rolling() else self._fields.note(choice)
        return Row(label, right, grey=choice.refusal is not None)

    def _verbs_control(self) -> ListControl | ButtonsControl:
        """The choices; those that lead to places of a map are chosen by its cursor."""
        road = next((w for w in self._fields.widgets if isinstance(w, Map) and w.aims), None)
        if (buttons := self._buttons(road)) is not None:
            return buttons
        refused = [choice for choice in self._choices if choice.refusal is not None]
        if self._why or road is None or self._first is None:
            self._lines = [*(refused if self._why else self._choices)]
            if not self._why and len(refused) >= MANY:
                self._lines = [c for c in self._choices if c.refusal is None] + [None]
            aside = [n for n, line in enumerate(self._lines) if line is not None and line.aside]
            left = self._whole or self._only() is not None  # the usual, by BACK
            return ListControl(list(map(self._row, self._lines)), aside[0] if left and aside else 0)
        lines = sorted(self._choices, key=lambda choice: reading_order(road, choice.verb))
        self._lines = [*lines]
        places = [road.aims.get(choice.verb) for choice in lines]
        at = next(n for n, choice in enumerate(lines) if choice is self._first)
        return AimControl([self._row(choice) for choice in lines], places, at)

    def _buttons(self, road: Map | None) -> ButtonsControl | None:
        """The verbs with buttons of their own, if the game gives them some."""
        wanted = self.asks[0].buttons if len(self.asks) == 1 and not self._whole else ()
        numbers = {choice.verb: number for number, choice in enumerate(self._choices)}
        found = [(key, self._row(self._choices[numbers[verb]]), numbers[verb])
                 for key, verb in wanted if verb in numbers]  # fmt: skip
        if not found:
            return None
        aims = {key: road.aims[verb] for key, verb in wanted
                if road is not None and verb in road.aims}  # fmt: skip
        return ButtonsControl(found, aims)
