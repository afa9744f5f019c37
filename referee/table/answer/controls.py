"""What presses move: a button, a list, toggles, a cursor over places, letters; each a value.

A control knows neither a match nor a catalogue: it shows labels and tells what was chosen. `press`
takes ``up``, ``down``, ``ok`` or ``roll`` and gives the control as it is then, and what was given
with it, an `Input`, if that was all; nothing here changes. How it looks: `pixels.controls`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from referee.kernel.text import Plain, Shaped, Text
from referee.table.screen import Control, Cursor, Offer, Place, presses_for, presses_to


@dataclass(frozen=True, slots=True)
class Input:
    """What a control was given; for a list the number of the row, from 0."""

    value: Shaped


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list. ``grey``: shown, but may not be chosen now. ``tick``: a toggle's state.
    ``about``: what it brings, or why it may not be chosen."""

    label: str
    right: str = ""
    grey: bool = False
    tick: str = ""
    about: Text | str = ""

    def offer(self, presses: tuple[str, ...], *, selected: bool = False) -> Offer:
        return Offer(self.label, presses, self.right, self.tick, selected, self.grey, self.about)


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
        return Cursor(aim, places, presses, moves=True) if aim is not None else None


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

    ``done`` is that line with ``{n}`` for the number taken. Where it is one, OK takes it; where
    just so many must be, the last tick answers. ``ordered``: it matters which was ``taken`` first,
    so that all are looked at before. ``at``: the line that is selected.
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
        head = Row(self.done.replace("{n}", str(len(self.taken))), grey=not self._enough)
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
        line when just enough are ticked, or no more may be."""
        if len(taken) in (self.low, self.high):
            return 0
        count = len(self.labels)
        after = ((number + step) % count for step in range(1, count + 1))
        return next((n + 1 for n in after if n not in taken), 0)


@dataclass(frozen=True, slots=True)
class CellControl(Control):
    """A cursor over the places of the scene's grid or map; it stops only where something is.

    ``free`` are the values of the field, ``stops`` these and those that may not be chosen now,
    (row, column) of a grid, (column, row) of a map, in the order in which UP and DOWN go one place
    back and on; ``number``: the one where it stands. ``called`` names them,
    ``cell`` by column and row, where that is their name. ROLL goes to the
    next row (on a map: column). ``values``: what places stand for that are no values themselves.
    ``arms``: those of the tile that would lie on a place; None: there is none.
    """

    free: Sequence[Place]
    stops: Sequence[Place]
    hint: str
    called: Callable[[Place], str]
    cell: Callable[[Place], tuple[str, int] | None]
    values: Mapping[Place, Plain] = field(default_factory=dict)
    arms: Callable[[Place], str | None] = lambda place: None
    number: int = 0

    @classmethod
    def over(
        cls, places: Sequence[Place], refused: Sequence[Place], hint: str,
        called: Callable[[Place], str], cell: Callable[[Place], tuple[str, int] | None],
        order: Callable[[Place], Any] = tuple,
        values: Mapping[Place, Plain] | None = None,
        arms: Callable[[Place], str | None] = lambda place: None,
    ) -> CellControl:  # fmt: skip
        stops = sorted({*places, *refused}, key=order)
        return cls(places, stops, hint, called, cell, values or {}, arms, stops.index(places[0]))

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
            return replace(self, number=self._next_row()), None
        return self, Input(self.value) if key == "ok" else None

    def _next_row(self) -> int:
        """The nearest place in the next row that has one; after the last row the first."""
        row, column = self.at
        later = [place[0] for place in self.stops if place[0] > row]
        target = min(later) if later else self.stops[0][0]
        there = [place for place in self.stops if place[0] == target]
        return self.stops.index(min(there, key=lambda place: abs(place[1] - column)))


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
