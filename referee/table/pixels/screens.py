"""The 128x64 screen: its title bar, and screens that hold a text or a list.

Data in, pixels out: what is said is decided elsewhere. Rows 0-9 are the title bar, the other 54
rows are the content.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Protocol

from referee.kernel.text import Plain
from referee.table.pixels.canvas import DARK, SCREEN, Canvas, Rect, fitting, rows_of
from referee.table.pixels.cursor import Cursor
from referee.table.pixels.dice import SMALL, draw_die
from referee.table.pixels.fonts import font
from referee.table.pixels.lines import Aside, Heading

TITLE: Final = 10
CONTENT: Final = SCREEN.below(TITLE)

#: The sign that a part of the panel is missing: a plug pulled out.
PLUG: Final = (" #   #", " #   #", "##### ", "##### ", " ###  ", "  #  #", "  ##  ")


@dataclass(frozen=True, slots=True)
class Title:
    """The bar at the top. ``badge``: the seat's or car's number; ``dice``: the last ones.
    ``aloud``: how it is said, if otherwise."""

    text: str
    badge: str = ""
    dice: tuple[Plain, ...] = ()
    right: str = ""
    alarm: bool = False
    aloud: str = ""


class Control(Protocol):
    """What is asked for: a list, a keypad, a button to press."""

    @property
    def cursor(self) -> Cursor | None:
        """Where the cursor stands on the scene's grid or map, if the control moves one."""
        ...

    @property
    def width(self) -> int:
        """Columns it needs so that nothing is cut off."""
        ...

    def rows(self, width: int) -> tuple[int, int]:
        """Pixel rows it needs at least, and those it would like to have."""
        ...

    def draw(self, canvas: Canvas, rect: Rect) -> None: ...


# -- the title bar -------------------------------------------------------------------------


def draw_title(canvas: Canvas, title: Title) -> None:
    canvas.fill(Rect(0, 0, SCREEN.right, TITLE))
    left, right = 2, SCREEN.right - 1
    canvas.say(Heading(title.text, title.badge, title.right, title.dice, title.aloud))
    if title.alarm:
        right -= 8
        canvas.art(right + 1, 1, PLUG, DARK)
        canvas.say(Aside("(!)"))
    for face in reversed(title.dice[:6]):
        right -= SMALL + 1
        draw_die(canvas, right, 0, SMALL, face, DARK)
    if title.right:
        tight = font("body").width(title.right) + _name_width(title) > right
        letters = font("small" if tight else "body")
        right -= letters.width(title.right) + 3
        canvas.ink(right + 2, 0, title.right, letters, DARK)
    if title.badge:
        width = font("bold").width(title.badge) + 4
        canvas.fill(Rect(left, 0, left + width, TITLE), DARK)
        canvas.ink(left + 2, 1, title.badge, font("bold"))
        left += width + 3
    faces = ("bold", "body", "small")
    canvas.line(Rect(left, 0, right - 1, TITLE), title.text, faces, DARK)


def _name_width(title: Title) -> int:
    """Columns of the badge and, in the smallest letters, the text."""
    return font("small").width(title.text) + font("bold").width(title.badge) + 13


def title_fits(title: Title) -> bool:
    """Whether nothing of a title without dice is cut off, in the smallest letters."""
    return _name_width(title) + font("small").width(title.right) + 3 < SCREEN.width


# -- messages ------------------------------------------------------------------------------

#: What a text to be read is written in: the first in which all of it fits.
FACES: Final = ("body", "small")
#: Between a sentence and the space after it.
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])(?=\s)")

#: Where the text of a message stands when one row of buttons is under it.
TEXT: Final = Rect(1, CONTENT.top, CONTENT.right - 1, CONTENT.bottom - 11)


def paged(text: str, rect: Rect = TEXT) -> list[str]:
    """The text in pieces that fit the rect, one for each page: no sentence is broken that fits."""
    pages: list[str] = []
    for sentence in _SENTENCE_END.split(text):
        longer = _cut(pages[-1] + sentence if pages else sentence, rect)
        if len(longer) == 1:
            pages[-1:] = longer
        else:
            pages += _cut(sentence.strip(), rect)
    return pages


def _cut(text: str, rect: Rect) -> list[str]:
    """The text on one page, or cut where its lines end."""
    face, lines = fitting(text, FACES, rect)
    room = (rect.height - face.height) // face.line + 1
    if len(lines) <= room:
        return [text]
    return ["\n".join(lines[n : n + room]) for n in range(0, len(lines), room)]


def draw_message(canvas: Canvas, title: Title, text: str, control: Control, note: str = "") -> None:
    """A text to be read (one page), and what may be done about it."""
    draw_title(canvas, title)
    least, wish = control.rows(CONTENT.width)
    room = CONTENT.height - rows_of(text, "body", TEXT.width)
    rows = max(min(wish, room // 10 * 10), least)
    bottom = CONTENT.bottom - rows
    rect = Rect(
        TEXT.left, TEXT.top, TEXT.right, bottom + 1
    )  # what hangs down may touch the control
    canvas.block(rect, text, spread=True)
    control.draw(canvas, Rect(0, bottom, CONTENT.right, CONTENT.bottom))
    if note:
        small = font("small")
        canvas.ink(SCREEN.right - small.width(note) - 1, SCREEN.bottom - 9, note, small)
        canvas.say(Aside(note))


def draw_listing(canvas: Canvas, title: Title, control: Control, detail: str, most: int) -> None:
    """A list under a title; ``most`` lines are kept free at the bottom for its details."""
    draw_title(canvas, title)
    small = font("small")
    most = min(most, 3)
    control.draw(canvas, CONTENT.below(1).above(most * small.line + 2 if most else 0))
    if most:
        top = CONTENT.bottom - most * small.line
        canvas.dots(top - 2)
        canvas.block(Rect(0, top - 1, CONTENT.right, CONTENT.bottom), detail, ("small",))
