"""Pictures to test displays with."""

from __future__ import annotations

import random

from hypothesis import strategies as st
from PIL import Image, ImageDraw

from hal.interfaces import SIZE


def noise(seed: int) -> Image.Image:
    """Every pixel a coin."""
    return Image.frombytes("1", SIZE, random.Random(seed).randbytes(SIZE[0] * SIZE[1] // 8))


def boxes(*corners: tuple[int, int, int, int]) -> Image.Image:
    """Filled and inverted rectangles, as menus and dice are made of."""
    image = Image.new("1", SIZE)
    for left, top, width, height in corners:
        box = (left, top, left + width, top + height)
        part = image.crop(box).point(lambda value: 0 if value else 255)
        image.paste(part, box)
        ImageDraw.Draw(image).point((left, top), fill=1)
    return image


_CORNERS = st.tuples(
    st.integers(0, 127), st.integers(0, 63), st.integers(1, 128), st.integers(1, 64)
)

#: Pictures from nearly empty to pure noise.
PICTURES = st.one_of(
    st.lists(_CORNERS, max_size=6).map(lambda corners: boxes(*corners)),
    st.integers(0, 5).map(noise),
)
