"""What presses move: a button, a list, toggles, a cursor over places, letters; each a value.

A control knows neither a match nor a catalogue: it shows labels and tells what was chosen. `press`
takes ``up``, ``down``, ``ok`` or ``roll`` and gives the control as it is then, and what was given
with it, an `Input`, if that was all; nothing here changes. How it looks: `pixels.controls`.

Dice and numbers are entered with few presses, and the mapping is always on the screen (`Keypad`).
Up to three values take one press (UP, OK, DOWN), up to twelve take two: the first chooses a
group, the second one of the group, and ROLL is the number that the ask names first unless that
is the smallest. Numbers beyond that are entered digit by digit, dice one by one; but a throw
that is one of few, its order meaning nothing, is a value of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final, NamedTuple, Self

from referee.kernel.ask import Each
from referee.kernel.text import Plain, Shaped, Text
from referee.table.screen import Control, Cursor, Offer, Place, presses_for, presses_to


@dataclass(frozen=True, slots=True)
class Input:
    """What a control was given; for a list the number of the row, from 0."""

    value: Shaped


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list. ``grey``: shown, but may not be chosen now. ``tick``: a toggle's state.
    ``about``: what it brings, or why it may not be chosen. ``apart``: it only leads to other lines,
    and is no answer. ``short``: what it is called where the label has no room."""

    label: str
    right: str = ""
    grey: bool = False
    tick: str = ""
    about: Text | str = ""
    apart: bool = False
    short: str = ""

    def offer(self, presses: tuple[str, ...], *, selected: bool = False) -> Offer:
        return Offer(
            self.label, presses, self.right, self.tick, selected, self.grey, self.about, self.short
        )


@dataclass(frozen=True, slots=True)
class ButtonControl(Control):
    """One thing to do, on one button. ``cursor``: the place on a map to which it leads; ``short``
    is that place's name, where there is no room for more."""

    label: str
    button: str
    cursor: Cursor | None = None
    short: str = ""

    @property
    def offers(self) -> Sequence[Offer]:
        return (Offer(self.label, (self.button,)),)

    def press(self, key: str) -> tuple[Self, Input | None]:
        return self, Input(None) if key == "ok" else None


@dataclass(frozen=True, slots=True)
class ButtonsControl(Control):
    """The commonest choices, each on a button of its own; all others are behind BACK.

    ``choices``: a button, its row, and the number that it stands for. ``aims``: the places on a
    map to which they lead; the cursor stands where OK leads.
    """

    choices: Sequence[tuple[str, Row, int]]
    aims: Mapping[str, Place] = field(default_factory=dict)

    @property
    def offers(self) -> Sequence[Offer]:
        return [row.offer((button,)) for button, row, _ in self.choices]

    @property
    def cursor(self) -> Cursor | None:
        at = self.aims.get("ok")
        presses = {place: (button,) for button, place in self.aims.items()}
        return Cursor(at, list(self.aims.values()), presses) if at is not None else None

    def press(self, key: str) -> tuple[Self, Input | None]:
        return self, next((Input(n) for button, _, n in self.choices if button == key), None)


@dataclass(frozen=True, slots=True)
class ListControl(Control):
    """Choices one under the other, one of them selected; scrolls when there are many."""

    items: Sequence[Row] = ()
    at: int = 0

    @property
    def offers(self) -> Sequence[Offer]:
        count, at = len(self.items), self.at
        return [row.offer(presses_for(at, n, count), selected=n == at)
                for n, row in enumerate(self.items)]  # fmt: skip

    def press(self, key: str) -> tuple[Self, Input | None]:
        if key in ("up", "down") and self.items:
            at = (self.at + (1 if key == "down" else -1)) % len(self.items)
            return replace(self, at=at), None
        return self, Input(self.at) if key == "ok" and self.items else None


@dataclass(frozen=True, slots=True)
class AimControl(ListControl):
    """Choices that lead to places of a map: its cursor stands where the selected one leads.

    ``aims``: the place of each row, None for a choice that leads nowhere.
    """

    aims: Sequence[Place | None] = ()

    @property
    def cursor(self) -> Cursor | None:
        aim = self.aims[self.at]
        free = [place for place, row in zip(self.aims, self.items, strict=True) if not row.grey]
        count = len(self.items)
        presses = {p: presses_to(self.at, n, count) for n, p in enumerate(self.aims) if p}
        places = [place for place in free if place]
        # UP and DOWN, a keyboard's arrows too, go along the list that stands beside the map
        return Cursor(aim, places, presses) if aim is not None else None


