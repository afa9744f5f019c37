"""Draws the bitmap fonts of this folder: ``python -m referee.table.pixels.fonts.make DIR``, where
DIR holds DejaVu.

The fonts are part of the package, so that every machine shows the same pixels; this is run only
when a size or a sign is added. ``DIR`` is the folder with DejaVu's .ttf files.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final
from unicodedata import normalize

from PIL import FontFile, Image, ImageDraw, ImageFont

from referee.table.pixels.fonts import SIGNS

#: name: (DejaVu face, size in pixels, first row that is kept and the one after the last).
FACES: Final = {
    "body": ("DejaVuSans", 10, (2, 12)),
    "bold": ("DejaVuSans-Bold", 10, (2, 12)),
    "small": ("DejaVuSans", 8, (1, 10)),
    "lead": ("DejaVuSansCondensed-Bold", 12, (2, 14)),
    "mid": ("DejaVuSansCondensed-Bold", 22, (5, 21)),
    "big": ("DejaVuSansCondensed-Bold", 34, (7, 32)),
}
PLACES: Final = {n: chr(n) for n in (*range(32, 127), *range(160, 256))} | {
    0x80 + n: sign for n, sign in enumerate(SIGNS)
}


#: The two dots of an umlaut, as a character of their own.
DOTS: Final = "\u0308"


def rasterise(name: str, face: Path, size: int, rows: tuple[int, int]) -> FontFile.FontFile:
    """One face as a bitmap font: glyphs equally high, dark columns after the ink of each.

    DejaVu's own side bearings are a fraction of a pixel at these sizes: some letters would
    touch, others stand apart.
    """
    font = ImageFont.truetype(str(face), size, layout_engine=ImageFont.Layout.BASIC)
    top, height = rows[0], rows[1] - rows[0]
    made = FontFile.FontFile()
    for place, letter in PLACES.items():
        left, right = _ink(font, letter)
        if letter.isdigit() and letter.isascii():  # numbers must not jump when they change
            left, right = min(_ink(font, digit)[0] for digit in "0123456789"), _ink(font, "0")[1]
        width = right - left + (2 if size > 20 else 1)
        tall = Image.new("1", (width, rows[1]))
        pen = ImageDraw.Draw(tall)
        pen.fontmode = "1"
        pen.text((-left, 0), letter, font=font, fill=1)
        glyph = _lowered(tall, top, umlaut=letter.isupper() and DOTS in normalize("NFD", letter))
        if name == "lead":
            _part(glyph, font, letter)
        glyph = glyph.crop((0, top, width, rows[1]))
        made.glyph[place] = ((width, 0), (0, -height, width, 0), (0, 0, width, height), glyph)
    return made


def _part(glyph: Image.Image, font: ImageFont.FreeTypeFont, letter: str) -> None:
    """Make a row dark between a dot and what it belongs to: at this size they touch."""
    _, top, _, bottom = font.getmask("x", mode="1").getbbox() or (0, 0, 0, 0)
    foot = round(font.getbbox("x")[3])
    row = foot - 3 if letter == "!" else foot - (bottom - top) - 1
    if letter in "ij!äöü":
        glyph.paste(0, (0, row, glyph.width, row + 1))


def _lowered(glyph: Image.Image, top: int, *, umlaut: bool) -> Image.Image:
    """The glyph with no ink above row ``top``, and with a dark row under the dots of an umlaut.

    It moves down for that, at the cost of rows that are like the ones above them; so an umlaut
    needs no more rows than any other capital.
    """
    box = glyph.getbbox()
    rows = [glyph.crop((0, y, glyph.width, y + 1)) for y in range(glyph.height)]
    if box is None:
        return glyph
    for _ in range(max(top - box[1], 0)):
        _move(rows, 0)
    dots = max(box[1], top)
    if umlaut and rows[dots + 1].getbbox() is not None:
        _move(rows, dots + 1)
    lowered = Image.new("1", glyph.size)
    for y, row in enumerate(rows):
        lowered.paste(row, (0, y))
    return lowered


def _move(rows: list[Image.Image], place: int) -> None:
    """Put a dark row in at ``place`` and take out one further down that repeats another."""
    later = range(place + 3, len(rows))
    ink = [y for y in later if rows[y].getbbox() is not None]
    twin = next((y for y in ink if rows[y].tobytes() == rows[y - 1].tobytes()), ink[0])
    rows.insert(place, rows.pop(twin).point(lambda _: 0))


def _ink(font: ImageFont.FreeTypeFont, letter: str) -> tuple[int, int]:
    """First column with a pixel and the one after the last, counted from the pen."""
    trial = Image.new("1", (100, 60))
    pen = ImageDraw.Draw(trial)
    pen.fontmode = "1"
    pen.text((20, 5), letter, font=font, fill=1)
    box = trial.getbbox()
    return (box[0] - 20, box[2] - 20) if box else (0, round(font.getlength(letter)) - 1)


def main(folder: Path) -> None:
    for name, (face, size, rows) in FACES.items():
        file = Path(__file__).parent / name
        rasterise(name, folder / f"{face}.ttf", size, rows).save(str(file))
        with Image.open(file.with_suffix(".pbm")) as drawn:  # a PNG, whatever it is called
            drawn.load()
        drawn.save(file.with_suffix(".pbm"), "PPM")  # `bitmap.Glyphs` reads it too


if __name__ == "__main__":
    main(Path(sys.argv[1]))
