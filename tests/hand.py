"""A hand that enters answers on a panel with as few presses as the screens allow, and counts them.

It knows what it wants to answer and sees what the screen offers: buttons with a meaning of their
own, lists that go both ways, keypads, cursors. Every player has a button at his seat.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final

from hal.interfaces import Gesture, Press
from referee.kernel.ask import Ask, Each, Entry, OneOf, Pick
from referee.kernel.match import Match
from referee.table.answer.controls import (
    TWO_PRESSES,
    ButtonControl,
    ButtonsControl,
    CellControl,
    Keypad,
    ListControl,
    PicksControl,
)
from referee.table.answer.form import Beside, Draft, Form
from referee.table.modes.messages import Message
from referee.table.modes.play import Play
from referee.table.modes.telling import Told
from referee.table.program import TableProgram
from referee.table.settings import Settings

#: Presses after which an answer is taken not to be enterable.
MOST: Final = 120
#: Secret numbers below this are tapped.
TAPPED: Final = 3
#: Seconds between two presses.
PAUSE: Final = 0.2


class Hand:
    """``presses``: how many so far."""

    def __init__(self, match: Match) -> None:
        self.program = TableProgram(
            None, lambda: "hand", defaults=Settings("en"), games=[match.game.name]
        )
        self.program.show(match)
        self.presses = 0
        self._now = 0.0

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self._now += PAUSE
            self.program.press(Press(self._now, button, Gesture.TAP))
            self.presses += 1

    def there(self, button: str) -> bool:
        """Whether there is such a button."""
        return True

    def answer(self, ask: Ask, entry: Entry) -> None:
        """Enter it, and read what it leads to; raises AssertionError if no press does."""
        match, end = self._play.session.match, self.presses + MOST
        before = len(match.log)
        if self._tapped(ask, entry):
            self._rest()
        elif self._play.sight.covered or self._form.ask.seats != ask.seats:
            self.press(f"seat{entry.seat}")  # shows what is asked of him, or opens his secret
            if len(match.log) == before and self._form.ask.seats != ask.seats:
                self.press(f"seat{entry.seat}")  # the first one woke the screen
            if len(match.log) == before and self._play.sight.covered:
                self.press("ok")
        for _ in range(MOST):  # a step may press nothing
            if len(match.log) != before:
                break
            assert self.presses < end, f"{entry.verb} {entry.args}:\n{self.program.screen_text()}"
            if isinstance(self.program.top, Told):  # told meanwhile, by somebody else's deed
                self.press("ok")
            else:
                self._step(entry)
        assert len(match.log) > before, f"{entry.verb} {entry.args}:\n{self.program.screen_text()}"
        self._rest()
        while isinstance(self.program.top, Message):
            assert self.presses < end, self.program.screen_text()
            self.press("ok")
            self._rest()

    def _tapped(self, ask: Ask, entry: Entry) -> bool:
        """A secret number is tapped at the own button, once more than it is: a small one, or any
        while the screen waits for somebody else."""
        sight, number = self._play.sight, next(iter(entry.args.values()), None)
        own = self._form.ask.seats == ask.seats
        if not (type(number) is int and sight.tappable(entry.seat)):
            return False
        if own and (number >= TAPPED or not sight.covered):
            return False
        self.press(*[f"seat{entry.seat}"] * (number + 1))
        return True

    def _rest(self) -> None:
        """Dice come to rest, and short rulings go; nobody presses for that, or just then."""
        self._now += 3
        self.program.tick(self._now)
        while self.program.passing or (isinstance(top := self.program.top, Told) and top.passes):
            self._now += 1
            self.program.tick(self._now)

    @property
    def _play(self) -> Play:
        play = self.program.modes[0]
        assert isinstance(play, Play)
        return play

    @property
    def _form(self) -> Form:
        form = self._play.form
        assert form is not None
        return form

    def _step(self, entry: Entry) -> None:
        form = self._form
        drafts = form.drafts
        if drafts and not _begins(drafts[-1], entry):  # somebody else has begun it
            self.press("back")
        elif (question := form.question) is not None:
            self._value(form, question.name, question.field, entry.args)
        elif drafts:
            self.press("roll" if form.rolls else "ok")
        else:
            self._verb(form, entry.verb)

    def _verb(self, form: Form, verb: str) -> None:
        control = form.control
        if isinstance(control, ButtonsControl):
            found = (key for key, _, number in control.choices
                     if form.choices[number].verb == verb)  # fmt: skip
            self.press(next(found, "back"))
        elif isinstance(control, ListControl):
            rolling = form.rolling
            if form.rolls and rolling is not None and rolling.verb == verb:
                self.press("roll")
            else:
                lines = ["" if isinstance(line, Beside) else line.verb for line in form.lines]
                self._listed(control, lines, verb)
        else:
            assert isinstance(control, ButtonControl)
            self.press("ok")

    def _value(self, form: Form, name: str, field: Any, args: Mapping[str, Any]) -> None:
        value, control = args[name], form.control
        question = form.question
        assert question is not None
        if isinstance(control, Keypad):
            self._type(field, value)
        elif isinstance(control, PicksControl):
            self._pick(field, value)
        elif isinstance(control, CellControl):
            named = {repr(name): at for at, name in control.values.items()}
            self.press(*_route(control, named.get(repr(value)) or tuple(value)), "ok")
        elif isinstance(control, ButtonsControl):
            shown = form.values
            found = (key for key, _, n in control.choices if shown[n] == value)
            self.press(next(found, "roll"))
        elif value in form.seats and self.there(f"seat{value}"):
            self.press(f"seat{value}")
        else:
            assert isinstance(control, ListControl)
            self._listed(control, form.values, value)

    def _listed(self, control: ListControl, shown: Sequence[Any], wanted: Any) -> None:
        """Choose it; somebody may have opened what may not be chosen now: that is left."""
        at = next((n for n, v in enumerate(shown) if v == wanted), None)
        if at is None:
            self.press("back")
        else:
            self._line(control, at)

    def _line(self, control: ListControl, at: int) -> None:
        """The shorter way round to a line, and OK."""
        count = len(control.items)
        down = (at - control.at) % count
        up = (control.at - at) % count
        self.press(*["down"] * down if down <= up else ["up"] * up, "ok")

    def _type(self, field: Any, value: Any) -> None:
        if isinstance(field, Each):
            single = field.ordered or field.count == 1 or field.size() > TWO_PRESSES
            parts = value if single else ["".join(map(str, value))]
        elif len(field.values) <= TWO_PRESSES:
            parts = [value]
        else:
            parts = list(str(value).zfill(len(str(max(field.values)))))
        for part in parts:
            pad = self.program.top.keypad
            if pad is not None and pad.group is not None:
                self.press("back")  # a card took the second of two presses
                return
            if pad is not None and (part in pad.next or isinstance(field, Each)):
                self.press(*pad.buttons(part))

    def _pick(self, field: Pick, value: Sequence[Any]) -> None:
        if field.low == field.high == 1:
            self._line(self._picks.list, field.values.index(value[0]))
            return
        left, wanted = list(enumerate(field.values)), list[int]()
        for card in value:
            found = next(item for item in left if item[1] == card)
            left.remove(found)
            wanted.append(found[0])
        taken = self._picks.taken
        fits = [*taken] == wanted[: len(taken)] if field.ordered else {*taken} <= {*wanted}
        kept = taken if fits else ()
        for place in set(taken) - set(kept):  # somebody else has ticked them
            self._line(self._picks.list, place + 1)
        for place in (at for at in wanted if at not in kept):
            self._line(self._picks.list, place + 1)
        if field.ordered or field.low != field.high:  # else the last tick has answered
            self._line(self._picks.list, 0)

    @property
    def _picks(self) -> PicksControl:
        control = self._form.control
        assert isinstance(control, PicksControl)
        return control


def _begins(draft: Draft, entry: Entry) -> bool:
    """Whether what is begun leads to this answer."""
    chosen = draft.args.items()
    return draft.verb == entry.verb and all(entry.args.get(name) == value for name, value in chosen)


def _route(control: CellControl, place: tuple[int, ...]) -> list[str]:
    """The fewest presses of UP, DOWN and ROLL from the cursor to a place."""
    seen: dict[int, list[str]] = {control.number: []}
    waiting = deque([control])
    while waiting:
        here = waiting.popleft()
        if tuple(here.at) == place:
            return seen[here.number]
        for key in ("up", "down", "roll"):
            there, _ = here.press(key)
            if there.number not in seen:
                seen[there.number] = [*seen[here.number], key]
                waiting.append(there)
    raise AssertionError(f"no way leads to {place}")


__all__ = ["Hand", "OneOf"]
