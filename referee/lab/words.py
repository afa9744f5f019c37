"""The words of a game's answers, found by playing: what `encoding` numbers."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final

from referee.kernel.ask import Each
from referee.kernel.chance import cheap
from referee.kernel.game import Game, Setup
from referee.kernel.playout import Playout
from referee.lab.encoding import atoms
from referee.players.named import find

#: Answers of a match that are looked at.
LONGEST: Final = 1500

#: Matches in which the words of a game are found that are not written down.
MATCHES: Final = 20


@cache
def _written() -> dict[str, list[str]]:
    return tomllib.loads(files("referee.lab").joinpath("words.toml").read_text("utf-8"))


def words_of(game: Game[Any], setup: Setup) -> tuple[str, ...]:
    """The words of a game's answers, in the order of their actions.

    Those of our games are written down in ``words.toml``: the number of an action stays. Those of
    another are found in matches from this ``setup``, and the same ones for the same rules.
    """
    if game.name in _written():
        return tuple(_written()[game.name])
    return tuple(sorted({word for number in range(MATCHES) for word in seen(game, setup, number)}))


def seen(game: Game[Any], setup: Setup, number: int) -> Iterator[str]:
    """The words of a match by players that look for what is seldom; many come more than once."""
    players = dict.fromkeys(range(1, setup.seats + 1), find(game, "rare"))
    played = Playout(game, setup, str(number), players, cheap(random.Random(number)))
    for state in played.flow.states.values():
        yield from state.verbs
    while (asks := played.asks) and played.length < LONGEST:
        for option in (option for ask in asks for option in ask.options):
            for field in option.fields.values():
                for value in field.faces if isinstance(field, Each) else field.values:
                    yield from (atom for atom in atoms(value) if isinstance(atom, str))
        played.step()
