"""A map as pixels: a window on tiles and tokens, round its focus or the cursor."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase, digits
from typing import Final

from referee.kernel.scene import Map
from referee.table.catalogue import Catalogue
from referee.table.pixels.canvas import DARK, LIT, Canvas, Rect, first_in_sight
from referee.table.pixels.fonts import font
from referee.table.pixels.lines import Raster, raster, whereabouts
from referee.table.screen import Cursor, Place, on_screen

#: Pixels of the hatching on a tile of a closed lane.
CLOSED: Final = 3

#: A place that the cursor may go to, on the road; what of an icon it may lie on.
REACHED: Final = (" ## ", "####", "####", " ## ")
FAINT: Final = 4

#: The sides of a tile, to the right and down.
SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


def extent(area: Map) -> Place:
    """Icons across and down."""
    return (area.rows, area.columns) if area.lying else (area.columns, area.rows)


def kerb_of(area: Map) -> int:
    """Rows over and under it for its kerbs, where they would touch what is on its tiles."""
    return int(area.edged and (area.lying or area.fine))


def draw_map(
    canvas: Canvas, rect: Rect, area: Map, catalogue: Catalogue, cursor: Cursor | None
) -> None:
    if cursor is not None and cursor.at in area.under:
        area = replace(area, tiles={**area.tiles, **area.under[cursor.at]})
    kerb = kerb_of(area) if rect.height > extent(area)[1] * area.side else 0
    rect = Rect(rect.left, rect.top + kerb, rect.right, rect.bottom - kerb)
    room = (rect.width // area.side, rect.height // area.side)
    shown = tuple(map(min, room, extent(area)))
    focus = on_screen(area, area.focus)
    aim = on_screen(area, cursor.at) if cursor is not None else focus
    first = tuple(map(_in_sight, extent(area), shown, focus, aim))
    if area.edged and (spare := rect.width - shown[0] * area.side):
        rect = rect.after(1 if kerb_of(area) else spare // 2)
    view = _View(canvas, rect, area, first[0], first[1], shown[0], shown[1], kerb)
    every = list(itertools.product(range(1, area.columns + 1), range(1, area.rows + 1)))
    places = [place for place in every if view.holds(place)]
    at = cursor.at if cursor is not None and view.holds(cursor.at) else None
    road = {on_screen(area, place) for place in area.tiles} if area.edged else set()
    for place in places:
        if place in area.tiles and road:
            _draw_edges(view, place, road)
        _draw_tile(view, place, cursor)
    if cursor is not None:
        for place in every:
            seen, presses = view.holds(place), cursor.presses.get(place, ())
            canvas.touch(view.rect(place), presses, cell=cursor.moves, seen=seen)
    if at is not None:
        _draw_token(view, at)
        view.mark(at)
    for place in places:
        if place != at:
            _draw_token(view, place)  # the cursor's frame hides no car beside it
    _say_map(view, places, catalogue)


def _say_map(view: _View, places: Sequence[Place], catalogue: Catalogue) -> None:
    """The places in words, and where the cars are. Tiles that have names are told row by row, from
    the place that each row begins with."""
    area = view.area

    def called(at: Place) -> str:
        name = area.tiles.get(at, ".")
        name = catalogue.text(area.words[name]) if name in area.words else name
        car = area.tokens.get(at)
        return name if car is None else f"{car}:{name}" if name != "." and area.words else car

    here = {on_screen(area, at): at for at in places}
    across, down = range(view.left, view.left + view.across), range(view.top, view.top + view.down)
    if not here:
        return
    rows = [[called(here[x, y]) for x in across] for y in down]
    firsts = [area.called(here[view.left, y]) for y in down]
    if area.words:
        named = zip(firsts, rows, strict=True)
        lines = [Raster(first, tuple(filter(None, row))) for first, row in named]
    else:
        heads = [area.called(here[x, view.top]).rstrip(digits) for x in across]
        lines = raster(heads, [first.lstrip(ascii_uppercase) for first in firsts], rows)
    for line in lines:
        view.canvas.say(line)
    cars = sorted((car, area.called(at)) for at, car in area.tokens.items())
    view.canvas.add_text(whereabouts(cars) if area.first else "")


def _in_sight(count: int, room: int, focus: int, aim: int) -> int:
    """The first of ``count`` things to show round the focus; ``aim`` must be among them."""
    first = first_in_sight(count, room, focus)
    first = max(min(first, aim), aim - room + 1)
    return max(0, min(first, count - room))


@dataclass(frozen=True, slots=True)
class _View:
    """A window on a map: what is shown begins ``left``, ``top`` icons from the map's corner.
    ``kerb``: rows for kerbs over and under the frame."""

    canvas: Canvas
    frame: Rect
    area: Map
    left: int
    top: int
    across: int
    down: int
    kerb: int

    def holds(self, place: Place) -> bool:
        x, y = on_screen(self.area, place)
        inside = self.left <= x < self.left + self.across
        return inside and self.top <= y < self.top + self.down

    def rect(self, place: Place) -> Rect:
        column, row = on_screen(self.area, place)
        side = self.area.side
        x = self.frame.left + (column - self.left) * side
        y = self.frame.top + (row - self.top) * side
        return Rect(x, y, x + side, y + side)

    def mark(self, place: Place) -> None:
        """The cursor: a frame with a dark line round it, so that it stands out of any tile."""
        at = self.rect(place)
        outer = Rect(at.left - 2, at.top - 2, at.right + 2, at.bottom + 2)
        self.canvas.frame(outer, DARK)
        self.canvas.frame(Rect(at.left - 1, at.top - 1, at.right + 1, at.bottom + 1))


def _draw_tile(view: _View, place: Place, cursor: Cursor | None) -> None:
    at, canvas, area = view.rect(place), view.canvas, view.area
    lane = place[1] if area.columns > area.rows else place[0]
    tile = area.tiles.get(place)
    if tile is not None:
        _draw_icon(canvas, at, area, tile, LIT)
    if lane in area.closed:  # hatched, and where it is built begun to be
        steps = range(area.side if tile is None else CLOSED)
        canvas.pen.point([(at.left + n, at.top + n) for n in steps], fill=LIT)
    if cursor is not None and place in cursor.places and area.edged and _faint(area, tile):
        middle = (area.side - len(REACHED)) // 2
        canvas.art(at.left + middle, at.top + middle, REACHED)
    elif cursor is not None and place in cursor.places:
        corners = [(x, y) for x in (at.left, at.right - 1) for y in (at.top, at.bottom - 1)]
        canvas.pen.point(corners, fill=LIT)


def _faint(area: Map, tile: str | None) -> bool:
    """Whether there is so little on a tile that something else may lie on it."""
    return tile is None or sum(row.count("#") for row in area.icons.get(tile, ("#",) * 9)) <= FAINT


def _draw_edges(view: _View, place: Place, road: Collection[Place]) -> None:
    """Lines where the road ends, on its tiles or just outside; of a lying one dots where a lane
    ends, and dashes between two lanes."""
    at, pen, out, lying = view.rect(place), view.canvas.pen, kerb_of(view.area), view.area.lying
    x, y = on_screen(view.area, place)
    free = {side for side in SIDES if (x + side[0], y + side[1]) not in road}
    if lying and not free & {(1, 0), (0, 1)}:
        pen.point([(at.right - 1, at.bottom - 1), (at.right, at.bottom - 1)], fill=LIT)
    for right, below in free:
        row = at.bottom - 1 + out if below > 0 else at.top - out
        column = at.right - 1 + out if right > 0 else at.left - out
        if below and view.frame.top - view.kerb <= row < view.frame.bottom + view.kerb:
            pen.point([(x, row) for x in range(at.left, at.right)], fill=LIT)
        elif right:
            pen.point([(column, y) for y in range(at.top, at.bottom, 1 + lying)], fill=LIT)


def _draw_token(view: _View, place: Place) -> None:
    """A car, dark on light, over whatever tile is there; light in a frame over one to beware of."""
    area, at = view.area, view.rect(place)
    if (token := area.tokens.get(place)) is not None:
        framed = area.tiles.get(place) in area.notable
        ground, ink = (DARK, LIT) if framed or (area.fine and place != area.focus) else (LIT, DARK)
        if area.edged:  # cars that stand side by side do not run together
            view.canvas.frame(Rect(at.left - 1, at.top - 1, at.right + 1, at.bottom + 1), DARK)
        view.canvas.fill(at, ground)
        _draw_icon(view.canvas, at, area, token, ink)
        if framed:
            view.canvas.frame(at)


def _draw_icon(canvas: Canvas, at: Rect, area: Map, name: str, lit: int) -> None:
    """An icon of the map, or the name itself (a car's number) where it is no icon."""
    if name in area.icons:
        canvas.art(at.left, at.top, area.icons[name], lit)
    else:
        small = font("small")
        canvas.ink(at.left + (area.side - small.width(name)) // 2, at.top, name, small, lit)
