"""Series of matches: what the last one left to the next one of the same players."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.errors import RefereeError
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.kernel.text import Plain


def left_over(store: Store, game: str, names: Sequence[str]) -> Plain:
    """`Match.carry` of the last finished match of this game by these players on these seats.

    None if there is none, if it cannot be replayed any more, or if a player has no name: who
    sits there is then unknown. Raises `StoreError`.
    """
    if not names or not all(names):
        return None
    found = store.last_over(game, names)
    if found is None:
        return None
    try:
        return Match.resume(store, found.id).carry
    except RefereeError:
        return None
