"""The picture of the panel in the README: a program's own frame on a drawn box."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from hal.interfaces import Frame, Pattern
from hal.lamps import COLOURS
from referee.games.knight_rider import GAME
from referee.kernel.entry import Entry
from referee.kernel.match import Match
from referee.table.pixels.fonts import encoded, font
from tests.table.panel import Panel

#: Everything is drawn in the screen's own pixels, then each is made so large.
SCALE: Final = 4

WIDTH, HEIGHT = 212, 132
CASE, EDGE, KEY, RIM = (52, 57, 66), (84, 91, 103), (29, 32, 38), (108, 116, 130)
GLASS, LIT, PAPER, INK = (4, 8, 14), (196, 232, 255), (255, 255, 255), (222, 226, 232)
ROLL: Final = (214, 62, 50)

#: Left upper corner of the screen; the middle of the ROLL button; rows of the keys and seats.
SCREEN, BIG, KEYS, SEATS = (14, 14), (180, 46), 94, 119
RADIUS: Final = 22


def panel_picture() -> Image.Image:
    """Knight Rider: Cem drives, and the lamp at his seat says so."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((0, 0, WIDTH - 1, HEIGHT - 1), 9, CASE, EDGE)
    frame = _moment()
    _draw_screen(picture, pen, frame)
    _disc(picture, BIG, RADIUS, ROLL, RIM)
    _label(pen, BIG, "ROLL", "bold", PAPER)
    for number, name in enumerate(("UP", "DOWN", "OK", "BACK")):
        left = SCREEN[0] + number * 33
        pen.rounded_rectangle((left, KEYS, left + 28, KEYS + 13), 3, KEY, RIM)
        _label(pen, (left + 14, KEYS + 7), name, "small", INK)
    for seat in range(1, 6):
        _draw_seat(picture, pen, frame, seat)
    return picture.resize((WIDTH * SCALE, HEIGHT * SCALE), Image.Resampling.NEAREST)


def _moment() -> Frame:
    match = Match.new(GAME, ("Ada", "Bob", "Cem"), {"dice": "table"}, "picture")
    for line in (
        "1 done", "1 done", "1 roll 5", "2 roll 3", "3 roll 2", "1 done", "1 built", "1 done",
        "1 roll 3 4", "1 placed", "1 start", "1 roll 2", "1 driven", "1 clear", "2 roll 4",
        "2 driven", "2 clear", "3 roll 6",
    ):  # fmt: skip
        seat, verb, *dice = line.split()
        start = {"tableau": 61} if verb == "start" else {}
        rolled = {"dice": [int(die) for die in dice]} if dice else {}
        match.answer(Entry(int(seat), verb, {**rolled, **start}))
    return Panel(language="en", games=["knight-rider"]).play(match).program.frame()


def _draw_screen(picture: Image.Image, pen: ImageDraw.ImageDraw, frame: Frame) -> None:
    (left, top), (width, height) = SCREEN, frame.picture.size
    pen.rounded_rectangle((left - 5, top - 5, left + width + 4, top + height + 4), 3, GLASS, RIM)
    picture.paste(LIT, (left, top), frame.picture)


def _draw_seat(picture: Image.Image, pen: ImageDraw.ImageDraw, frame: Frame, seat: int) -> None:
    """A seat's button, and its lamp beside it."""
    lamp = frame.lamps.get(f"seat{seat}")
    shines = lamp is not None and lamp.pattern is not Pattern.OFF
    left = SCREEN[0] + (seat - 1) * 38
    pen.rounded_rectangle((left, SEATS - 6, left + 18, SEATS + 6), 3, KEY, RIM)
    _label(pen, (left + 9, SEATS), str(seat), "small", INK)
    colour = COLOURS[lamp.colour] if lamp is not None and shines else (0.1, 0.1, 0.1)
    red, green, blue = (round(255 * part) for part in colour)
    _disc(picture, (left + 26, SEATS), 4, (red, green, blue), PAPER if shines else RIM)


def _disc(
    picture: Image.Image, middle: tuple[int, int], radius: int,
    colour: tuple[int, int, int], rim: tuple[int, int, int],
) -> None:  # fmt: skip
    for y in range(-radius, radius + 1):
        for x in range(-radius, radius + 1):
            far = (x * x + y * y) ** 0.5
            if far <= radius + 0.3:
                ink = rim if far > radius - 1 else colour
                picture.putpixel((middle[0] + x, middle[1] + y), ink)


def _label(
    pen: ImageDraw.ImageDraw, middle: tuple[int, int], text: str, face: str,
    ink: tuple[int, int, int],
) -> None:  # fmt: skip
    """A word around a point."""
    used = font(face)
    place = middle[0] - used.width(text) // 2, middle[1] - used.height // 2
    pen.fontmode = "1"
    pen.text(place, encoded(text), fill=ink, font=used.pixels)
