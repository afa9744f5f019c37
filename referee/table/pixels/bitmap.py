"""Pictures in one bit where there is no Pillow: in a browser.

`surface` and `turned` give what Pillow gives where it is installed. Else pictures are a `Bitmap`,
which has as much of Pillow's picture, and `Pen` as much of its pen, as a canvas needs; both draw
the same pixels, which a test holds them to.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

PILLOW: Final = find_spec("PIL") is not None

Point = tuple[int, int]
Box = tuple[int, int, int, int]


def surface(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """A dark picture, and a pen for it."""
    if not PILLOW:
        bitmap = Bitmap(width, height)
        return cast(Any, bitmap), cast(Any, Pen(bitmap))
    from PIL import Image, ImageDraw

    picture = Image.new("1", (width, height), 0)
    return picture, ImageDraw.Draw(picture)


def turned(picture: Image.Image, right: int, down: int) -> Image.Image:
    """The picture so many pixels further on; what leaves it on one side comes in on the other."""
    if isinstance(picture, Bitmap):
        return cast(Any, picture.turned(right, down))
    from PIL import ImageChops

    return ImageChops.offset(picture, right, down)


class Bitmap:
    """Rows as whole numbers, whose highest bit is the leftmost pixel."""

    def __init__(self, width: int, height: int, rows: Iterable[int] = ()) -> None:
        self.width, self.height = width, height
        self.rows = list(rows) or [0] * height

    @property
    def size(self) -> Point:
        return self.width, self.height

    def tobytes(self) -> bytes:
        """Row by row, each in whole bytes."""
        wide = -(-self.width // 8)
        rest = 8 * wide - self.width
        return b"".join((row << rest).to_bytes(wide, "big") for row in self.rows)

    def crop(self, box: Box) -> Bitmap:
        left, top, right, bottom = box
        cut = Bitmap(right - left, bottom - top)
        cut.paste(self, (-left, -top))
        return cut

    def point(self, table: Sequence[int]) -> Bitmap:
        """Every pixel as the table has it: its first value for dark ones, its last for lit ones."""
        every = (1 << self.width) - 1
        rows = ((every & ~row if table[0] else 0) | (row if table[-1] else 0) for row in self.rows)
        return Bitmap(self.width, self.height, rows)

    def paste(self, other: Bitmap, at: Point | Box) -> None:
        """Put it here, its upper left corner at this place; what does not fit is lost."""
        left, top = at[:2]
        area = self.span(left, left + other.width)
        for y, row in enumerate(other.rows, top):
            if 0 <= y < self.height:
                self.rows[y] = (self.rows[y] & ~area) | (self._moved(row, left, other) & area)

    def lay(self, y: int, mask: int, lit: object) -> None:
        """Light the pixels of a row that are in the mask, or make them dark."""
        if 0 <= y < self.height:
            self.rows[y] = self.rows[y] | mask if lit else self.rows[y] & ~mask

    def span(self, left: int, right: int) -> int:
        """The mask of these columns, the right one not among them."""
        left, right = max(left, 0), min(right, self.width)
        return ((1 << (right - left)) - 1) << (self.width - right) if left < right else 0

    def turned(self, right: int, down: int) -> Bitmap:
        rows = (self.rows[(y - down) % self.height] for y in range(self.height))
        low = (1 << right) - 1
        moved = ((row >> right) | ((row & low) << (self.width - right)) for row in rows)
        return Bitmap(self.width, self.height, moved)

    def _moved(self, row: int, left: int, other: Bitmap) -> int:
        """A row of another picture as it lies in this one."""
        shift = self.width - left - other.width
        return row << shift if shift >= 0 else row >> -shift


class Pen:
    """Draws on a bitmap, what of it is on the picture."""

    def __init__(self, bitmap: Bitmap) -> None:
        self._bitmap = bitmap

    def point(self, places: Iterable[Point], fill: int) -> None:
        for x, y in places:
            self._bitmap.lay(y, self._bitmap.span(x, x + 1), fill)

    def rectangle(self, box: Box, fill: int | None = None, outline: int | None = None) -> None:
        """All four sides are inside."""
        left, top, right, bottom = box
        whole = self._bitmap.span(left, right + 1)
        sides = self._bitmap.span(left, left + 1) | self._bitmap.span(right, right + 1)
        for y in range(top, bottom + 1):
            if fill is not None:
                self._bitmap.lay(y, whole, fill)
            if outline is not None:
                self._bitmap.lay(y, whole if y in (top, bottom) else sides, outline)

    def line(self, ends: Sequence[Point], fill: int) -> None:
        """Level, upright, or as steep as it is long."""
        (x, y), (right, bottom) = ends
        steps = max(abs(right - x), abs(bottom - y), 1)
        across, down = (right - x) / steps, (bottom - y) / steps
        at = range(steps + 1)
        self.point([(x + round(across * n), y + round(down * n)) for n in at], fill)

    def text(self, at: Point, text: bytes, fill: int, font: Glyphs) -> None:
        x, top = at
        bitmap = self._bitmap
        for place in text:
            glyph = font.glyphs[place]
            left, shift = x + glyph.left, bitmap.width - x - glyph.left - glyph.width
            area = bitmap.span(left, left + glyph.width)
            for y, row in enumerate(glyph.rows, top + glyph.top):
                bitmap.lay(y, (row << shift if shift >= 0 else row >> -shift) & area, fill)
            x += glyph.step


@dataclass(frozen=True, slots=True)
class Glyph:
    """A letter: ``step`` columns to the next one, its pixels so far from the line's corner."""

    step: int
    left: int
    top: int
    width: int
    rows: tuple[int, ...]


#: A glyph in a ``.pil`` file: its step, its place on the line, its place in the picture of all.
_GLYPH: Final = struct.Struct(">10h")


def metrics(file: Path) -> list[tuple[int, ...]]:
    """What a ``.pil`` file says of its 256 glyphs."""
    return list(_GLYPH.iter_unpack(file.read_bytes().partition(b"DATA\n")[2]))


class Glyphs:
    """A font's letters, from a ``.pil`` file and the ``.pbm`` beside it."""

    def __init__(self, file: Path) -> None:
        _, size, rest = file.with_suffix(".pbm").read_bytes().split(b"\n", 2)
        width, height = map(int, size.split())
        wide = -(-width // 8)
        rows = (rest[wide * y : wide * (y + 1)] for y in range(height))
        spare, every = 8 * wide - width, (1 << width) - 1  # in the file, lit pixels are nought
        lit = (every & ~(int.from_bytes(row, "big") >> spare) for row in rows)
        sheet = Bitmap(width, height, lit)
        found = metrics(file)
        base = -min(glyph[3] for glyph in found)
        self.glyphs = [self._glyph(sheet, glyph, base) for glyph in found]

    @staticmethod
    def _glyph(sheet: Bitmap, numbers: tuple[int, ...], base: int) -> Glyph:
        step, _, left, top, right, _, *box = numbers
        pixels = sheet.crop((box[0], box[1], box[2], box[3]))
        return Glyph(step, left, top + base, right - left, tuple(pixels.rows))
