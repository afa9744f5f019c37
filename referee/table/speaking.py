"""What is said aloud: the screen in sentences, the thing under the cursor, no secrets unasked.

It is made of the same lines that a screen is read by (`pixels.lines`), and of their fields alone:
a screen that can be read can be heard. What fell is told first, then whose turn it is, what to
do, and the choice under the cursor. As long as the question stays the same, only what has changed
is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import Final

from referee.kernel.scene import column_number
from referee.kernel.text import Plain
from referee.table.catalogue import Catalogue, ended
from referee.table.pixels.lines import (
    KEYS,
    Chosen,
    Columns,
    Entered,
    Faces,
    Happened,
    Heading,
    Key,
    Keys,
    Line,
    Raster,
    Spot,
    Words,
)


class Level(Enum):
    """How much is said: nothing; whose turn, what fell, what follows; the cursor's place too."""

    OFF = "off"
    TURNS = "turns"
    EVERYTHING = "everything"


#: The cells of a raster, row by row; an empty one is "".
Grid = Sequence[Sequence[str]]

#: Seconds that a screen stands before it is told: of several in a row, the last one.
SETTLED: Final = 0.15

_TICKS: Final = {"☑": "speech.taken", "☐": "speech.not-taken"}
#: Where a piece of a map looks.
_LOOKS: Final = tuple("←↑→↓")
_SIGNS: Final = {"up": "speech.up", "down": "speech.down"}


@dataclass(frozen=True, slots=True)
class ScreenContent:
    """A screen as the table shows it.

    ``private``: it is for one player's eyes, and the player has not asked to hear it. ``passing``:
    it goes by itself, and the next one tells what it showed. ``moment``: another one means that
    the screen is new although it may read the same. ``presses``: so many there were. ``news``: what
    has followed from the last answer. ``dice``: what fell, though the screen may have no room for
    it. ``about``: what is told of the choice under the cursor. ``grid``: see `Canvas`.
    ``left_to_box``: a computer player answers next.
    """

    lines: tuple[Line, ...]
    words: Catalogue
    level: Level
    private: bool = False
    passing: bool = False
    moment: object = None
    presses: int = 0
    news: tuple[str, ...] = ()
    dice: tuple[Plain, ...] = ()
    about: str = ""
    grid: Grid = ()
    left_to_box: bool = False


@dataclass(frozen=True, slots=True)
class Speech:
    """A screen for ears: what fell, what followed, whose turn and what to do, the choice under the
    cursor and what there is to say about it, what else is to be said, and what is near it."""

    dice: str = ""
    news: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    focus: str = ""
    about: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


def speech_of(
    lines: Sequence[Line], words: Catalogue, news: Sequence[str] = (), about: str = "",
    grid: Grid = (), dice: Sequence[Plain] = (),
) -> Speech:  # fmt: skip
    """A screen's lines as sentences. Those that may be chosen are told when the cursor comes to
    them; what is crossed out is not offered. ``news`` and ``dice`` are told though the screen may
    have no room for them. Whose turn or deed it is is told by what names them, else by the title.
    """
    notes = [
        line.words
        for line in lines
        if isinstance(line, Happened) and line.words not in (*news, about)
    ]
    page = not any(isinstance(line, Key | Keys | Chosen | Spot) for line in lines)
    told = [
        sentence
        for line in lines[1:]
        if line.text != about  # it is told after the choice
        for sentence in _sentences(line, words, page=page)
    ]
    heading = [_title(line, told, words) for line in lines[:1] if isinstance(line, Heading)]
    text = [*heading, *told]
    focus, near = _focus(lines, grid, words)
    return Speech(
        _rolled(dice, words),
        _spoken(map(ended, news), words),
        _spoken(text, words),
        focus,
        _spoken([ended(about)], words),
        _spoken(map(ended, notes), words),
        near,
    )


def _spoken(sentences: Iterable[str], words: Catalogue) -> tuple[str, ...]:
    return tuple(words.aloud(one) for one in sentences if one)


def _sentences(line: Line, words: Catalogue, *, page: bool) -> list[str]:
    """What a line says by itself; ``page``: there, there is nothing else to be told."""
    match line:
        case Keys():
            return [_button(key, words) for key in line.keys]
        case Key():
            return [_button(line, words)]
        case Entered():
            values = ", ".join(line.values)
            return [words("speech.entered", values=values)] if values else []
        case Columns():
            cells = [cell for cell in line.cells if cell]
            return [_columns(cells, words)] if page or _readable(line.text) else []
        case Raster():
            return [_row(line.name.strip(), [cell.strip() for cell in line.cells], words)] * page
        case Words() if _readable(line.text):
            return [ended(line.text.strip())]
        case Words() | Faces():
            return [_row("", line.text.split(), words)] * page
    return []


