"""The last lines of a match's log, its last rulings and its scene, as pages show them.

Every page gets them with every answer, so each entry is put into words once a language: when it is
new, with the places of that moment. A scene is made once a seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.kernel.fold import LogEntry
from referee.kernel.journal import Line
from referee.kernel.match import Match
from referee.kernel.ruling import Ruling
from referee.kernel.scene import Scene
from referee.table.catalogue import Catalogue
from referee.table.story import Scenes, deed, event

Data = dict[str, Any]

#: So many lines, and so many rulings, go with every message, of so many entries at most.
LOGGED: Final = 24
RULINGS: Final = 12
ENTRIES: Final = 48

#: A line, and the ruling that it tells; what was done tells none.
Told = tuple[Data, Ruling | None]


@dataclass(frozen=True, slots=True)
class _Entry:
    """What an entry tells, as lines of the log and as rulings."""

    lines: Sequence[Told]
    rulings: Sequence[Told]


class Chronicle:
    """Of the match that is played; another one begins anew."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._written = 0
        self._lines: list[Line] = []
        self._known: dict[tuple[str, int], _Entry] = {}
        self._seen: tuple[Match | None, int] = (None, 0)
        self._scenes: dict[int | None, Scene] = {}

    def scene(self, match: Match, seat: int | None) -> Scene:
        """What there is to see now for this seat (None: for everybody's eyes)."""
        if self._seen != (match, match.written):
            self._seen = (match, match.written)
            self._scenes.clear()
        if seat not in self._scenes:
            self._scenes[seat] = match.game.scene(match.position, seat)
        return self._scenes[seat]

    def lines(self, match: Match, words: Catalogue, seat: int | None) -> list[Data]:
        """The last ones that this viewer may read, the newest last: what was done (with ``why``, a
        computer player's reason), then what came of it, each with its entry's number."""
        opening = (_line(words, ruling, -1) for ruling in match.opening)
        told = (entry.lines for entry in self._back(match, words))
        return _last(LOGGED, told, zip(opening, match.opening, strict=True), seat)

    def rulings(self, match: Match, words: Catalogue, seat: int | None) -> list[Data]:
        """The last ones that this viewer may read, the newest last, each with its entry's
        number."""
        opening = (_ruling(words, ruling, -1) for ruling in match.opening)
        told = (entry.rulings for entry in self._back(match, words))
        return _last(RULINGS, told, zip(opening, match.opening, strict=True), seat)

    def _back(self, match: Match, words: Catalogue) -> Iterator[_Entry]:
        """The last entries, the newest first."""
        log = match.log
        if match is not self._match or match.written != self._written:
            self._forget(match, [logged.line for logged in log])
            self._written = match.written
        for number in reversed(range(max(0, len(log) - ENTRIES), len(log))):
            key = (words.language, number)
            if key not in self._known:
                self._known[key] = self._entry(match, log[number], number, words)
            yield self._known[key]

    def _entry(self, match: Match, logged: LogEntry, number: int, words: Catalogue) -> _Entry:
        lines = tuple(_told(match, logged, number, words, lambda: [self.scene(match, None)]))
        return _Entry(lines, tuple((_ruling(words, told, number), told) for told in logged.told))

    def _forget(self, match: Match, lines: list[Line]) -> None:
        """Forget what may have become another: all from the first line on that was undone or
        corrected, and another match."""
        if match is not self._match:
            self._match, self._lines, self._known = match, [], {}
        pairs = enumerate(zip(self._lines, lines, strict=False))
        changed = (n for n, (old, new) in pairs if old is not new)
        same = next(changed, min(len(self._lines), len(lines)))
        if same < len(self._lines):
            self._known = {key: entry for key, entry in self._known.items() if key[1] < same}
        self._lines = lines


def _last(
    most: int, entries: Iterator[Sequence[Told]], opening: Iterable[Told], seat: int | None
) -> list[Data]:
    """So many of what these entries tell this viewer, and before them the opening."""
    told: list[Data] = []
    for entry in entries:
        told[:0] = _seen(entry, seat)
        if len(told) >= most:
            return told[-most:]
    return [*_seen(opening, seat), *told][-most:]


def _seen(told: Iterable[Told], seat: int | None) -> list[Data]:
    return [data for data, ruling in told if ruling is None or ruling.shown_to(seat)]


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


def _ruling(words: Catalogue, ruling: Ruling, entry: int) -> Data:
    text = words.ruling(ruling)
    return {"type": "ruling", **ruling.plain(), "text": text, "entry": entry}


def _line(words: Catalogue, ruling: Ruling, entry: int) -> Data:
    text = words.ruling(ruling)
    return {"text": text, "seat": ruling.seat, "clause": ruling.clause, "entry": entry, "why": ""}
