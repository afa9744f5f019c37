"""Entering dice and numbers with few presses: the mapping is always on the screen.

Up to three values take one press (UP, OK, DOWN), up to twelve take two: the first chooses a
group, the second one of the group, and ROLL is the number that the ask names first unless that
is the smallest. Numbers beyond that are entered digit by digit, dice one by one; but a throw
that is one of few, its order meaning nothing, is a value of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, Self

from referee.kernel.ask import Each
from referee.kernel.text import Shaped
from referee.table.answer.controls import Input
from referee.table.screen import Control, Offer

#: So many values can be entered with two presses.
TWO_PRESSES: Final = 12

_ORDER: Final = {
    1: ("ok",),
    2: ("up", "down"),
    3: ("up", "ok", "down"),
    4: ("roll", "up", "ok", "down"),
}

#: What may come next after what was entered; nothing: it is complete.
Following = Callable[[tuple[Shaped, ...]], tuple[Shaped, ...]]


@dataclass(frozen=True, slots=True)
class Keypad(Control):
    """One value after the other; ``again`` is the label of ROLL for a die that lies askew.

    ``usual``: the value that ROLL enters at once; none: ROLL enters nothing.
    """

    following: Following
    finish: Callable[[tuple[Shaped, ...]], Shaped]
    dice: bool = False
    again: str = ""
    blanks: int = 1
    usual: tuple[Shaped, ...] = ()
    entered: tuple[Shaped, ...] = ()
    presses: tuple[int, ...] = ()  # values entered by each finished press
    group: tuple[Shaped, ...] | None = None
    askew: bool = False

    @property
    def offers(self) -> Sequence[Offer]:
        """A value each, and the die that lies askew."""
        if self.group is not None:
            found = [Offer(label_of(v), (key,)) for key, (v,) in _one_each(self.group).items()]
        else:
            found = [Offer(label_of(value), self.buttons(value)) for value in self.next]
        askew = [Offer(self.again, ("roll",))] if self.again and self.group is None else []
        return [*found, *askew]

    # -- presses ---------------------------------------------------------------------------

    def press(self, key: str) -> tuple[Self, Input | None]:
        keys = self.choices()
        if key in keys:
            return replace(self, askew=False)._take(keys[key])
        if key == "roll" and self.again:
            return replace(self, group=None, askew=True), None
        return replace(self, askew=False), None

    def back(self) -> Self | None:
        """The last press taken back; None if there is none."""
        if self.group is not None:
            return replace(self, group=None, askew=False)
        if not self.presses:
            return None
        entered = self.entered[: -self.presses[-1]]
        return replace(self, entered=entered, presses=self.presses[:-1], askew=False)

    def _take(self, values: tuple[Shaped, ...]) -> tuple[Self, Input | None]:
        if len(values) > 1:
            return replace(self, group=values), None
        before = replace(self, group=None)
        entered = self._followed((*self.entered, *values))
        if not self.following(entered):  # should the answer not be taken, this value is asked again
            return before, Input(self.finish(entered))
        presses = (*self.presses, len(entered) - len(self.entered))
        return replace(before, entered=entered, presses=presses), None

    def begun(self) -> Self:
        """With what may only be entered so."""
        return replace(self, entered=self._followed(()))

    def _followed(self, entered: tuple[Shaped, ...]) -> tuple[Shaped, ...]:
        """With what follows of itself, as nothing else may come."""
        while len(comes := self.following(entered)) == 1:
            entered += comes
        return entered

    @property
    def next(self) -> tuple[Shaped, ...]:
        return self.following(self.entered)

    def choices(self) -> dict[str, tuple[Shaped, ...]]:
        """What every button stands for now: a group of values, or one."""
        if self.group is not None:
            return _one_each(self.group)
        if not self.usual:
            return _shared_out(self.next)
        others = tuple(value for value in self.next if value not in self.usual)
        return {"roll": self.usual, **_beside_usual(others)}

    def buttons(self, value: Shaped) -> tuple[str, ...]:
        """The buttons that enter this value next; raises ValueError if it may not come now.

        A throw of several dice is written as one word: ``RBX``, in any order.
        """
        values = self.next
        value = _meant(value, values)
        if self.group is not None or value not in values:
            raise ValueError(f"{value} is none of {', '.join(map(label_of, values))}")
        first, group = next((k, g) for k, g in self.choices().items() if value in g)
        if len(group) == 1:
            return (first,)
        return (first, next(key for key, one in _one_each(group).items() if one == (value,)))

    @property
    def crowded(self) -> bool:
        """Whether one of four throws is chosen by the next press: they want all the rows."""
        return self.throws and len(self.group or ()) > 3

    @property
    def throws(self) -> bool:
        """Whether every value is a throw of several dice; their lines are long."""
        return any(isinstance(value, tuple) for value in self.next)


def _one_each(values: Sequence[Shaped]) -> dict[str, tuple[Shaped, ...]]:
    return {key: (value,) for key, value in zip(_ORDER[len(values)], values, strict=True)}


def _shared_out(values: Sequence[Shaped]) -> dict[str, tuple[Shaped, ...]]:
    """Buttons for up to twelve values: one each, or equal groups of up to four."""
    if len(values) <= 3:
        return _one_each(values)
    count = 2 if len(values) <= 6 else 3
    size, more = divmod(len(values), count)
    return _groups(values, [size + (number < more) for number in range(count)])


def _beside_usual(values: Sequence[Shaped]) -> dict[str, tuple[Shaped, ...]]:
    """Buttons for the values that ROLL does not enter: as many as can be have one of their own."""
    if len(values) <= 3:
        return _one_each(values)
    size, more = divmod(len(values), 3)
    return _groups(values, [size, size + (more > 1), size + (more > 0)])


def _groups(values: Sequence[Shaped], sizes: Sequence[int]) -> dict[str, tuple[Shaped, ...]]:
    left, keys = iter(values), _ORDER[len(sizes)]
    return {key: tuple(islice(left, size)) for key, size in zip(keys, sizes, strict=True)}


def label_of(value: Shaped) -> str:
    """How a value reads."""
    return "".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _meant(value: Shaped, values: Sequence[Shaped]) -> Shaped:
    """The value that is written so: a number, a digit, or a throw with its dice in any order."""
    letters = sorted(str(value))
    written = (
        v for v in values
        if (sorted(label_of(v)) == letters if isinstance(v, tuple) else str(v) == str(value))
    )  # fmt: skip
    return next(written, value)


def dice_pad(field: Each, again: str) -> Keypad:
    """The dice of a field: as one throw if it is one of few, else one after the other."""
    if not field.ordered and field.count > 1 and field.size() <= TWO_PRESSES:
        throws = tuple(map(tuple, field.expand()))
        return Keypad(
            lambda entered: () if entered else throws,
            lambda entered: list(entered[0]),
            dice=True,
            again=again,
        ).begun()
    faces = tuple(dict.fromkeys(field.faces))

    def following(entered: tuple[Shaped, ...]) -> tuple[Shaped, ...]:
        return faces if len(entered) < field.count else ()

    return Keypad(following, list, dice=True, again=again, blanks=field.count).begun()


def number_pad(values: Sequence[int], usual: Sequence[int] = ()) -> Keypad:
    """A number out of some, none of them negative: at once, or digit by digit if many.

    ``usual``: the one that ROLL enters where the other buttons stand for several; may be empty.
    """
    if len(values) <= TWO_PRESSES:
        ordered, roll = tuple(sorted(values)), tuple(usual) if len(values) > len(_ORDER[3]) else ()
        pad = Keypad(lambda entered: () if entered else ordered, lambda e: e[0], usual=roll)
        return pad.begun()
    width = len(str(max(values)))
    written = [str(value).zfill(width) for value in values]

    def following(entered: tuple[Shaped, ...]) -> tuple[Shaped, ...]:
        before = "".join(entered)
        digits = {w[len(before)] for w in written if w.startswith(before) and w != before}
        return tuple(sorted(digits))

    return Keypad(following, lambda entered: int("".join(entered)), blanks=width).begun()
