"""Pictures as text: lit pixels as blocks or dots on a dark ground."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PIL import Image

_HALVES: Final = " ▀▄█"
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
