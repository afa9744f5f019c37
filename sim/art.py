"""Pictures as text: lit pixels as blocks or dots on a dark ground."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PIL import Image, ImageDraw

_HALVES: Final = " ▀▄█"
#: By the pixels of a cell, row by row from the lowest bit. Four of them are older signs.
_SEXTANTS: Final = "".join(
    {0: " ", 21: "▌", 42: "▐", 63: "█"}.get(n, chr(0x1FB00 + n - 1 - (n > 21) - (n > 42)))
    for n in range(64)
)
#: Braille dots by column and row of the pixel.
_DOTS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))


def half_blocks(image: Image.Image) -> str:
    """One character for two pixels, one over the other: 128x64 becomes 128 columns, 32 rows."""
    return "\n".join(
        "".join(_HALVES[upper + 2 * lower] for upper, lower in zip(above, below, strict=True))
        for above, below in _bands(image, 2)
    )


def full_blocks(image: Image.Image) -> str:
    """Two characters for a pixel: 128x64 becomes 256 columns, 64 rows."""
    return "\n".join("".join("██" if bit else "  " for bit in row) for (row,) in _bands(image, 1))


def braille(image: Image.Image) -> str:
    """One character for two by four pixels: 128x64 becomes 64 columns, 16 rows."""
    return "\n".join(
        "".join(
            chr(0x2800 + _cell([row[column : column + 2] for row in rows]))
            for column in range(0, image.width, 2)
        )
        for rows in _bands(image, 4)
    )


def dots(image: Image.Image) -> str:
    """As `braille`, legible: what is inverse stands in a frame, as dots dark on light blur."""
    return braille(outlined(image))


def sextants(image: Image.Image) -> str:
    """One character for two by three pixels: 128x64 becomes 64 columns, 22 rows."""
    return "\n".join(
        "".join(
            _SEXTANTS[sum(bit << n for n, bit in enumerate(_six(rows, column)))]
            for column in range(0, image.width, 2)
        )
        for rows in _bands(image, 3)
    )


def _six(rows: list[list[bool]], column: int) -> list[bool]:
    """The pixels of a cell, row by row; the last rows of a picture may be fewer."""
    return [bit for row in rows for bit in row[column : column + 2]]


#: Pixels from which on a bright area counts as inverse: columns and rows.
_INVERSE: Final = (16, 7)


def outlined(image: Image.Image) -> Image.Image:
    """The picture with its inverse areas turned round and framed."""
    drawn = image.convert("1")
    for area in list(_inverse(drawn)):
        drawn.paste(drawn.crop(area).point([255] + [0] * 255), area)
        left, top, right, bottom = area
        ImageDraw.Draw(drawn).rectangle((left, top, right - 1, bottom - 1), outline=1)
    return drawn


def _inverse(image: Image.Image) -> Iterator[tuple[int, int, int, int]]:
    """Bright areas with straight edges: left, top, and the first column and row outside.

    Letters may reach the upper edge, so that it has gaps; at the sides there is none.
    """
    rows = [row for (row,) in _bands(image, 1)]
    heights = _heights(rows)
    y = 0
    while y < len(rows):
        areas = ((right - left, _bottom(rows, heights, y, left, right), left, right)
                 for left, right in _edges(rows[y], heights[y]))  # fmt: skip
        width, bottom, left, right = max((a for a in areas if a[1] > y), default=(0, y, 0, 0))
        if width:
            yield left, y, right, bottom
        y = max(bottom, y + 1)


def _heights(rows: list[list[bool]]) -> list[list[int]]:
    """Of each pixel: how many are lit from it downwards."""
    found = [[0] * len(rows[0])]
    for row in reversed(rows):
        found.append([(below + 1) * bit for bit, below in zip(row, found[-1], strict=True)])
    return found[:0:-1]


def _edges(row: list[bool], heights: list[int]) -> Iterator[tuple[int, int]]:
    """The first column, and the first one after it, of all that may begin in a row."""
    tall = [x for x, height in enumerate(heights) if height >= _INVERSE[1]]
    lefts = [x for x in tall if x == 0 or not row[x - 1]]
    rights = [x + 1 for x in tall if x + 1 == len(row) or not row[x + 1]]
    return ((one, other) for one in lefts for other in rights if other - one >= _INVERSE[0])


def _bottom(
    rows: list[list[bool]], heights: list[list[int]], top: int, left: int, right: int
) -> int:
    """The first row below an area between two edges, or ``top`` where it is none: two in three
    pixels of it are lit, one in three of each row, and some of each column."""
    area = []
    for row in rows[top : top + min(heights[top][left], heights[top][right - 1])]:
        if 3 * sum(row[left:right]) < right - left:
            break
        area.append(row[left:right])
    full = 3 * sum(map(sum, area)) >= 2 * len(area) * (right - left)
    whole = full and len(area) >= _INVERSE[1] and all(map(any, zip(*area, strict=True)))
    return top + len(area) if whole else top


def _cell(rows: list[list[bool]]) -> int:
    return sum(_DOTS[x][y] for y, row in enumerate(rows) for x, bit in enumerate(row) if bit)


def _bands(image: Image.Image, height: int) -> Iterator[list[list[bool]]]:
    """The picture's rows of pixels in groups of ``height``."""
    flat = image.convert("L").tobytes()
    rows = [
        [value > 0 for value in flat[start : start + image.width]]
        for start in range(0, len(flat), image.width)
    ]
    for top in range(0, len(rows), height):
        yield rows[top : top + height]


def framed(art: str) -> str:
    """Text art in a thin frame."""
    lines = art.split("\n")
    bar = "─" * len(lines[0])
    return "\n".join((f"┌{bar}┐", *(f"│{line}│" for line in lines), f"└{bar}┘"))
