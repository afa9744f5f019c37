"""The position of a match whose board is in the device (option ``board``): all of table mode's,
and beside it what the players would see on theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

from referee.game import DEVICE, Setup
from referee.games.knight_rider import position
from referee.games.knight_rider.board.laying import Laid
from referee.games.knight_rider.board.net import Net
from referee.games.knight_rider.board.parts import Parts
from referee.games.knight_rider.board.places import red_lands
from referee.games.knight_rider.board.roads import Card, Roads, roads
from referee.games.knight_rider.board.sides import Point, opposite
from referee.games.knight_rider.board.traffic import Spot, Traffic
from referee.games.knight_rider.board.trips import Driver, State
from referee.games.knight_rider.position import Knight

Rest = ParamSpec("Rest")
Result = TypeVar("Result")


@dataclass(slots=True)
class Stand:
    """Where a car stands: its field on the raster of `board.roads`, and its facing.

    While the car is outside: the half field of its road start.
    """

    field: list[int]
    facing: str

    @property
    def spot(self) -> Spot:
        return Spot((self.field[0], self.field[1]), self.facing)


@dataclass(slots=True)
class Board:
    """``laid``: by tableau number, its cell and turns ``(x, y, turns)``. ``hidden``: tableaus not
    yet drawn; ``aside``: those that fitted nowhere, the next to be tried first; ``piece``: the one
    just turned up. ``card_turns``: rotations of the diversions, as `Knight.stacks` lists them.
    ``stands``: cars by seat, as text. ``entered``: `State.entered` of the car on turn. ``plan``:
    what is still to be driven of a chosen trip. ``warned``: the players know that nobody can win.
    """

    laid: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    hidden: list[int] = field(default_factory=list)
    aside: list[int] = field(default_factory=list)
    piece: int = 0
    card_turns: dict[str, list[int]] = field(default_factory=dict)
    stands: dict[str, Stand] = field(default_factory=dict)
    red: int = 0
    entered: str = ""
    plan: str = ""
    warned: bool = False


@dataclass(slots=True)
class Town(Knight):
    """A position with the board in the device."""

    board: Board = field(default_factory=Board)

    @property
    def red_at(self) -> int:
        return self.board.red

    @property
    def counted(self) -> bool:
        return True

    @property
    def deck_in_device(self) -> bool:
        return True

    @property
    def laid(self) -> tuple[Laid, ...]:
        """The tableaus on the table, in the order in which they were laid."""
        return _laid(tuple(self.board.laid.items()))

    @property
    def roads(self) -> Roads:
        return _roads(self.numbers.parts, tuple(self.board.laid.items()), self._tops)

    @property
    def _tops(self) -> Tops:
        """The topmost diversions with their turns, by tableau."""
        turns = self.board.card_turns
        return tuple((n, stack[-1], turns[n][-1]) for n, stack in self.stacks.items())

    @property
    def net(self) -> Net:
        """Where roads lead to from red, or for a car that a roadblock lies under, from there."""
        here, made = self.stand(self.turn).spot.field, self.roads
        assert self.red_field is not None
        start = here if here in made.barred else self.red_field
        return _net(self.numbers.parts, tuple(self.board.laid.items()), self._tops, start)

    @property
    def printed(self) -> Roads:
        """The roads without diversions."""
        return _roads(self.numbers.parts, tuple(self.board.laid.items()), ())

    @property
    def red_field(self) -> Point | None:
        return self.roads.middles[self.board.red] if self.board.red else None

    @property
    def red_goal(self) -> int:
        """The tableau that the turned escape card sends red to; 0 for none (KR-ESC-5)."""
        assert self.arrow is not None
        return red_lands(self.laid, self.board.red, self.arrow)

    @property
    def gates(self) -> dict[str, Point]:
        """The free road starts of the start tableau: side out of it, and half field (KR-POS-5)."""
        return {side: field for field, side in self.roads.ends[self.start]}

    @property
    def next_to_park(self) -> int:
        """The seat whose car is the next to be put beside a road start."""
        return self.order[len(self.board.stands)]

    @property
    def traffic(self) -> Traffic:
        on_road = (seat for seat, car in enumerate(self.cars, 1) if not car.outside)
        cars = {seat: self.stand(seat).spot for seat in on_road}
        limit, counts = self.numbers.field_cars, self.on("red_counts_as_car")
        roads = self.roads
        return Traffic(roads, cars, roads.middles.get(self.board.red), limit, counts)

    @property
    def driver(self) -> Driver:
        """The seat on turn as a driver; shielded cars and roofs are rammed by nobody."""
        safe = (seat for seat, car in enumerate(self.cars, 1) if car.roof or car.shield)
        rammable = frozenset(self.seats) - {self.turn, *safe}
        return Driver(self.turn, self.traffic, rammable, self.on("quarter_turn_anywhere"))

    @property
    def course(self) -> State:
        """The car on turn in the course of its move."""
        spot = self.stand(self.turn).spot
        targets = frozenset(self.mover.open_targets)
        return State(spot, self.board.entered, self.mover.outside, targets)

    def stand(self, seat: int) -> Stand:
        return self.board.stands[str(seat)]

    def put_down(self, laid: Laid) -> None:
        """A tableau lies on the table."""
        self.board.laid[str(laid.number)] = (*laid.cell, laid.turns)

    def park(self, seat: int, side: str) -> None:
        """A car stands beside a road start, facing inwards (KR-INT-8)."""
        self.put(seat, Spot(self.gates[side], opposite(side)))

    def put(self, seat: int, spot: Spot) -> None:
        self.board.stands[str(seat)] = Stand(list(spot.field), spot.facing)

    def drive_to(self, at: State | None) -> None:
        """The car on turn has come to this state of its course."""
        assert at is not None
        self.put(self.turn, at.spot)
        self.board.entered = at.entered


#: Tableaus as they stand on the position.
Tiles = tuple[tuple[str, tuple[int, int, int]], ...]

#: The topmost diversions: tableau, kind and turns.
Tops = tuple[tuple[str, str, int], ...]


@lru_cache(maxsize=64)
def _laid(tiles: Tiles) -> tuple[Laid, ...]:
    return tuple(Laid(int(number), (x, y), turns) for number, (x, y, turns) in tiles)


@lru_cache(maxsize=64)
def _roads(parts: Parts, tiles: Tiles, tops: Tops) -> Roads:
    return roads(
        parts, _laid(tiles), {int(number): Card(kind, turns) for number, kind, turns in tops}
    )


@lru_cache(maxsize=16)
def _net(parts: Parts, tiles: Tiles, tops: Tops, start: Point) -> Net:
    return Net(_roads(parts, tiles, tops), start)


def town(p: Knight) -> Town:
    """The position as one with its board in the device."""
    assert isinstance(p, Town)
    return p


def in_device(
    moment: Callable[Concatenate[Town, Rest], Result],
) -> Callable[Concatenate[Knight, Rest], Result]:
    """An ask or an effect that only matches with the board in the device come to."""

    @wraps(moment)
    def met(p: Knight, /, *rest: Rest.args, **named: Rest.kwargs) -> Result:
        return moment(town(p), *rest, **named)

    return met


def setup(start: Setup) -> Knight:
    """A fresh match, with or without the board in the device."""
    made = position.setup(start)
    if start.options.get("board") != DEVICE:
        return made
    kept = {f.name: getattr(made, f.name) for f in fields(made)}
    return Town(**kept, board=Board(hidden=list(made.numbers.tableaus)))
