"""The box as a player of this game: it sees what its seat may see, and one ask."""

from __future__ import annotations

from referee.game import Ask, Entry, Player, RandBelow, Shaped


def easy(view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry:
    """Goes on, but for one time in six. ``below`` is all the chance that it has."""
    return Entry(seat, "stop" if below(6) == 0 else "on")


EASY = Player(lambda setup: easy)
