"""What is said aloud: the screen in sentences, the thing under the cursor, no secrets unasked.

It reads what every screen says of itself (`TableProgram.words`), so a screen that can be read can
be heard. What fell is told first, then whose turn it is, what to do, and the choice under the
cursor. As long as the question stays the same, only what has changed is told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from referee.kernel.scene import column_number
from referee.table.catalogue import Catalogue
from referee.table.pixels.wording import DRAWN


class Level(Enum):
    """How much is said: nothing; whose turn, what fell, what follows; the cursor's place too."""

    OFF = "off"
    TURNS = "turns"
    EVERYTHING = "everything"


#: The cells of a raster, row by row; an empty one is "".
Grid = Sequence[Sequence[str]]

#: Seconds that a screen stands before it is told: of several in a row, the last one.
SETTLED: Final = 0.15

_CURSOR: Final = "> "
_NOTE: Final = "* "
_ROLL: Final = " ROLL"
_DIE: Final = re.compile(r"\[(\w+)\]")
_PLACE: Final = re.compile(r"([A-Z]+)(\d+)")
_BUTTON: Final = re.compile(r"\((OK|ROLL|▲|▼)\) (.*)")
_BESIDE: Final = re.compile(r" (?=\((?:OK|ROLL)\) )")  # one button beside another
_CLAUSE: Final = re.compile(r"\s*\b[A-Z]{2,}(?:-[A-Z0-9]+)*-\d+[a-z]?\b")
_WORD: Final = re.compile(r"[^\W\d_]{2}")
_SYMBOL: Final = re.compile(r"\s*[▲▼◄►■●•→☐☑✗]")
_TICKS: Final = {"☑": "speech.taken", "☐": "speech.not-taken"}
_SIGNS: Final = {"▲": "speech.up", "▼": "speech.down"}


@dataclass(frozen=True, slots=True)
class ScreenContent:
    """A screen as the table shows it.

    ``private``: it is for one player's eyes, and the player has not asked to hear it. ``passing``:
    it goes by itself, and the next one tells what it showed. ``moment``: another one means that
    the screen is new although it may read the same. ``presses``: so many there were. ``news``: what
    has followed from the last answer. ``about``: what is told of the choice under the cursor.
    ``tables``, ``grid``: see `Canvas`. ``left_to_box``: a computer player answers next.
    """

    screen: str
    words: Catalogue
    level: Level
    private: bool = False
    passing: bool = False
    moment: object = None
    presses: int = 0
    news: tuple[str, ...] = ()
    about: str = ""
    tables: Mapping[str, Sequence[str]] = field(default_factory=dict)
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
    screen: str, words: Catalogue, news: Sequence[str] = (), about: str = "",
    tables: Mapping[str, Sequence[str]] | None = None, grid: Grid = (),
) -> Speech:  # fmt: skip
    """The screen's words as sentences. Lines that may be chosen are told when the cursor comes to
    them; what is crossed out, in brackets, is not offered. ``news`` is told though the screen may
    have no room for it."""
    title, *lines = _BESIDE.sub("\n", screen).splitlines() or [""]
    text, notes = [_title(title, words)], []
    choices = [line for line in lines if line.startswith((_CURSOR, "  "))]
    page = not choices and not any(map(_BUTTON.fullmatch, lines))
    for line in lines:
        if line in (tables or {}):
            text.append(_columns((tables or {})[line], words) if page or _readable(line) else "")
        elif line.startswith(_NOTE):
            known = line.removeprefix(_NOTE) in (*news, about)
            notes += [_sentence(line, words)] if not known else []
        elif line == about:
            continue  # it is told after the choice
        elif _BUTTON.fullmatch(line) or line.startswith("=") or _readable(line):
            text += [_sentence(line, words)] if line not in choices else []
        elif page and any(map(str.isalnum, line)):
            text.append(_row(line, words))
    focus, near = _focus(lines, choices, grid, words)

    def spoken(sentences: Sequence[str]) -> tuple[str, ...]:
        return tuple(_spelt(one, words) for one in sentences if one)

    dice = _rolled(_DIE.findall(title), words)
    said = spoken([*map(_ended, news)]), spoken(text), focus, spoken([_ended(about)]), spoken(notes)
    return Speech(dice, *said, near)


def _readable(line: str) -> bool:
    """Whether it has words in it: rasters, maps, pictures and page numbers are for eyes."""
    return not line.startswith(DRAWN) and _WORD.search(_DIE.sub("", line)) is not None


def _focus(
    lines: Sequence[str], choices: Sequence[str], grid: Grid, words: Catalogue
) -> tuple[str, tuple[str, ...]]:
    """What the cursor stands on, and what stands near it."""
    number = next((n for n, line in enumerate(choices) if line.startswith(_CURSOR)), None)
    if number is None:
        return "", ()
    label = choices[number].removeprefix(_CURSOR).strip()
    if (place := _PLACE.fullmatch(label)) is not None:
        column, row = place[1], int(place[2])
        near = _near(grid, row - 1, column_number(column) - 1, words)
        return _ended(words("speech.cell", row=row, column=column)), near
    what = _spelt(_choice(label, words), words)
    if len(choices) > 1:
        what = words("speech.choice", what=what, n=number + 1, count=len(choices))
    return _ended(what), ()


