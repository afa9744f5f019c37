"""Cards in the players' hands: what the referee knows of them."""

from __future__ import annotations

from referee.game import No
from referee.games.knight_rider.board.port import board
from referee.games.knight_rider.position import Knight


def why_no_card(p: Knight, window: str) -> No | None:
    """Why no card may be played now (KR-TRN-6); ``window``: the clause that says when. Between two
    steps of a move any may (KR-INT-10)."""
    if p.now.righting:
        return No("kr.why.righting", "KR-RAM-10")
    if p.now.arrow:
        return No("kr.why.escape-turned", window)
    return None


def held(p: Knight, sort: str) -> set[str]:
    """The kinds of cards that the player on turn holds, or may hold: of shuffled hands only their
    number is known (KR-INT-47)."""
    hand, pool = p.mover.hands[sort], p.pool[sort]
    return {kind for kind, n in hand.known.items() if n > 0 or (hand.blind > 0 and pool[kind] > 0)}


def missing(p: Knight, sort: str, used: No) -> No:
    """Why a card is not in the hand: used, all used of a hand that nobody knew, or not dealt by the
    box (KR-INT-55)."""
    if board(p).deals and p.on("luck"):
        return No("kr.why.not-in-hand", "KR-VAR-4")
    unknown = p.on("luck") and not p.mover.hands[sort].blind
    return No("kr.why.hand-empty", "KR-CMP-7") if unknown else used


def take(p: Knight, sort: str, kind: str) -> None:
    """A card leaves the hand; of cards that the referee was not shown, now one is known."""
    hand = p.mover.hands[sort]
    if hand.known[kind]:
        hand.known[kind] -= 1
    else:
        hand.blind -= 1
        p.pool[sort][kind] -= 1
    p.now.played.append(sort)
