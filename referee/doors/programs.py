"""Programs as computer players: which of those that a file names may be started.

A command runs as you, and may do what you may do. So it has to come from you: from your command
line, not from a study that somebody wrote, nor from a database, for that may be a copy of somebody
else's, or hold a match that was imported before imports left commands out. What you have typed for
matches that are kept is noted in a file beside your settings, where no database brings it along.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from referee.doors import places
from referee.doors.terminal import tell
from referee.doors.words import Words
from referee.kernel.errors import BadEntry, RefereeError
from referee.kernel.game import Game
from referee.kernel.journal import COMMAND
from referee.kernel.names import visible
from referee.kernel.players import Find, Player
from referee.players.named import find

#: The file of the commands that were typed here, one JSON string a line.
FILE: Final = "programs.jsonl"


def _file() -> Path:
    return places.config_folders()[0] / FILE


def _noted() -> set[str]:
    """The names that were noted; what somebody has spoilt in the file is none."""
    found: set[str] = set()
    with suppress(OSError, UnicodeDecodeError):
        for line in _file().read_text("utf-8").splitlines():
            with suppress(ValueError):
                found.add(str(json.loads(line)))
    return found


def note(names: Iterable[str]) -> None:
    """Remember the programs among these players: somebody has typed them here. Where that can't
    be written, the match asks for them again when it is resumed."""
    fresh = {name for name in names if name.startswith(COMMAND)} - _noted()
    if not fresh:
        return
    with suppress(OSError):
        _file().parent.mkdir(parents=True, exist_ok=True)
        with _file().open("a", encoding="utf-8") as out:
            out.writelines(f"{json.dumps(name)}\n" for name in sorted(fresh))


def finder(typed: Collection[str]) -> Find:
    """Finds computer players by name: of programs those alone that were ``typed`` now, or noted."""
    allowed = {*typed, *_noted()}

    def found(game: Game[Any], name: str) -> Player:
        if name.startswith(COMMAND) and name not in allowed:
            command = name.removeprefix(COMMAND)
            raise RefereeError("error.player.foreign", command=_whole(command))
        return find(game, name)

    return found


def agreed(names: Iterable[str], words: Words, *, allowed: bool) -> bool:
    """Whether the programs among a study's players may be started: ask at the terminal, and count
    anything but a yes as a no. Raises `BadEntry` where there is no terminal."""
    commands = sorted({n.removeprefix(COMMAND) for n in names if n.startswith(COMMAND)})
    if allowed or not commands:
        return True
    if not sys.stdin.isatty():
        raise BadEntry("error.lab.programs", commands=", ".join(map(_whole, commands)))
    tell(words("lab.programs", n=len(commands)), file=sys.stderr)
    for command in commands:
        tell(f"    {_whole(command)}", file=sys.stderr)
    tell(words("lab.programs.sure"), end=" ", file=sys.stderr)
    return sys.stdin.readline().strip().lower() in words("lab.programs.yes").split()


def _whole(command: str) -> str:
    """A command as one line that shows all of it."""
    return visible(command)
