"""What was typed on the command line, as seats and options of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.kernel.errors import BadEntry
from referee.kernel.game import Game
from referee.kernel.text import Plain


def options(game: Game[Any], words: Sequence[str], dice: str | None = None) -> dict[str, Plain]:
    """Options from ``key=value`` words; raises `BadEntry` for a word that is none.

    Whether key and value exist is for the game to say (`Game.complete`).
    """
    chosen: dict[str, Plain] = {}
    for word in (*words, *((f"dice={dice}",) if dice else ())):
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise BadEntry("error.option.shape", found=word[:40])
        if key in chosen:
            raise BadEntry("error.option.twice", key=key[:40])
        chosen[key] = game.parse_option(key, value)
    return chosen


def players(game: Game[Any], seats: int | None, names: str | None) -> int | list[str]:
    """A number of seats, or names; the smallest match of the game where nothing was said."""
    if names is None:
        return game.seats[0] if seats is None else seats
    people = [name.strip() for name in names.split(",")]
    if not all(people) or len(set(people)) < len(people):
        raise BadEntry("error.names.wrong", found=names[:80])
    if seats is not None and seats != len(people):
        raise BadEntry("error.names.count", found=len(people), seats=seats)
    return people
