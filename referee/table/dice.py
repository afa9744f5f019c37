"""Dice as pictures: pips for 1 to 6, any other face as a sign."""

from __future__ import annotations

from typing import Final

from referee.kernel.text import Plain
from referee.table.canvas import DARK, LIT, Box, Canvas
from referee.table.fonts import font

#: Where the pips are, on a raster of three by three.
_PIPS: Final = {
    1: ((1, 1),),
    2: ((2, 0), (0, 2)),
    3: ((2, 0), (1, 1), (0, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


#: The smallest die whose pips can be told apart.
SMALL: Final = 10


def draw_die(canvas: Canvas, left: int, top: int, size: int, face: Plain, lit: int = LIT) -> None:
    """A die, ``size`` pixels wide and high (`SMALL` or more); its face is dark on lit ground."""
    ground = Box(left, top, left + size, top + size)
    dark = DARK if lit else LIT
    canvas.fill(ground, lit)
    corners = [(left, top), (left + size - 1, top)]
    canvas.pen.point([(x, y) for x, _ in corners for y in (top, top + size - 1)], fill=dark)
    if type(face) is int and face in _PIPS:
        _pips(canvas, ground, face, dark)
    else:
        _sign(canvas, ground, str(face), dark)


def _pips(canvas: Canvas, ground: Box, face: int, dark: int) -> None:
    size = ground.width
    pip = max(size // 6, 2)
    middle = (size - pip) // 2
    step = middle - max(size // 8, 1)
    for column, row in _PIPS[face]:
        x = ground.left + middle + (column - 1) * step
        y = ground.top + middle + (row - 1) * step
        canvas.fill(Box(x, y, x + pip, y + pip), dark)


def _sign(canvas: Canvas, ground: Box, sign: str, dark: int) -> None:
    faces = ("big", "mid", "bold", "body", "small")
    room = ground.width - 2
    face = next(
        (f for f in map(font, faces) if f.width(sign) <= room and f.height <= room + 2),
        font("small"),
    )
    x = ground.left + (ground.width - face.width(sign)) // 2
    canvas.ink(x, ground.top + (ground.height - face.height + 1) // 2, sign, face, dark)


def draw_dice(canvas: Canvas, box: Box, faces: tuple[Plain, ...], most: int = 32) -> int:
    """Dice side by side, as large as the box allows; returns the columns they take."""
    gap = 3
    room = (box.width + gap) // max(len(faces), 1) - gap
    size = max(min(room, box.height, most), SMALL)
    for number, face in enumerate(faces):
        draw_die(canvas, box.left + number * (size + gap), box.top, size, face)
    canvas.say(" ".join(f"[{face}]" for face in faces))
    return len(faces) * (size + gap) - gap
