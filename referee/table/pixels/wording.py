"""Rasters in words: for eyes that read, with letters over the columns and numbers at the rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

#: How each line of a raster begins that only those want to read who look at all of it.
DRAWN: Final = "| "


def raster(heads: Sequence[str], names: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows under heads, in columns; ``names`` stand before the rows."""
    wide = max((len(text) for row in (heads, *rows) for text in row), default=1)
    before = max(map(len, names), default=0)
    lines = [(" " * before, heads), *zip((name.rjust(before) for name in names), rows, strict=True)]
    return [
        DRAWN + " ".join([name, *(text.rjust(wide) for text in row)]).rstrip()
        for name, row in lines
    ]


def whereabouts(places: Sequence[tuple[str, str]]) -> str:
    """What stands where, in one line."""
    return ", ".join(f"{what}: {place}" for what, place in places)
