"""Reading a picture: whether words stand on it, in the panel's own fonts."""

from __future__ import annotations

from PIL import Image

from referee.table.pixels.fonts import encoded, font

FACES = ("body", "bold", "small", "lead", "mid", "big")


def sees(picture: Image.Image, words: str) -> bool:
    """Whether the picture has these words, light on dark or dark on light, on one line."""
    rows = _rows(picture)
    every = (1 << picture.width) - 1
    return any(
        _stands(shown, _written(words, face), picture.width)
        for face in FACES
        for shown in (rows, [row ^ every for row in rows])
    )


def chosen(picture: Image.Image, words: str) -> bool:
    """Whether the line with these words is the one that OK would take: dark on light."""
    every = (1 << picture.width) - 1
    rows = [row ^ every for row in _rows(picture)]
    return any(_stands(rows, _written(words, face), picture.width) for face in FACES)


def _written(words: str, face: str) -> list[int]:
    """The words' rows of pixels, as far as there is ink; each letter's full width."""
    letters = font(face)
    mask = letters.pixels.getmask(encoded(words))
    picture = Image.frombytes("L", mask.size, bytes(mask)).point(lambda dot: 255 if dot else 0)
    return _rows(picture.crop(picture.getbbox()).convert("1"))


def _rows(picture: Image.Image) -> list[int]:
    """Each row as a number, its leftmost pixel the highest bit."""
    rest = -picture.width % 8
    data = picture.tobytes()
    step = (picture.width + rest) // 8
    return [int.from_bytes(data[at : at + step], "big") >> rest for at in range(0, len(data), step)]


def _stands(rows: list[int], word: list[int], width: int) -> bool:
    """Whether the word's pixels stand somewhere, with nothing else between them."""
    wide = max(row.bit_length() for row in word)
    full = (1 << wide) - 1
    return any(
        all(rows[top + n] >> left & full == row for n, row in enumerate(word))
        for top in range(len(rows) - len(word) + 1)
        for left in range(width - wide + 1)
    )
