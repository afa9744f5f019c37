"""What stands on a screen, line by line, as data: what it is, and how it reads.

Whoever draws notes with what was drawn what it says. Scripts and tests read the lines as text; what
is said aloud is made of their fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.kernel.text import Plain

#: How the panel's buttons are called on the screen.
KEYS: Final = {"up": "▲", "ok": "OK", "down": "▼", "roll": "ROLL", "back": "BACK"}

#: How each line of a raster begins that only those want to read who look at all of it.
DRAWN: Final = "| "


@dataclass(frozen=True, slots=True)
class Words:
    """Words to be read."""

    text: str


@dataclass(frozen=True, slots=True)
class Aside:
    """A number of a page, the sign of a clause, the mark of a missing part: nothing for ears."""

    text: str


@dataclass(frozen=True, slots=True)
class Heading:
    """The title bar; ``aloud``: how it is said, if otherwise."""

    words: str
    badge: str = ""
    right: str = ""
    dice: tuple[Plain, ...] = ()
    aloud: str = ""

    @property
    def text(self) -> str:
        words = [self.badge, self.words, self.right, *(f"[{face}]" for face in self.dice)]
        return " ".join(filter(None, words))


@dataclass(frozen=True, slots=True)
class Faces:
    """Dice that lie on the screen."""

    dice: tuple[Plain, ...]

    @property
    def text(self) -> str:
        return " ".join(f"[{face}]" for face in self.dice)


@dataclass(frozen=True, slots=True)
class Happened:
    """A sentence of the strip."""

    words: str

    @property
    def text(self) -> str:
        return f"* {self.words}"


@dataclass(frozen=True, slots=True)
class Key:
    """What a button does, or the values that it stands for; ``refused``: it may not now."""

    button: str
    label: str = ""
    values: tuple[str, ...] = ()
    refused: bool = False

    @property
    def text(self) -> str:
        cap = KEYS[self.button]
        if self.refused:
            return f"✗ {cap} {self.label}"
        return f"({cap}) {self.label or ' '.join(self.values)}"


@dataclass(frozen=True, slots=True)
class Keys:
    """Buttons side by side in one line."""

    keys: tuple[Key, ...]

    @property
    def text(self) -> str:
        return " ".join(key.text for key in self.keys)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A line that may be chosen, or (``refused``) may not now. ``tick``: a toggle's state, or the
    sign of a piece."""

    label: str
    selected: bool
    tick: str = ""
    right: str = ""
    refused: bool = False

    @property
    def text(self) -> str:
        label = f"({self.label})" if self.refused else self.label
        return " ".join(filter(None, [">" if self.selected else " ", self.tick, label, self.right]))


@dataclass(frozen=True, slots=True)
class Spot:
    """The place where the cursor stands. ``cell``: its column's letters and its row, if it is
    called by these."""

    name: str
    cell: tuple[str, int] | None = None

    @property
    def text(self) -> str:
        return f"> {self.name}"


@dataclass(frozen=True, slots=True)
class Entered:
    """What has been entered so far."""

    values: tuple[str, ...]

    @property
    def text(self) -> str:
        return "= " + " ".join(self.values)


@dataclass(frozen=True, slots=True)
class Columns:
    """A row of a table."""

    cells: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.cells).rstrip()


@dataclass(frozen=True, slots=True)
class Raster:
    """A row of a raster or a map: its name and its cells, padded for eyes."""

    name: str
    cells: tuple[str, ...]

    @property
    def text(self) -> str:
        return (DRAWN + " ".join([self.name, *self.cells] if self.name else self.cells)).rstrip()


Line = (
    Words
    | Aside
    | Heading
    | Faces
    | Happened
    | Key
    | Keys
    | Chosen
    | Spot
    | Entered
    | Columns
    | Raster
)


def raster(
    heads: Sequence[str], names: Sequence[str], rows: Sequence[Sequence[str]]
) -> list[Raster]:
    """Rows under heads, in columns; ``names`` stand before the rows."""
    wide = max((len(text) for row in (heads, *rows) for text in row), default=1)
    before = max(map(len, names), default=0)
    lines = [(" " * before, heads), *zip((name.rjust(before) for name in names), rows, strict=True)]
    return [Raster(name, tuple(text.rjust(wide) for text in row)) for name, row in lines]


def whereabouts(places: Sequence[tuple[str, str]]) -> str:
    """What stands where, in one line."""
    return ", ".join(f"{what}: {place}" for what, place in places)
