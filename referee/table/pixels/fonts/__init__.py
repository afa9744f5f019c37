"""The fonts, as pixels: the same on every machine.

Drawn once from DejaVu by `make.py`; its licence stands in ``LICENSE.DejaVu``.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import as_file, files
from itertools import accumulate
from typing import Final

from PIL import ImageFont

#: What stands where Latin-1 has control characters: punctuation, arrows and marks.
SIGNS: Final = "–—…„“”‚‘’•€→←↑↓▲▼►◄✓✗●○■□☐☑≤≥−≠★"


@dataclass(frozen=True, slots=True)
class Font:
    """A bitmap font. ``height``: rows of a glyph; ``line``: from one line of text to the next."""

    pixels: ImageFont.ImageFont
    height: int
    line: int
    steps: tuple[int, ...]  # columns from a letter to the next one, by its place in the font

    def width(self, text: str) -> int:
        """Pixels that the text takes, the gap after its last letter not counted."""
        return max(int(self.pixels.getlength(encoded(text))) - 1, 0) if text else 0

    def edges(self, text: str) -> list[int]:
        """`width` of the text's first letter, of its first two, and so on, in one go."""
        steps = self.steps
        return [end - 1 for end in accumulate(steps[place] for place in encoded(text))]


@lru_cache(512)
def encoded(text: str) -> bytes:
    """The text as places in a font; a letter that no font has becomes a simpler one, or ``?``."""
    return bytes(_place(letter) for letter in text)


@cache
def _place(letter: str) -> int:
    if letter in SIGNS:
        return 0x80 + SIGNS.index(letter)
    for simpler in (letter, unicodedata.normalize("NFKD", letter)[0]):
        code = ord(simpler)
        if 32 <= code < 127 or 160 <= code < 256:
            return code
    return ord("?")


@cache
def font(name: str) -> Font:
    """``body``, ``bold``, ``small``, ``mid`` or ``big``."""
    with as_file(files(__package__)) as folder:
        pixels = ImageFont.load(str(folder / f"{name}.pil"))
    height = pixels.getbbox(b"A")[3]
    steps = tuple(int(pixels.getlength(bytes([place]))) for place in range(256))
    return Font(pixels, int(height), _LINES[name], steps)


_LINES: Final = {"body": 10, "bold": 10, "small": 8, "mid": 18, "big": 27}
