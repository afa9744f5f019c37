"""Pages of a scene away from the panel: as plain text, and as a picture to print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from referee.kernel.scene import Dice, Grid, Map, Picture, Streets, Table
from referee.kernel.text import Text
from referee.table.catalogue import Catalogue
from referee.table.pixels.canvas import Canvas, Rect
from referee.table.pixels.fonts import font
from referee.table.pixels.items import draw_items, height_of
from referee.table.pixels.streets import in_words
from referee.table.pixels.tables import table_texts, table_width
from referee.table.pixels.widgets import size_of
from referee.table.screen import Item

if TYPE_CHECKING:
    from PIL import Image

#: Columns of a printed page at least, its margin, and printed dots for one pixel.
LEAST: Final = 160
MARGIN: Final = 8
SCALE: Final = 4


# -- text ----------------------------------------------------------------------------------


def as_text(items: Iterable[Item], words: Catalogue) -> Iterator[str]:
    """The lines of a page, to be read in letters of one width; columns stand under each other."""
    for item in items:
        if isinstance(item, str | Text):
            yield words.text(item) if isinstance(item, Text) else item
        elif isinstance(item, Table):
            heads, *rows = table_texts(item, words)
            yield from _aligned([heads, *rows] if any(heads) else rows)
        elif isinstance(item, Grid):
            yield from _grid(item, words)
        elif isinstance(item, Dice):
            yield " ".join(f"[{face}]" for face in item.faces)
        elif isinstance(item, Picture):
            yield from (row.rstrip() for row in item.pixels)
        elif isinstance(item, Streets):
            yield from (line.text for line in in_words(item, words))
        else:
            yield from _map(item, words)


def _grid(grid: Grid, words: Catalogue) -> Iterator[str]:
    above = ["", *grid.above] if any((*grid.above, *grid.corners)) else []
    rows = [["", *(cell or "." for cell in row)] for row in words.cells(grid)]
    for row, note in zip(rows, grid.left, strict=False):
        row[0] = note
    for row, note in zip(rows, grid.right, strict=False):
        row.append(note)
    if above:
        above = [grid.corners[0], *above[1:]]
        above += [""] * (1 + max(map(len, grid.cells), default=0) - len(above))
        above.append(grid.corners[1])
    yield from _aligned([above, *rows] if above else rows)


def _map(area: Map, words: Catalogue) -> Iterator[str]:
    named = {name: words.text(said) for name, said in area.words.items()}
    tiles = {place: named.get(tile, tile) for place, tile in area.tiles.items()}
    places = {**tiles, **area.tokens}
    across, down = range(1, area.columns + 1), range(area.rows, 0, -1)
    yield from _aligned([[places.get((x, y), ".") for x in across] for y in down])


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    count = max(map(len, rows), default=0)
    widths = [max(len(row[n]) if n < len(row) else 0 for row in rows) for n in range(count)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        yield "  ".join(cells).rstrip()


# -- picture -------------------------------------------------------------------------------


def as_picture(heading: str, items: Sequence[Item], words: Catalogue) -> Image.Image:
    """The page black on white, as wide as its widest item, everything in its long form."""
    from PIL import ImageOps
    from PIL.Image import Resampling

    face = font("bold")
    width = max([LEAST, face.width(heading), *(_width(item, words) for item in items)])
    head = face.line + 6
    sheet = Canvas(width, height_of(items, words, width))
    draw_items(sheet, items, words)
    page = Canvas(width + 2 * MARGIN, head + sheet.picture.height + 2 * MARGIN)
    page.ink(MARGIN, MARGIN, heading, face)
    page.fill(Rect(MARGIN, MARGIN + face.line + 1, MARGIN + width, MARGIN + face.line + 2))
    page.picture.paste(sheet.picture, (MARGIN, MARGIN + head))
    size = (page.picture.width * SCALE, page.picture.height * SCALE)
    return ImageOps.invert(page.picture.convert("L")).resize(size, Resampling.NEAREST).convert("1")


def _width(item: Item, words: Catalogue) -> int:
    if isinstance(item, Table):
        return table_width(table_texts(item, words))
    return 0 if isinstance(item, str | Text) else size_of(item, words, 10_000)[0]
