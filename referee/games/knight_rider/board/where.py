"""Places on the board in the device, in words."""

from __future__ import annotations

from referee.game import Say, Text, Who, text
from referee.games.knight_rider.board.sides import SIDES, Point, beyond, opposite
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town


def tell_car(p: Town, seat: int, clause: str, say: Say) -> None:
    spot = p.stand(seat).spot
    facing = text(f"arg.facing.{spot.facing}")
    place = in_words(p, spot.field)
    say("kr.board.car-at", clause, seat, who=Who(seat), where=place, facing=facing)


def outside(p: Town) -> Text:
    """Where a car is that has not driven onto the track yet (KR-POS-5)."""
    return text("kr.at.outside", tableau=p.start)


def in_words(p: Town, at: Point) -> Text:
    """A field in words: on a tableau, between two, at the end of a road, on an arm."""
    numbers = p.roads.numbers
    if at in numbers:
        return text("kr.at.middle", tableau=numbers[at])
    sides = [(side, n) for side in SIDES for n in range(1, p.numbers.parts.spacing)]
    near = {s: (n, numbers[beyond(at, s, n)]) for s, n in sides if beyond(at, s, n) in numbers}
    edge = p.numbers.parts.full_fields + 1
    for side, (steps, number) in near.items():
        if steps < edge:
            return text("kr.at.arm", tableau=number, side=text(f"arg.gate.{opposite(side)}"))
    found = [(side, number) for side, (_, number) in near.items()]
    if len(found) == 2:
        return text("kr.at.between", first=found[0][1], second=found[1][1])
    side, number = found[0]
    return text("kr.at.end", tableau=number, side=text(f"arg.facing.{opposite(side)}"))


def flight(p: Knight) -> tuple[Text, ...]:
    """Where the turned card of the device sends red; empty while none is turned."""
    return arrow(*p.arrow) if p.arrow is not None else ()


def arrow(east: int, north: int) -> tuple[Text, ...]:
    """So many tableaus east or west, and so many more north or south."""
    found = _sides(east, north)
    return (*(text(f"kr.way.{side}", n=n) for side, n in found[:1]), *_further(found))


def _sides(east: int, north: int) -> list[tuple[str, int]]:
    sides = (("east", east), ("west", -east), ("north", north), ("south", -north))
    return [(side, n) for side, n in sides if n > 0]


def _further(found: list[tuple[str, int]]) -> tuple[Text, ...]:
    """The second direction; its unit is that of the first."""
    return tuple(text(f"kr.way.{side}.more", n=n) for side, n in found[1:])
