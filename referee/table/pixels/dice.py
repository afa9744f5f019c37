"""Dice as pictures: pips for 1 to 6, any other face as a sign.

Colours have to be told apart without colour: most signs are dark on a lit die, some the other way
round; ``X`` is a cross from corner to corner.
"""

from __future__ import annotations

from typing import Final

from referee.kernel.text import Plain
from referee.table.pixels.canvas import DARK, LIT, Canvas, Rect
from referee.table.pixels.fonts import font
from referee.table.pixels.lines import Faces

#: Where the pips are, on a raster of three by three.
_PIPS: Final = {
    1: ((1, 1),),
    2: ((2, 0), (0, 2)),
    3: ((2, 0), (1, 1), (0, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


#: Signs on a dark die: blue beside red looks like that at a glance.
_HOLLOW: Final = frozenset("B")

_CROSS: Final = "X"

#: The smallest die whose pips can be told apart.
SMALL: Final = 10


def draw_die(canvas: Canvas, left: int, top: int, size: int, face: Plain, lit: int = LIT) -> None:
    """A die, ``size`` pixels wide and high (`SMALL` or more); its face is dark on lit ground."""
    ground = Rect(left, top, left + size, top + size)
    dark = DARK if lit else LIT
    canvas.fill(ground, lit)
    if face in _HOLLOW:
        edge = max(size // 12, 1)
        canvas.fill(Rect(left + edge, top + edge, ground.right - edge, ground.bottom - edge), dark)
    corners = [(left, top), (left + size - 1, top)]
    canvas.pen.point([(x, y) for x, _ in corners for y in (top, top + size - 1)], fill=dark)
    if type(face) is int and face in _PIPS:
        _pips(canvas, left, top, size, face, dark)
    elif face == _CROSS:
        _cross(canvas, ground, dark)
    else:
        _sign(canvas, ground, str(face), lit if face in _HOLLOW else dark)


def _pips(canvas: Canvas, left: int, top: int, size: int, face: int, dark: int) -> None:
    pip = max(size // 6, 2)
    middle = (size - pip) // 2
    step = middle - max(size // 8, 1)
    for column, row in _PIPS[face]:
        x, y = left + middle + (column - 1) * step, top + middle + (row - 1) * step
        canvas.fill(Rect(x, y, x + pip, y + pip), dark)


def _cross(canvas: Canvas, ground: Rect, dark: int) -> None:
    thick, gap = max(ground.width // 5, 2), max(ground.width // 6, 2)
    points = []
    for y in range(gap, ground.height - gap):
        across = y - thick // 2
        for x in range(across, across + thick):
            x = min(max(x, gap - 1), ground.width - gap)
            mirrored = ground.width - 1 - x
            points += [(ground.left + c, ground.top + y) for c in (x, mirrored)]
    canvas.pen.point(points, fill=dark)


def _sign(canvas: Canvas, ground: Rect, sign: str, dark: int) -> None:
    faces = ("big", "mid", "bold", "body", "small")
    room = ground.width - 2
    face = next(
        (f for f in map(font, faces) if f.width(sign) <= room and f.height <= room + 2),
        font("small"),
    )
    x = ground.left + (ground.width - face.width(sign)) // 2
    canvas.ink(x, ground.top + (ground.height - face.height + 1) // 2, sign, face, dark)


def draw_dice(canvas: Canvas, rect: Rect, faces: tuple[Plain, ...], most: int = 32) -> int:
    """Dice side by side, as large as the rect allows; returns the columns they take."""
    gap = 3
    room = (rect.width + gap) // max(len(faces), 1) - gap
    size = max(min(room, rect.height, most), SMALL)
    for number, face in enumerate(faces):
        draw_die(canvas, rect.left + number * (size + gap), rect.top, size, face)
    canvas.say(Faces(faces))
    return len(faces) * (size + gap) - gap
