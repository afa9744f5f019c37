"""What an SSD1322 is sent so that it shows a picture. Pure functions.

Its memory is 480 columns wide, the glass shows the 256 in the middle. Four bits are a pixel, four
pixels a column address. A row of the glass is 128 bytes here, the 64 rows follow each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PIL import Image

from hal.interfaces import WIDE

SET_CONTRAST: Final = 0xC1
ALL_DARK: Final = 0xA4
SET_COLUMNS, SET_ROWS, WRITE = 0x15, 0x75, 0x5C

#: Bytes of a row, and of a column address.
ROW: Final = WIDE[0] // 2
UNIT: Final = 2
#: The column address of the glass's left edge.
LEFT: Final = (480 - WIDE[0]) // 2 // 4


def pack(picture: Image.Image, rotation: int = 0) -> bytes:
    """A picture (mode "1", 256x64) as display memory, lit pixels at full brightness.

    Raises ValueError for any other picture.
    """
    if picture.mode != "1" or picture.size != WIDE:
        found = f"mode {picture.mode!r}, {picture.width}x{picture.height}"
        raise ValueError(f"a picture for this panel has mode '1' and {WIDE}, not {found}")
    if rotation:
        picture = picture.transpose(Image.Transpose.ROTATE_180)
    # Four times as wide, every pixel is four bits that are alike.
    return picture.resize((4 * WIDE[0], WIDE[1]), Image.Resampling.NEAREST).tobytes()


def unpack(memory: bytes) -> Image.Image:
    """The picture that display memory shows, whatever is not dark being lit."""
    image = Image.frombytes("1", (4 * WIDE[0], WIDE[1]), memory)
    return image.resize(WIDE, Image.Resampling.NEAREST)


def changes(shown: bytes | None, wanted: bytes) -> Iterator[tuple[tuple[int, ...], bytes]]:
    """Commands with their data: the smallest rectangle that holds all that differs.

    One is enough: a whole picture takes 17 ms at the speed that `hal.bus` sends with.
    """
    rows = range(WIDE[1])
    if shown is not None:
        rows = range(*_span([row for row in rows if _row(shown, row) != _row(wanted, row)]))
    if not rows:
        return
    left, right = 0, ROW // UNIT
    if shown is not None:
        before, after = (_columns(memory, rows) for memory in (shown, wanted))
        left, right = _span([n for n, column in enumerate(after) if column != before[n]])
    yield (SET_COLUMNS,), bytes((LEFT + left, LEFT + right - 1))
    yield (SET_ROWS,), bytes((rows[0], rows[-1]))
    yield (WRITE,), b"".join(_row(wanted, row)[UNIT * left : UNIT * right] for row in rows)


def _row(memory: bytes, row: int) -> bytes:
    return memory[ROW * row : ROW * (row + 1)]


def _columns(memory: bytes, rows: range) -> list[tuple[bytes, ...]]:
    """By column address, what stands in these rows."""
    part = memory[ROW * rows[0] : ROW * (rows[-1] + 1)]
    return [(part[at::ROW], part[at + 1 :: ROW]) for at in range(0, ROW, UNIT)]


def _span(numbers: list[int]) -> tuple[int, int]:
    """From the first to behind the last of these; nothing where there are none."""
    return (numbers[0], numbers[-1] + 1) if numbers else (0, 0)
