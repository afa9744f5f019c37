"""A grid as pixels: cells in rows and columns, notes above and beside them."""

from __future__ import annotations

from typing import Final

from referee.kernel.scene import Grid, column_name
from referee.table.catalogue import Catalogue
from referee.table.pixels.canvas import DARK, LIT, Canvas, Rect
from referee.table.pixels.fonts import font
from referee.table.pixels.lines import Raster, raster
from referee.table.screen import Cursor, Place

#: Rows of a cell.
CELL: Final = 9


def _cell_width(grid: Grid, words: Catalogue) -> int:
    texts = [text for row in words.cells(grid) for text in row] + list(grid.above)
    return max([font("small").width(text) + 3 for text in texts] + [11])


def grid_size(grid: Grid, words: Catalogue) -> tuple[int, int]:
    small = font("small")
    columns = max(map(len, grid.cells), default=0)
    left = _before(grid)
    right = max(small.width(text) for text in (*grid.right, grid.corners[1], ""))
    width = left + columns * _cell_width(grid, words) + 1 + (right + 2 if right else 0)
    return width, _notes_above(grid) + len(grid.cells) * CELL + 1


def _before(grid: Grid) -> int:
    """Columns of what stands before the rows and over their left end."""
    widths = [font("small").width(note) + 1 for note in (*grid.left, grid.corners[0]) if note]
    return max(widths, default=0)


def _notes_above(grid: Grid) -> int:
    return font("small").line - 1 if any((*grid.above, *grid.corners)) else 0


def draw_grid(
    canvas: Canvas, rect: Rect, grid: Grid, words: Catalogue, cursor: Cursor | None
) -> None:
    small, step, said = font("small"), _cell_width(grid, words), words.cells(grid)
    width, height = grid_size(grid, words)
    if width > rect.width or height > rect.height:
        canvas.clipped.append(f"grid {width}x{height}")
    left = rect.left + _before(grid)
    top = rect.top + _notes_above(grid)
    end = left + max(map(len, grid.cells), default=0) * step
    for column, note in enumerate(grid.above):
        x = left + column * step + (step - small.width(note) + 1) // 2
        canvas.ink(x, rect.top - 1, note, small)
    canvas.ink(rect.left, rect.top - 1, grid.corners[0], small)
    canvas.ink(end + 3, rect.top - 1, grid.corners[1], small)
    for row, cells in enumerate(said):
        y = top + row * CELL
        for column, text in enumerate(cells):
            cell = Rect(left + column * step, y, left + (column + 1) * step + 1, y + CELL + 1)
            _draw_cell(canvas, cell, text, (row + 1, column + 1), grid, cursor)
        if row < len(grid.left):
            canvas.ink(rect.left, y + 1, grid.left[row], small)
        if row < len(grid.right):
            canvas.ink(end + 3, y + 1, grid.right[row], small)
    _say_grid(canvas, grid, said, named=cursor is not None or len(said) > 1)


def _draw_cell(
    canvas: Canvas, cell: Rect, text: str, place: Place, grid: Grid, cursor: Cursor | None
) -> None:
    small = font("small")
    x = cell.left + (cell.width - small.width(text) + 1) // 2
    canvas.frame(cell)
    canvas.ink(x, cell.top + 1, text, small)
    inside = Rect(cell.left + 1, cell.top + 1, cell.right - 1, cell.bottom - 1)
    if place in grid.marked:
        canvas.invert(inside)
    if cursor is None:
        return
    canvas.touch(cell, cursor.presses.get(place, ()), cell=cursor.moves)
    if place == cursor.at:
        canvas.frame(inside, DARK if place in grid.marked else LIT)
        canvas.frame(cell)
    elif place in cursor.places and not text:
        middle = (cell.left + cell.width // 2, cell.top + cell.height // 2)
        canvas.pen.point([middle], fill=LIT)


def _say_grid(
    canvas: Canvas, grid: Grid, said: tuple[tuple[str, ...], ...], *, named: bool
) -> None:
    """What stands beside rows and under columns is behind a ``=``; the corners belong to the
    diagonals. Rows and columns have names unless it is one row in which nothing is chosen."""
    canvas.grid = said
    heads = [column_name(column + 1) for column in range(max(map(len, said), default=0))]
    rows = [[text or "." for text in row] for row in said]
    for row, note in zip(rows, grid.right, strict=False):
        row += ["=", note] if note else []
    for row, note in zip(rows, grid.left, strict=False):
        row[:0] = [note] if note else []
    if not named:
        canvas.say(Raster("", tuple(rows[0])))
        return
    names = [str(number) for number in range(1, len(rows) + 1)]
    if any(grid.above):
        names, rows = [*names, "="], [*rows, [note or "." for note in grid.above]]
    for line in raster(heads, names, rows):
        canvas.say(line)
    for sign, note in zip("\\/", grid.corners, strict=True):
        if note:
            canvas.say(Raster(sign, ("=", note)))
