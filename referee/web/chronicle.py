"""The last lines of a match's log, as pages show them.

Every page gets them with every answer, so each entry is put into words once a language: when it is
new, with the places of that moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

from referee.kernel.fold import LogEntry
from referee.kernel.journal import Line
from referee.kernel.match import Match
from referee.kernel.ruling import Ruling
from referee.table.catalogue import Catalogue
from referee.table.story import Scenes, deed, event

Data = dict[str, Any]

#: So many lines go with every message, of so many entries at most.
LOGGED: Final = 24
ENTRIES: Final = 48

#: A line, and the ruling that it tells; what was done tells none.
Told = tuple[Data, Ruling | None]


class Chronicle:
    """Of the match that is played; another one begins anew."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._known: dict[tuple[str, int], tuple[Line, Sequence[Told]]] = {}

    def lines(self, match: Match, words: Catalogue, seat: int | None) -> list[Data]:
        """The last ones that this viewer may read, the newest last: what was done (with ``why``, a
        computer player's reason), then what came of it, each with its entry's number."""
        if match is not self._match:
            self._match, self._known = match, {}
        told: list[Told] = [(_line(words, ruling, -1), ruling) for ruling in match.opening]
        for number in range(max(0, len(match.log) - ENTRIES), len(match.log)):
            told += self._of(match, number, words)
        seen = [line for line, ruling in told if ruling is None or ruling.shown_to(seat)]
        return seen[-LOGGED:]

    def _of(self, match: Match, number: int, words: Catalogue) -> Sequence[Told]:
        """What this entry tells; one that was undone or corrected is another one."""
        logged, key = match.log[number], (words.language, number)
        line, told = self._known.get(key, (None, ()))
        if line is not logged.line:
            scenes = cache(lambda: [match.game.scene(match.position, None)])
            told = tuple(_told(match, logged, number, words, scenes))
            self._known[key] = logged.line, told
        return told


def _told(
    match: Match, logged: LogEntry, number: int, words: Catalogue, scenes: Scenes
) -> Iterator[Told]:
    if (made := event(logged, match.header.players, scenes)) is None:
        return
    why = words.ruling(made.reason) if made.reason is not None else ""
    doer = None if made.by_box else made.seat
    for text in deed(words, made, spelled=True):
        yield {"text": text, "seat": doer, "clause": "", "entry": number, "why": why}, None
    for ruling in made.effects:
        yield _line(words, ruling, number), ruling


def _line(words: Catalogue, ruling: Ruling, entry: int) -> Data:
    text = words.ruling(ruling)
    return {"text": text, "seat": ruling.seat, "clause": ruling.clause, "entry": entry, "why": ""}
