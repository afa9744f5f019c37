"""A study: what is to be played, read from a TOML file (docs/lab.md).

A file has contests; each contest is unfolded into cells. A cell is what matches are counted by.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from referee.kernel import toml
from referee.kernel.errors import BadEntry, RefereeError
from referee.kernel.game import DEVICE, Game, find_game
from referee.kernel.players import RANDOM, check_players
from referee.kernel.playout import CAP
from referee.kernel.text import Plain, text
from referee.lab.wanted import CONTEST, STUDY, check
from referee.players.named import find

#: Facts that the box supplies unless a contest says otherwise: so nobody has to report them.
OWN: Final = ("dice", "cards")

#: The studies that come with the lab.
STUDIES: Final = files("referee.lab").joinpath("studies")

#: Matches of one batch unless the study says otherwise.
BATCH: Final = 200

#: Matches of a cell that wants a precision, at most, unless the contest says otherwise.
MOST: Final = 100_000

#: In ``each``: all options but those that say whether the box supplies a fact.
ALL: Final = "*"


@dataclass(frozen=True, slots=True)
class Cell:
    """One set of circumstances, and how many matches are played of it.

    ``options`` are complete. ``change``: the one option by which it differs from the first cell of
    its ``contest``. ``precision``: half a 95 % interval of a seat's rate of wins at which it stops;
    0: it plays all its ``matches``. ``key`` names it: its matches are the same in every study.
    """

    contest: int
    game: str
    seats: int
    options: Mapping[str, Plain]
    players: tuple[str, ...]
    matches: int
    precision: float = 0.0
    change: tuple[str, Plain] | None = None

    @property
    def key(self) -> str:
        said = json.dumps([self.game, self.seats, dict(self.options), self.players], sort_keys=True)
        return hashlib.blake2b(said.encode(), digest_size=6).hexdigest()

    def seated(self, number: int) -> dict[int, str]:
        """Who plays where in this match: everybody moves on by a seat from match to match."""
        count = len(self.players)
        return {
            seat: self.players[(seat - 1 + number) % count] for seat in range(1, self.seats + 1)
        }


@dataclass(frozen=True, slots=True)
class Study:
    """``rows``: whether every match is kept as a row, too. ``entries``: after so many a match has
    no end. ``print``: differs where the study does, or the rules of its games."""

    name: str
    title: str
    seed: str
    batch: int
    rows: bool
    entries: int
    cells: tuple[Cell, ...]

    @property
    def print(self) -> str:
        versions = [find_game(c.game).rules_version(dict(c.options)) for c in self.cells]  # type: ignore[arg-type]
        said = repr((self.seed, self.batch, self.rows, self.entries, self.cells, versions))
        return hashlib.blake2b(said.encode(), digest_size=8).hexdigest()

    def batches(self, cell: Cell) -> int:
        """Batches of a cell, at most."""
        return -(-cell.matches // self.batch)


def ready() -> list[str]:
    """The names of the studies that come with the lab."""
    names = (file.name for file in STUDIES.iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def load(name: str, times: float = 1.0) -> Study:
    """A study by the path of its file, or by the name of a ready one; raises `BadEntry`.

    ``times``: so many times its matches.
    """
    path = STUDIES.joinpath(f"{name}.toml") if name in ready() else Path(name)
    try:
        data = toml.parse(path.read_text("utf-8"))
    except toml.Broken as error:
        raise BadEntry("error.lab.toml", file=name, detail=error.fault) from error
    except UnicodeDecodeError as error:
        raise BadEntry("error.lab.toml", file=name, detail=text("toml.encoding")) from error
    except OSError as error:
        known, why = ", ".join(ready()), error.strerror or str(error)
        raise BadEntry("error.lab.file", file=name, detail=why, known=known) from error
    return read(Path(name).stem, data, times)


def read(name: str, data: Mapping[str, Any], times: float = 1.0) -> Study:
    """A study from the decoded file; raises `BadEntry` that names the key."""
    check(data, STUDY, "study")
    cells: list[Cell] = []
    for number, contest in enumerate(data.get("contest", ()), 1):
        check(contest, CONTEST, f"contest {number}")
        cells += _cells(number, contest, times)
    if not cells:
        raise BadEntry("error.lab.empty", file=name)
    batch, entries = int(data.get("batch", BATCH)), int(data.get("entries", CAP))
    unique = {cell.key: cell for cell in reversed(cells)}
    kept = tuple(cell for cell in cells if unique[cell.key] is cell)
    return Study(
        name, str(data.get("title", name)), str(data.get("seed", "0")), batch,
        bool(data.get("rows", True)), entries, kept,
    )  # fmt: skip


# -- unfolding -------------------------------------------------------------------------------


def _cells(number: int, contest: Mapping[str, Any], times: float) -> Iterator[Cell]:
    """All seats, tables and options of a contest that the game allows together."""
    where = f"contest {number}"
    if "game" not in contest:
        raise BadEntry("error.lab.key", where=where, key="game", known="game = ...")
    game = find_game(contest["game"])
    precision = float(contest.get("precision", 0.0))
    given = int(contest.get("matches", contest.get("most", MOST if precision else 1000)))
    matches = max(1, round(given * times))
    for seats in _seats(contest.get("seats", game.seats[0])):
        for players in _tables(contest, seats):
            for options, change in _options(game, seats, contest, players):
                yield Cell(number, game.name, seats, options, players, matches, precision, change)


def _seats(found: int | list[Any]) -> list[int]:
    return [found] if isinstance(found, int) else [int(seats) for seats in found]


def _tables(contest: Mapping[str, Any], seats: int) -> list[tuple[str, ...]]:
    """Who plays: one table, or several with as many players as fit."""
    tables = contest.get("tables", [contest.get("players", [RANDOM])])
    return [tuple(map(str, table)) for table in tables if len(table) <= seats]


def _options(
    game: Game[Any], seats: int, contest: Mapping[str, Any], players: Sequence[str]
) -> Iterator[tuple[Mapping[str, Plain], tuple[str, Plain] | None]]:
    """The options of every cell, with the one that was changed. What the game does not allow
    together is left out, but for the first."""
    own = {s.key: DEVICE for s in game.options if s.key in OWN and DEVICE in s.values}
    base = {**own, **contest.get("options", {})}
    first = game.complete(seats, base)
    check_players(game, players, first, find)
    vary = contest.get("vary", {})
    if not vary:
        yield first, None
    for values in itertools.product(*map(list, vary.values())):
        if found := _allowed(game, seats, {**base, **dict(zip(vary, values, strict=True))}):
            yield found, None
    for key, value in _changes(game, contest.get("each", ())):
        found = _allowed(game, seats, {**base, key: value})
        if found and value != first[key]:
            yield found, (key, value)


def _allowed(game: Game[Any], seats: int, options: Mapping[str, Plain]) -> Mapping[str, Plain]:
    try:
        return game.complete(seats, options)
    except BadEntry:
        raise
    except RefereeError:
        return {}


def _changes(game: Game[Any], keys: Iterable[str]) -> Iterator[tuple[str, Plain]]:
    """Every other value of these options."""
    for spec in game.options:
        if spec.key in keys or (ALL in keys and DEVICE not in spec.values):
            yield from ((spec.key, value) for value in spec.values)
