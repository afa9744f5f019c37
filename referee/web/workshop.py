"""A game's package from texts, as somebody writes it in an editor: `take_in`, and `watch` for what
goes wrong later."""

from __future__ import annotations

import logging
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from referee.kernel import players, toml
from referee.kernel.errors import RefereeError
from referee.kernel.game import ENTRY_POINTS, broken, find_game, look_again
from referee.table.catalogue import Catalogue

#: Where a package says what it has.
PROJECT: Final = "pyproject.toml"
_GROUPS: Final = (ENTRY_POINTS, players.ENTRY_POINTS)
_TABLE: Final = '[project.entry-points."{}"]'
_METADATA: Final = "Metadata-Version: 2.1\nName: {name}\nVersion: 0\n"


def take_in(folder: Path, files: Mapping[str, str], language: str) -> list[str]:
    """Put a package into an empty folder and install it for this process; ``files`` by path.

    Returns what is wrong with its games, as ``referee games`` says it. It is meant for a process
    that takes in one package: what has been imported stays.
    """
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    words = Catalogue(language)
    if faults := list(_unreadable(files, words)):
        return faults
    if not games(files):
        return [words("error.game.nowhere", file=PROJECT, table=_TABLE.format(ENTRY_POINTS))]
    _announce(folder, files)
    sys.path.insert(0, str(folder))
    look_again()
    players.look_again()
    return [fault for name in games(files) if (fault := _fault(name, words))]


def games(files: Mapping[str, str]) -> list[str]:
    """The games that a package says it has."""
    return list(_points(files, ENTRY_POINTS))


def watch(files: Mapping[str, str], language: str, tell: Callable[[str], object]) -> None:
    """Tell of whatever is raised while the games are played; the program itself goes on."""
    logging.getLogger().addHandler(_Told(", ".join(games(files)), Catalogue(language), tell))


class _Told(logging.Handler):
    def __init__(self, game: str, words: Catalogue, tell: Callable[[str], object]) -> None:
        super().__init__(logging.WARNING)
        self._game, self._words, self._tell = game, words, tell

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and (error := record.exc_info[1]) is not None:
            self._tell(self._words.error(broken(self._game, error)))


def _unreadable(files: Mapping[str, str], words: Catalogue) -> Iterator[str]:
    """What is wrong with files that are no TOML."""
    for name, text in files.items():
        if name.endswith(".toml"):
            try:
                toml.parse(text)
            except toml.Broken as broken:
                yield f"{name}, {words.text(broken.fault)}"


def _points(files: Mapping[str, str], group: str) -> Mapping[str, Any]:
    """The entry points of a group; none where they are no table."""
    found: Any = tomllib.loads(files[PROJECT])
    for key in ("project", "entry-points", group):
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def _announce(folder: Path, files: Mapping[str, str]) -> None:
    """The metadata that pip would add."""
    info = folder / "workshop-0.dist-info"
    info.mkdir(exist_ok=True)
    info.joinpath("METADATA").write_text(_METADATA.format(name="workshop"), "utf-8")
    lines = [
        line
        for group in _GROUPS
        for line in (f"[{group}]", *(f"{key} = {at}" for key, at in _points(files, group).items()))
    ]
    info.joinpath("entry_points.txt").write_text("\n".join(lines), "utf-8")


def _fault(name: str, words: Catalogue) -> str:
    try:
        find_game(name)
    except RefereeError as error:
        return words.error(error)
    return ""
