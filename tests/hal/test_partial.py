"""Packing pictures, and choosing the bytes to send."""

from __future__ import annotations

import pytest
from hypothesis import given
from PIL import Image

from hal.chips import CHIPS
from hal.interfaces import SIZE
from hal.partial import (
    HEAD,
    PAGES,
    WIDTH,
    Addressing,
    PageAddressing,
    WindowAddressing,
    pack,
    unpack,
    windows,
)
from tests.hal.pictures import PICTURES, noise

FULL = {"ssd1306": 1034, "ssd1309": 1034, "sh1106": 1080}  # luma's own full frames
ADDRESSINGS = [WindowAddressing(), PageAddressing()]


def by_pixels(image: Image.Image) -> bytes:
    """The display memory of a picture, bit by bit."""
    memory = bytearray(PAGES * WIDTH)
    for x in range(SIZE[0]):
        for y in range(SIZE[1]):
            memory[WIDTH * (y // 8) + x] |= (image.getpixel((x, y)) != 0) << y % 8
    return bytes(memory)


def test_packing_is_what_it_is_bit_by_bit() -> None:
    assert pack(noise(1)) == by_pixels(noise(1))
    turned = noise(1).transpose(Image.Transpose.ROTATE_180)
    assert pack(noise(1), 180) == by_pixels(turned)


@given(PICTURES)
def test_unpacking_gives_the_picture_back(image: Image.Image) -> None:
    assert unpack(pack(image)).tobytes() == image.tobytes()


@pytest.mark.parametrize("wrong", [Image.new("L", SIZE), Image.new("1", (64, 128))])
def test_pictures_of_a_wrong_kind_are_refused(wrong: Image.Image) -> None:
    with pytest.raises(ValueError, match="mode '1'"):
        pack(wrong)


@pytest.mark.parametrize("addressing", ADDRESSINGS, ids=["windowed", "paged"])
@given(before=PICTURES, after=PICTURES)
def test_the_windows_turn_one_picture_into_the_other(
    addressing: Addressing, before: Image.Image, after: Image.Image
) -> None:
    memory, wanted = bytearray(pack(before)), pack(after)
    sent, last = 0, None
    for window in windows(bytes(memory), wanted, addressing):
        data = window.cut(wanted)
        sent += 2 * HEAD + len(addressing.commands(window, last)) + len(data)
        last = window
        width = window.right - window.left + 1
        for row, page in enumerate(range(window.top, window.bottom + 1)):
            start = WIDTH * page + window.left
            memory[start : start + width] = data[width * row : width * (row + 1)]
        assert addressing.tall or window.top == window.bottom
    assert memory == wanted
    assert sent <= (1034 if addressing.tall else 1080)


def test_a_full_frame_costs_what_lumas_costs() -> None:
    for chip, addressing in CHIPS.items():
        full = windows(None, bytes(PAGES * WIDTH), addressing)
        assert sum(addressing.overhead + window.area for window in full) == FULL[chip]


def test_the_same_picture_needs_nothing() -> None:
    assert windows(pack(noise(3)), pack(noise(3)), WindowAddressing()) == []


def test_a_die_of_four_pages_is_one_window() -> None:
    after = bytearray(PAGES * WIDTH)
    for page in range(2, 6):
        after[WIDTH * page + 40 : WIDTH * page + 72] = b"\xff" * 32
    (window,) = windows(bytes(PAGES * WIDTH), bytes(after), WindowAddressing())
    assert (window.top, window.bottom, window.left, window.right) == (2, 5, 40, 71)
