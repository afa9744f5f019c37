"""Cars on the roads: who may drive where, who is passed, who slides, whose slick lies where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from referee.games.knight_rider.board.roads import Roads
from referee.games.knight_rider.board.sides import Point, opposite


class Spot(NamedTuple):
    """Where a car stands and where its bonnet points.

    For a car that is still outside the track: the half field that it is beside, and the facing
    into the tableau (KR-POS-5).
    """

    field: Point
    facing: str


@dataclass(frozen=True, slots=True)
class Traffic:
    """All that stands on the roads. ``cars``: by seat, those on the road alone, on their roofs too
    (KR-INT-22).

    ``limit``: cars on one field at most (KR-MOV-7). ``red_counts``: red is one of them (KR-INT-19).
    """

    roads: Roads
    cars: Mapping[int, Spot]
    red: Point | None
    limit: int = 2
    red_counts: bool = True

    def others(self, field: Point, seat: int) -> list[int]:
        """The other players' cars on a field."""
        return [s for s, spot in self.cars.items() if spot.field == field and s != seat]

    def full(self, field: Point, seat: int) -> bool:
        """Whether other cars fill the field (KR-MOV-7, KR-MOV-9), as red and one car do (KR-END-7).
        One car alone can be overtaken (KR-MOV-8)."""
        red = self.red_counts and field == self.red
        return len(self.others(field, seat)) + red >= self.limit

    def enterable(self, field: Point, seat: int) -> bool:
        """Whether this car may come onto a field: it is not full, and no roadblock lies on it
        (KR-MOV-7, KR-DIV-10, KR-INT-35)."""
        return field not in self.roads.barred and not self.full(field, seat)

    def step(self, spot: Spot, seat: int) -> Point | None:
        """The field that one step leads to; None where none may be made (KR-MOV-6)."""
        ahead = self.roads.ahead(spot.field, spot.facing)
        return ahead if ahead is not None and self.enterable(ahead, seat) else None

    def jump(self, spot: Spot, seat: int) -> Point | None:
        """Where a Blockier-Sprung lands: straight over one obstacle (KR-KIT-8, KR-KIT-11)."""
        over = self.roads.ahead(spot.field, spot.facing)
        return None if over is None else self._landing(over, spot.facing, seat)

    def first_jump(self, start: Spot, seat: int) -> Point | None:
        """The same from beside the start tableau, over a full half field (KR-MOV-13)."""
        return self._landing(start.field, start.facing, seat)

    def _landing(self, over: Point, facing: str, seat: int) -> Point | None:
        """An obstacle is a full field or a roadblock, never a road that a diversion has cut
        (KR-KIT-12)."""
        if over not in self.roads.barred and not self.full(over, seat):
            return None
        landing = self.roads.ahead(over, facing)
        return landing if landing is not None and self.enterable(landing, seat) else None

    # -- tails and slides ----------------------------------------------------------------

    def tail(self, spot: Spot) -> tuple[Point, str] | None:
        """The field behind a car, and how the car would face there (KR-OIL-3, KR-RAM-12,
        KR-INT-26).

        Straight behind; else, round a bend, on the only other open arm (KR-INT-17), so also for a
        car that stands across a road end (KR-INT-52). None at the end of the road, and where there
        are two arms to choose from.
        """
        back = opposite(spot.facing)
        behind = self.roads.ahead(spot.field, back)
        if behind is not None:
            return behind, spot.facing
        sides = [side for side in self.roads.ways[spot.field] if side != spot.facing]
        if len(sides) != 1:
            return None
        behind = self.roads.ahead(spot.field, sides[0])
        return None if behind is None else (behind, opposite(sides[0]))

    def slide(self, spot: Spot, seat: int, fields: int) -> Spot:
        """Where a car comes to stand that slides back so many fields (KR-RAM-12, KR-RAM-13): before
        a full field or a roadblock, and beside a single car (KR-INT-18)."""
        for _ in range(fields):
            behind = self.tail(spot)
            if behind is None or not self.enterable(behind[0], seat):
                break
            spot = Spot(*behind)
        return spot

    def slicks(self, field: Point, seat: int) -> list[int]:
        """The cars on whose oil slick a car on this field stands (KR-OIL-3, KR-OIL-7). Red has none
        (KR-INT-20)."""
        found = []
        for other, spot in self.cars.items():
            behind = self.tail(spot)
            if other != seat and behind is not None and behind[0] == field:
                found.append(other)
        return found
