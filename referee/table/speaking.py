"""What is said aloud: the screen in sentences, the thing under the cursor, no secrets unasked.

It reads what every screen says of itself (`TableProgram.words`), so a screen that can be read can
be heard. A screen that is new is told whole; where only the cursor moved, the new place alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from referee.table.catalogue import Catalogue


class Level(Enum):
    """How much is said: nothing; whose turn, what fell, what follows; the cursor's place too."""

    OFF = "off"
    TURNS = "turns"
    EVERYTHING = "everything"


#: Seconds that a screen stands before it is told: an animation is not read out frame by frame.
SETTLED: Final = 0.15

_CURSOR: Final = "> "
_DIE: Final = re.compile(r"\[(\w+)\]")
_PLACE: Final = re.compile(r"(\d+)/(\d+)")
#: Rasters and page numbers: what eyes take in at a glance.
_RASTER: Final = re.compile(r"[\s\d.·:|/+\[\]-]*")


@dataclass(frozen=True, slots=True)
class Heard:
    """A screen for ears: its sentences, and what the cursor stands on."""

    text: tuple[str, ...]
    focus: str


def heard(screen: str, words: Catalogue) -> Heard:
    """The screen's words as sentences. Lines that may be chosen are told when the cursor comes to
    them; what is crossed out, in brackets, is not offered."""
    text: list[str] = []
    focus = ""
    for line in screen.splitlines():
        if line.startswith(_CURSOR):
            focus = _focus(line.removeprefix(_CURSOR), words)
        elif not line.startswith("  ") and not _RASTER.fullmatch(line):
            text.append(_sentence(line, words))
    return Heard(tuple(text), focus)


def _focus(line: str, words: Catalogue) -> str:
    place = _PLACE.fullmatch(line.strip())
    if place is not None:
        return words("speech.cell", row=place[1], column=place[2])
    label = line.strip().strip("()")
    refused = line.strip().startswith("(")
    return words("speech.refused", what=label) if refused else label


def _sentence(line: str, words: Catalogue) -> str:
    dice = _DIE.findall(line)
    said = _DIE.sub("", line).removeprefix("* ").strip()
    if dice:
        said = f"{said}. " + words("speech.rolled", dice=", ".join(dice))
    return said if said.endswith((".", "!", "?", ":")) else f"{said}."


@dataclass(slots=True)
class Speaker:
    """Says what has changed, once it stands still. Feed it every screen; time is an argument."""

    _seen: str = ""
    _since: float = 0.0
    _told: Heard = Heard((), "")
    _due: bool = False

    def step(
        self, now: float, screen: str, words: Catalogue, level: Level, *, private: bool
    ) -> str | None:
        """The sentences to say now, instead of whatever is being said; None: nothing new.

        ``private``: the screen is for one player's eyes, and the player has not asked to hear it.
        """
        if screen != self._seen:
            self._seen, self._since, self._due = screen, now, True
        if not self._due or now < self._since + SETTLED:
            return None
        self._due = False
        if level is Level.OFF:
            return None
        fresh = Heard((words("speech.private"),), "") if private else heard(screen, words)
        before, self._told = self._told, fresh
        return self._difference(before, fresh, level) or None

    def due(self) -> float | None:
        """When to be called again although nothing changes; None: never."""
        return self._since + SETTLED if self._due else None

    @staticmethod
    def _difference(before: Heard, fresh: Heard, level: Level) -> str:
        said = [] if fresh.text == before.text else list(fresh.text)
        if level is Level.EVERYTHING and fresh.focus and (said or fresh.focus != before.focus):
            said.append(fresh.focus)
        return " ".join(said)