def _readable(text: str) -> bool:
    """Whether it has words in it: numbers by themselves are for eyes, and so are the pieces of a
    map, with arrows that say where they look."""
    words = any(one.isalpha() and other.isalpha() for one, other in pairwise(text))
    return words and not any(piece.endswith(_LOOKS) for piece in text.split(","))


def _focus(lines: Sequence[Line], grid: Grid, words: Catalogue) -> tuple[str, tuple[str, ...]]:
    """What the cursor stands on, and what stands near it."""
    offered = [line for line in lines if isinstance(line, Chosen | Spot)]
    found = enumerate(offered, 1)
    number, at = next(((n, o) for n, o in found if isinstance(o, Spot) or o.selected), (0, None))
    if at is None:
        return "", ()
    if isinstance(at, Spot) and at.cell is not None:
        column, row = at.cell
        near = _near(grid, row - 1, column_number(column) - 1, words)
        return ended(at.name), near
    what = words.aloud(_choice(at, words) if isinstance(at, Chosen) else at.name)
    if len(offered) > 1:
        what = words("speech.choice", what=what, n=number, count=len(offered))
    return ended(what), ()


def _title(line: Heading, told: Sequence[str], words: Catalogue) -> str:
    """Whose turn, without the sign of the piece; ``Anna 6 points`` are two sentences. What the
    first sentence below says anyway is said once."""
    if line.aloud:
        return ended(line.aloud)
    if line.words in (*_people(words), words("title.everybody")):
        first = told[0] if told else ""
        parts = [part for part in (line.words, line.right) if part and not _names(first, part)]
        return " ".join(map(ended, parts))
    return ended(" ".join(filter(None, (line.badge, line.words, line.right))))


def _names(sentence: str, part: str) -> bool:
    """Whether the sentence has these words in it."""
    before, found, after = sentence.partition(part)
    return bool(found) and not before[-1:].isalnum() and not after[:1].isalnum()


def _people(words: Catalogue) -> list[str]:
    return [words.player(seat + 1) for seat in range(len(words.names))]


def _rolled(dice: Sequence[Plain], words: Catalogue) -> str:
    faces = [words.spare(f"speech.die.{face}") or str(face) for face in dice]
    return words("speech.rolled", dice=", ".join(faces)) if faces else ""


def _button(key: Key, words: Catalogue) -> str:
    name = words(_SIGNS[key.button]) if key.button in _SIGNS else KEYS[key.button]
    what = key.label or _listed(key.values)
    if key.refused:
        what = words("speech.refused", what=what)
    return ended(words("speech.button", key=name, what=what))


def _listed(values: Sequence[str]) -> str:
    """Numbers are told one after the other, signs in one go."""
    said = "".join(value + (", " if value[-1:].isdigit() and after[:1].isdigit() else " ")
                   for value, after in pairwise((*values, "")))  # fmt: skip
    return said.strip()


def _choice(line: Chosen, words: Catalogue) -> str:
    pause = "," if line.right[:1].isalnum() else ""
    label = f"{line.label}{pause} {line.right}".strip()
    if line.refused:
        return words("speech.refused", what=label)
    if line.right == KEYS["roll"]:
        return words("speech.button", key=line.right, what=line.label)
    if line.tick in _TICKS:
        return words(_TICKS[line.tick], what=label)
    if len(label) == 1 and label.isupper() and not line.tick:
        return words("speech.capital", letter=label)
    named = line.tick.isdigit() and label in _people(words)
    return label if named or not line.tick else f"{line.tick} {label}"


def _row(name: str, cells: Sequence[str], words: Catalogue) -> str:
    """A row of a page's raster."""
    if not any(sign.isdigit() for text in (name, *cells) for sign in text):
        return ""  # the letters of the columns
    label = f"{name}: " if name.isalnum() else ""
    said = [
        words("speech.free") if cell == "." else cell for cell in cells if cell not in ("=", "")
    ]
    return f"{label}{', '.join(said)}."


def _columns(cells: Sequence[str], words: Catalogue) -> str:
    """A row of a table: ``Anna: 6, 2``. The sign of a piece does not stand before its name."""
    pairs = zip(cells, [*cells[1:], ""], strict=True)
    said = [cell for cell, after in pairs if not _is_sign(cell, after, words)]
    head = next((n for n, cell in enumerate(said) if _readable(cell)), -1) + 1
    name, rest = " ".join(said[:head]), ", ".join(said[head:])
    colon = ":" if name and rest and not name.endswith((".", ":")) else ""
    return ended(f"{name}{colon} {rest}".strip())