@dataclass(frozen=True, slots=True)
class PlaceControl(ListControl):
    """Choices about a place of a town that has been chosen: the cursor stays there.

    ``arms``: those of the tile that each choice lays there; without them it lays none.
    """

    place: Place = (0, 0)
    arms: Sequence[str] = ()

    @property
    def cursor(self) -> Cursor | None:
        arms = self.arms[self.at] if self.at < len(self.arms) else None
        return Cursor(self.place, arms=arms)


@dataclass(frozen=True, slots=True)
class PicksControl(Control):
    """Several things out of a list: toggles, and a first line that says how many are enough.

    ``done`` is that line with ``{n}`` for the number taken, ``{left}`` for those missing. Where it
    is one, OK takes it; where just so many must be, the last tick answers. ``ordered``: it matters
    which was ``taken`` first, so that all are looked at before. ``at``: the line that is selected.
    """

    labels: Sequence[str]
    low: int
    high: int
    done: str
    ordered: bool = False
    taken: tuple[int, ...] = ()
    at: int = 0

    @classmethod
    def begin(
        cls, labels: Sequence[str], low: int, high: int, done: str, *, ordered: bool
    ) -> PicksControl:
        alone = low == high == 1 or not labels
        return cls(labels, low, high, done, ordered, at=0 if alone else 1)

    @property
    def offers(self) -> Sequence[Offer]:
        return self.list.offers

    @property
    def _single(self) -> bool:
        return self.low == self.high == 1

    @property
    def _exact(self) -> bool:
        """Whether nothing is left to say once so many are ticked."""
        return self.low == self.high and not self.ordered

    @property
    def _enough(self) -> bool:
        return self.low <= len(self.taken) <= self.high

    @property
    def list(self) -> ListControl:
        """The lines as they stand there."""
        if self._single:
            return ListControl([Row(label) for label in self.labels], self.at)
        taken = len(self.taken)
        done = self.done.replace("{n}", str(taken)).replace("{left}", str(self.high - taken))
        head = Row(done, grey=not self._enough)
        rows = [Row(label, tick=self._tick(n)) for n, label in enumerate(self.labels)]
        return ListControl([head, *rows], self.at)

    def _tick(self, number: int) -> str:
        if number not in self.taken:
            return "☐"
        return str(self.taken.index(number) + 1) if self.ordered else "☑"

    def press(self, key: str) -> tuple[Self, Input | None]:
        moved, entered = self.list.press(key)
        if entered is None:
            return replace(self, at=moved.at), None
        if self._single:
            return self, Input([entered.value])
        if entered.value != 0:
            toggled = self._toggled(entered.value - 1)
            last = self._exact and len(self.taken) < len(toggled.taken) == self.high
            return toggled, toggled._all() if last else None
        return self, self._all() if self._enough else None

    def _all(self) -> Input:
        return Input([*self.taken] if self.ordered else sorted(self.taken))

    def _toggled(self, number: int) -> Self:
        if number in self.taken:
            return replace(self, taken=tuple(n for n in self.taken if n != number))
        if len(self.taken) == self.high:
            return self
        taken = (*self.taken, number)
        return replace(self, taken=taken, at=self._after(taken, number))

    def _after(self, taken: tuple[int, ...], number: int) -> int:
        """Where the cursor goes after a tick: on to the next line that has none, and to the first
        line when no more may be ticked."""
        if len(taken) == self.high:
            return 0
        count = len(self.labels)
        after = ((number + step) % count for step in range(1, count + 1))
        return next((n + 1 for n in after if n not in taken), 0)


class Hints(NamedTuple):
    """What ROLL does with a cursor over places, the longest wording first: it goes to the next
    column (or lane), or from the last ``first``."""

    on: Sequence[str]
    first: Sequence[str]


