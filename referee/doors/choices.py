"""What was typed on the command line, as seats and options of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.kernel.errors import BadEntry
from referee.kernel.game import Game
from referee.kernel.players import check_players
from referee.kernel.text import Plain
from referee.players.named import find


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


def computer_players(game: Game[Any], words: Sequence[str], seats: int) -> list[str]:
    """By seat the name of the player that ``SEAT=NAME`` words give it; none: a person."""
    found: dict[int, str] = {}
    for word in words:
        seat, _, name = word.partition("=")
        known = seat.isdecimal() and 1 <= int(seat) <= seats
        if not known or not name or int(seat) in found:
            raise BadEntry("error.player.seat", found=word[:40], seats=seats)
        found[int(seat)] = name
    return [found.get(seat, "") for seat in range(1, seats + 1)] if found else []


def knowing(
    game: Game[Any], players: Sequence[str], options: Mapping[str, Plain]
) -> dict[str, Plain]:
    """The options, with what computer players must know in the device unless it is given.

    Raises `BadEntry` for a player that there is not, or that would not know enough.
    """
    wanted = dict(options)
    for name in filter(None, players):
        wanted = {**find(game, name).needs, **wanted}
    check_players(game, players, wanted, find)
    return wanted
