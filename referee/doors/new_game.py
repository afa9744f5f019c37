"""``referee new-game``: the folder of a new game that plays, is tested and documented at once.

The folder is a copy of ``template/`` beside this module, a whole game called ``my-game``, with the
new name in all the places of the old one.
"""

from __future__ import annotations

import argparse
import importlib.util
import keyword
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import Final, Self

from referee.doors.terminal import tell
from referee.doors.words import Words
from referee.kernel.errors import BadEntry, RefereeError
from referee.kernel.game import game_names

#: Small letters, digits and single hyphens, a letter first.
FORM: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

#: Characters of a name: menus show it, and lines of the template must not grow too long.
SHORTEST, LONGEST = 2, 30

#: Letters of a clause's ID before the first hyphen.
SERIES: Final = 3


@dataclass(frozen=True, slots=True)
class Names:
    """What a game is called in its many places: ``liars-dice`` is the package ``liars_dice``."""

    name: str

    @classmethod
    def checked(cls, name: str) -> Self:
        """Raises `BadEntry` for what cannot be a game's name, or is taken."""
        if not FORM.fullmatch(name) or not SHORTEST <= len(name) <= LONGEST:
            raise BadEntry("error.new.name", found=name[:40], low=SHORTEST, high=LONGEST)
        if name in game_names():
            raise BadEntry("error.new.game", name=name)
        found = cls(name)
        if found.taken:
            raise BadEntry("error.new.package", name=name, package=found.package)
        return found

    @property
    def package(self) -> str:
        return self.name.replace("-", "_")

    @property
    def taken(self) -> bool:
        """Whether Python knows the package's name already, or cannot import one of that name."""
        package = self.package
        known = keyword.iskeyword(package) or package in sys.stdlib_module_names
        return known or package == "tests" or importlib.util.find_spec(package) is not None

    @property
    def words(self) -> list[str]:
        return [word.capitalize() for word in self.name.split("-")]

    @property
    def series(self) -> str:
        """The letters that all clauses begin with: ``LIA``."""
        return re.sub("[^a-z]", "", self.name)[:SERIES]

    def put(self, text: str) -> str:
        """The template's text with this game's names."""
        for old, new in (
            ("my_game", self.package),
            ("my-game", self.name),
            ("MyGame", "".join(self.words)),
            ("My Game", " ".join(self.words)),
            ("MYG", self.series.upper()),
            ("myg", self.series),
        ):
            text = text.replace(old, new)
        return text


def run(args: argparse.Namespace) -> int:
    names = Names.checked(args.name)
    folder = Path(args.folder) / names.name
    create(names, folder)
    words = Words(args.lang)
    tell(words("new.done", folder=str(folder)))
    tell(words("new.next", folder=str(folder), name=names.name))
    return 0


def create(names: Names, folder: Path) -> None:
    """Write the game into a folder that must not be there yet; all of it or nothing."""
    try:
        folder.mkdir()
    except FileExistsError as error:
        raise RefereeError("error.new.exists", folder=str(folder)) from error
    except OSError as error:
        raise RefereeError("error.new.write", folder=str(folder), found=str(error)) from error
    try:
        for path, text in template():
            target = folder / names.put(str(path))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(names.put(text), "utf-8")
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise RefereeError("error.new.write", folder=str(folder), found=str(error)) from error


def template() -> Iterator[tuple[PurePosixPath, str]]:
    """Every file of the template with its path; Python's own leavings are none of them."""
    yield from _files(files("referee.doors").joinpath("template"), PurePosixPath())


def _files(folder: Traversable, path: PurePosixPath) -> Iterator[tuple[PurePosixPath, str]]:
    for found in sorted(folder.iterdir(), key=lambda item: item.name):
        if found.is_dir():
            if not found.name.startswith((".", "__")):
                yield from _files(found, path / found.name)
        else:
            name = ".gitignore" if found.name == "gitignore" else found.name
            yield path / name, found.read_text(encoding="utf-8")
