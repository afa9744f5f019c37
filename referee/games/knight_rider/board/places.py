"""Distances over the whole board: red's flight, where the cars start, who is shut in."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence

from referee.games.knight_rider.board.laying import Laid, neighbours
from referee.games.knight_rider.board.parts import Parts
from referee.games.knight_rider.board.roads import Roads
from referee.games.knight_rider.board.sides import Point, beyond


def red_lands(laid: Iterable[Laid], red: int, arrow: tuple[int, int]) -> int:
    """The tableau that an escape card sends red to, whatever lies between (KR-ESC-3, KR-ESC-6); 0
    where none lies (KR-ESC-5)."""
    cells = {tile.number: tile.cell for tile in laid}
    goal = (cells[red][0] + arrow[0], cells[red][1] + arrow[1])
    return next((number for number, cell in cells.items() if cell == goal), 0)


def startable(parts: Parts, laid: Sequence[Laid], red: int = 0) -> list[int]:
    """Tableaus with a free road start and a road that leads on, but red's own (KR-POS-6, KR-INT-6);
    where there is none, those with a free road start."""
    track = {tile.cell: tile for tile in laid}
    found, lone = list[int](), list[int]()
    for tile in laid:
        arms = parts.turned_arms(tile.number, tile.turns)
        joined = [side for side in neighbours(track, tile.cell) if side in arms]
        if tile.number != red and len(joined) < len(arms):
            (found if joined else lone).append(tile.number)
    return sorted(found or lone)


def start_tableaus(
    parts: Parts, laid: Sequence[Laid], red: int, *, by_road: bool = True
) -> list[int]:
    """The tableaus farthest from red at which the cars may start (KR-POS-3, KR-INT-6).

    Counted along the roads; where no road leads to any, or the group wants it so, in cells.
    """
    able = startable(parts, laid, red)
    far = tableau_distances(parts, laid, red) if by_road else {}
    if not any(number in far for number in able):
        cells = {tile.number: tile.cell for tile in laid}
        x, y = cells[red]
        far = {number: abs(a - x) + abs(b - y) for number, (a, b) in cells.items()}
    most = max((far[number] for number in able if number in far), default=0)
    return [number for number in able if far.get(number) == most]


def tableau_distances(parts: Parts, laid: Sequence[Laid], start: int) -> dict[int, int]:
    """Steps from tableau to tableau along the printed roads; those in reach alone."""
    track = {tile.cell: tile for tile in laid}
    first = next(tile for tile in laid if tile.number == start)
    steps, queue = {start: 0}, deque([first])
    while queue:
        tile = queue.popleft()
        arms = parts.turned_arms(tile.number, tile.turns)
        for side, other in neighbours(track, tile.cell).items():
            if side in arms and other.number not in steps:
                steps[other.number] = steps[tile.number] + 1
                queue.append(other)
    return steps


def field_distances(roads: Roads, goal: Point, most: int = -1) -> dict[Point, int]:
    """Steps to a field over open roads, cars left out of account; those in reach alone, and with
    ``most`` no more steps than that."""
    steps, queue = {goal: 0}, deque([goal])
    while queue:
        at = queue.popleft()
        if steps[at] == most:
            break
        for side in roads.ways[at]:
            to = beyond(at, side)
            if to not in steps and to not in roads.barred:
                steps[to] = steps[at] + 1
                queue.append(to)
    return steps


def within_reach(roads: Roads, start: Point, *, jumps: int = 0) -> set[int]:
    """Tableaus whose middle field a car can come to, other cars left out of account.

    A car may leave a field under a roadblock; it gets over so many of them, straight on.
    """
    seen, queue = {(start, jumps)}, deque([(start, jumps)])
    while queue:
        at, left = queue.popleft()
        for side in roads.ways[at]:
            to, after = beyond(at, side), left
            if to in roads.barred:
                landing = roads.ahead(to, side)
                if not left or landing is None or landing in roads.barred:
                    continue
                to, after = landing, left - 1
            if (to, after) not in seen:
                seen.add((to, after))
                queue.append((to, after))
    fields = {at for at, _ in seen}
    return {roads.numbers[at] for at in fields if at in roads.numbers and at not in roads.barred}


def walled_in(roads: Roads, start: Point) -> bool:
    """Whether a car can come to the middle field of one tableau at most, its own, other cars left
    out of account: no road leads off."""
    seen, queue, middles = {start}, deque([start]), 0
    while queue:
        at = queue.popleft()
        middles += at in roads.numbers
        if middles > 1:
            return False
        for side in roads.ways[at]:
            to = beyond(at, side)
            if to not in seen and to not in roads.barred:
                seen.add(to)
                queue.append(to)
    return True


def red_reaches(laid: Sequence[Laid], red: int, arrows: Collection[tuple[int, int]]) -> set[int]:
    """All tableaus where the escape cards can ever put red, its own too."""
    by_cell: Mapping[Point, int] = {tile.cell: tile.number for tile in laid}
    cells = {tile.number: tile.cell for tile in laid}
    seen, queue = {red}, deque([red])
    while queue:
        x, y = cells[queue.popleft()]
        for east, north in arrows:
            number = by_cell.get((x + east, y + north))
            if number is not None and number not in seen:
                seen.add(number)
                queue.append(number)
    return seen


def extent(laid: Iterable[Laid]) -> tuple[Point, Point]:
    """The lower left and the upper right cell of a track, the centre included."""
    cells = [tile.cell for tile in laid] + [(0, 0), (1, 1)]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return (min(xs), min(ys)), (max(xs), max(ys))
