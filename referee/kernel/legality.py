"""The one judgement over entries: an open ask accepts it, or it is refused with a reason."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.ask import Ask
from referee.kernel.entry import Entry
from referee.kernel.errors import Refused
from referee.kernel.text import Text, Who


def judge(entry: Entry, asks: Sequence[Ask], ending: str) -> Ask:
    """The ask that this entry answers; raises `Refused` with reason and clause.

    ``ending`` is the clause that ended the match, for when nothing is asked any more.
    """
    if not asks:
        raise Refused(Text("refused.over"), ending)
    mine = [ask for ask in asks if entry.seat in ask.seats]
    for ask in mine:
        if ask.accepts(entry.verb, entry.args):
            return ask
    raise _refusal(entry, mine) if mine else _not_asked(asks)


def _not_asked(asks: Sequence[Ask]) -> Refused:
    """Who is asked instead; the games' reasons are for them, and may tell what only they know."""
    seats = dict.fromkeys(seat for ask in asks for seat in ask.seats)
    return Refused(Text("refused.seat", {"seats": tuple(map(Who, seats))}), asks[0].clause)


def _refusal(entry: Entry, asks: Sequence[Ask]) -> Refused:
    """The reason the game states for this entry, or else what the entry misses."""
    for ask in asks:
        if known := ask.refusal(entry.verb, entry.args):
            return Refused(known.reason, known.clause)
    first = asks[0]
    for ask in asks:
        if any(option.verb == entry.verb for option in ask.options):
            return Refused(Text("refused.args", {"prompt": ask.prompt}), ask.clause)
    return Refused(Text("refused.now", {"prompt": first.prompt}), first.clause)
