"""A cautious player."""

from __future__ import annotations

from referee.kernel.ask import Ask, Below
from referee.kernel.entry import Entry
from referee.kernel.text import Plain


def cautious(view: Plain, ask: Ask, seat: int, below: Below) -> Entry:
    """Any."""
    option = ask.options[below(len(ask.options))]
    return Entry(seat, option.verb, option.sample(below))
