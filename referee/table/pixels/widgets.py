"""The widgets of a scene as pixels: dice, grids, tables, maps and pictures."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from referee.kernel.scene import Dice, Grid, Map, Picture, Streets, Table, Widget
from referee.kernel.text import Text
from referee.table.catalogue import Catalogue
from referee.table.pixels.canvas import DARK, LIT, Box, Canvas
from referee.table.pixels.dice import draw_dice
from referee.table.pixels.fonts import font
from referee.table.pixels.streets import Place, draw_streets, streets_size

#: Rows of a grid's cell and of a table's line, side of a map's icon.
CELL: Final = 9
LINE: Final = 9
ICON: Final = 8

#: Pixels of the hatching on a tile of a closed lane.
CLOSED: Final = 3

#: Least columns between those of a table.
GAP: Final = 3


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where the cursor stands, and where it may go.

    ``presses``: what a pointer means on each place; ``moves``: they move the cursor there.
    """

    at: Place
    places: Collection[Place] = ()
    presses: Mapping[Place, tuple[str, ...]] = field(default_factory=dict)
    moves: bool = False

    def touch(self, canvas: Canvas, box: Box, place: Place) -> None:
        canvas.touch(box, self.presses.get(place, ()), cell=self.moves)


def size_of(widget: Widget, catalogue: Catalogue, width: int) -> tuple[int, int]:
    """Columns and rows that a widget would like to have, no wider than ``width``."""
    if isinstance(widget, Dice):
        side = 24 if len(widget.faces) < 4 else 20
        return min(len(widget.faces) * (side + 3) - 3, width), side
    if isinstance(widget, Grid):
        return _grid_size(widget)
    if isinstance(widget, Table):
        return width, LINE * (len(widget.rows) + any(map(bool, widget.heads)))
    if isinstance(widget, Map):
        across, down = _extent(widget)
        return min(across * widget.side, width), down * widget.side
    if isinstance(widget, Streets):
        across, down = streets_size(widget)
        return min(across, width), down
    return max(map(len, widget.pixels), default=0), len(widget.pixels)


def draw_widget(
    canvas: Canvas, box: Box, widget: Widget, catalogue: Catalogue, cursor: Cursor | None = None
) -> None:
    """Draw a widget into the box; what scrolls is scrolled to its focus, marks or cursor."""
    if isinstance(widget, Dice):
        most = size_of(widget, catalogue, box.width)[1]
        draw_dice(canvas, box, widget.faces, most)
    elif isinstance(widget, Grid):
        _draw_grid(canvas, box, widget, cursor)
    elif isinstance(widget, Table):
        _draw_table(canvas, box, widget, catalogue)
    elif isinstance(widget, Map):
        _draw_map(canvas, box, widget, catalogue, cursor)
    elif isinstance(widget, Streets):
        if cursor is None:
            draw_streets(canvas, box, widget, None, ())
            return
        spots = draw_streets(canvas, box, widget, cursor.at, cursor.places, cursor.presses)
        for place, spot in spots.items():
            cursor.touch(canvas, spot, place)
    else:
        _draw_picture(canvas, box, widget)


# -- grids ---------------------------------------------------------------------------------


def _cell_width(grid: Grid) -> int:
    texts = [text for row in grid.cells for text in row] + list(grid.above)
    return max([font("small").width(text) + 3 for text in texts] + [11])


def _grid_size(grid: Grid) -> tuple[int, int]:
    small = font("small")
    columns = max(map(len, grid.cells), default=0)
    left = small.width(grid.corners[0]) + 1 if grid.corners[0] else 0
    right = max(small.width(text) for text in (*grid.right, grid.corners[1], ""))
    width = left + columns * _cell_width(grid) + 1 + (right + 2 if right else 0)
    return width, _notes_above(grid) + len(grid.cells) * CELL + 1


def _notes_above(grid: Grid) -> int:
    return font("small").line - 1 if any((*grid.above, *grid.corners)) else 0


def _draw_grid(canvas: Canvas, box: Box, grid: Grid, cursor: Cursor | None) -> None:
    small, step = font("small"), _cell_width(grid)
    width, height = _grid_size(grid)
    if width > box.width or height > box.height:
        canvas.clipped.append(f"grid {width}x{height}")
    left = box.left + (small.width(grid.corners[0]) + 1 if grid.corners[0] else 0)
    top = box.top + _notes_above(grid)
    end = left + max(map(len, grid.cells), default=0) * step
    for column, note in enumerate(grid.above):
        x = left + column * step + (step - small.width(note) + 1) // 2
        canvas.ink(x, box.top - 1, note, small)
    canvas.ink(box.left, box.top - 1, grid.corners[0], small)
    canvas.ink(end + 3, box.top - 1, grid.corners[1], small)
    for row, cells in enumerate(grid.cells):
        y = top + row * CELL
        for column, text in enumerate(cells):
            cell = Box(left + column * step, y, left + (column + 1) * step + 1, y + CELL + 1)
            _draw_cell(canvas, cell, text, (row + 1, column + 1), grid, cursor)
        if row < len(grid.right):
            canvas.ink(end + 3, y + 1, grid.right[row], small)
    _say_grid(canvas, grid)


