"""A computer player that knows the odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from referee.game import Ask, Entry, Player, RandBelow, Shaped
from referee.games.victory import rules
from referee.games.victory.asks import THROWS
from referee.games.victory.numbers import CROSS, FIRST


def odds_bot(view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry:
    """Throws as many dice as promise the most moves, of equal promises the safer (VIC-CROSS-8).

    Everything else is answered in the commonest way.
    """
    if view["state"] != "choose":
        verb, args = next(ask.listed())
        return Entry(seat, verb, args)
    crosses = sum(throw.count(CROSS) for throw in view["throws"])

    def worth(verb: str) -> tuple[Fraction, Fraction]:
        found = rules.odds(view["die"], FIRST, crosses, THROWS[verb])
        return found.moves, -found.crashes

    return Entry(seat, max((option.verb for option in ask.options), key=worth))


#: Knows the odds, and nothing else.
EASY: Final = Player(lambda setup: odds_bot)
