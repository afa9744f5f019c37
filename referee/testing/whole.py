"""Golden matches: a whole match as text that people read beside the rules, and tests play again.

::

    # Anything after a # is for readers.
    seats=3 seed="golden" dice="table"
    roll        1 roll dice=[4]
    roll        2 roll dice=[1]                      > toy.duel.opens TOY-2
    deal       *3 deal card=["jump"]
    over        winners=[2] scores={"2":14}          > toy.won TOY-3

First what the match began with; then a line an answer: the state, the seat, the verb and its
arguments as JSON; behind ``>`` what the referee announced, with the clause. A ``*`` marks what
the device answered. The last line is the end, if the match has come to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from referee.game import Entry, Game, Plain
from referee.kernel.errors import RefereeError
from referee.kernel.fold import Fold, LogEntry
from referee.kernel.match import Match

#: Column in which what was announced begins.
TOLD: Final = 48

GIVEN_UP: Final = " given up"


def golden(game: Game[Any], path: Path) -> Match:
    """Play the match of a file again; every line must read as it is written there."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line and line[0] != "#"]
    match = begin(game, lines[0])
    for number, line in enumerate(lines[1:]):
        if number >= len(match.log) and not line.startswith("over "):
            _answer(match, line, path)
    expected, found = list(map(_tight, lines[1:])), list(map(_tight, transcript(match)))
    for wanted, got in zip(expected, found, strict=False):
        assert got == wanted, f"{path.name} reads otherwise now"
    assert found[len(expected) :] == [], f"{path.name} ends before its match"
    assert expected[len(found) :] == [], f"{path.name} goes on after its match"
    return match


def written(match: Match) -> str:
    """A match as the text of a file for `golden`. Read it before you keep it."""
    header = match.header
    game = match.game
    usual = {spec.key: spec.default for spec in game.options}
    options = {key: value for key, value in header.options.items() if value != usual[key]}
    first = _args({"seats": header.seats, "seed": header.seed, **options})
    return "\n".join([first, *transcript(match), ""])


def begin(game: Game[Any], line: str) -> Match:
    """A fresh match from the first line of a file."""
    given = _parsed(line.split())
    seats, seed = given.pop("seats"), given.pop("seed", "")
    return Match.new(game, int(seats), given, str(seed))


def transcript(match: Match) -> Iterator[str]:
    """The effective answers of a match, a line each, and its end."""
    printed = match.game.components().with_values(match.header.components)
    fold = Fold(match.game, match.header, printed)
    for logged in match.log:
        yield _written(fold.position.state, logged)
        fold.apply(logged.line)
    result = match.result
    if result is not None:
        plain = result.plain()
        ranking = {"ranking": plain["ranking"]} if plain["ranking"] else {}
        scores = {"scores": plain["scores"]} if plain["scores"] else {}
        end = _args({"winners": plain["winners"], **ranking, **scores})
        yield f"{f'over        {end}':<{TOLD}} > {result.reason.key} {result.clause}"


def _written(state: str, logged: LogEntry) -> str:
    entry = logged.line.entry
    if entry is None:
        return f"{state:<10} {GIVEN_UP}"
    mark = "*" if logged.line.device else " "
    done = f"{state:<10} {mark}{entry.seat} {entry.verb} {_args(entry.args)}".rstrip()
    said = ", ".join(f"{ruling.key} {ruling.clause}" for ruling in logged.rulings)
    return f"{done:<{TOLD}} > {said}" if said else done


def _answer(match: Match, line: str, path: Path) -> None:
    """Give the answer of a line; what the device knows is only pressed for."""
    if line.endswith(GIVEN_UP):
        match.abandon()
        return
    _, seat, verb, *words = line.partition(" > ")[0].split()
    args = {} if seat.startswith("*") else _parsed(words)
    try:
        match.answer(Entry(int(seat.removeprefix("*")), verb, args))
    except RefereeError as error:
        raise AssertionError(f"{path.name}: {line!r} is refused: {error}") from error


def _args(args: Mapping[str, Plain]) -> str:
    """Arguments as words without a space in them."""
    dumped = {name: json.dumps(value, separators=(",", ":")) for name, value in args.items()}
    return " ".join(f"{name}={value}".replace(" ", "\\u0020") for name, value in dumped.items())


def _parsed(words: list[str]) -> dict[str, Any]:
    pairs = (word.partition("=") for word in words)
    return {name: json.loads(value) for name, _, value in pairs}


def _tight(line: str) -> str:
    """The words of a line, whatever stands between them."""
    return " ".join(line.split())
