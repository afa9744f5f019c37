"""A town of tiles with roads and cars as pixels: a window on it, or an overview."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot
from operator import add
from typing import Final

from referee.kernel.scene import Streets, Tile, Vehicle, cell_name
from referee.table.catalogue import Catalogue
from referee.table.pixels.canvas import DARK, LIT, Canvas, Rect
from referee.table.pixels.fonts import font
from referee.table.pixels.lines import Raster, Words, whereabouts
from referee.table.screen import Cursor, Place, apart

#: Side of a tile in the window, in the overview, and in that of a town that has no room else; half
#: a road in the window.
TILE: Final = 24
SMALL: Final = 8
SMALLER: Final = (7, 6, 5)
HALF: Final = 4
#: From the middle of a car in the overview to what is free of it.
TOKEN: Final = 4
#: Half of what is from the middle of one car to that of the one beside it, with room for noses.
BESIDE: Final = 5
#: From one car to the next on one field of the overview.
CLOSE: Final = 6
#: From one car to the next on another field of the overview, to the side or up and down, and how
#: one is shifted for that on a road up or down, or else on a level one: the least first, but rather
#: along that road, for beside it there may be another.
APART: Final = (7, 8)
_SHIFTS: Final = [(east, south) for east in range(-16, 17) for south in range(-16, 17)]
UPRIGHT: Final = sorted(_SHIFTS, key=lambda shift: (hypot(2 * shift[0], shift[1]), shift))
LEVEL: Final = sorted(_SHIFTS, key=lambda shift: (hypot(shift[0], 2 * shift[1]), shift))
#: Half of an arrow where a car would begin, with what is clear round it.
ARROW: Final = 4
#: Half a card's side in the window.
CARD: Final = 7

#: Half of the least frame of a cursor.
LEAST: Final = 3

#: From the middle of a car in the window to what is free of it and of its nose.
EDGE: Final = 6

#: From the edge to the middle of a car of which enough is seen to tell which one it is.
SEEN: Final = 2

#: Rows of what stands for a car out of sight, and columns that it keeps from numbers of tiles: they
#: would read as one with it.
LABEL: Final = 9
NEXT: Final = 7

#: Rows that a window would like to have.
WINDOW: Final = 48

#: A car, and the pixel in its middle.
Drawn = tuple[Vehicle, Place]

_STEPS: Final = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

#: The way from a side of a tile to its middle.
_BACK: Final = {"N": "S", "E": "W", "S": "N", "W": "E"}

#: How a car's bonnet points, in words.
_ARROWS: Final = {"N": "↑", "E": "→", "S": "↓", "W": "←"}

#: Digits of three by five pixels.
_DIGITS: Final = {
    "0": "### # ## ## ###", "1": " # ##  #  # ###", "2": "##   # # #  ###",
    "3": "##   # #   ### ", "4": "# ## ####  #  #", "5": "####  ##   ### ",
    "6": " ###  #### ####", "7": "###  #  # #  # ", "8": "#### ##### ####",
    "9": "#### ####  ### ",
}  # fmt: skip


def streets_size(town: Streets) -> tuple[int, int]:
    """Columns and rows: the whole overview, or a window over the full width."""
    if not town.whole:
        return 10_000, WINDOW
    (left, low), (right, high) = _extent(town)
    return (right - left + 1) * SMALL, (high - low + 1) * SMALL


def _extent(town: Streets) -> tuple[Place, Place]:
    """The lower left and the upper right cell, with a free one all round while tiles are laid."""
    cells = [tile.cell for tile in town.tiles] + list(town.empty) or [(0, 0)]
    more = 1 if town.cells else 0
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return (min(xs) - more, min(ys) - more), (max(xs) + more, max(ys) + more)


@dataclass(frozen=True, slots=True)
class _View:
    """Where the town is drawn: the pixel of the middle of cell (0, 0), and a tile's side."""

    town: Streets
    left: float
    top: float
    side: int

    def cell(self, cell: Place) -> tuple[int, int]:
        """The pixel in the middle of a cell."""
        return round(self.left + cell[0] * self.side), round(self.top - cell[1] * self.side)

    def field(self, field: Place) -> tuple[int, int]:
        step = self.side / self.town.spacing
        return round(self.left + field[0] * step), round(self.top - field[1] * step)

    def place(self, place: Place) -> tuple[int, int]:
        return self.cell(place) if self.town.cells else self.field(place)

    def stand(self, car: Vehicle) -> tuple[int, int]:
        """Where a car is drawn; one outside, before its field."""
        return self.before(car.field, car.facing if car.outside else "")

    def before(self, field: Place, facing: str) -> tuple[int, int]:
        """Before a field for who faces it so; the field itself without a facing."""
        (x, y), (east, south) = self.field(field), _STEPS.get(facing, (0, 0))
        return x - east * (self.side // 3), y - south * (self.side // 3)

    def mark(self, place: Place) -> tuple[int, int]:
        """Where a place is framed: in the overview a road's end, where a car stands before it."""
        if self.town.cells or not self.town.whole:
            return self.place(place)
        return self.before(place, self.inwards(place))

    def inwards(self, place: Place) -> str:
        """The way from a tile's road end to its middle; empty in the middle."""
        side = next((side for _, side, _ in self.town.nearest(place)), "")
        return _BACK.get(side, "")

    def sees(self, sheet: Canvas, car: Vehicle) -> bool:
        """Whether a car is on the sheet with its number; half a one would look like another's."""
        (x, y), (width, height) = self.stand(car), sheet.picture.size
        edge = 0 if self.town.whole else SEEN
        return edge <= x < width - edge and edge <= y < height - edge


def draw_streets(
    canvas: Canvas, rect: Rect, town: Streets, cursor: Cursor | None, words: Catalogue
) -> None:
    """The part of the town round the cursor, or else round its focus."""
    sheet = Canvas(rect.width, rect.height)
    at = cursor.at if cursor is not None else None
    view = _view(sheet, town, at, alone=cursor is not None and cursor.arms is not None)
    for cell in town.empty:
        _draw_empty(sheet, view, cell)
    for tile in _tiles(town, cursor):
        (_draw_small if town.whole else _draw_tile)(sheet, view, tile)
    if cursor is not None:
        _draw_way(sheet, view, cursor)
        _draw_spots(sheet, view, cursor)
        if _frames_tile(view, cursor):  # the cars stand on the frame
            _draw_frame(sheet, view.mark(cursor.at), _around_tile(view))
    _draw_cars(sheet, view)
    if cursor is not None and not town.whole and cursor.arms is None:
        _draw_spots_of_cars(sheet, view, cursor)
    edges = _draw_out_of_sight(sheet, view, cursor, words)
    if not town.whole:
        _draw_names(sheet, view, cursor, edges)
    if cursor is not None and not _frames_tile(view, cursor):
        _draw_cursor(sheet, view, cursor)
    canvas.picture.paste(sheet.picture, (rect.left, rect.top))
    for line in in_words(town, words):
        canvas.say(line)
    if cursor is not None:
        _point_at_places(canvas, rect, view, cursor)


def _tiles(town: Streets, cursor: Cursor | None) -> Iterator[Tile]:
    """The tiles, and the one that the cursor would lay, on another one or beside them."""
    laid = (town.laying.get(cursor.at) if cursor.arms is None else cursor.arms) if cursor else None
    under = [tile for tile in town.tiles if cursor is not None and town.at(tile.cell) == cursor.at]
    for tile in town.tiles:
        covered = laid is not None and tile in under
        yield _covered(tile, laid or "") if covered else tile
    if cursor is not None and laid is not None and not under:
        yield Tile(cursor.at, "", laid, laid)


def _covered(tile: Tile, arms: str) -> Tile:
    """The tile with one on it that joins these of its arms; nothing drives onto it if it joins
    none."""
    joined = "".join(arm for arm in tile.arms if arm in arms or not arms)
    return replace(tile, joined=joined, barred=not arms)


def _point_at_places(canvas: Canvas, rect: Rect, view: _View, cursor: Cursor) -> None:
    """Where a pointer means a place; arrows lead out of sight, too."""
    half = _half(view)
    for place, presses in cursor.presses.items():
        x, y = view.mark(place)
        left, top = rect.left + x - half, rect.top + y - half
        box = Rect(left, top, left + 2 * half + 1, top + 2 * half + 1)
        seen = 0 <= x < rect.width and 0 <= y < rect.height
        canvas.touch(box, presses, cell=cursor.moves, seen=seen, apart=not view.town.cells)


def _whole_tile(town: Streets, cursor: Cursor) -> bool:
    """Whether the cursor means all of a tile: one that would lie there, or in the overview the one
    in whose middle it stands."""
    middle = any(town.at(tile.cell) == cursor.at for tile in town.tiles)
    return town.cells or cursor.arms is not None or (town.whole and middle)


def _frames_tile(view: _View, cursor: Cursor) -> bool:
    """Whether the cursor is a frame round a tile; in the overview it is the tile's number."""
    return _whole_tile(view.town, cursor) and not _tile_of(view, cursor.at)


def _around_tile(view: _View) -> Place:
    """From the middle of a tile to the frame round it, to both sides and up and down; it is wider
    in the window, where tiles have numbers beside their roads."""
    return view.side // 2 + 2 * (not view.town.whole), view.side // 2


def _half(view: _View) -> int:
    """From the middle of a place to its frame."""
    return view.side // 2 if view.town.cells else view.side // 4


def _view(sheet: Canvas, town: Streets, at: Place | None, *, alone: bool) -> _View:
    """A view with the cursor in sight, beside it what the town looks at, and the car that all are
    after, if they fit; the whole overview in the middle if there is room. ``alone``: the cursor
    means a tile, all sides of which are to be seen."""
    width, height = sheet.picture.size
    side = _side(town, at, (width, height))
    flat = _View(town, 0, 0, side)
    looked = flat.field(town.focus)
    x, y = looked if at is None else flat.place(at)
    middle_x, middle_y = float(x), float(y)
    if alone:
        middle_x, middle_y = _with_a_car(flat, (x, y), sheet.picture.size)
    elif not town.whole:
        red = [flat.stand(car) for car in town.cars if not car.sign]
        room = width - side // 2, height - side // 2
        wanted = ((x, y), looked, *red), ((x, y), looked)
        middles = (_among(points, room) for points in wanted)
        middle_x, middle_y = next(filter(None, middles), (x, y))
    xs, ys = _bounds(town, at, side, _around_tile(flat) if alone else None)
    view = _View(town, _scroll(width, *xs, middle_x), _scroll(height, *ys, middle_y), side)
    if town.whole or alone:
        return view
    if at is None:
        return _clear_of_edge(sheet, view, view.field(town.focus), HALF + 1)
    return _clear_of_edge(sheet, view, view.place(at), _half(view) + 2)


def _with_a_car(view: _View, tile: Place, room: Place) -> Place:
    """The middle of what a view shows of a tile, whole, and the nearest car beside it that fits, a
    rival's rather than the own; the tile's own if none does."""
    town, reach = view.town, _around_tile(view)
    cars = [(car.sign == town.own, apart(tile, view.stand(car)), view.stand(car))
            for car in town.cars if car.sign]  # fmt: skip
    for _, _, car in sorted(cars):
        spans = [(min(at - half, stands - EDGE), max(at + half, stands + EDGE))
                 for at, stands, half in zip(tile, car, reach, strict=True)]  # fmt: skip
        if all(last - first < most for (first, last), most in zip(spans, room, strict=True)):
            return (sum(spans[0]) // 2, sum(spans[1]) // 2)
    return tile


def _clear_of_edge(sheet: Canvas, view: _View, at: Place, half: int) -> _View:
    """The view with the cursor, or what the town looks at, so far from the upper or the lower edge
    that the car that is looked for has room there, straight above or below it. ``at``: its pixel,
    ``half``: from there to what is free of it."""
    (x, y), height = at, sheet.picture.size[1]
    least = LABEL + half
    most = height - 1 - least
    for car in _looked_for(view.town) if least <= most + LABEL else ():
        car_x, car_y = view.stand(car)
        if abs(car_x - x) <= 2 * LABEL and not view.sees(sheet, car):
            moved = min(y, most) if car_y > 0 else max(y, least)
            return replace(view, top=view.top + moved - y)
    return view


def _side(town: Streets, at: Place | None, room: Place) -> int:
    """The side of a tile: in an overview the largest with which all of it is in sight."""
    if not town.whole:
        return TILE
    sides = (SMALL,) if town.cells else (SMALL, *SMALLER)

    def fits(side: int) -> bool:
        spans = _bounds(town, at, side)
        return all(last - first <= most for (first, last), most in zip(spans, room, strict=True))

    return next(filter(fits, sides), sides[-1])


def _bounds(
    town: Streets, at: Place | None, side: int, framed: Place | None = None
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the town begins and ends across and down, with the place that is looked at and the
    cars outside. ``framed``: how far the frame round that place reaches; None: as far as a car."""
    (left, low), (right, high) = _extent(town)
    flat = _View(town, 0, 0, side)
    seen = [flat.field(town.focus) if at is None else flat.mark(at)]
    seen += [flat.stand(car) for car in town.cars if car.outside]
    across, along = framed or (max(side // 4, TOKEN),) * 2
    line = framed is not None  # that of the frame, on the far sides
    xs = [(left - 0.5) * side, (right + 0.5) * side]
    ys = [-(high + 0.5) * side, -(low - 0.5) * side]
    xs += [east + reach for east, _ in seen for reach in (-across, across + line)]
    ys += [south + reach for _, south in seen for reach in (-along, along + line)]
    return (min(xs), max(xs)), (min(ys), max(ys))


def _among(points: Iterable[Place], room: Place) -> Place | None:
    """The middle of these pixels if so much room holds them all."""
    found = [*points]
    spans = [(min(at), max(at)) for at in zip(*found, strict=True)]
    fits = all(high - low <= most for (low, high), most in zip(spans, room, strict=True))
    return ((spans[0][0] + spans[0][1]) // 2, (spans[1][0] + spans[1][1]) // 2) if fits else None


def _scroll(room: int, first: float, last: float, at: float) -> float:
    """How far to shift what lies between ``first`` and ``last`` to show ``at``."""
    if last - first <= room:
        return (room - first - last) / 2
    return min(-first, max(room / 2 - at, room - last))


# -- tiles ---------------------------------------------------------------------------------


def _draw_tile(sheet: Canvas, view: _View, tile: Tile) -> None:
    """Kerbs along the arms, dotted with a bar where an arm is cut off; a cross where the middle is
    barred. The corners of a card that lies on the tile."""
    x, y = view.cell(tile.cell)
    pen, edge = sheet.pen, TILE // 2
    for side, (east, south) in _STEPS.items():
        mouth = (x + east * HALF, y + south * HALF)
        ends = [
            (mouth[0] + way * abs(south) * HALF, mouth[1] + way * abs(east) * HALF)
            for way in (-1, 1)
        ]
        if side in tile.arms:
            every = 1 if side in tile.joined else 3  # a road that is cut off is dotted
            for x_end, y_end in ends:
                pen.point([(x_end + east * n, y_end + south * n)
                           for n in range(0, edge - HALF + 1, every)], fill=LIT)  # fmt: skip
        if side not in tile.arms or side not in tile.joined:
            pen.line(ends, fill=LIT)
    if tile.covers:
        for east, south in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
            corner = (x + CARD * east, y + CARD * south)
            pen.line([(corner[0] - 2 * east, corner[1]), corner], fill=LIT)
            pen.line([(corner[0], corner[1] - 2 * south), corner], fill=LIT)
    if tile.barred:
        under = any(car.field == view.town.at(tile.cell) for car in view.town.cars)
        arm = 8 if under else 3  # a car on it covers no more than the middle
        pen.line([(x - arm, y - arm), (x + arm, y + arm)], fill=LIT)
        pen.line([(x - arm, y + arm), (x + arm, y - arm)], fill=LIT)


def _draw_names(
    sheet: Canvas, view: _View, cursor: Cursor | None, edges: Sequence[Rect]
) -> None:  # fmt: skip
    """The tiles by name, each whole or not at all where the cursor, a car or words at the edge
    stand, or where the picture ends: a digit that is left would be read as a car's, half a 2 as a
    4."""
    town, (width, height) = view.town, sheet.picture.size
    covered = [Rect(e.left - NEXT, e.top, e.right + NEXT, e.bottom) for e in edges]
    covered += [_round(at, HALF) for _, at in _side_by_side(view)]
    if cursor is not None and not _whole_tile(town, cursor):
        covered.append(_round(view.place(cursor.at), _half(view) + 1))
    elif cursor is not None:
        covered += _sides(_framed(view.mark(cursor.at), _around_tile(view)))
    for tile in town.tiles:
        x, y = view.cell(tile.cell)
        framed = cursor is not None and town.at(tile.cell) == cursor.at
        left, top = x - TILE // 2, y - TILE // 2 + 1 + framed  # clear of kerbs, and of a frame
        name = Rect(left, top, left + 4 * len(tile.name) - 1, top + 5)
        whole = min(left, top) >= 0 and name.right <= width and name.bottom <= height
        if not whole or any(_meet(name, other) for other in covered):
            continue
        for number, digit in enumerate(tile.name):
            _draw_digit(sheet, left + 4 * number, top, digit, LIT)


def _draw_small(sheet: Canvas, view: _View, tile: Tile) -> None:
    """The roads alone, two pixels wide."""
    x, y = view.cell(tile.cell)
    for side in tile.joined:
        east, south = _STEPS[side]
        edge = view.side // 2
        ends = sorted((0, east * edge)), sorted((0, south * edge))
        (left, right), (top, bottom) = ends
        sheet.fill(Rect(x + left - 1, y + top - 1, x + right + 1, y + bottom + 1))
    if tile.barred:
        sheet.fill(Rect(x - 1, y - 1, x + 1, y + 1), DARK)
    if not tile.joined:
        sheet.fill(Rect(x - 1, y - 1, x + 1, y + 1))


def _draw_empty(sheet: Canvas, view: _View, cell: Place) -> None:
    x, y = view.cell(cell)
    half = view.side // 2
    dots = [
        (x + dx, y + dy) for dx in range(-half + 2, half, 4) for dy in range(-half + 2, half, 4)
    ]
    sheet.pen.point(dots, fill=LIT)


# -- cars and marks ------------------------------------------------------------------------


def _side_by_side(view: _View) -> Iterator[Drawn]:
    """Every car with where it is drawn: cars on one field stand side by side, across the road; in
    the overview always from left to right."""
    for car in view.town.cars:
        here = [c for c in view.town.cars if (c.field, c.outside) == (car.field, car.outside)]
        step, (x, y) = 2 * here.index(car) - len(here) + 1, view.stand(car)
        if view.town.whole:
            yield car, (x + step * CLOSE // 2, y)
        elif _upright(view.town, here):
            yield car, (x + step * BESIDE, y)
        else:
            yield car, (x, y + step * BESIDE)


def _upright(town: Streets, cars: Sequence[Vehicle]) -> bool:
    """Whether the road runs north and south where these cars stand; at a crossing or a bend as the
    car that plays faces, or else the first."""
    east, north = cars[0].field
    if east % town.spacing or north % town.spacing:
        return not east % town.spacing
    arms = next((tile.arms for tile in town.tiles if town.at(tile.cell) == (east, north)), "")
    if {*arms} in ({"N", "S"}, {"E", "W"}):
        return "N" in arms
    by_own = sorted(cars, key=lambda car: car.sign != town.own)
    return next((car.facing for car in by_own if car.facing), "N") in "NS"


def _draw_cars(sheet: Canvas, view: _View) -> None:
    """The cars whose middle is in sight."""
    seen = [(car, at) for car, at in _side_by_side(view) if view.sees(sheet, car)]
    if not view.town.whole:
        for car, at in seen:
            _draw_car(sheet, car, at)
        return
    seen = _spread(view.town, seen, sheet.picture.size)
    for _, at in seen:
        _clear(sheet, at, TOKEN)
    for car, at in seen:
        _draw_token(sheet, at, car, boxed=not car.upset)


def _spread(town: Streets, seen: Sequence[Drawn], size: Place) -> list[Drawn]:
    """The cars of the overview, none of which covers one of another field, or is cut at the edge;
    the red one first, then those near the edge, which have no room there to give way: fields lie
    closer together than their signs are wide."""
    (width, height), placed = size, list[Drawn]()

    def first(one: Drawn) -> tuple[bool, int]:
        car, (x, y) = one
        return bool(car.sign), min(x, y, width - x, height - y)

    ordered = sorted(seen, key=first)
    for field in dict.fromkeys((car.field, car.outside) for car, _ in ordered):
        here = [(car, at) for car, at in ordered if (car.field, car.outside) == field]
        shifts = UPRIGHT if _upright(town, [car for car, _ in here]) else LEVEL
        others = [at for _, at in placed]
        east, south = _shift([at for _, at in here], others, size, shifts)
        placed += [(car, (x + east, y + south)) for car, (x, y) in here]
    return placed


def _shift(
    cars: Sequence[Place], others: Sequence[Place], size: Place, shifts: Iterable[Place]
) -> Place:
    """The first of these shifts that keeps the cars in sight and clear of all others; none if none
    does."""

    def fits(shift: Place) -> bool:
        moved = [tuple(map(add, at, shift)) for at in cars]
        whole = all(TOKEN <= n < most - TOKEN
                    for at in moved for n, most in zip(at, size, strict=True))  # fmt: skip
        return whole and all(abs(x - a) >= APART[0] or abs(y - b) >= APART[1]
                             for x, y in moved for a, b in others)  # fmt: skip

    return next(filter(fits, shifts), (0, 0))


def _draw_car(sheet: Canvas, car: Vehicle, at: Place) -> None:
    x, y = at
    frame = Rect(x - 3, y - 3, x + 4, y + 4)
    sheet.fill(Rect(x - 4, y - 4, x + 5, y + 5), DARK)
    sheet.frame(frame)
    if car.sign and not car.upset:
        sheet.fill(frame)
    if car.sign:
        _draw_digit(sheet, x - 1, y - 2, car.sign[0], LIT if car.upset else DARK)
    else:
        sheet.fill(Rect(x - 1, y - 1, x + 2, y + 2))
    if car.facing:
        east, south = _STEPS[car.facing]
        near = [(x + 4 * east + n * south, y + 4 * south + n * east) for n in (-1, 0, 1)]
        sheet.pen.point([*near, (x + 5 * east, y + 5 * south)], fill=LIT)


def _draw_token(sheet: Canvas, at: Place, car: Vehicle, *, boxed: bool) -> None:
    """A car in the overview: its number; the one that all are after as in the window."""
    x, y = at
    if not car.sign:
        sheet.frame(Rect(x - 3, y - 3, x + 4, y + 4))
        sheet.fill(Rect(x - 1, y - 1, x + 2, y + 2))
        return
    if boxed:
        sheet.fill(Rect(x - 2, y - 3, x + 3, y + 4))
    _draw_digit(sheet, x - 1, y - 2, car.sign[0], DARK if boxed else LIT)


def _looked_for(town: Streets) -> Iterator[Vehicle]:
    """The car that all are after, then the one that plays."""
    return (car for sign in dict.fromkeys(("", town.own)) for car in town.cars if car.sign == sign)


def _draw_out_of_sight(
    sheet: Canvas, view: _View, cursor: Cursor | None, words: Catalogue
) -> list[Rect]:  # fmt: skip
    """The cars that are looked for and out of sight, in words at the edge: a drawing there looks as
    if it stood on a road. Returns where the words are."""
    if cursor is not None and cursor.arms is not None:
        return []  # how a tile lies matters for nobody's way here
    taken = [_round(at, EDGE) for car, at in _side_by_side(view) if view.sees(sheet, car)]
    taken += [_round(view.place(cursor.at), _half(view) + 2)] if cursor is not None else []
    drawn = list[Rect]()
    for car in _looked_for(view.town):
        if not view.sees(sheet, car):
            drawn.append(_draw_beyond(sheet, view, car, words, [*taken, *drawn]))
    return drawn


def _draw_beyond(
    sheet: Canvas, view: _View, car: Vehicle, words: Catalogue, taken: Sequence[Rect]
) -> Rect:  # fmt: skip
    """What a car that is out of sight is called, at the edge, with an arrow to where it is; not
    over what is there already, if there is room beside it. Returns where it stands."""
    small, (x, y), (width, height) = font("small"), view.stand(car), sheet.picture.size
    name = car.short or car.called
    called = words.text(name) if name else words("map.car", sign=car.sign)
    beyond = {
        "◄": SEEN - x, "►": x - width + SEEN + 1, "▲": SEEN - y, "▼": y - height + SEEN + 1,
    }  # fmt: skip
    arrow = max(beyond, key=beyond.__getitem__)
    label = f"{called}{arrow}" if arrow == "►" else f"{arrow}{called}"
    wide, high = small.width(label) + 2, LABEL
    left = min(max(x - wide // 2, 0), width - wide)
    top = min(max(y - high // 2, 0), height - high)
    at = Rect(left, top, left + wide, top + high)
    place = _free_edge(at, arrow in "◄►", sheet, taken)
    sheet.fill(place, DARK)
    sheet.ink(place.left + 1, place.top, label, small)
    return place


def _round(at: Place, half: int) -> Rect:
    """So much round a pixel."""
    x, y = at
    return Rect(x - half, y - half, x + half + 1, y + half + 1)


def _framed(at: Place, reach: Place) -> Rect:
    """A frame with the dark line round it, by how far it reaches to both sides, and up and down."""
    (x, y), (wide, high) = at, reach
    return Rect(x - wide - 1, y - high - 1, x + wide + 2, y + high + 2)


def _sides(frame: Rect) -> list[Rect]:
    """The four sides of a frame, two pixels thick."""
    return [
        replace(frame, bottom=frame.top + 2), replace(frame, top=frame.bottom - 2),
        replace(frame, right=frame.left + 2), replace(frame, left=frame.right - 2),
    ]  # fmt: skip


def _meet(one: Rect, other: Rect) -> bool:
    across = one.left < other.right and other.left < one.right
    return across and one.top < other.bottom and other.top < one.bottom


def _free_edge(at: Rect, sideways: bool, sheet: Canvas, taken: Sequence[Rect]) -> Rect:
    """The place along an edge, or else away from it, that is nearest to this one and covers
    nothing; itself if all do."""
    width, height = sheet.picture.size
    shifts = [(step, 0) for n in range(0, width, 2) for step in (n, -n)]
    along, away = [(y, x) for x, y in shifts], shifts
    for east, south in (*along, *away) if sideways else (*away, *along):
        moved = Rect(at.left + east, at.top + south, at.right + east, at.bottom + south)
        inside = min(moved.left, moved.top) >= 0
        inside = inside and moved.right <= width and moved.bottom <= height
        if inside and not any(_meet(moved, other) for other in taken):
            return moved
    return at


def _draw_digit(sheet: Canvas, left: int, top: int, digit: str, lit: int) -> None:
    pixels = _DIGITS.get(digit, "")
    dots = [(left + n % 3, top + n // 3) for n, pixel in enumerate(pixels) if pixel == "#"]
    sheet.pen.point(dots, fill=lit)


def _draw_spots(sheet: Canvas, view: _View, cursor: Cursor) -> None:
    """The places that the cursor may go to. It stands on a clear one: kerbs in its frame would look
    like a diversion."""
    if not _whole_tile(view.town, cursor):
        _clear(sheet, view.mark(cursor.at), max(_half(view), LEAST))
    for place in cursor.places:
        if place == cursor.at:
            continue  # in a frame a dot would look like the car that all are after
        if name := _tile_of(view, place):
            _draw_tag(sheet, view.place(place), name, chosen=False)
        else:
            _draw_spot(sheet, view, view.place(place))


def _draw_way(sheet: Canvas, view: _View, cursor: Cursor) -> None:
    """The way of the car that plays to the cursor."""
    way = view.town.ways.get(cursor.at, ()) if cursor.arms is None and not view.town.whole else ()
    for one, other in pairwise(map(view.field, way)):
        sheet.pen.line([one, other], fill=LIT)


def _draw_spot(sheet: Canvas, view: _View, at: tuple[int, int]) -> None:
    """A place that the cursor may go to: a ring, for dots would look like the way there."""
    x, y = at
    if view.town.whole:
        sheet.fill(Rect(x - 1, y - 1, x + 1, y + 1))
        return
    _clear(sheet, at, 2)
    _draw_ring(sheet, at, (2, 2), 1)


def _draw_ring(sheet: Canvas, at: Place, reach: Place, corner: int) -> None:
    """``reach``: from the middle to both sides, and up and down; so much of a ``corner`` is cut."""
    (x, y), (wide, high) = at, reach
    for way in (-1, 1):
        across = [(x + n * (wide - corner), y + way * high) for n in (-1, 1)]
        along = [(x + way * wide, y + n * (high - corner)) for n in (-1, 1)]
        sheet.pen.line(across, fill=LIT)
        sheet.pen.line(along, fill=LIT)
        for n, end in zip((-1, 1), across, strict=True):
            sheet.pen.line([end, (x + n * wide, y + way * (high - corner))], fill=LIT)


def _tile_of(view: _View, place: Place) -> str:
    """In the overview, which has no numbers else: of the tile in whose middle a place is."""
    if not view.town.whole or view.town.cells:
        return ""
    return next((tile.name for tile in view.town.tiles if view.town.at(tile.cell) == place), "")


def _draw_tag(sheet: Canvas, at: Place, name: str, *, chosen: bool) -> None:
    """A tile by its number, as it stands in the list; a frame would look like the red car."""
    half, (x, y) = 2 * len(name) - 1, at
    sheet.fill(Rect(x - half - 1, y - 3, x + half + 2, y + 4), LIT if chosen else DARK)
    for number, digit in enumerate(name):
        _draw_digit(sheet, x - half + 4 * number, y - 2, digit, DARK if chosen else LIT)


def _draw_spots_of_cars(sheet: Canvas, view: _View, cursor: Cursor) -> None:
    """The places that others' cars cover: a ring round them. Of the own car's place its player
    knows."""
    covered = {view.stand(car) for car in view.town.cars if car.sign != view.town.own}
    half = _half(view)
    for x, y in covered & {view.place(place) for place in cursor.places if place != cursor.at}:
        _draw_ring(sheet, (x, y), _around_cars(view, (x, y), half), LEAST)


def _around_cars(view: _View, at: Place, half: int) -> Place:
    """From the middle of a place to what is drawn round the cars there, to both sides and up and
    down; ``half``: round one alone."""
    found = [drawn for car, drawn in _side_by_side(view) if view.stand(car) == at]
    wide, high = (max((abs(one[n] - at[n]) for one in found), default=0) for n in (0, 1))
    return half + wide, half + high


def _clear(sheet: Canvas, at: tuple[int, int], half: int) -> None:
    x, y = at
    sheet.fill(Rect(x - half, y - half, x + half + 1, y + half + 1), DARK)


def _draw_cursor(sheet: Canvas, view: _View, cursor: Cursor) -> None:
    """A frame round a place and the cars that stand there; in the overview a tile's number, and an
    arrow where a car would begin."""
    town, at = view.town, view.mark(cursor.at)
    if name := _tile_of(view, cursor.at):
        _draw_tag(sheet, at, name, chosen=True)
    elif not town.whole:
        _draw_frame(sheet, at, _around_cars(view, at, max(_half(view), LEAST)))
    else:
        way = _STEPS.get(view.inwards(cursor.at), (0, 1))
        _draw_arrow(sheet, _clear_of_cars(sheet, view, at, way), way)


def _clear_of_cars(sheet: Canvas, view: _View, at: Place, way: Place) -> Place:
    """Where an arrow this way stands if cars begin there, too: behind them, or else beside them;
    the place itself where none does. A frame round them would look like the red car."""
    if all(view.stand(car) != at for car in view.town.cars):
        return at
    (x, y), (east, south), (width, height) = at, way, sheet.picture.size
    wide, high = _around_cars(view, at, TOKEN + ARROW)
    behind = x - east * wide, y - south * high
    if all(ARROW <= n < most - ARROW for n, most in zip(behind, (width, height), strict=True)):
        return behind
    if south:
        return (x + wide if x + wide + ARROW <= width else x - wide, y)
    return (x, y + high if y + high + ARROW <= height else y - high)


def _draw_arrow(sheet: Canvas, at: Place, way: Place) -> None:
    """An arrow of seven pixels, its point this way."""
    (x, y), (east, south) = at, way
    for out in range(-2, 2):
        for side in range(out - 1, 2 - out):
            step = east * out + abs(south) * side, south * out + abs(east) * side
            sheet.pen.point([(x + step[0], y + step[1])], fill=LIT)


def _draw_frame(sheet: Canvas, at: Place, reach: Place) -> None:
    """``reach``: from the middle to the frame, to both sides, and up and down."""
    (x, y), (wide, high) = at, reach
    sheet.frame(_framed(at, reach), DARK)
    sheet.frame(Rect(x - wide, y - high, x + wide + 1, y + high + 1))


# -- words ---------------------------------------------------------------------------------


def in_words(town: Streets, words: Catalogue) -> Iterator[Words | Raster]:
    """What stands where: the cars, then the tiles from the north, by columns and rows."""
    cars = [(car, words.text(car.called) if car.called else car.sign) for car in town.cars]
    yield Words(whereabouts([(name, _stand(town, car, words)) for car, name in cars]))
    west, north = (
        min((t.cell[0] for t in town.tiles), default=0),
        max((t.cell[1] for t in town.tiles), default=0),
    )
    for tile in sorted(town.tiles, key=lambda tile: (-tile.cell[1], tile.cell[0])):
        cut = "" if tile.joined == tile.arms else f" ({_arrows(tile.joined) or '-'})"
        barred = " X" if tile.barred else ""
        at = cell_name(tile.cell[0] - west + 1, north - tile.cell[1] + 1)
        at = town.called(tile.cell) if town.cells else at
        card = f" [{words.text(tile.covers[-1].name)}]" if tile.covers else ""
        yield Raster(tile.name, (at, f"{_arrows(tile.arms)}{cut}{barred}{card}"))


def _stand(town: Streets, car: Vehicle, words: Catalogue) -> str:
    place = words.place(town, car.field)
    place = words("map.before", place=place) if car.outside else place
    return f"{place} {_arrows(car.facing)}".rstrip()


def _arrows(sides: str) -> str:
    """These sides in no language."""
    return "".join(_ARROWS[side] for side in sides)
