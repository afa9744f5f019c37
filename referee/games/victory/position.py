"""Victory's position with the circuit on the table: dice, moves that are due, the lap pad.

Where the cars stand is on the table, not here: what was driven, what could not be driven and who
crosses the line is reported. Seats are numbered from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.game import CONSTANT, Options, Position, Setup
from referee.games.victory.numbers import BLUE, CROSS, FIRST, RED, SECOND, Numbers


@dataclass(slots=True)
class Victory(Position):
    """``cars``: the colour of every seat's car, in the order of seats, as far as chosen.

    ``pad[k]`` lists the seats in the order in which they completed lap k: ``pad[0]`` is the grid,
    the last one the finish. ``behind``: cars that have yet to drive off from behind the line.
    ``out``: crashed cars, the first one first. ``throws``: the faces of the present turn, throw by
    throw. ``taken``: dice of the second throw. ``due``: moves still to be ticked off, by colour.
    ``crossed``: the line has been reported in this turn. ``ending``: how the race ended, the last
    part of a text's key.
    """

    options: Options = field(kw_only=True, metadata=CONSTANT)
    numbers: Numbers = field(kw_only=True, metadata=CONSTANT)
    seats: int = 2
    cars: list[str] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    direction: str = ""
    turn: int = 0
    throws: list[list[str]] = field(default_factory=list)
    taken: int = 0
    due: dict[str, int] = field(default_factory=lambda: {RED: 0, BLUE: 0})
    crossed: bool = False
    pad: list[list[int]] = field(default_factory=list)
    behind: list[int] = field(default_factory=list)
    out: list[int] = field(default_factory=list)
    ending: str = ""

    @property
    def everybody(self) -> tuple[int, ...]:
        return tuple(range(1, self.seats + 1))

    @property
    def length(self) -> int:
        """Laps of the race (VIC-SET-11)."""
        return int(self.options["laps"])

    @property
    def finished(self) -> list[int]:
        """The cars under ZIEL, the winner first (VIC-PAD-3)."""
        return self.pad[self.length] if self.pad else []

    @property
    def running(self) -> list[int]:
        """The cars on the circuit, in turn order."""
        gone = {*self.finished, *self.out}
        return [seat for seat in self.order if seat not in gone]

    @property
    def faces(self) -> list[str]:
        """All dice of the turn; it does not matter from which throw (VIC-DICE-2)."""
        return [face for throw in self.throws for face in throw]

    @property
    def crosses(self) -> int:
        """Crosses of both throws together (VIC-CROSS-1)."""
        return self.faces.count(CROSS)

    @property
    def left(self) -> int:
        """Moves still due."""
        return sum(self.due.values())

    def laps(self, seat: int) -> int:
        """Laps that this car has completed."""
        return sum(seat in column for column in self.pad[1:])

    def car(self, seat: int) -> str:
        """The colour of this seat's car."""
        return self.cars[seat - 1]

    def after(self, seat: int) -> int:
        """The next running car clockwise (VIC-SET-5)."""
        at = self.order.index(seat) + 1
        running = set(self.running)
        return next(s for s in self.order[at:] + self.order[:at] if s in running)


def setup(start: Setup) -> Victory:
    """A fresh match: nobody has chosen a car, nothing is on the pad."""
    numbers = Numbers.of(start.components, start.seats)
    return Victory(options=start.options, numbers=numbers, seats=start.seats)


def faults(p: Victory) -> Sequence[str]:
    """What is wrong with a position; nothing, as long as the flow is right."""
    found = []
    for earlier, column in zip(p.pad, p.pad[1:], strict=False):
        if len(set(column)) != len(column) or not set(column) <= set(earlier):
            found.append("a column of the pad has a car twice, or before its earlier lap")
    if len({*p.finished, *p.out}) != len(p.finished) + len(p.out):
        found.append("a car has finished and crashed, or crashed twice")
    if len(set(p.cars)) != len(p.cars):
        found.append("two players drive the same car")
    if p.left > FIRST + max(SECOND) or min(p.due.values()) < 0:
        found.append("more moves are due than there are dice, or fewer than none")
    if p.state in ("first", "choose", "second", "drive") and p.turn not in p.running:
        found.append("a car that is not on the circuit has the turn")
    return found
