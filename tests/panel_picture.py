"""The box, drawn around what a program shows: for the pictures in the README."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from hal.interfaces import Frame, Pattern
from hal.lamps import COLOURS
from referee.table.pixels.fonts import encoded, font

#: Everything is drawn in the screen's own pixels, then each is made so large; in a screen alone.
SCALE, SMALL = 4, 2

WIDTH, HEIGHT = 212, 142
CASE, EDGE, KEY, RIM = (52, 57, 66), (84, 91, 103), (29, 32, 38), (108, 116, 130)
GLASS, LIT, PAPER, INK = (4, 8, 14), (196, 232, 255), (255, 255, 255), (222, 226, 232)
ROLL, GLOW, DARK = (169, 47, 36), (255, 81, 64), (26, 26, 26)

#: Left upper corner of the screen; the middle of the ROLL button; rows of the keys, seats, names.
SCREEN, BIG, KEYS, SEATS, NAMES = (14, 14), (180, 46), 92, 118, 131
RADIUS: Final = 22
#: Columns of a seat; pixels that a name may take there.
SEAT: Final = 38


def drawn_panel(frame: Frame, names: Sequence[str], pressed: str = "") -> Image.Image:
    """The box with this frame and these players; one of its buttons may be pressed."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((0, 0, WIDTH - 1, HEIGHT - 1), 9, CASE, EDGE)
    _draw_screen(picture, pen, frame)
    roll = PAPER if pressed == "roll" else GLOW if _shines(frame, "roll") else ROLL
    _disc(picture, BIG, RADIUS, roll, RIM)
    _label(pen, BIG, "ROLL", "bold", DARK if pressed == "roll" else PAPER)
    for number, name in enumerate(("up", "down", "ok", "back")):
        left = SCREEN[0] + number * 33
        _draw_key(pen, (left, KEYS, left + 28, KEYS + 13), name.upper(), name == pressed)
    for seat in range(1, 6):
        _draw_seat(picture, pen, frame, seat, f"seat{seat}" == pressed)
    for number, name in enumerate(names):
        left = SCREEN[0] + number * SEAT
        pen.text((left, NAMES), encoded(name), fill=INK, font=font("small").pixels)
    return picture.resize((WIDTH * SCALE, HEIGHT * SCALE), Image.Resampling.NEAREST)


def drawn_screen(frame: Frame) -> Image.Image:
    """Its screen alone."""
    (left, top), (width, height) = SCREEN, frame.picture.size
    picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    _draw_screen(picture, ImageDraw.Draw(picture), frame)
    box = (left - 5, top - 5, left + width + 5, top + height + 5)
    return picture.crop(box).resize(
        ((width + 10) * SMALL, (height + 10) * SMALL), Image.Resampling.NEAREST
    )


def _shines(frame: Frame, name: str) -> bool:
    lamp = frame.lamps.get(name)
    return lamp is not None and lamp.pattern is not Pattern.OFF


def _draw_screen(picture: Image.Image, pen: ImageDraw.ImageDraw, frame: Frame) -> None:
    (left, top), (width, height) = SCREEN, frame.picture.size
    pen.rounded_rectangle((left - 5, top - 5, left + width + 4, top + height + 4), 3, GLASS, RIM)
    picture.paste(LIT, (left, top), frame.picture)


def _draw_key(
    pen: ImageDraw.ImageDraw, box: tuple[int, int, int, int], name: str, pressed: bool
) -> None:
    pen.rounded_rectangle(box, 3, INK if pressed else KEY, RIM)
    middle = (box[0] + box[2]) // 2, (box[1] + box[3] + 1) // 2
    _label(pen, middle, name, "small", KEY if pressed else INK)


def _draw_seat(
    picture: Image.Image, pen: ImageDraw.ImageDraw, frame: Frame, seat: int, pressed: bool
) -> None:
    """A seat's button, and its lamp beside it."""
    left, shines = SCREEN[0] + (seat - 1) * SEAT, _shines(frame, f"seat{seat}")
    _draw_key(pen, (left, SEATS - 6, left + 18, SEATS + 6), str(seat), pressed)
    colour = COLOURS[frame.lamps[f"seat{seat}"].colour] if shines else (0.1, 0.1, 0.1)
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
