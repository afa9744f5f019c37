"""D'raf's position: cards, cars, and - with the road in the device - every tile.

Seats are numbered from 1, lanes from 1 at the left, rows from 1 at the start. A place is
``(lane, row)``. With the road on the table the device knows no tile: lanes, hands and box
are empty then, cars and cards are tracked all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.game import CONSTANT, DEVICE, LATER, Options, Plain, Position, Setup
from referee.games.draf.numbers import KINDS, PLAIN, Card, Numbers

Place = tuple[int, int]

#: A truck that was run over when the box held no plain tile to cover it (DRF-TRK-3).
WRECK = "wreck"


@dataclass(slots=True)
class Driver:
    """One player. ``played``: the card in front of him, 0 for none; its numbers count all round
    (DRF-CARD-4), ``kept`` tells whether he still has it. ``row`` is 0 while the car is not on
    the road. ``out_in``: the round in which he dropped out.
    """

    hand: list[int]
    colour: str = ""
    lost: list[int] = field(default_factory=list)
    played: int = 0
    kept: bool = False
    lane: int = 0
    row: int = 0
    tiles: dict[str, int] = field(default_factory=dict)
    out: bool = False
    out_in: int = field(default=0, metadata=LATER)

    @property
    def place(self) -> Place:
        return (self.lane, self.row)

    @property
    def has_card(self) -> bool:
        return bool(self.hand) or self.kept


@dataclass(slots=True)
class Road:
    """``lanes[lane - 1]``: tiles by row. ``ends``: the last row of every lane given up.

    Rows before ``base`` have been put back into the box; they count as built (DRF-REF-3).
    ``covered``: trucks that lie under a plain tile; ``borrowed``: plain tiles laid though none
    was left.
    """

    lanes: list[dict[int, str]]
    box: dict[str, int]
    ends: dict[int, int] = field(default_factory=dict)
    base: int = 1
    covered: int = 0
    borrowed: int = 0

    def tile(self, place: Place) -> str | None:
        """The kind of tile there; None where nothing is built (or it was taken away)."""
        return self.lanes[place[0] - 1].get(place[1])

    def length(self, lane: int) -> int:
        """The row of a lane's frontmost tile, gaps or not (DRF-LAY-6, DRF-REF-3, INT-DRF-5)."""
        tiles = self.lanes[lane - 1]
        return max(tiles) if tiles else self.base - 1


@dataclass(slots=True)
class Drive:
    """The drive of the seat on turn. ``due``: a forward step must conclude a lane change, whatever
    happened on the way to the side, unless the car had to stop (DRF-LC-5, INT-DRF-8).

    ``acted``: tiles that have acted in this paid step, as [seat, lane, row] (DRF-SPC-4).
    """

    points: int = 0
    curves: int = 0
    due: bool = False
    stopped: bool = False
    acted: list[list[int]] = field(default_factory=list)


@dataclass(slots=True)
class Draf(Position):
    """``queue``: the seats that have still to choose, then those that have still to act, in that
    order. ``to_lay``: tiles that the seat on turn has still to lay. ``dropped``: seats out of the
    game, the first one first. ``to_close``: lanes still to be given up.
    """

    options: Options = field(kw_only=True, metadata=CONSTANT)
    numbers: Numbers = field(kw_only=True, metadata=CONSTANT)
    drivers: list[Driver] = field(default_factory=list)
    road: Road = field(kw_only=True)
    round: int = 0
    marker: int = 0
    queue: list[int] = field(default_factory=list)
    turn: int = 0
    to_lay: int = 0
    now: Drive = field(default_factory=Drive)
    dropped: list[int] = field(default_factory=list)
    to_close: int = 0
    winners: list[int] = field(default_factory=list)
    ending: str = ""

    @property
    def seats(self) -> range:
        return range(1, len(self.drivers) + 1)

    @property
    def active(self) -> list[int]:
        """The seats that are in the game."""
        return [seat for seat, driver in enumerate(self.drivers, 1) if not driver.out]

    def driver(self, seat: int) -> Driver:
        return self.drivers[seat - 1]

    @property
    def mover(self) -> Driver:
        """The driver on turn."""
        return self.driver(self.turn)

    def on(self, option: str) -> bool:
        """Whether a yes/no option is on."""
        return bool(self.options[option])

    @property
    def modelled(self) -> bool:
        """Whether the road is in the device."""
        return bool(self.options["board"] == DEVICE)

    def card(self, seat: int) -> Card:
        """The card in front of this seat, for the whole round even if it was lost (INT-DRF-20);
        without one there are no triangles (DRF-COL-16, INT-DRF-22)."""
        return self.numbers.cards.get(self.driver(seat).played, Card(0, 0, 0))

    def car_at(self, place: Place) -> int:
        """The seat whose car stands there, or 0."""
        lane, row = place
        for seat, driver in enumerate(self.drivers, 1):
            if driver.row == row and driver.lane == lane and not driver.out:
                return seat
        return 0

    def open_lanes(self) -> list[int]:
        """The lanes that have not been given up (DRF-LANE-1); there are none beside them
        (DRF-LAY-7)."""
        return [lane for lane in self.seats if lane not in self.road.ends]

    def left_of(self, seat: int) -> int:
        """The next active seat clockwise."""
        return self._next(seat, 1)

    def right_of(self, seat: int) -> int:
        """The next active seat to the right, against the clock (DRF-WAT-2, DRF-WAT-3,
        INT-DRF-32)."""
        return self._next(seat, -1)

    def _next(self, seat: int, step: int) -> int:
        count = len(self.drivers)
        around = ((seat - 1 + step * n) % count + 1 for n in range(1, count + 1))
        return next(other for other in around if not self.driver(other).out)


def setup(start: Setup) -> Draf:
    """A fresh match: start rows laid, every other tile in the box, no car on the road."""
    count = start.seats
    numbers = Numbers.of(start.components, count, int(start.options["length"]))
    modelled = start.options["board"] == DEVICE
    rows = range(1, numbers.start_rows + 1) if modelled else ()
    box = dict(numbers.box) if modelled else dict.fromkeys(KINDS, 0)
    box[PLAIN] -= len(rows) * count
    colours = _colours(start, numbers)
    return Draf(
        options=start.options,
        numbers=numbers,
        drivers=[Driver(hand=list(numbers.cards), colour=colour) for colour in colours],
        road=Road([dict.fromkeys(rows, PLAIN) for _ in range(count)], box),
    )


def _colours(start: Setup, numbers: Numbers) -> list[str]:
    """The colours of the match before, which these players keep; none if they can't be believed.

    Another version of the program may have written them.
    """
    found = start.carried.get("colours") if isinstance(start.carried, Mapping) else None
    colours = [str(colour) for colour in found] if isinstance(found, list | tuple) else []
    good = len(set(colours)) == start.seats and set(colours) <= set(numbers.colours)
    return colours if good and len(colours) == start.seats else [""] * start.seats


def carry(p: Draf) -> Plain:
    """What the next match of these players takes over."""
    return {"colours": [driver.colour for driver in p.drivers]}
