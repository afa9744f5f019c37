"""All computer players by name: a game's own, any answer, the rarest answer, another program."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from referee.kernel.ask import Ask, Entry, RandBelow
from referee.kernel.errors import BadEntry
from referee.kernel.game import Game
from referee.kernel.journal import COMMAND
from referee.kernel.players import RANDOM, Player, find_player, levels, random_bot
from referee.kernel.text import Shaped
from referee.players.program import program

__all__ = ["RareBot", "find", "random_bot"]


class RareBot:
    """The verb that was answered least in this state so far: it finds the seldom paths."""

    def __init__(self) -> None:
        self._seen: Counter[tuple[str, str]] = Counter()

    def __call__(self, view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry:
        least = min(self._seen[ask.prompt.key, option.verb] for option in ask.options)
        rare = [o for o in ask.options if self._seen[ask.prompt.key, o.verb] == least]
        option = rare[below(len(rare))]
        self._seen[ask.prompt.key, option.verb] += 1
        return Entry(seat, option.verb, option.sample(below))


RARE: Final = "rare"


def find(game: Game[Any], name: str) -> Player:
    """The player of this name, ``cmd:PROGRAM`` included; raises `BadEntry` listing the names."""
    if name == RARE:
        return Player(lambda setup: RareBot(), blind=True)
    if name.startswith(COMMAND):
        return program(game, name.removeprefix(COMMAND))
    if name != RANDOM and name not in levels(game.name):
        known = ", ".join([*levels(game.name), RARE, f"{COMMAND}PROGRAM"])
        raise BadEntry("error.player.unknown", name=name[:40], known=known)
    return find_player(game, name)
