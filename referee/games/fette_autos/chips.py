"""Chips: what is due for speed, who can pay it, and who may see that (FAP-HIDE)."""

from __future__ import annotations

from referee.games.fette_autos.position import Race


def excess(p: Race, speed: int) -> int:
    """Km/h above the section's limit; 0 on a straight (FA-MAN-5)."""
    return max(speed - p.now.limit, 0) if p.now.limit else 0


def price(p: Race, speed: int) -> int:
    """Chips for driving so fast here: one per started step (FA-MAN-6)."""
    return -(-excess(p, speed) // p.numbers.overspeed_step)


def affordable(p: Race, seat: int, chips: int) -> bool:
    return p.trusting or chips <= p.driver(seat).stock


def pay_chips(p: Race, seat: int, chips: int) -> None:
    """Chips go to the bank; a negative number comes from it."""
    if not p.trusting:
        p.driver(seat).stock -= chips
        p.bank += chips


def shy(p: Race) -> bool:
    """Whether what a player can pay must not be seen by others (FAP-HIDE-1)."""
    return p.secretive and p.hiding
