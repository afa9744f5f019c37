"""Matches in the middle, as computer players play them: what pages are looked at with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from referee.kernel.ask import Entry, Kind
from referee.kernel.chance import Stream
from referee.kernel.match import Match
from referee.kernel.players import chosen, find_player, levels

#: game -> names, options, how many lines are played.
MIDDLES: Final[dict[str, tuple[list[str], dict[str, Any], int]]] = {
    "draf": (["Anna", "Ben", "Cem"], {"board": "device"}, 60),
    "fette-autos": (["Anna", "Ben", "Cem", "Dora"], {"cards": "device", "dice": "device"}, 60),
    "knight-rider": (["Anna", "Ben", "Cem"], {"board": "device", "dice": "device"}, 60),
    "knister": (["Anna", "Ben", "Cem"], {"sheets": "device", "dice": "device"}, 52),
    "victory": (["Anna", "Ben"], {"board": "device", "dice": "device"}, 40),
}


def middle(lines: int) -> Callable[[Match], None]:
    """Plays so many lines of a match, and on until seat 1 has something to decide."""

    def play(match: Match) -> None:
        while not match.over:
            own = any(a.kind is Kind.DECISION and a.seats == (1,) for a in match.asks)
            if len(match.lines) >= lines and own:
                return
            play_on(match)

    return play


def whole(match: Match) -> None:
    """Plays a match to its end."""
    while not match.over:
        play_on(match)


def play_on(match: Match) -> None:
    """The next answer is given, as `answered` has it."""
    match.answer(answered(match))


def answered(match: Match) -> Entry:
    """The next answer, as the match's easiest computer player gives it; a roll is asked for."""
    ask = match.asks[-1]
    seat = ask.seats[0]
    if match.supplies(ask):
        return Entry(seat, ask.verb)
    bot = find_player(match.game, levels(match.game.name)[0]).make(match.setup)
    below = Stream("scenes").at(len(match.log))
    return chosen(bot(match.view(seat), ask, seat, below)).entry
