"""``referee games``: the installed games with their seats and options."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from referee.doors.terminal import tell
from referee.doors.words import Words
from referee.kernel.errors import RefereeError
from referee.kernel.game import Game, OptionSpec, find_game, game_names, spoken


def run(args: argparse.Namespace) -> int:
    if args.game:
        tell(_described(args.game, args.lang))
        return 0
    for name in game_names():
        try:
            tell(_described(name, args.lang))
        except RefereeError as error:  # a broken game hides no other
            tell(f"{name}: {Words(args.lang).error(error)}")
    return 0


def _described(name: str, language: str) -> str:
    game = find_game(name)
    return "\n".join(_lines(game, Words(language, game)))


def _lines(game: Game[Any], words: Words) -> Iterator[str]:
    low, high = game.seats[0], game.seats[-1]
    seats = words("games.seats", low=low, high=high)
    yield f"{game.name}: {words('name')}, {seats}"
    width = max((len(_typed(spec)) for spec in game.options), default=0)
    for spec in game.options:
        yield f"    {_typed(spec):<{width}}  {words.option(spec.key)} ({spec.clause})"


def _typed(spec: OptionSpec) -> str:
    """What may be typed after ``--options``, the default first."""
    return f"{spec.key}={'|'.join(map(spoken, spec.values))}"
