"""The widgets of a scene as pixels: each drawn by its own module, pictures and dice here."""

from __future__ import annotations

from referee.kernel.scene import Dice, Grid, Map, Picture, Streets, Table, Widget
from referee.table.catalogue import Catalogue
from referee.table.pixels.canvas import Canvas, Rect
from referee.table.pixels.dice import draw_dice
from referee.table.pixels.grids import draw_grid, grid_size
from referee.table.pixels.maps import draw_map, extent, kerb_of
from referee.table.pixels.streets import draw_streets, streets_size
from referee.table.pixels.tables import LINE, draw_table
from referee.table.screen import Cursor


def size_of(widget: Widget, catalogue: Catalogue, width: int) -> tuple[int, int]:
    """Columns and rows that a widget would like to have, no wider than ``width``."""
    if isinstance(widget, Dice):
        side = 24 if len(widget.faces) < 4 else 20
        return min(len(widget.faces) * (side + 3) - 3, width), side
    if isinstance(widget, Grid):
        return grid_size(widget, catalogue)
    if isinstance(widget, Table):
        return width, LINE * (len(widget.rows) + any(map(bool, widget.heads)))
    if isinstance(widget, Map):
        across, down = extent(widget)
        kerbs = 2 * kerb_of(widget)
        across = across * widget.side + (kerbs if widget.fine else 0)
        return min(across, width), down * widget.side + kerbs
    if isinstance(widget, Streets):
        across, down = streets_size(widget)
        return min(across, width), down
    return max(map(len, widget.pixels), default=0), len(widget.pixels)


def draw_widget(
    canvas: Canvas, rect: Rect, widget: Widget, catalogue: Catalogue, cursor: Cursor | None = None
) -> None:
    """Draw a widget into the rect; what scrolls is scrolled to its focus, marks or cursor."""
    if isinstance(widget, Dice):
        most = size_of(widget, catalogue, rect.width)[1]
        draw_dice(canvas, rect, widget.faces, most)
    elif isinstance(widget, Grid):
        draw_grid(canvas, rect, widget, catalogue, cursor)
    elif isinstance(widget, Table):
        draw_table(canvas, rect, widget, catalogue)
    elif isinstance(widget, Map):
        draw_map(canvas, rect, widget, catalogue, cursor)
    elif isinstance(widget, Streets):
        draw_streets(canvas, rect, widget, cursor, catalogue)
    else:
        _draw_picture(canvas, rect, widget)


def _draw_picture(canvas: Canvas, rect: Rect, picture: Picture) -> None:
    width = max(map(len, picture.pixels), default=0)
    if width > rect.width or len(picture.pixels) > rect.height:
        canvas.clipped.append(f"picture {width}x{len(picture.pixels)}")
    canvas.art(rect.left, rect.top, picture.pixels)
