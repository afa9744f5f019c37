"""The worked examples of the rules as matches, for pages to show them step by step: `examples`.

Tests play them: one that names the example's clause, or a whole match as text that names it in a
comment. What they answer is a match's file here; nothing is written twice.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, Final
from unittest.mock import patch

from referee.kernel.archive import written
from referee.kernel.fold import Fold
from referee.kernel.game import find_game
from referee.kernel.journal import Header, Line
from referee.kernel.match import Match
from referee.kernel.position import Position, plain
from referee.kernel.ruling import Ruling
from referee.testing import golden
from tests.own import OWN, ROOT

#: The clause of an example, as tests name it and as the rules have it.
CLAUSE: Final = re.compile(r"\b[A-Z]+(?:-[A-Z]+)*-EX(?:-\d+)?\b")
#: The steps of one example; a test's helper that answers more often than this prepares it.
FEW: Final = 2


@dataclass(frozen=True, slots=True)
class Example:
    """``first``: after so many answers it begins. ``lines``: of the match's file."""

    first: int
    lines: tuple[str, ...]


@cache
def examples() -> dict[str, Example]:
    """By clause, those that the games as they are play; a test that lays a road of its own for it
    is left out."""
    found: dict[str, Example] = {}
    for name in OWN:
        folder = ROOT / "tests" / name.replace("-", "_")
        for clause, example in (*_told(name, folder), *_tested(name, folder)):
            found.setdefault(clause, example)
    return found


def _told(name: str, folder: Path) -> Iterator[tuple[str, Example]]:
    """From whole matches as text: an example begins after the comment that names it."""
    for file in sorted(folder.glob("*.txt")):
        marks, answers = list[tuple[str, int]](), -1  # the first line tells the options
        for line in file.read_text("utf-8").splitlines():
            if line.startswith("#"):
                marks += [(clause, max(answers, 0)) for clause in CLAUSE.findall(line)]
            else:
                answers += 1
        if marks:
            match = golden(find_game(name), file)
            lines = _lines(match.header, match.lines, match.position)
            assert lines is not None, f"{file.name} comes to another end"
            yield from ((clause, Example(first, lines)) for clause, first in marks)


def _tested(name: str, folder: Path) -> Iterator[tuple[str, Example]]:
    """From tests that name an example as their clause; those called so come first."""
    files = sorted(folder.glob("test_*.py"), key=lambda file: ("examples" not in file.name, file))
    for file in files:
        if CLAUSE.search(file.read_text("utf-8")):
            module = importlib.import_module(f"tests.{folder.name}.{file.stem}")
            for test in filter(inspect.isfunction, vars(module).values()):
                named = [clause for clause in _marked(test, "clause") if CLAUSE.fullmatch(clause)]
                if named and (example := _played(name, test)) is not None:
                    yield from ((clause, example) for clause in named)


def _marked(test: Callable[..., None], name: str) -> list[Any]:
    """The arguments of all its marks of this name."""
    marks = getattr(test, "pytestmark", ())
    return [arg for mark in marks if mark.name == name for arg in mark.args]


def _played(name: str, test: Callable[..., None]) -> Example | None:
    """The longest match of a test, if the game as it is plays it like that."""
    given = _marked(test, "parametrize")
    args = {key: next(iter(values)) for key, values in zip(given[::2], given[1::2], strict=True)}
    if inspect.signature(test).parameters.keys() != args.keys():
        return None  # it wants what pytest gives alone
    with _noted(test) as played:
        test(**args)
    one = max(played, key=lambda one: len(one.fold.log), default=None)
    if one is None:
        return None
    lines = _lines(one.header, [logged.line for logged in one.fold.log], one.fold.position)
    return None if lines is None else Example(_prepared(one.calls), lines)


@dataclass(slots=True)
class _Played:
    """``calls``: for every line what the test called for it, as long as that ran."""

    fold: Fold
    header: Header
    calls: list[FrameType]


@contextmanager
def _noted(test: Callable[..., None]) -> Iterator[list[_Played]]:
    """All that is folded meanwhile."""
    played: list[_Played] = []
    begin, apply = Fold.__init__, Fold.apply

    def begun(fold: Fold, game: Any, header: Header, *rest: Any, **more: Any) -> None:
        begin(fold, game, header, *rest, **more)
        played.append(_Played(fold, header, []))

    def applied(fold: Fold, *line: Any) -> Sequence[Ruling]:
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_back.f_code is not test.__code__:
            frame = frame.f_back
        calls = next(one.calls for one in played if one.fold is fold)
        calls[len(fold.log) :] = [frame]
        return apply(fold, *line)

    with patch.object(Fold, "__init__", begun), patch.object(Fold, "apply", applied):
        yield played


def _prepared(calls: list[FrameType]) -> int:
    """How many answers helpers gave at once before the test gave the first one by itself."""
    return next((at for at, call in enumerate(calls) if calls.count(call) <= FEW), 0)


def _lines(header: Header, lines: Sequence[Line], end: Position) -> tuple[str, ...] | None:
    """The file of a match with these lines; None where the game does not come to this end."""
    game = find_game(header.game)
    header = replace(header, version=game.rules_version(header.options))
    try:
        match = Match(game, header, game.components(), lines)
    except Exception:  # the test begins elsewhere: its lines mean nothing here
        return None
    if plain(match.position) != plain(end):
        return None
    digests = [match.at(number).digest for number in range(1, match.length + 1)]
    return tuple(written(header, match.lines, digests))
