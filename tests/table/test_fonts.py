"""Fonts and drawing: the same pixels everywhere, nothing cut off without a note."""

from __future__ import annotations

import pytest

from referee.kernel.scene import Grid
from referee.table.catalogue import Catalogue
from referee.table.pixels.canvas import Canvas, Rect, wrapped
from referee.table.pixels.dice import draw_die
from referee.table.pixels.fonts import SIGNS, encoded, font
from referee.table.pixels.fonts.make import PLACES
from referee.table.pixels.widgets import draw_widget

WORDS = Catalogue("en")

FACES = ("small", "body", "bold", "lead", "mid", "big")


def art(canvas: Canvas, width: int, height: int) -> list[str]:
    """The upper left corner of a canvas, a pixel row a string."""
    return [
        "".join("#" if canvas.picture.getpixel((x, y)) else "." for x in range(width))
        for y in range(height)
    ]


def ink(letter: str, face: str) -> bytes:
    canvas = Canvas(40, 40)
    canvas.ink(0, 0, letter, font(face))
    return canvas.picture.tobytes()


def test_a_letter_looks_the_same_on_every_machine() -> None:
    canvas = Canvas(12, 10)
    canvas.ink(0, 0, "Äg", font("body"))
    assert art(canvas, 12, 10) == [
        "..#.#.......",
        "............",
        "...#........",
        "..#.#....###",
        ".#...#..#...",
        ".#####..#...",
        ".#...#..#...",
        "#.....#..###",
        "............",
        ".........###",
    ]


@pytest.mark.parametrize("face", FACES)
def test_letters_are_told_apart_in_every_size(face: str) -> None:
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHJKLMNOPQRSTUVWXYZ0123456789äöüÄÖÜß"
    drawn = {ink(letter, face): letter for letter in letters}
    assert len(drawn) == len(letters)


@pytest.mark.parametrize("face", FACES)
def test_digits_are_equally_wide(face: str) -> None:
    assert len({font(face).width(digit) for digit in "0123456789"}) == 1


def test_every_sign_has_a_place_and_others_degrade() -> None:
    assert len(SIGNS) <= 32
    assert len(PLACES) == len(set(PLACES.values()))
    assert encoded("a–▲") == bytes([97, 0x80, 0x80 + SIGNS.index("▲")])
    assert encoded("Žofia 👍 東") == b"Zofia ? ?"


def test_text_is_broken_at_spaces_and_hyphens() -> None:
    face = font("body")
    assert wrapped("Molekül-Mantel schützt Öl", face, 60) == ["Molekül-", "Mantel", "schützt Öl"]
    assert wrapped("Donaudampfschiff", face, 40) == ["Donaud", "ampfsc", "hiff"]
    assert wrapped("", face, 40) == [""]


def test_a_name_is_not_parted_from_its_number_where_that_takes_no_line_more() -> None:
    """ "Robot: 1. Player / 1 starts" was read as a robot that is the first player."""
    face = font("body")
    text, width = "Robot: 1. Player 1 starts.", font("body").width("Robot: 1. Player")
    assert wrapped(text, face, width) == ["Robot: 1.", "Player 1 starts."]
    assert wrapped("Player 1", face, face.width("Player")) == ["Player", "1"]


def test_what_does_not_fit_is_noted() -> None:
    canvas = Canvas()
    canvas.line(Rect(0, 0, 30, 10), "viel zu lang", ("body", "small"))
    canvas.block(Rect(0, 10, 40, 20), "auch das ist zu lang", ("small",))
    assert canvas.clipped == ["viel zu lang", "auch das ist zu lang"]


def test_a_smaller_face_is_taken_before_anything_is_cut_off() -> None:
    canvas = Canvas()
    canvas.block(Rect(0, 0, 128, 20), "Alle Autos bleiben stehen, bis Rot weiter ist.")
    assert canvas.clipped == []
    assert canvas.texts == ["Alle Autos bleiben stehen, bis Rot weiter ist."]


def test_dice_show_pips_or_a_sign() -> None:
    canvas = Canvas(10, 10)
    draw_die(canvas, 0, 0, 10, 6)
    assert art(canvas, 10, 10) == [
        ".########.", "#..####..#", "#..####..#", "##########", "#..####..#", "#..####..#",
        "##########", "#..####..#", "#..####..#", ".########.",
    ]  # fmt: skip
    faces = set()
    for face in (1, 2, 3, 4, 5, 6, "R", "B", "X", 7):
        canvas = Canvas(24, 24)
        draw_die(canvas, 0, 0, 24, face)
        faces.add(canvas.picture.tobytes())
    assert len(faces) == 10


def test_a_marked_cell_shows_its_letter_dark_on_light() -> None:
    canvas = Canvas(23, 10)
    draw_widget(canvas, Rect(0, 0, 23, 10), Grid((("1", "2"),), marked=frozenset({(1, 2)})), WORDS)
    assert [row[12:22] for row in art(canvas, 23, 10)[1:9]] == [
        "##########", "###...####", "######.###", "######.###", "#####.####", "####.#####",
        "###....###", "##########",
    ]  # fmt: skip
