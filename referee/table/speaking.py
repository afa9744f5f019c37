"""What is said aloud: the screen in sentences, the thing under the cursor, no secrets unasked.

It reads what every screen says of itself (`TableProgram.words`), so a screen that can be read can
be heard. What fell is told first, then whose turn it is, what to do, and the choice under the
cursor. As long as the question stays the same, only what has changed is told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from referee.table.catalogue import Catalogue


class Level(Enum):
    """How much is said: nothing; whose turn, what fell, what follows; the cursor's place too."""

    OFF = "off"
    TURNS = "turns"
    EVERYTHING = "everything"


#: Seconds that a screen stands before it is told: of several in a row, the last one.
SETTLED: Final = 0.15

_CURSOR: Final = "> "
_NOTE: Final = "* "
_ROLL: Final = " ROLL"
_DIE: Final = re.compile(r"\[(\w+)\]")
_PLACE: Final = re.compile(r"(\d+)/(\d+)")
_BUTTON: Final = re.compile(r"\((OK|ROLL|▲|▼)\) (.*)")
_CLAUSE: Final = re.compile(r"\s*\b[A-Z]{2,}(?:-[A-Z0-9]+)*-\d+[a-z]?\b")
_WORD: Final = re.compile(r"[^\W\d_]{2}")
_SYMBOL: Final = re.compile(r"\s*[▲▼◄►■●•→☐☑✗]")
_CELLS: Final = re.compile(r"(?:\d+|\.)(?: (?:\d+|\.))+")
_TICKS: Final = {"☑": "speech.taken", "☐": "speech.not-taken"}
_SIGNS: Final = {"▲": "speech.up", "▼": "speech.down"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A screen as the table shows it.

    ``private``: it is for one player's eyes, and the player has not asked to hear it. ``passing``:
    it goes by itself, and the next one tells what it showed. ``moment``: another one means that
    the screen is new although it may read the same. ``presses``: so many there were. ``news``: what
    has followed from the last answer. ``about``: what is told of the choice under the cursor.
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


@dataclass(frozen=True, slots=True)
class Heard:
    """A screen for ears: what fell, what followed, whose turn and what to do, the choice under the
    cursor and what there is to say about it, what else is to be said, and what is near it."""

    dice: str = ""
    news: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    focus: str = ""
    about: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


def heard(screen: str, words: Catalogue, news: Sequence[str] = (), about: str = "") -> Heard:
    """The screen's words as sentences. Lines that may be chosen are told when the cursor comes to
    them; what is crossed out, in brackets, is not offered. ``news`` is told though the screen may
    have no room for it."""
    title, *lines = screen.splitlines() or [""]
    text, notes = [_title(title, words)], []
    choices = [line for line in lines if line.startswith((_CURSOR, "  "))]
    page = not choices and not any(map(_BUTTON.fullmatch, lines))
    for line in lines:
        if line.startswith(_NOTE):
            known = line.removeprefix(_NOTE) in (*news, about)
            notes += [_sentence(line, words)] if not known else []
        elif _BUTTON.fullmatch(line) or line.startswith("=") or _readable(line):
            text += [_sentence(line, words)] if line not in choices else []
        elif page and any(map(str.isalnum, line)):
            text.append(_row(line, words))
    focus, near = _focus(lines, choices, words)

    def told(sentences: Sequence[str]) -> tuple[str, ...]:
        return tuple(_spelt(one, words) for one in sentences if one)

    dice = _rolled(_DIE.findall(title), words)
    said = told([*map(_ended, news)]), told(text), focus, told([_ended(about)]), told(notes)
    return Heard(dice, *said, near)


def _readable(line: str) -> bool:
    """Whether it has words in it: rasters, maps, pictures and page numbers are for eyes."""
    return not line.startswith("| ") and _WORD.search(_DIE.sub("", line)) is not None


def _focus(
    lines: Sequence[str], choices: Sequence[str], words: Catalogue
) -> tuple[str, tuple[str, ...]]:
    """What the cursor stands on, and what stands near it."""
    number = next((n for n, line in enumerate(choices) if line.startswith(_CURSOR)), None)
    if number is None:
        return "", ()
    label = choices[number].removeprefix(_CURSOR).strip()
    if (place := _PLACE.fullmatch(label)) is not None:
        area = any(line.startswith("| ") for line in lines)
        row, column = (place[2], place[1]) if area else (place[1], place[2])
        near = () if area else _near(lines, int(row), int(column), words)
        return _ended(words("speech.cell", row=row, column=column)), near
    what = _spelt(_choice(label, words), words)
    if len(choices) > 1:
        what = words("speech.choice", what=what, n=number + 1, count=len(choices))
    return _ended(what), ()


def _title(line: str, words: Catalogue) -> str:
    """Whose turn, without the sign of the piece; ``Anna 6 points`` are two sentences."""
    line = _CLAUSE.sub("", _DIE.sub("", line)).replace("(!)", "").strip()
    people = [words.player(seat + 1) for seat in range(len(words.names))]
    for who in (*people, words("title.everybody")):
        found = re.fullmatch(rf"(?:\S+ )?{re.escape(who)}(?: (.+))?", line)
        if found:
            return " ".join(_ended(part) for part in (who, found[1]) if part)
    return _ended(line)


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
    named = rest in [words.player(seat + 1) for seat in range(len(words.names))]
    return rest if tick.isdigit() and named else label


def _key(key: str, words: Catalogue) -> str:
    return words(_SIGNS[key]) if key in _SIGNS else key


def _row(line: str, words: Catalogue) -> str:
    """A row of a page's grid: there, there is nothing else to be told."""
    return ", ".join(words("speech.free") if cell == "." else cell for cell in line.split()) + "."


def _near(lines: Sequence[str], row: int, column: int, words: Catalogue) -> tuple[str, ...]:
    """The numbers that stand in the same row and column of the grid."""
    cells = [line.split() for line in lines if _CELLS.fullmatch(line)]
    if not (row <= len(cells) and all(column <= len(line) for line in cells)):
        return ()
    across = [cell for cell in cells[row - 1] if cell != "."]
    down = [line[column - 1] for line in cells if line[column - 1] != "."]
    found = (("speech.row", across), ("speech.column", down))
    return tuple(words(key, numbers=", ".join(there)) for key, there in found if there)


def _spelt(sentence: str, words: Catalogue) -> str:
    """Abbreviations as a game wants them read: ``speech.read``, ``written=read|written=read``."""
    for pair in filter(None, words.spare("speech.read").split("|")):
        written, _, read = pair.partition("=")
        sentence = sentence.replace(written, read)
    return " ".join(_SYMBOL.sub("", sentence).replace(" / ", ", ").split())


def _ended(sentence: str) -> str:
    return sentence if not sentence or sentence.endswith((".", "!", "?", ":")) else f"{sentence}."


class Speaker:
    """Says what has changed, once it stands still. Feed it every screen; time is an argument."""

    def __init__(self) -> None:
        self._seen: tuple[object, ...] = ()
        self._since = 0.0
        self._due = False
        self._told = Heard()
        self._moment: object = None
        self._presses = 0
        self._screen = ""

    def step(self, now: float, shown: Shown) -> str | None:
        """What to say now, instead of whatever is being said; empty: be silent; None: go on.

        A press ends what is being said. One that changes nothing has the screen told again.
        """
        silent = self._follow(now, shown)
        if not self._due or now < self._since + SETTLED:
            return silent
        self._due = False
        again = shown.screen == self._screen and shown.presses != self._presses
        whole = again or shown.moment != self._moment
        self._screen, self._presses, self._moment = shown.screen, shown.presses, shown.moment
        if shown.level is Level.OFF:
            return silent
        if shown.private:
            fresh = Heard(text=(shown.words("speech.private"),))
        else:
            fresh = heard(shown.screen, shown.words, shown.news, shown.about)
        before, self._told = self._told, fresh
        said = _whole(fresh, before, shown.level) if whole else _news(fresh, before, shown.level)
        return " ".join(said) or silent

    def due(self) -> float | None:
        """When to be called again although nothing changes; None: never."""
        return self._since + SETTLED if self._due else None

    def _follow(self, now: float, shown: Shown) -> str | None:
        """Notice that there is something to tell; empty if what is being said ends now."""
        seen = (shown.screen, shown.moment, shown.presses, shown.private, shown.level)
        if seen == self._seen:
            return None
        on = bool(self._seen) and self._seen[4] is not Level.OFF
        ended = on and (shown.presses != self._seen[2] or shown.level is Level.OFF)
        self._seen, self._since, self._due = seen, now, not shown.passing
        if shown.passing:
            self._told, self._moment = Heard(), None  # whatever falls is news
        return "" if ended else None


def _whole(fresh: Heard, before: Heard, level: Level) -> list[str]:
    said = [fresh.dice if fresh.dice != before.dice else "", *fresh.news, *fresh.text]
    return [sentence for sentence in (*said, *_chosen(fresh, level)) if sentence]


def _news(fresh: Heard, before: Heard, level: Level) -> list[str]:
    """What is new on the same screen. Where another thing is chosen, what is said about it too."""
    told = (*before.news, *before.text)
    said = [sentence for sentence in (*fresh.news, *fresh.text) if sentence not in told]
    if said or (fresh.focus != before.focus and level is Level.EVERYTHING):
        return [*said, *_chosen(fresh, level)]
    known = (*before.about, *before.notes)
    return [sentence for sentence in _remarks(fresh, level) if sentence not in known]


def _chosen(fresh: Heard, level: Level) -> list[str]:
    if level is not Level.EVERYTHING or not fresh.focus:
        return _remarks(fresh, level)
    return [fresh.focus, *_remarks(fresh, level), *fresh.near]


def _remarks(fresh: Heard, level: Level) -> list[str]:
    return [*(fresh.about if level is Level.EVERYTHING else ()), *fresh.notes]
