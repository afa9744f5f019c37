"""Where everything stands in a terminal of some size: the panel as it lies on the table.

With room, the panel looks like the real one: the picture, ROLL at its right, the other buttons
under it, then the seats with their lamps beside and the players' names under them; what happened
and the words of the screen stand next to it. With little room, all buttons form a column at the
right of the picture, so that the picture stays as large as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from PIL import Image

from hal.interfaces import SIZE
from sim.art import dots, full_blocks, half_blocks, sextants

#: Smallest terminal: columns and rows.
SMALLEST: Final = (80, 24)

#: Least columns of the lines beside the panel, and of the column of buttons.
BESIDE, COLUMN = 26, 15
#: Widest that a column of buttons gets.
WIDEST: Final = 22
#: ROLL, as a block of its own.
ROLL: Final = (18, 9)
#: Rows of lines from which on they have a frame.
FRAMED: Final = 5


class Place(NamedTuple):
    """A part of the terminal, in characters."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Art:
    """A way to draw the picture, and the characters that it takes. ``size``: of the picture."""

    columns: int
    rows: int
    draw: Callable[[Image.Image], str]
    size: tuple[int, int] = SIZE

    def pixel(self, column: int, row: int) -> tuple[int, int]:
        """The pixel in the middle of a character; the last row's may be cut off."""
        width, height = self.size
        down = -(-height // self.rows)
        x = (2 * column + 1) * width // (2 * self.columns)
        return x, min(row * down + down // 2, height - 1)

    def of(self, size: tuple[int, int]) -> Art:
        """The same way for a picture of this size, as high as the usual one."""
        if size == self.size:
            return self
        return replace(self, columns=self.columns * size[0] // SIZE[0], size=size)


FULL: Final = Art(256, 64, full_blocks)
HALVES: Final = Art(128, 32, half_blocks)
SEXTANTS: Final = Art(64, 22, sextants)
DOTS: Final = Art(64, 16, dots)


def arts(environ: Mapping[str, str], size: tuple[int, int] = SIZE) -> tuple[Art, ...]:
    """The ways to draw such pictures that this terminal has letters for, the largest first."""
    known: tuple[Art, ...] = (FULL, HALVES)
    if environ.get("TERM") != "linux":  # its fonts have 512 signs, no sextants and no braille
        small = DOTS if environ.get("TERM_PROGRAM") == "Apple_Terminal" else SEXTANTS
        known = (*known, small)
    return tuple(art.of(size) for art in known)


@dataclass(frozen=True, slots=True)
class Layout:
    """``places`` by the names of the widgets: ``picture``, ``roll``, ``seat1``, ``lamp1`` ..."""

    art: Art | None
    places: Mapping[str, Place]


def lay_out(width: int, height: int, seats: Sequence[str], known: Sequence[Art]) -> Layout | None:
    """The largest picture for a terminal of this size and all around it; None: it is too small.

    Without an ``art`` the words stand where the picture would be.
    """
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return None
    for art in known:
        for places in _panels(art, width, height, seats):
            return Layout(art, places)
        if art.columns + 1 + COLUMN <= width and art.rows + 2 <= height:
            return Layout(art, _column(art.columns, art.rows, width, height, seats))
    columns, rows = SEXTANTS.columns, SEXTANTS.rows
    return Layout(None, _column(columns, rows, width, height, seats))


# -- the panel as it is built ------------------------------------------------------------------


def _panels(art: Art, width: int, height: int, seats: Sequence[str]) -> Iterator[dict[str, Place]]:
    """The panel with buttons as high as there is room for; ROLL at the right, or else below."""
    for keys, own in ((3, 3), (3, 1), (1, 1)):
        for margin, roll in ((2, True), (1, False)):
            across = art.columns + 2 * margin + (ROLL[0] + margin if roll else 0)
            down = art.rows + keys + own + 4 + (margin > 1)
            beside = width - across >= BESIDE
            if across <= width and down + (1 if beside else 3) <= height:
                places = _panel(art, margin, roll, (keys, own), seats)
                yield places | _lines(width, height, across, down, beside=beside)


def _panel(
    art: Art, margin: int, roll: bool, high: tuple[int, int], seats: Sequence[str]
) -> dict[str, Place]:
    keys, own = high
    left, top = margin, margin - 1
    below = top + art.rows + 1
    room = art.columns if roll else art.columns - ROLL[0] - 2
    places = {"picture": Place(left, top, art.columns, art.rows)}
    if roll:
        middle = top + (art.rows - ROLL[1]) // 2
        places["roll"] = Place(left + art.columns + margin, middle, *ROLL)
    else:
        places["roll"] = Place(left + room + 2, below, ROLL[0], keys + own + 2)
    step = (room + 2) // 4
    for number, name in enumerate(("up", "down", "ok", "back")):
        places[name] = Place(left + number * step, below, step - 2, keys)
    across = room + margin + ROLL[0] if roll else room
    step, first = (across + 1) // max(len(seats), 1), below + keys + 1
    for number, seat in enumerate(seats):
        at, button = left + number * step, min(7, step // 2)
        label = seat.removeprefix("seat")
        places[seat] = Place(at, first, button, own)
        places[f"lamp{label}"] = Place(at + button + 1, first + own // 2, step - button - 2, 1)
        places[f"name{label}"] = Place(at, first + own, step - 1, 1)
    return places


def _lines(width: int, height: int, across: int, down: int, *, beside: bool) -> dict[str, Place]:
    """What happened and the words: beside the panel, or what happened alone below it."""
    hint = Place(0, height - 1, width, 1)
    if not beside:
        return {"hint": hint, "log": Place(0, down, width, height - 1 - down)}
    words = min(max(8, height * 2 // 5), 20)
    room = width - across
    return {
        "hint": hint,
        "words": Place(across, 0, room, words),
        "log": Place(across, words, room, height - 1 - words),
    }


# -- little room -------------------------------------------------------------------------------


def _column(
    columns: int, rows: int, width: int, height: int, seats: Sequence[str]
) -> dict[str, Place]:
    """The picture in the corner, the buttons at its right, names beside the seats."""
    left = columns + 1
    room = min(width - left, WIDEST)
    half = (room - 1) // 2
    high = max(3, min(7, height - 2 - 6 - len(seats)))
    places = {
        "picture": Place(0, 0, columns, rows),
        "roll": Place(left, 0, room, high),
        "up": Place(left, high + 1, half, 1),
        "down": Place(left + half + 1, high + 1, room - half - 1, 1),
        "ok": Place(left, high + 3, half, 1),
        "back": Place(left + half + 1, high + 3, room - half - 1, 1),
    }
    first = high + 5
    spare = height - 2 - first - 2 * len(seats)
    step = 2 if spare >= 0 and rows >= first + 2 * len(seats) else 1
    for number, seat in enumerate(seats):
        label, top = seat.removeprefix("seat"), first + step * number
        places[seat] = Place(left, top, 3, 1)
        places[f"lamp{label}"] = Place(left + 3, top, 1, 1)
        places[f"name{label}"] = Place(left + 5, top, room - 5, 1)
    end = max(rows, first + step * len(seats))
    lines = _lines(width, height, left + room + 1, rows, beside=width - left - room > BESIDE)
    if "words" not in lines:
        lines["log"] = Place(0, rows, columns if end > rows else width, height - 1 - rows)
    return places | lines
