"""The fonts, as pixels: the same on every machine.

Drawn once from DejaVu by `make.py`; its licence stands in ``LICENSE.DejaVu``.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import as_file, files
from itertools import accumulate
from typing import TYPE_CHECKING, Final, cast

from referee.table.pixels.bitmap import PILLOW, Glyphs, metrics

if TYPE_CHECKING:
    from PIL import ImageFont

#: What stands where Latin-1 has control characters: punctuation, arrows and marks.
SIGNS: Final = "–—…„“”‚‘’•€→←↑↓▲▼►◄✓✗●○■□☐☑≤≥−≠★"


@dataclass(frozen=True)
class Font:
    """A bitmap font. ``height``: rows of a glyph; ``line``: from one line of text to the next."""

    name: str
    height: int
    line: int
    steps: tuple[int, ...]  # columns from a letter to the next one, by its place in the font

    def width(self, text: str) -> int:
        """Pixels that the text takes, the gap after its last letter not counted."""
        steps = self.steps
        return max(sum(steps[place] for place in encoded(text)) - 1, 0)

    @cached_property
    def pixels(self) -> ImageFont.ImageFont:
        """Its letters, loaded when the first of them is drawn."""
        with as_file(files(__package__)) as folder:
            file = folder / f"{self.name}.pil"
            if not PILLOW:
                return cast("ImageFont.ImageFont", Glyphs(file))
            from PIL import ImageFont

            return ImageFont.load(str(file))

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
    """``body``, ``bold``, ``lead``, ``small``, ``mid`` or ``big``."""
    with as_file(files(__package__)) as folder:
        found = metrics(folder / f"{name}.pil")
    height = max(glyph[5] for glyph in found) - min(glyph[3] for glyph in found)
    return Font(name, height, _LINES[name], tuple(glyph[0] for glyph in found))


_LINES: Final = {"body": 10, "bold": 10, "lead": 13, "small": 8, "mid": 18, "big": 27}
