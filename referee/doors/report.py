"""A report for a bug thread: what was found, versions, settings. No names of players."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from hal.config import effective, text_of
from hal.errors import ConfigError
from hal.settings import shown
from referee.doors import places
from referee.doors.checkup import Subject
from referee.doors.lifeline import Lifeline
from referee.kernel.errors import RefereeError

#: What stands for a player's name.
NAME = "(name)"


def report(findings: Sequence[str], subject: Subject) -> list[str]:
    """The report's lines. In English but for the findings, whoever asks for help."""
    lines = [
        f"Tabletop Referee, self-test of {time.strftime('%Y-%m-%d %H:%M')}",
        "",
        "Findings",
        *(f"  {line}" for line in findings),
        "",
        "Versions",
        *(f"  {name}: {found}" for name, found in subject.machine.versions().items()),
        "",
        "Settings that are not the default",
        *(f"  {line}" for line in _settings(subject)),
        "",
        "Missing parts",
        *(f"  {part}: {why}" for part, why in subject.lost.items()),
        "",
        "Matches",
        *(f"  {line}" for line in _matches(subject)),
        "",
        "Last crash",
        *(f"  {line}" for line in _failure(subject)),
    ]
    return Discreet(_names(subject)).lines(lines)


class Discreet:
    """Takes names of players, and of the user, out of texts."""

    def __init__(self, names: Sequence[str]) -> None:
        found = sorted({re.escape(name) for name in names if name}, key=len, reverse=True)
        self._names = re.compile(rf"(?<!\w)(?:{'|'.join(found)})(?!\w)") if found else None
        self._home = str(Path.home())

    def lines(self, lines: Sequence[str]) -> list[str]:
        plain = [line.replace(self._home, "~") for line in lines] if self._home != "/" else lines
        return [self._names.sub(NAME, line) if self._names else line for line in plain]


def _settings(subject: Subject) -> Iterator[str]:
    if subject.file is None:
        return
    try:
        settings = effective(text_of(subject.file), subject.file.name)
    except ConfigError as error:
        yield from error.problems
        return
    for key, setting in settings.items():
        if not setting.where.startswith("default"):
            yield f"{key} = {shown(setting.value)}"


def _matches(subject: Subject) -> Iterator[str]:
    try:
        with closing(places.open_store(subject.config.data)) as store:
            stored = store.matches(limit=-1)
    except RefereeError as error:
        yield str(error)
        return
    for (game, status), count in sorted(Counter((m.header.game, m.status) for m in stored).items()):
        yield f"{game}, {status}: {count}"


def _failure(subject: Subject) -> list[str]:
    try:
        return Lifeline(places.data_folder(subject.config.data)).failure.splitlines()
    except RefereeError:
        return []


def _names(subject: Subject) -> list[str]:
    """All names that anybody has played under here."""
    try:
        with closing(places.open_store(subject.config.data)) as store:
            known = store.setting("names", [])
            played = [name for match in store.matches(limit=-1) for name in match.header.names]
    except RefereeError:
        return []
    return [*played, *(name for name in known if isinstance(name, str))]
