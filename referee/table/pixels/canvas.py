"""The drawing surface: one-bit pixels, the words on them, and what did not fit.

Everything a player reads goes through a canvas, so it knows the texts of a screen
(`Canvas.lines`) and can tell a test when one of them was cut off (`Canvas.clipped`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from hal.interfaces import SIZE
from referee.table.pixels.bitmap import surface
from referee.table.pixels.fonts import Font, encoded, font
from referee.table.pixels.lines import Line, Words

LIT, DARK = 1, 0

#: A line may be broken after a space, a hyphen or a slash.
_BREAKS: Final = re.compile(r"\S+?[-/](?=\w)|\S+\s*|\s+")
#: What a word in front of it is not parted from, lest "Player / 1 starts" be read as two things.
_NUMBER: Final = re.compile(r"\d(?!\w)")


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in pixels; ``right`` and ``bottom`` are the first column and row outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    def top_rows(self, rows: int) -> Rect:
        return Rect(self.left, self.top, self.right, self.top + rows)

    def below(self, rows: int) -> Rect:
        """What is left when ``rows`` are taken from the top."""
        return Rect(self.left, min(self.top + rows, self.bottom), self.right, self.bottom)

    def above(self, rows: int) -> Rect:
        """What is left when ``rows`` are taken from the bottom."""
        return Rect(self.left, self.top, self.right, max(self.bottom - rows, self.top))

    def after(self, columns: int) -> Rect:
        """What is left when ``columns`` are taken from the left."""
        return Rect(min(self.left + columns, self.right), self.top, self.right, self.bottom)


#: More stands above.
UP_MARK: Final = ("  #  ", " ### ", "#####")

SCREEN: Final = Rect(0, 0, *SIZE)

#: Rows of the title bar; what is below it.
TITLE: Final = 10
CONTENT: Final = SCREEN.below(TITLE)


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of the picture that a pointer can touch, and the presses that mean the same.

    ``cell``: a place that the cursor can go to; the one where it stands takes an OK. Where it is
    not ``seen``, arrows alone lead there. ``apart``: it stands in no row of squares, and an arrow
    goes aslant to it where nothing else lies that way.
    """

    rect: Rect
    presses: tuple[str, ...]
    cell: bool = False
    seen: bool = True
    apart: bool = False


