"""``referee games``: the installed games with their seats and options."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from referee.doors.words import Words
from referee.kernel.game import Game, OptionSpec, find_game, game_names, spoken


def run(args: argparse.Namespace) -> int:
    for name in [args.game] if args.game else game_names():
        game = find_game(name)
        print("\n".join(_described(game, Words(args.lang, game))))
    return 0


def _described(game: Game[Any], words: Words) -> Iterator[str]:
    low, high = game.seats[0], game.seats[-1]
    seats = words("games.seats", low=low, high=high)
    yield f"{game.name}: {words('name')}, {seats}"
    width = max((len(_typed(spec)) for spec in game.options), default=0)
    for spec in game.options:
        yield f"    {_typed(spec):<{width}}  {words.option(spec.key)} ({spec.clause})"


def _typed(spec: OptionSpec) -> str:
    """What may be typed after ``--options``, the default first."""
    return f"{spec.key}={'|'.join(map(spoken, spec.values))}"
