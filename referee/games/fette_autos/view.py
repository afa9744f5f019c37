"""What a seat may see of a position. Hidden: the pile, hands, cards and chips not yet shown."""

from __future__ import annotations

from collections.abc import Mapping

from referee.game import Shaped, plain
from referee.games.fette_autos.position import Race


def view(p: Race, seat: int | None) -> Shaped:
    """The position with other players' secrets as None, and decks as their number of cards.

    Of chips only the stocks are hidden: stakes that are shown and what players pay or get are not
    (FAP-HIDE-3, I-16, X-21).
    """
    seen = plain(p)
    for name in ("deck", "discard"):
        seen[name] = len(seen[name])
    if p.hiding:
        seen["bank"] = None
    for owner, driver in enumerate(seen["drivers"], 1):
        if owner != seat and p.dealt:
            driver["hand"] = [None] * len(driver["hand"])
        if p.hiding and (owner != seat or not p.dealt):
            driver["stock"] = None
    if not p.dealt:
        return seen
    seen["shown"] = _covered(seen["shown"], seat)
    if p.poker is not None and len(p.poker.stakes) < len(p.poker.players):
        seen["poker"]["stakes"] = _covered(seen["poker"]["stakes"], seat)
    return seen


def _covered(secrets: Mapping[str, Shaped], seat: int | None) -> dict[str, Shaped]:
    """Who has chosen stays visible, what he has chosen does not."""
    return {who: what if who == str(seat) else None for who, what in secrets.items()}
