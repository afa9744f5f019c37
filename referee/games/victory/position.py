"""Victory's position: dice, moves that are due, the lap pad - and the circuit, if it is known here.

With the circuit on the table nobody knows here where the cars stand: what was driven, what could
not be driven and who crosses the line is reported. Seats are numbered from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from referee.game import CONSTANT, DEVICE, LATER, Options, Plain, Position, Setup
from referee.games.victory.building import Square
from referee.games.victory.circuit import SIDE, Circuit, Point, Ray, circuit
from referee.games.victory.numbers import BLUE, CROSS, FIRST, RED, SECOND, Numbers

#: Rows of the grid that a circuit in the device has (VIC-SET-9).
GRID: Final = 2


@dataclass(slots=True)
class Victory(Position):
    """``cars``: the colour of every seat's car, in the order of seats, as far as chosen.

    ``pad[k]`` lists the seats in the order in which they completed lap k: ``pad[0]`` is the grid,
    the last one the finish. ``behind``: cars that have yet to drive off from behind the line.
    ``out``: crashed cars, the first one first. ``throws``: the faces of the present turn, throw by
    throw. ``taken``: dice of the second throw. ``due``: moves still to be ticked off, by colour.
    ``crossed``: the line has been reported in this turn. ``ending``: how the race ended, the last
    part of a text's key. ``fresh``: cars that have not driven yet. ``lines``: how often the line
    has been reported in this turn. ``passed``: cars that were reported to have driven off over it.
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
    fresh: list[int] = field(default_factory=list, metadata=LATER)
    lines: int = field(default=0, metadata=LATER)
    passed: list[int] = field(default_factory=list, metadata=LATER)

    @property
    def everybody(self) -> tuple[int, ...]:
        return tuple(range(1, self.seats + 1))

    @property
    def length(self) -> int:
        """Laps of the race (VIC-SET-11): that is what ``Runde`` means wherever it is not the round
        of throws (INT-VIC-1)."""
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
        """Crosses of both throws together (VIC-CROSS-1, INT-VIC-9)."""
        return self.faces.count(CROSS)

    @property
    def left(self) -> int:
        """Moves still due."""
        return sum(self.due.values())

    @property
    def coloured(self) -> int:
        """Dice of the turn that are moves (VIC-MOVE-1)."""
        return len(self.faces) - self.crosses

    @property
    def starting(self) -> bool:
        """Whether the car on turn drives off from behind the line (VIC-LAP-2)."""
        return self.turn in self.fresh and self.turn in self._second_row

    @property
    def unpassed(self) -> bool:
        """Whether the car on turn has driven, and nobody has said that it is past the start
        (VIC-LAP-2)."""
        said = self.turn in self.passed or self.laps(self.turn) > 0
        return self.turn in self._second_row and self.turn not in self.fresh and not said

    @property
    def _second_row(self) -> list[int]:
        """The cars that began behind the line (VIC-SET-9)."""
        return self.order[self.numbers.start_row :]

    def laps(self, seat: int) -> int:
        """Laps that this car has completed."""
        return sum(seat in column for column in self.pad[1:])

    def car(self, seat: int) -> str:
        """The colour of this seat's car."""
        return self.cars[seat - 1]

    def after(self, seat: int) -> int:
        """The next running car clockwise (VIC-SET-5), whatever the places in the race
        (INT-VIC-3)."""
        at = self.order.index(seat) + 1
        running = set(self.running)
        return next(s for s in self.order[at:] + self.order[:at] if s in running)


@dataclass(slots=True)
class Racing(Victory):
    """With the circuit in the device. ``squares``: those of the circuit, as they were laid;
    ``start``: a point of the start row. ``places``: the point of every car that is on the circuit,
    ``driven``: how far it has come from the start row, in `circuit.UNITS`.
    """

    squares: list[Square] = field(default_factory=list)
    start: Point = (0, 0)
    places: dict[int, Point] = field(default_factory=dict)
    driven: dict[int, int] = field(default_factory=dict)

    @property
    def circuit(self) -> Circuit:
        """The circuit in the direction of travel; before that is fixed, as it was laid."""
        squares = tuple(self.squares)
        return circuit(squares, self.direction == "clockwise" if self.direction else None)

    def rays(self) -> dict[str, list[Ray]]:
        """By face: the lines that the car on turn may drive, up to the next car (VIC-MOVE-5)."""
        return self.rays_from(self.places[self.turn], self.due)

    def rays_from(self, at: Point, dice: Mapping[str, int]) -> dict[str, list[Ray]]:
        """The same from any point, with so many dice of each face."""
        backward = bool(self.options["allow_backward"])
        taken = {place for seat, place in self.places.items() if seat != self.turn}
        found = {}
        for face, due in dice.items():
            lines = self.circuit.rays(at, face, backward=backward) if due else ()
            found[face] = [free for line in lines if (free := _free(line, taken))]
        return found


def _free(line: Ray, taken: set[Point]) -> Ray:
    """A line as far as no car stands on it: one car to a point (INT-VIC-13)."""
    return tuple(takewhile(lambda step: step[0] not in taken, line))


def setup(start: Setup) -> Victory:
    """A fresh match: nothing is on the pad, and nobody has a car but in a rematch."""
    numbers = Numbers.of(start.components, start.seats)
    modelled = start.options.get("board") == DEVICE
    if modelled:
        start.components.number("start_row", -(-start.seats // GRID), SIDE)
    kind = Racing if modelled else Victory
    cars = _cars(start, numbers)
    return kind(options=start.options, numbers=numbers, seats=start.seats, cars=cars)


def _cars(start: Setup, numbers: Numbers) -> list[str]:
    """The cars of the race before, which these players keep; none if they can't be believed.

    Another version of the program may have written them.
    """
    found = start.carried.get("cars") if isinstance(start.carried, Mapping) else None
    cars = [str(car) for car in found] if isinstance(found, list | tuple) else []
    good = len(cars) == len(set(cars)) == start.seats and set(cars) <= set(numbers.cars)
    return cars if good else []


def carry(p: Victory) -> Plain:
    """What the next race of these players takes over (VIC-SET-3)."""
    return {"cars": list(p.cars)}


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
    return [*found, *_misplaced(p)] if isinstance(p, Racing) and p.pad else found


def _misplaced(p: Racing) -> Sequence[str]:
    """What is wrong with the cars on the circuit."""
    found = []
    if sorted(p.places) != sorted(p.running):
        found.append("not exactly the running cars are on the circuit")
    if len(set(p.places.values())) != len(p.places):
        found.append("two cars stand on one point")
    for seat, point in p.places.items():
        road, driven = p.circuit, p.driven[seat]
        if (road.along[point] - road.along[p.start] - driven) % road.units:
            found.append("a car is not where it has driven to")
        if p.laps(seat) < max(driven // road.units, 0):
            found.append("a lap has not been counted")
    return found
