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
from referee.table.answer.controls import Input, draw_key
from referee.table.pixels.canvas import CONTENT, LIT, Canvas, Rect
from referee.table.pixels.cursor import Cursor
from referee.table.pixels.dice import SMALL, draw_die
from referee.table.pixels.fonts import font
from referee.table.pixels.lines import KEYS, Entered, Key
from referee.table.screen import Offer

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
class Keypad:
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
            found = [Offer(_label(v), (key,)) for key, (v,) in _one_each(self.group).items()]
        else:
            found = [Offer(_label(value), self.buttons(value)) for value in self.next]
        askew = [Offer(self.again, ("roll",))] if self.again and self.group is None else []
        return [*found, *askew]

    @property
    def cursor(self) -> Cursor | None:
        return None

    # -- presses ---------------------------------------------------------------------------

    def press(self, key: str) -> tuple[Self, Input | None]:
        keys = self._choices()
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

    def _choices(self) -> dict[str, tuple[Shaped, ...]]:
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
            raise ValueError(f"{value} is none of {', '.join(map(_label, values))}")
        first, group = next((k, g) for k, g in self._choices().items() if value in g)
        if len(group) == 1:
            return (first,)
        return (first, next(key for key, one in _one_each(group).items() if one == (value,)))

    @property
    def crowded(self) -> bool:
        """Whether one of four throws is chosen by the next press: they want all the rows."""
        return self._throws and len(self.group or ()) > 3

    # -- drawing ---------------------------------------------------------------------------

    @property
    def width(self) -> int:
        return CONTENT.width if self._throws else 100 if self.blanks > 1 else 64

    @property
    def _throws(self) -> bool:
        """Whether every value is a throw of several dice; their lines are long."""
        return any(isinstance(value, tuple) for value in self.next)

    def rows(self, width: int) -> tuple[int, int]:
        lines = len(self._lines())
        if self._throws:
            return len(self._choices()) * 9, lines * 11
        return (-(-lines // 2) if width > 100 else lines) * 10, lines * 11

    def _lines(self) -> list[tuple[str, tuple[Shaped, ...]]]:
        """The buttons and what they stand for now; no values: a die that lies askew."""
        lines = list(self._choices().items())
        return [*lines, ("roll", ())] if self.again and self.group is None else lines

    def draw(self, canvas: Canvas, rect: Rect) -> None:
        """One button under the other, or in two columns where rows are scarce.

        Throws are too long for two columns: there the die that lies askew is left out.
        """
        lines = self._lines()
        if self._throws and rect.height < 10 * len(lines):
            lines = list(self._choices().items())
        columns = 1 if self._throws or rect.height >= 10 * len(lines) else 2
        rows = -(-len(lines) // columns)
        step = min(rect.height // rows, 11)
        rect = rect.below(rect.height - step * rows + 1)
        room = rect.right - self._draw_entered(canvas, rect, tight=columns > 1)
        left = end = rect.left
        for number, (key, values) in enumerate(lines):
            if number == rows:
                left = end + 4
            top = rect.top + number % rows * step
            at = left + draw_key(canvas, left, top, KEYS[key], 16 if columns == 1 else 8) + 1
            if values:
                end = max(self._draw_values(canvas, at, top, values, tight=columns > 1), end)
            else:
                line = Rect(at, top, room, rect.bottom)
                canvas.line(line, self.again, ("body", "small"))
            alone = columns == 1 or number >= rows
            canvas.touch(Rect(left, top, room if alone else end, top + step), (key,))
            label = "" if values else self.again
            canvas.say(Key(key, label, tuple(map(_label, values))))

    def _draw_values(
        self, canvas: Canvas, left: int, top: int, values: Sequence[Shaped], *, tight: bool
    ) -> int:
        """Returns the column after the last value."""
        gap = 5 if tight else 6
        room = canvas.whole.right - left - gap * (len(values) - 1)
        faces = [font(name) for name in (("body", "small") if tight else ("bold", "body", "small"))]
        label = "".join(map(_label, values))
        face = next((face for face in faces if face.width(label) <= room), faces[-1])
        for value in values:
            if self.dice and (not isinstance(value, tuple) or len(values) == 1):
                for die in value if isinstance(value, tuple) else (value,):
                    draw_die(canvas, left, top, SMALL, die)
                    left += SMALL + 3
            else:
                canvas.ink(left, top, _label(value), face)
                left += face.width(_label(value)) + gap
        if left > canvas.whole.right + 6:
            canvas.clipped.append(" ".join(map(_label, values)))
        return left

    def _draw_entered(self, canvas: Canvas, rect: Rect, *, tight: bool) -> int:
        """At the right: what has been entered, and a blank for each value to come.

        Returns the columns it takes.
        """
        if self.blanks < 2:
            return 0
        canvas.say(Entered(tuple(map(str, self.entered))))
        if self.dice and not tight:
            return self._draw_dice(canvas, rect)
        face = font("small" if tight else "mid" if rect.height >= 22 else "bold")
        digits, missing = "".join(map(str, self.entered)), self.blanks - len(self.entered)
        if self.dice:
            digits, missing = f"{len(self.entered)}/{self.blanks}", 0
        step = face.width("0") + 3
        left = rect.right - face.width(digits) - step * missing - 3
        canvas.ink(left, rect.bottom - face.height - 2, digits, face)
        for number in range(missing):
            x = rect.right - step * (missing - number)
            canvas.fill(Rect(x, rect.bottom - 4, x + step - 3, rect.bottom - 2))
        return rect.right - left

    def _draw_dice(self, canvas: Canvas, rect: Rect) -> int:
        side = 13 if self.blanks <= 2 else SMALL
        rows = min(rect.height // (side + 1), 3)
        columns = -(-self.blanks // rows)
        for number in range(self.blanks):
            x = rect.right - (columns - number // rows) * (side + 2)
            y = rect.top + number % rows * (side + 1)
            if number < len(self.entered):
                draw_die(canvas, x, y, side, self.entered[number])
            else:
                canvas.frame(Rect(x, y, x + side, y + side), LIT)
        return columns * (side + 2)


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


def _label(value: Shaped) -> str:
    return "".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _meant(value: Shaped, values: Sequence[Shaped]) -> Shaped:
    """The value that is written so: a number, a digit, or a throw with its dice in any order."""
    letters = sorted(str(value))
    written = (
        v for v in values
        if (sorted(_label(v)) == letters if isinstance(v, tuple) else str(v) == str(value))
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
