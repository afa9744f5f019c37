"""A computer player that takes what it can get: as fast as the chips allow."""

from __future__ import annotations

from referee.kernel.ask import Ask, Below
from referee.kernel.entry import Entry
from referee.kernel.text import Plain


def greedy(view: Plain, ask: Ask, seat: int, below: Below) -> Entry:
    """Not here yet."""
    option = ask.options[below(len(ask.options))]
    return Entry(seat, option.verb, option.sample(below))