class Canvas:
    """A picture being drawn. ``lines``: what stands on it line by line, in reading order.

    ``scrolled``: so many lines after the first, the title, are above what is in sight. ``grid``:
    the cells of the last raster, row by row.
    """

    def __init__(self, width: int = SIZE[0], height: int = SIZE[1]) -> None:
        self.picture, self.pen = surface(width, height)
        self.whole = Rect(0, 0, width, height)
        self.lines: list[Line] = []
        self.spots: list[Spot] = []
        self.clipped: list[str] = []
        self.scrolled = 0
        self.grid: tuple[tuple[str, ...], ...] = ()

    # -- text ------------------------------------------------------------------------------

    @property
    def texts(self) -> list[str]:
        """How the lines read."""
        return [line.text for line in self.lines]

    def say(self, line: Line) -> None:
        """Note what is to be read here."""
        if line.text:
            self.lines.append(line)

    def add_text(self, text: str) -> None:
        """Note words that are to be read here."""
        self.say(Words(text))

    def touch(
        self, rect: Rect, presses: tuple[str, ...], *, cell: bool = False, seen: bool = True,
        apart: bool = False,
    ) -> None:  # fmt: skip
        """Note what a pointer means here; see `Spot`."""
        if presses:
            self.spots.append(Spot(rect, presses, cell, seen, apart))

    def ink(self, left: int, top: int, text: str, face: Font, lit: int = LIT) -> None:
        """Draw one line of text and say nothing."""
        if text:
            self.pen.text((left, top), encoded(text), fill=lit, font=face.pixels)

    def cut(self, text: str, face: Font, width: int) -> str:
        """The text, or as much of it as fits with an ellipsis; noted as clipped then."""
        edges = face.edges(text)
        if not edges or edges[-1] <= width:
            return text
        self.clipped.append(text)
        room = width - face.width("…") - 1  # a letter's own gap stands before the ellipsis
        return text[: bisect_right(edges, room)] + "…"

    def line(
        self, rect: Rect, text: str, faces: tuple[str, ...] = ("body",), lit: int = LIT
    ) -> None:
        """One line at the top of the rect, in the first of the faces that it fits in."""
        room = rect.width
        face = next((f for f in map(font, faces) if f.width(text) <= room), None)
        if face is None:
            face = font(faces[-1])
            text = self.cut(text, face, room)
        drop = (font(faces[0]).height - face.height + 1) // 2
        self.ink(rect.left, rect.top + drop, text, face, lit)

    def block(
        self, rect: Rect, text: str, faces: tuple[str, ...] = ("body", "small"), *,
        spread: bool = False,
    ) -> int:  # fmt: skip
        """Wrapped text from the top of the rect, in the first face that it fits in.

        ``spread``: where there is room, the lines of a small face stand as far apart as those of
        the first. Returns the rows the text takes. It is said as one line.
        """
        self.add_text(" ".join(text.split()))
        face, lines = fitting(text, faces, rect)
        room = max((rect.height - face.height) // face.line + 1, 0)
        if len(lines) > room:
            self.clipped.append(text)
            lines = lines[:room]
        step = face.line
        if spread and len(lines) > 1:
            wide = (rect.height - face.height) // (len(lines) - 1)
            step = max(min(wide, font(faces[0]).line), face.line)
        for number, words in enumerate(lines):
            self.ink(rect.left, rect.top + number * step, words, face)
        return len(lines) * step

    # -- shapes ----------------------------------------------------------------------------

    def fill(self, rect: Rect, lit: int = LIT) -> None:
        if rect.left < rect.right and rect.top < rect.bottom:
            self.pen.rectangle((rect.left, rect.top, rect.right - 1, rect.bottom - 1), fill=lit)

    def frame(self, rect: Rect, lit: int = LIT) -> None:
        self.pen.rectangle((rect.left, rect.top, rect.right - 1, rect.bottom - 1), outline=lit)

    def dots(self, top: int, left: int = 0, right: int = SIZE[0]) -> None:
        """A dotted line across."""
        self.pen.point([(x, top) for x in range(left, right, 3)], fill=LIT)

    def art(self, left: int, top: int, rows: tuple[str, ...], lit: int = LIT) -> None:
        """A drawing, one string a pixel row; spaces are left as they are."""
        points = [
            (left + x, top + y)
            for y, row in enumerate(rows)
            for x, pixel in enumerate(row)
            if pixel != " "
        ]
        self.pen.point(points, fill=lit)

    def invert(self, rect: Rect) -> None:
        area = (rect.left, rect.top, rect.right, rect.bottom)
        # not ImageChops.invert: letters are lit with another value than shapes
        self.picture.paste(self.picture.crop(area).point([255] + [0] * 255), area)


def wrapped(text: str, face: Font, width: int) -> list[str]:
    """The text in lines no wider than ``width``; a word that is too long is broken anywhere.

    The work grows with the length of the text, no faster: a name may be as long as a book. While a
    screen moves, each of its pictures asks for the same again.
    """
    return list(_wrapped(text, face.name, width))


@lru_cache(512)
def _wrapped(text: str, name: str, width: int) -> tuple[str, ...]:
    face, lines = font(name), list[str]()
    for paragraph in text.split("\n"):
        plain = _broken(paragraph, face, width, together=False)
        better = _broken(paragraph, face, width, together=True)
        lines += better if len(better) == len(plain) else plain
    return tuple(lines)


def _broken(paragraph: str, face: Font, width: int, *, together: bool) -> list[str]:
    """``together``: no word is parted from its number if both fit a line."""
    lines, line, last = list[str](), "", ""
    for piece in _BREAKS.findall(paragraph):
        *broken, rest = _chunks(piece, face, width)
        if line and (broken or face.width((line + rest).rstrip()) > width):
            fits = together and not broken and face.width((last + rest).rstrip()) <= width
            kept = last if fits and _belongs(line, last, piece) else ""
            lines.append(line.removesuffix(kept).rstrip())
            line = kept
        lines += broken
        line, last = line + rest, piece
    lines.append(line.rstrip())
    return lines


def _belongs(line: str, last: str, piece: str) -> bool:
    """Whether the ``last`` word of a line goes with the number after it: "Player 1"."""
    return last[:1].isupper() and last != line and _NUMBER.match(piece) is not None


def _chunks(piece: str, face: Font, width: int) -> list[str]:
    """A word in pieces that fit a line each; the last one keeps the space behind it."""
    edges = face.edges(piece.rstrip())
    chunks, start, before = [], 0, 0
    while edges and edges[-1] - before > width:
        end = max(bisect_right(edges, before + width, lo=start), start + 1)
        chunks.append(piece[start:end])
        start, before = end, edges[end - 1] + 1
    return [*chunks, piece[start:]]


def breaks(text: str, face: Font, width: int) -> bool:
    """Whether a word of the text is too long for a line, so that it would have to be broken."""
    return any(face.width(piece.rstrip()) > width for piece in _BREAKS.findall(text))


def fitting(text: str, faces: tuple[str, ...], rect: Rect) -> tuple[Font, list[str]]:
    """The first face in which the text fits into the rect, no word broken, and its lines; else the
    last face."""
    for face in map(font, faces):
        lines = wrapped(text, face, rect.width)
        fits = face.line * (len(lines) - 1) + face.height <= rect.height
        if fits and not breaks(text, face, rect.width):
            break
    return face, lines


def rows_of(text: str, face: str, width: int) -> int:
    """Pixel rows that the text takes when it is wrapped."""
    return len(wrapped(text, font(face), width)) * font(face).line if text else 0


def first_in_sight(count: int, room: int, focus: int) -> int:
    """The first of ``count`` things to show so that number ``focus`` is in sight."""
    return max(0, min(focus - room // 2, count - room))
