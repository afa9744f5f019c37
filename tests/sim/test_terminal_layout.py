"""Where everything stands in a terminal."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from sim.art import outlined
from sim.terminal_layout import DOTS, FULL, HALVES, SEXTANTS, Place, arts, lay_out
from tests.hal.demo import text_picture

USUAL = (FULL, HALVES, SEXTANTS)


def apart(one: Place, other: Place) -> bool:
    return (
        one.left + one.width <= other.left or other.left + other.width <= one.left
        or one.top + one.height <= other.top or other.top + other.height <= one.top
    )  # fmt: skip


@given(
    st.integers(80, 320), st.integers(24, 100), st.integers(1, 9),
    st.sampled_from([USUAL, (DOTS,), (FULL, HALVES)]),
)  # fmt: skip
def test_everything_is_inside_and_nothing_hides_anything(
    width: int, height: int, count: int, known: tuple[object, ...]
) -> None:
    seats = [f"seat{number}" for number in range(1, count + 1)]
    found = lay_out(width, height, seats, known)  # type: ignore[arg-type]
    assert found is not None
    expected = {"picture", "roll", "up", "down", "ok", "back", "log", "hint", *seats}
    assert expected <= set(found.places)
    for name, (left, top, across, down) in found.places.items():
        assert 0 <= left < left + across <= width, name
        assert 0 <= top < top + down <= height, name
    for (one, here), (other, there) in combinations(found.places.items(), 2):
        assert apart(here, there), (one, other)
    if found.art is not None:
        assert found.places["picture"][2:] == (found.art.columns, found.art.rows)


@pytest.mark.parametrize(("width", "height"), [(79, 24), (80, 23)])
def test_smaller_than_80x24_is_too_small(width: int, height: int) -> None:
    assert lay_out(width, height, ["seat1"], USUAL) is None


def test_names_of_ten_letters_fit_at_80x24() -> None:
    found = lay_out(80, 24, [f"seat{n}" for n in range(1, 8)], USUAL)
    assert found is not None
    assert found.places["name7"].width >= 10


def test_every_pixel_can_be_pointed_at_nearly() -> None:
    for art in (*USUAL, DOTS):
        pixels = [art.pixel(c, r) for c in range(art.columns) for r in range(art.rows)]
        assert all(0 <= x < 128 and 0 <= y < 64 for x, y in pixels)
        assert pixels[0] < (2, 2)
        assert max(y for _, y in pixels) >= 61


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"TERM": "xterm-256color"}, SEXTANTS),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, DOTS),
        ({"TERM": "linux"}, HALVES),
    ],
)
def test_what_a_terminal_has_no_letters_for_is_not_drawn(
    environ: dict[str, str], expected: object
) -> None:
    assert arts(environ)[-1] is expected


def test_without_letters_for_a_picture_the_words_stand_there() -> None:
    found = lay_out(100, 30, ["seat1"], arts({"TERM": "linux"}))
    assert found is not None
    assert found.art is None


def test_the_dots_of_an_inverse_line_are_its_frame_and_its_letters() -> None:
    letters = text_picture("Ada")
    inverse = letters.crop((0, 0, 128, 12)).point([255] + [0] * 255)
    picture = letters.copy()
    picture.paste(inverse, (0, 20))
    drawn = outlined(picture)
    assert drawn.crop((0, 0, 128, 12)).tobytes() == letters.crop((0, 0, 128, 12)).tobytes()
    inside = drawn.crop((1, 21, 127, 31))
    assert inside.tobytes() == letters.crop((1, 1, 127, 11)).tobytes()
    assert all(drawn.getpixel((x, 20)) for x in range(128))


def test_an_inverse_line_is_framed_whole_where_letters_reach_its_edge_or_numbers_stand_beside() -> (
    None
):
    """A title's capitals begin in its first row; a big figure beside a list is none of its line."""
    picture = Image.new("1", (128, 64))
    picture.paste(1, (0, 0, 128, 10))
    picture.paste(0, (30, 0, 36, 9))  # a capital
    picture.paste(1, (4, 20, 9, 50))  # a figure
    picture.paste(1, (14, 20, 18, 50))
    picture.paste(1, (24, 30, 124, 40))
    picture.paste(0, (60, 31, 64, 39))
    drawn = outlined(picture)
    assert {x for x in range(128) if drawn.getpixel((x, 5))} == {0, 127, *range(30, 36)}
    line = {x for x in range(128) if drawn.getpixel((x, 35))}
    assert line == {*range(4, 9), *range(14, 18), 24, 123, *range(60, 64)}
