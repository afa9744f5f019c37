"""Computer players that know no game: they choose among the options of an ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.kernel.ask import Ask, Below
from referee.kernel.entry import Entry
from referee.kernel.errors import BadEntry
from referee.kernel.game import Bot, Game
from referee.kernel.text import Plain


def random_bot(view: Plain, ask: Ask, seat: int, below: Below) -> Entry:
    """Any option, each as likely as the others, with arguments drawn evenly."""
    option = ask.options[below(len(ask.options))]
    return Entry(seat, option.verb, option.sample(below))


class RareBot:
    """The verb that was answered least in this state so far: it finds the seldom paths."""

    def __init__(self) -> None:
        self._seen: Counter[tuple[str, str]] = Counter()

    def __call__(self, view: Plain, ask: Ask, seat: int, below: Below) -> Entry:
        least = min(self._seen[ask.prompt.key, option.verb] for option in ask.options)
        rare = [o for o in ask.options if self._seen[ask.prompt.key, o.verb] == least]
        option = rare[below(len(rare))]
        self._seen[ask.prompt.key, option.verb] += 1
        return Entry(seat, option.verb, option.sample(below))


#: Bots for every game; a game's own stand beside them.
BOTS: Final[Mapping[str, Callable[[], Bot]]] = {"random": lambda: random_bot, "rare": RareBot}


def find_bot(game: Game[Any], name: str) -> Callable[[], Bot]:
    """The maker of the bot with this name; raises `BadEntry` listing the known ones."""
    bots = {**BOTS, **game.bots}
    if name not in bots:
        raise BadEntry("error.bot.unknown", name=name[:40], known=", ".join(sorted(bots)))
    return bots[name]