def _is_sign(cell: str, name: str, words: Catalogue) -> bool:
    return len(cell) == 1 and (name in _people(words) or (cell.isalpha() and name[:1] == cell))


def _near(grid: Grid, row: int, column: int, words: Catalogue) -> tuple[str, ...]:
    """The numbers in the same row and column of the grid, from 0; of a square, in the same
    diagonals, which are told though there is nothing in them: the cell lies on one."""
    if not (row < len(grid) and all(column < len(line) for line in grid)):
        return ()
    size, square = len(grid), all(len(line) == len(grid) for line in grid)
    found = {"speech.row": grid[row], "speech.column": [line[column] for line in grid]}
    if square and row == column:
        found["speech.falling"] = [grid[n][n] for n in range(size)]
    if square and row + column == size - 1:
        found["speech.rising"] = [grid[size - 1 - n][n] for n in range(size)]
    near = []
    for key, cells in found.items():
        numbers = ", ".join(filter(None, cells))
        if numbers or key in ("speech.falling", "speech.rising"):
            near.append(words(key, numbers=numbers or words("speech.free")))
    return tuple(near)


class Speaker:
    """Says what has changed, once it stands still. Feed it every screen; time is an argument."""

    def __init__(self) -> None:
        self._seen: tuple[object, ...] = ()
        self._since = 0.0
        self._due = False
        self._spoken = Speech()
        self._moment: object = None
        self._presses = 0
        self._lines: tuple[Line, ...] = ()
        self._level = Level.OFF

    def step(self, now: float, content: ScreenContent) -> str | None:
        """What to say now, instead of whatever is being said; empty: be silent; None: go on.

        A press ends what is being said. One that changes nothing has the screen told again.
        """
        silent = self._follow(now, content)
        if not self._due or now < self._since + SETTLED:
            return silent
        self._due = False
        again = content.lines == self._lines and content.presses != self._presses
        whole = again or content.moment != self._moment
        self._lines, self._presses, self._moment = content.lines, content.presses, content.moment
        level, self._level = self._level, content.level
        if level is content.level is Level.OFF:
            return silent
        fresh = _speech(content)
        before, self._spoken = self._spoken, fresh
        if content.level is Level.OFF:  # the last word is that it is off
            self._spoken = Speech()
            switch = before.focus and fresh.focus != before.focus
            return fresh.focus if switch else silent
        said = (
            _whole(fresh, before, content.level) if whole else _news(fresh, before, content.level)
        )
        return " ".join(said) or silent

    def due(self) -> float | None:
        """When to be called again although nothing changes; None: never."""
        return self._since + SETTLED if self._due else None

    def _follow(self, now: float, content: ScreenContent) -> str | None:
        """Notice that there is something to tell; empty if what is being said ends now."""
        seen = (content.lines, content.moment, content.presses, content.private, content.level)
        if seen == self._seen:
            return None
        on = bool(self._seen) and self._seen[4] is not Level.OFF
        ended = on and (content.presses != self._seen[2] or content.level is Level.OFF)
        self._seen, self._since, self._due = seen, now, not content.passing
        if content.passing:
            self._spoken, self._moment = Speech(), None  # whatever falls is news
        return "" if ended else None


def _speech(content: ScreenContent) -> Speech:
    if content.private:
        return Speech(text=(content.words("speech.private"),))
    news, about = content.news, content.about
    fresh = speech_of(content.lines, content.words, news, about, content.grid, content.dice)
    if content.left_to_box:  # what it is asked is nobody's business
        return replace(fresh, text=fresh.text[:1], focus="", about=(), near=())
    return fresh


def _whole(fresh: Speech, before: Speech, level: Level) -> list[str]:
    said = [fresh.dice if fresh.dice != before.dice else "", *fresh.news, *fresh.text]
    return [sentence for sentence in (*said, *_chosen(fresh, level)) if sentence]


def _news(fresh: Speech, before: Speech, level: Level) -> list[str]:
    """What is new on the same screen. Where another thing is chosen, what is said about it too."""
    known = (*before.news, *before.text)
    said = [sentence for sentence in (*fresh.news, *fresh.text) if sentence not in known]
    if said or (fresh.focus != before.focus and level is Level.EVERYTHING):
        return [*said, *_chosen(fresh, level)]
    known = (*before.about, *before.notes)
    return [sentence for sentence in _remarks(fresh, level) if sentence not in known]


def _chosen(fresh: Speech, level: Level) -> list[str]:
    if level is not Level.EVERYTHING or not fresh.focus:
        return _remarks(fresh, level)
    return [fresh.focus, *_remarks(fresh, level), *fresh.near]


def _remarks(fresh: Speech, level: Level) -> list[str]:
    return [*(fresh.about if level is Level.EVERYTHING else ()), *fresh.notes]
