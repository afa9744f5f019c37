"""A hand that enters answers on a panel with as few presses as the screens allow, and counts them.

It knows what it wants to answer and sees what the screen offers: buttons with a meaning of their
own, lists that go both ways, keypads, cursors. Every player has a button at his seat.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final

from hal.interfaces import Gesture, Press
from referee.kernel.ask import Ask, Each, OneOf, Pick
from referee.kernel.entry import Entry
from referee.kernel.match import Match
from referee.table.answer.answering import Answering
from referee.table.answer.buttons import ButtonsControl
from referee.table.answer.cells import CellControl
from referee.table.answer.controls import ButtonControl
from referee.table.answer.fields import WHY
from referee.table.answer.keypad import TWO_PRESSES, Keypad
from referee.table.answer.lists import ListControl, PicksControl
from referee.table.modes.messages import Message
from referee.table.modes.play import Play
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

    def answer(self, ask: Ask, entry: Entry) -> None:
        """Enter it, and read what it leads to; raises AssertionError if no press does."""
        match, end = self._play.session.match, self.presses + MOST
        before = len(match.log)
        if self._tapped(ask, entry):
            self._rest()
        elif self._play.covered or self._answering.ask.seats != ask.seats:
            self.press(f"seat{entry.seat}")  # shows what is asked of him, or opens his secret
            if len(match.log) == before and self._play.covered:
                self.press("ok")
        while len(match.log) == before:
            assert self.presses < end, f"{entry.verb} {entry.args}:\n{self.program.screen_text()}"
            self._step(entry)
        self._rest()
        while isinstance(self.program.top, Message):
            self.press("ok")
            self._rest()

    def _tapped(self, ask: Ask, entry: Entry) -> bool:
        """A small secret number is tapped at the own button, once more than it is."""
        play, number = self._play, next(iter(entry.args.values()), None)
        small = type(number) is int and number < TAPPED
        if not (small and play.covered and play._secrets.tappable(entry.seat)):
            return False
        assert isinstance(number, int)
        self.press(*[f"seat{entry.seat}"] * (number + 1))
        return True

    def _rest(self) -> None:
        """Dice come to rest, and short rulings go; nobody presses for that, or just then."""
        self._now += 3
        self.program.tick(self._now)
        while self.program.passing:
            self._now += 1
            self.program.tick(self._now)

    @property
    def _play(self) -> Play:
        play = self.program.modes[0]
        assert isinstance(play, Play)
        return play

    @property
    def _answering(self) -> Answering:
        answering = self._play.answering
        assert answering is not None
        return answering

    def _step(self, entry: Entry) -> None:
        answering = self._answering
        drafts = answering.drafts
        if drafts and drafts[-1].verb != entry.verb:
            self.press("back")
        elif (question := answering.question) is not None:
            self._value(answering, question.name, question.field, entry.args)
        elif drafts:
            self.press("roll" if answering.rolls else "ok")
        else:
            self._verb(answering, entry.verb)

    def _verb(self, answering: Answering, verb: str) -> None:
        control = answering.control
        if isinstance(control, ButtonsControl):
            found = (key for key, _, number in control._choices
                     if answering._choices[number].verb == verb)  # fmt: skip
            self.press(next(found, "back"))
        elif isinstance(control, ListControl):
            rolling = answering._rolling()
            if rolling is not None and rolling.verb == verb:
                self.press("roll")
            else:
                lines = [line.verb if line is not None else "" for line in answering._lines]
                self._line(control, lines.index(verb))
        else:
            assert isinstance(control, ButtonControl)
            self.press("ok")

    def _value(self, answering: Answering, name: str, field: Any, args: Mapping[str, Any]) -> None:
        value, control = args[name], answering.control
        question = answering.question
        assert question is not None
        if isinstance(control, Keypad):
            self._type(control, field, value)
        elif isinstance(control, PicksControl):
            self._pick(control, field, value)
        elif isinstance(control, CellControl):
            named = {repr(name): at for at, name in control._values.items()}
            self.press(*_route(control, named.get(repr(value)) or tuple(value)), "ok")
        elif isinstance(control, ButtonsControl):
            shown = answering._shown(question)
            found = (key for key, _, n in control._choices if shown[n] == value)
            self.press(next(found, "roll"))
        elif value in answering.seats:
            self.press(f"seat{value}")
        else:
            assert isinstance(control, ListControl)
            shown = answering._shown(question)
            at = next(n for n, v in enumerate(shown) if v is not WHY and v == value)
            self._line(control, at)

    def _line(self, control: ListControl, at: int) -> None:
        """The shorter way round to a line, and OK."""
        count = len(control.items)
        down = (at - control.at) % count
        up = (control.at - at) % count
        self.press(*["down"] * down if down <= up else ["up"] * up, "ok")

    def _type(self, pad: Keypad, field: Any, value: Any) -> None:
        if isinstance(field, Each):
            single = field.ordered or field.count == 1 or field.size() > TWO_PRESSES
            parts = value if single else ["".join(map(str, value))]
        elif len(field.values) <= TWO_PRESSES:
            parts = [value]
        else:
            parts = list(str(value).zfill(len(str(max(field.values)))))
        for part in parts:
            if part in pad._next or isinstance(field, Each):
                self.press(*pad.buttons(part))

    def _pick(self, control: PicksControl, field: Pick, value: Sequence[Any]) -> None:
        if field.low == field.high == 1:
            self._line(control._list, field.values.index(value[0]))
            return
        left = list(enumerate(field.values))
        for card in value:
            place = next(item for item in left if item[1] == card)
            left.remove(place)
            if place[0] not in control.taken:
                self._line(control._list, place[0] + 1)
        if self._answering.control is control:
            self._line(control._list, 0)


def _route(control: CellControl, place: tuple[int, ...]) -> list[str]:
    """The fewest presses of UP, DOWN and ROLL from the cursor to a place."""
    start = control._at
    seen: dict[int, list[str]] = {start: []}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        if tuple(control._stops[at]) == place:
            break
        for key in ("up", "down", "roll"):
            control._at = at
            control.key(key)
            if control._at not in seen:
                seen[control._at] = [*seen[at], key]
                waiting.append(control._at)
    control._at = start
    return next(keys for at, keys in seen.items() if tuple(control._stops[at]) == place)


__all__ = ["Hand", "OneOf"]
