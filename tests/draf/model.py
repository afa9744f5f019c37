"""A second, recursive model of a drive, written from the rules alone: for comparison.

It knows no asks and no agenda. Blind tiles are plain, road service and jokers are left be, and
`side` decides where water sends a car.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.games.draf.position import Place

AHEAD = {"forward": (0, 1), "left": (-1, 0), "right": (1, 0)}


def side(seat: int, place: Place) -> str:
    """The right neighbour's choice."""
    return "left" if (3 * seat + place[0] + 2 * place[1]) % 5 < 2 else "right"


def beyond(place: Place, way: str) -> Place:
    return place[0] + AHEAD[way][0], place[1] + AHEAD[way][1]


class Won(Exception):
    """A car has left the table; the argument is its seat."""


@dataclass
class Model:
    """``tiles``: what is not plain, None where nothing lies. ``triangles``: of the played cards."""

    lanes: int
    rows: int
    tiles: dict[Place, str | None]
    cars: dict[int, Place]
    triangles: dict[int, int]
    driver: int
    points: int
    cards: dict[int, int]
    stopped: bool = False
    acted: set[tuple[int, Place]] = field(default_factory=set)

    def step(self, way: str) -> None:
        self.points -= 1
        self.acted.clear()
        self.move(self.driver, beyond(self.cars[self.driver], way), way)

    def lose(self, seat: int, count: int) -> None:
        self.cards[seat] = max(self.cards[seat] - count, 0)

    def move(self, seat: int, to: Place, way: str) -> None:
        """A car tries to come to a place."""
        if to[1] > self.rows:
            raise Won(seat)
        hit = next((other for other, place in self.cars.items() if place == to), None)
        if not 1 <= to[0] <= self.lanes:
            self.lose(seat, self.triangles[seat])
        elif hit is None:
            self.arrive(seat, to)
        else:
            self.collide(seat, hit, to, way)

    def collide(self, seat: int, hit: int, to: Place, way: str) -> None:
        start = self.cars[seat]
        if seat == self.driver:
            self.stopped, self.points = True, 0
        self.lose(seat, self.triangles[seat])
        self.lose(hit, 1)
        self.move(hit, beyond(to, way), way)
        if to not in self.cars.values() and self.cars[seat] == start:
            self.arrive(seat, to)

    def arrive(self, seat: int, place: Place) -> None:
        self.cars[seat] = place
        kind = self.tiles.get(place, "plain")
        if kind is None:  # a blind tile, plain
            del self.tiles[place]
        if kind in (None, "plain", "service", "joker") or (seat, place) in self.acted:
            return
        self.acted.add((seat, place))
        if kind == "police" and seat == self.driver and not self.stopped:
            self.points = max(self.points - 2, 0)
        elif kind == "ramp":
            self.move(seat, (place[0], place[1] + 2), "forward")
        elif kind == "water":
            way = side(seat, place)
            self.move(seat, beyond(place, way), way)
        elif kind == "caltrops":
            self.lose(seat, 1)
        elif kind == "truck":
            del self.tiles[place]
            self.lose(seat, self.triangles[seat])