def _draw_cell(
    canvas: Canvas, cell: Box, text: str, place: Place, grid: Grid, cursor: Cursor | None
) -> None:
    small = font("small")
    x = cell.left + (cell.width - small.width(text) + 1) // 2
    canvas.frame(cell)
    canvas.ink(x, cell.top + 1, text, small)
    inside = Box(cell.left + 1, cell.top + 1, cell.right - 1, cell.bottom - 1)
    if place in grid.marked:
        canvas.invert(inside)
    if cursor is None:
        return
    cursor.touch(canvas, cell, place)
    if place == cursor.at:
        canvas.frame(inside, DARK if place in grid.marked else LIT)
        canvas.frame(cell)
    elif place in cursor.places and not text:
        middle = (cell.left + cell.width // 2, cell.top + cell.height // 2)
        canvas.pen.point(middle, fill=LIT)


def _say_grid(canvas: Canvas, grid: Grid) -> None:
    canvas.grid = grid.cells
    if any((*grid.above, *grid.corners)):
        canvas.say(" ".join([grid.corners[0], *grid.above, grid.corners[1]]).strip())
    for row, cells in enumerate(grid.cells):
        note = grid.right[row] if row < len(grid.right) else ""
        canvas.say(" ".join([*(text or "." for text in cells), note]).strip())


# -- tables --------------------------------------------------------------------------------


def _draw_table(canvas: Canvas, box: Box, table: Table, catalogue: Catalogue) -> None:
    heads, *rows = table_texts(table, catalogue)
    if table_width([heads, *rows]) > box.width:
        heads, *rows = table_texts(table, catalogue, short=True)
    lefts = _columns(canvas, box, [heads, *rows])
    if any(heads):
        _table_line(canvas, box, heads, lefts, marked=False)
        canvas.dots(box.top + LINE - 1, box.left, box.right)
        box = box.below(LINE)
    room = max(box.height // LINE, 1)
    first = _scrolled(len(rows), room, max(table.marked, default=1) - 1)
    for number, row in enumerate(rows[first : first + room], first):
        _table_line(canvas, box, row, lefts, marked=number + 1 in table.marked)
        box = box.below(LINE)


def table_texts(table: Table, catalogue: Catalogue, *, short: bool = False) -> list[list[str]]:
    """The heads, then the rows, in words; ``short``: in the short form of those that have one."""

    def said(cell: Text | str) -> str:
        if isinstance(cell, str):
            return cell
        brief = Text(f"{cell.key}-short", cell.args)
        return catalogue.text(brief if short and catalogue.has(brief.key) else cell)

    return [[said(cell) for cell in row] for row in (table.heads, *table.rows)]


def _column_widths(rows: Sequence[Sequence[str]]) -> list[int]:
    small, count = font("small"), max(map(len, rows), default=0)
    return [max(small.width(row[n]) if n < len(row) else 0 for row in rows) for n in range(count)]


def table_width(rows: Sequence[Sequence[str]]) -> int:
    """Columns that a table needs at least, with the narrowest gaps."""
    widths = _column_widths(rows)
    return sum(widths) + GAP * (len(widths) - 1) + 1


def _columns(canvas: Canvas, box: Box, rows: Sequence[Sequence[str]]) -> list[int]:
    """Where the columns start; spare room is spread between them."""
    widths = _column_widths(rows)
    count = len(widths)
    spare = box.width - 2 - sum(widths)
    gap = min(max(spare // max(count - 1, 1), GAP), 12)
    if sum(widths) + gap * (count - 1) > box.width:
        canvas.clipped.append(" ".join(max(rows, key=lambda row: sum(map(len, row)))))
    lefts = [box.left + 1]
    for width in widths:
        lefts.append(lefts[-1] + width + gap)
    return lefts


def _table_line(
    canvas: Canvas, box: Box, row: Sequence[str], lefts: Sequence[int], *, marked: bool
) -> None:
    ground = Box(box.left, box.top, box.right, box.top + LINE)
    if marked:
        canvas.fill(ground)
    for text, left in zip(row, lefts, strict=False):
        canvas.ink(left, box.top, text, font("small"), DARK if marked else LIT)
    said = " ".join(row).rstrip()
    canvas.say(said)
    canvas.tables[said] = tuple(filter(None, row))


def _scrolled(count: int, room: int, focus: int) -> int:
    """The first of ``count`` things to show so that number ``focus`` is in sight."""
    return max(0, min(focus - room // 2, count - room))


# -- maps ----------------------------------------------------------------------------------


def _extent(area: Map) -> Place:
    """Icons across and down."""
    return (area.rows, area.columns) if area.lying else (area.columns, area.rows)


def on_screen(area: Map, place: Place) -> Place:
    """Where a place stands: icons from the left and from the top, both from 0."""
    column, row = place
    return (row - 1, column - 1) if area.lying else (column - 1, area.rows - row)


def _draw_map(
    canvas: Canvas, box: Box, area: Map, catalogue: Catalogue, cursor: Cursor | None
) -> None:
    room = (box.width // area.side, box.height // area.side)
    shown = tuple(map(min, room, _extent(area)))
    focus = on_screen(area, area.focus)
    aim = on_screen(area, cursor.at) if cursor is not None else focus
    first = tuple(map(_in_sight, _extent(area), shown, focus, aim))
    view = _View(canvas, box, area, first[0], first[1], shown[0], shown[1])
    every = itertools.product(range(1, area.columns + 1), range(1, area.rows + 1))
    places = [place for place in every if view.holds(place)]
    at = cursor.at if cursor is not None and view.holds(cursor.at) else None
    for place in places:
        _draw_tile(view, place, cursor)
        if cursor is not None:
            cursor.touch(canvas, view.box(place), place)
    if at is not None:
        _draw_token(view, at)
        view.mark(at)
    for place in places:
        if place != at:
            _draw_token(view, place)  # the cursor's frame hides no car beside it
    _say_map(view, places, catalogue)


def _say_map(view: _View, places: Sequence[Place], catalogue: Catalogue) -> None:
    """The places in words, row by row behind a bar: the tile, and the car on it."""
    area = view.area

    def called(at: Place) -> str:
        name = area.tiles.get(at, ".")
        name = catalogue.text(area.words[name]) if name in area.words else name
        car = area.tokens.get(at)
        return name if car is None else f"{car}:{name}" if name != "." and area.words else car

    names = {on_screen(area, at): called(at) for at in places}
    for y in range(view.top, view.top + view.down):
        row = (names[x, y] for x in range(view.left, view.left + view.across))
        view.canvas.say(" ".join(["|", *row]))


def _in_sight(count: int, room: int, focus: int, aim: int) -> int:
    """The first of ``count`` things to show round the focus; ``aim`` must be among them."""
    first = _scrolled(count, room, focus)
    first = max(min(first, aim), aim - room + 1)
    return max(0, min(first, count - room))


@dataclass(frozen=True, slots=True)
class _View:
    """A window on a map: what is shown begins ``left``, ``top`` icons from the map's corner."""

    canvas: Canvas
    frame: Box
    area: Map
    left: int
    top: int
    across: int
    down: int

    def holds(self, place: Place) -> bool:
        x, y = on_screen(self.area, place)
        inside = self.left <= x < self.left + self.across
        return inside and self.top <= y < self.top + self.down

    def box(self, place: Place) -> Box:
        column, row = on_screen(self.area, place)
        side = self.area.side
        x = self.frame.left + (column - self.left) * side
        y = self.frame.top + (row - self.top) * side
        return Box(x, y, x + side, y + side)

    def mark(self, place: Place) -> None:
        """The cursor: a frame with a dark line round it, so that it stands out of any tile."""
        at = self.box(place)
        outer = Box(at.left - 2, at.top - 2, at.right + 2, at.bottom + 2)
        self.canvas.frame(outer, DARK)
        self.canvas.frame(Box(at.left - 1, at.top - 1, at.right + 1, at.bottom + 1))


def _draw_tile(view: _View, place: Place, cursor: Cursor | None) -> None:
    at, canvas, area = view.box(place), view.canvas, view.area
    lane = place[1] if area.columns > area.rows else place[0]
    tile = area.tiles.get(place)
    if tile is not None:
        _draw_icon(canvas, at, area, tile, LIT)
    if lane in area.closed:  # hatched, and where it is built begun to be
        steps = range(area.side if tile is None else CLOSED)
        canvas.pen.point([(at.left + n, at.top + n) for n in steps], fill=LIT)
    if cursor is not None and place in cursor.places:
        corners = [(x, y) for x in (at.left, at.right - 1) for y in (at.top, at.bottom - 1)]
        canvas.pen.point(corners, fill=LIT)


def _draw_token(view: _View, place: Place) -> None:
    """A car, dark on light, over whatever tile is there; light in a frame over one to beware of."""
    area, at = view.area, view.box(place)
    if (token := area.tokens.get(place)) is not None:
        framed = area.tiles.get(place) in area.notable
        ground, ink = (DARK, LIT) if framed or (area.fine and place != area.focus) else (LIT, DARK)
        view.canvas.fill(at, ground)
        _draw_icon(view.canvas, at, area, token, ink)
        if framed:
            view.canvas.frame(at)


def _draw_icon(canvas: Canvas, at: Box, area: Map, name: str, lit: int) -> None:
    """An icon of the map, or the name itself (a car's number) where it is no icon."""
    if name in area.icons:
        canvas.art(at.left, at.top, area.icons[name], lit)
    else:
        small = font("small")
        canvas.ink(at.left + (area.side - small.width(name)) // 2, at.top, name, small, lit)


# -- pictures ------------------------------------------------------------------------------


def _draw_picture(canvas: Canvas, box: Box, picture: Picture) -> None:
    width = max(map(len, picture.pixels), default=0)
    if width > box.width or len(picture.pixels) > box.height:
        canvas.clipped.append(f"picture {width}x{len(picture.pixels)}")
    canvas.art(box.left, box.top, picture.pixels)
