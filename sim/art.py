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
    """Bright areas with straight edges: left, top, and the first column and row outside."""
    rows = [row for (row,) in _bands(image, 1)]
    y = 0
    while y < len(rows):
        left, right = _longest_run(rows[y])
        bottom = y
        while bottom < len(rows) and right - left >= _INVERSE[0] and rows[bottom][left]:
            if not rows[bottom][right - 1] or 3 * sum(rows[bottom][left:right]) < right - left:
                break
            bottom += 1
        if bottom - y >= _INVERSE[1]:
            yield left, y, right, bottom
        y = max(bottom, y + 1)


def _longest_run(row: list[bool]) -> tuple[int, int]:
    """Where the longest row of lit pixels begins, and the first pixel after it."""
    best, start = (0, 0), None
    for x, bit in enumerate([*row, False]):
        if bit and start is None:
            start = x
        elif not bit and start is not None:
            best, start = max(best, (start, x), key=lambda run: run[1] - run[0]), None
    return best


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
