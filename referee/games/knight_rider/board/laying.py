"""Phase 1: where a tableau may be laid, how it may be turned, and a track laid by the box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from referee.games.knight_rider.board.parts import CENTRE, Parts
from referee.games.knight_rider.board.sides import SIDES, Point, beyond, opposite


@dataclass(frozen=True, slots=True)
class Laid:
    """A tableau on the table: its cell, and quarter turns clockwise from its printed top."""

    number: int
    cell: Point
    turns: int


#: The track so far, by cell.
Track = Mapping[Point, Laid]


def neighbours(track: Track, cell: Point) -> dict[str, Laid]:
    """The tableaus that share a full edge with this cell, by side (KR-TRK-16)."""
    around = ((side, track.get(beyond(cell, side))) for side in SIDES)
    return {side: laid for side, laid in around if laid is not None}


def touches_centre(cell: Point) -> bool:
    """Whether the cell shares a full edge with the centre; a corner is none (KR-TRK-16)."""
    return cell not in CENTRE and any(beyond(cell, side) in CENTRE for side in SIDES)


def free_cells(track: Track, *, first: bool) -> list[Point]:
    """Cells where a tableau could lie: a player's first at the centre, later ones at any
    face-up tableau or the centre, never in it (KR-TRK-6, KR-TRK-8, KR-TRK-14)."""
    around = {beyond(cell, side) for cell in CENTRE for side in SIDES}
    if not first:
        around |= {beyond(cell, side) for cell in track for side in SIDES}
    return sorted(cell for cell in around if cell not in track and cell not in CENTRE)


def edges(parts: Parts, track: Track, cell: Point) -> dict[str, bool]:
    """Whether a road comes to this cell from each side that has a tableau. Road meets road and
    built-up meets built-up, also of a first tableau (KR-TRK-10, KR-TRK-11, KR-INT-4); the centre
    matches anything (KR-INT-3)."""
    around = neighbours(track, cell).items()
    return {s: opposite(s) in parts.turned_arms(laid.number, laid.turns) for s, laid in around}


def joins(parts: Parts, track: Track, laid: Laid) -> int:
    """The roads of face-up tableaus that this one continues."""
    arms = parts.turned_arms(laid.number, laid.turns)
    return sum(side in arms for side in neighbours(track, laid.cell))


def legal(
    parts: Parts, track: Track, number: int, *, first: bool, must_join: bool = False
) -> list[Laid]:
    """All ways to lay this tableau, rotations that look alike once; nobody need continue a road
    (KR-TRK-9).

    ``first``: it is its player's first. ``must_join``: the group wants a road continued, as long as
    one is open; a first tableau has none to continue (KR-INT-3, a switch).
    """
    found = []
    ways = [(turns, parts.turned_arms(number, turns)) for turns in parts.distinct_turns(number)]
    around = {cell: edges(parts, track, cell) for cell in free_cells(track, first=first)}
    joining = must_join and not first and any(any(roads.values()) for roads in around.values())
    for cell, roads in around.items():
        if joining and not any(roads.values()):
            continue
        for turns, arms in ways:
            if all((side in arms) == road for side, road in roads.items()):
                found.append(Laid(number, cell, turns))
    return found


@lru_cache(maxsize=16)
def laid_by_box(
    parts: Parts, order: tuple[int, ...], players: int, *, must_join: bool = False
) -> tuple[Laid, ...]:
    """A compact, well joined track of the tableaus in this order, as players might lay it.

    What fits nowhere is tried again after all others; what never fits stays out (KR-TRK-12).
    """
    track: dict[Point, Laid] = {}
    waiting, misses = list(order), 0
    while waiting and misses < len(waiting):
        number = waiting.pop(0)
        first = len(track) < players
        ways = legal(parts, track, number, first=first, must_join=must_join)
        if not ways:
            waiting.append(number)
            misses += 1
            continue
        misses = 0
        best = best_way(parts, track, ways)
        track[best.cell] = best
    return tuple(track.values())


def best_way(parts: Parts, track: Track, ways: Iterable[Laid]) -> Laid:
    """The way to lay a tableau that makes the town compact and well joined."""
    return max(ways, key=lambda way: worth(parts, track, way))


def worth(parts: Parts, track: Track, laid: Laid) -> tuple[float, ...]:
    """How good a way it is. Joined roads first, then nearness to the centre; ties by what differs
    between tableaus."""
    near = abs(laid.cell[0] - 0.5) + abs(laid.cell[1] - 0.5)
    mixed = (laid.number * 7919 + laid.cell[0] * 104729 + laid.cell[1] * 1299709) % 1009
    return (joins(parts, track, laid) - 0.5 * near, mixed, -laid.turns)