def _title(line: str, words: Catalogue) -> str:
    """Whose turn, without the sign of the piece; ``Anna 6 points`` are two sentences."""
    line = _CLAUSE.sub("", _DIE.sub("", line)).replace("(!)", "").strip()
    for who in (*_people(words), words("title.everybody")):
        found = re.fullmatch(rf"(?:\S+ )?{re.escape(who)}(?: (.+))?", line)
        if found:
            return " ".join(_ended(part) for part in (who, found[1]) if part)
    return _ended(line)


def _people(words: Catalogue) -> list[str]:
    return [words.player(seat + 1) for seat in range(len(words.names))]


def _rolled(dice: Sequence[str], words: Catalogue) -> str:
    faces = [words.spare(f"speech.die.{face}") or face for face in dice]
    return words("speech.rolled", dice=", ".join(faces)) if faces else ""


def _sentence(line: str, words: Catalogue) -> str:
    button = _BUTTON.fullmatch(line)
    if button is not None:
        what = re.sub(r"(?<=\d) (?=\d)", ", ", button[2])
        if what.startswith("("):
            what = words("speech.refused", what=what.strip("()"))
        return _ended(words("speech.button", key=_key(button[1], words), what=what))
    if line.startswith("="):  # what has been entered so far
        entered = line.removeprefix("=").split()
        return words("speech.entered", values=", ".join(entered)) if entered else ""
    return _ended(_CLAUSE.sub("", line.removeprefix(_NOTE)).strip())


def _choice(label: str, words: Catalogue) -> str:
    if label.startswith("("):
        return words("speech.refused", what=label.strip("()"))
    if label.endswith(_ROLL):
        return words("speech.button", key=_ROLL.strip(), what=label.removesuffix(_ROLL))
    tick, _, rest = label.partition(" ")
    if tick in _TICKS:
        return words(_TICKS[tick], what=rest)
    if len(label) == 1 and label.isupper():
        return words("speech.capital", letter=label)
    return rest if tick.isdigit() and rest in _people(words) else label


def _key(key: str, words: Catalogue) -> str:
    return words(_SIGNS[key]) if key in _SIGNS else key


def _row(line: str, words: Catalogue) -> str:
    """A row of a page's raster: there, there is nothing else to be told."""
    label, cells = "", line
    if line.startswith(DRAWN):
        name, _, cells = line.removeprefix(DRAWN).strip().partition(" ")
        label = f"{name}: " if name.isalnum() else ""
    if not any(map(str.isdigit, line)):  # the letters of the columns
        return ""
    said = [words("speech.free") if cell == "." else cell for cell in cells.split() if cell != "="]
    return f"{label}{', '.join(said)}."


def _columns(cells: Sequence[str], words: Catalogue) -> str:
    """A row of a table: ``Anna: 6, 2``. The sign of a piece does not stand before its name."""
    pairs = zip(cells, [*cells[1:], ""], strict=True)
    said = [cell for cell, after in pairs if not _is_sign(cell, after, words)]
    head = next((n for n, cell in enumerate(said) if _WORD.search(cell)), -1) + 1
    name, rest = " ".join(said[:head]), ", ".join(said[head:])
    colon = ":" if name and rest and not name.endswith((".", ":")) else ""
    return _ended(f"{name}{colon} {rest}".strip())


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


def _spelt(sentence: str, words: Catalogue) -> str:
    """Abbreviations as a game wants them read: ``speech.read``, ``written=read|written=read``;
    ``#`` is a number."""
    for pair in filter(None, words.spare("speech.read").split("|")):
        written, _, read = pair.partition("=")
        for numbers in re.findall(re.escape(written).replace(r"\#", r"(\d+)"), sentence):
            one = (numbers,) if isinstance(numbers, str) else numbers
            sentence = sentence.replace(_filled(written, one), _filled(read, one))
    return " ".join(_SYMBOL.sub("", sentence).replace(" / ", ", ").split())


def _filled(pattern: str, numbers: Sequence[str]) -> str:
    for number in numbers[: pattern.count("#")]:
        pattern = pattern.replace("#", number, 1)
    return pattern


def _ended(sentence: str) -> str:
    return sentence if not sentence or sentence.endswith((".", "!", "?", ":")) else f"{sentence}."


class Speaker:
    """Says what has changed, once it stands still. Feed it every screen; time is an argument."""

    def __init__(self) -> None:
        self._seen: tuple[object, ...] = ()
        self._since = 0.0
        self._due = False
        self._spoken = Speech()
        self._moment: object = None
        self._presses = 0
        self._screen = ""
        self._level = Level.OFF

    def step(self, now: float, content: ScreenContent) -> str | None:
        """What to say now, instead of whatever is being said; empty: be silent; None: go on.

        A press ends what is being said. One that changes nothing has the screen told again.
        """
        silent = self._follow(now, content)
        if not self._due or now < self._since + SETTLED:
            return silent
        self._due = False
        again = content.screen == self._screen and content.presses != self._presses
        whole = again or content.moment != self._moment
        self._screen, self._presses, self._moment = content.screen, content.presses, content.moment
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
        seen = (content.screen, content.moment, content.presses, content.private, content.level)
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
    fresh = speech_of(content.screen, content.words, news, about, content.tables, content.grid)
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
