"""The picture of last resort: the program failed and cannot draw one itself."""

from __future__ import annotations

import textwrap

from PIL import Image, ImageDraw, ImageFont

from hal.interfaces import SIZE


def words(error: Exception) -> str:
    """What the picture says."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def picture(error: Exception, size: tuple[int, int] = SIZE) -> Image.Image:
    """The error's name and text, as much as there is room for, under a warning sign."""
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default_imagefont()
    draw.rectangle((0, 0, size[0] - 1, 12), fill=1)
    draw.text((size[0] // 2 - 9, 1), "!!!", fill=0, font=font)
    text = words(error).encode("latin-1", "replace").decode("latin-1")
    for row, line in enumerate(textwrap.wrap(text, size[0] // 6)[:4]):
        draw.text((1, 15 + 12 * row), line, fill=1, font=font)
    return image