@dataclass(frozen=True, slots=True)
class CellControl(Control):
    """A cursor over the places of the scene's grid or map; it stops only where something is.

    ``free`` are the values of the field, ``stops`` these and those that may not be chosen now,
    (row, column) of a grid, (column, row) of a map, in the order in which UP and DOWN go one place
    back and on; ``number``: the one where it stands. ``called`` names them,
    ``cell`` by column and row, where that is their name. ROLL goes to the next column (on a lying
    road: lane), whose number stands ``across`` in a place: ``goes`` says so, None where there is
    only one; ``named``: beside OK stands the place, or what OK does there (``takes``: wordings,
    the longest first); ``moves``: the keys that lead to others; ``more``: that BACK leads to other
    choices.
    ``values``: what places stand for that are no values themselves.
    ``arms``: those of the tile that would lie on a place; None: there is none.
    """

    free: Sequence[Place]
    stops: Sequence[Place]
    goes: Hints | None
    called: Callable[[Place], str]
    cell: Callable[[Place], tuple[str, int] | None]
    values: Mapping[Place, Plain] = field(default_factory=dict)
    arms: Callable[[Place], str | None] = lambda place: None
    across: int = 0
    number: int = 0
    named: bool = False
    takes: Sequence[str] = ()
    moves: str = "▲▼"
    more: str = ""

    @classmethod
    def over(
        cls, places: Sequence[Place], refused: Sequence[Place], goes: Hints | None,
        called: Callable[[Place], str], cell: Callable[[Place], tuple[str, int] | None],
        order: Callable[[Place], Any],
        values: Mapping[Place, Plain] | None = None,
        arms: Callable[[Place], str | None] = lambda place: None, *, across: int = 0,
    ) -> CellControl:  # fmt: skip
        stops = sorted({*places, *refused}, key=order)
        if len({place[across] for place in stops}) == 1:
            goes = None
        at = stops.index(places[0])
        return cls(places, stops, goes, called, cell, values or {}, arms, across, at)

    @property
    def offers(self) -> Sequence[Offer]:
        count, at = len(self.stops), self.number
        return [
            Offer(self.called(place), presses_for(at, n, count), selected=n == at,
                  refused=place not in self.free)
            for n, place in enumerate(self.stops)
        ]  # fmt: skip

    @property
    def at(self) -> Place:
        """The place where the cursor stands."""
        return self.stops[self.number]

    @property
    def hints(self) -> Sequence[str]:
        """What ROLL does now, the longest wording first; empty: nothing."""
        if self.goes is None:
            return ()
        return self.goes.on if self._later else self.goes.first

    @property
    def cursor(self) -> Cursor:
        count = len(self.stops)
        presses = {place: presses_to(self.number, n, count) for n, place in enumerate(self.stops)}
        return Cursor(self.at, self.free, presses, moves=True, arms=self.arms(self.at))

    @property
    def value(self) -> Plain:
        """What OK gives."""
        return self.values.get(self.at, list(self.at))

    def press(self, key: str) -> tuple[Self, Input | None]:
        if key in ("up", "down"):
            on = 1 if key == "down" else -1
            return replace(self, number=(self.number + on) % len(self.stops)), None
        if key == "roll":
            return replace(self, number=self._beside()), None
        return self, Input(self.value) if key == "ok" else None

    @property
    def _later(self) -> Sequence[int]:
        """The columns (or lanes) after the cursor's."""
        here = self.at[self.across]
        return [at[self.across] for at in self._reached if at[self.across] > here]

    @property
    def _reached(self) -> Sequence[Place]:
        """Where ROLL may lead: places that can be chosen, if there are any."""
        return [at for at in self.stops if at in self.free] or self.stops

    def _beside(self) -> int:
        """The nearest place in the next column that has one; after the last column the first."""
        across, along = self.across, 1 - self.across
        later = self._later
        target = min(later) if later else min(place[across] for place in self._reached)
        there = [place for place in self._reached if place[across] == target]
        nearest = min(there, key=lambda place: abs(place[along] - self.at[along]))
        return self.stops.index(nearest)


#: What of a ring of letters ends the name.
DONE: Final = "✓"


@dataclass(frozen=True, slots=True)
class Letters(Control):
    """A ring of letters, with which a name is spelled.

    ``ring``: what may come next, `DONE` among it; ``at``: the one that OK takes. ``take``,
    ``done``, ``space``: what OK and ROLL do, and a space, in words.
    """

    ring: str
    at: int
    take: str
    done: str
    space: str

    @property
    def offers(self) -> Sequence[Offer]:
        count = len(self.ring)
        return [Offer(self.read(letter), presses_for(self.at, n, count), selected=n == self.at)
                for n, letter in enumerate(self.ring)]  # fmt: skip

    def read(self, letter: str) -> str:
        """What a letter is called."""
        return {DONE: self.done, " ": self.space}.get(letter, letter)


# -- dice and numbers -------------------------------------------------------------------------

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
