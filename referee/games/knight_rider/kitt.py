"""The K.I.T.T. cards (3.)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from referee.game import Entry, Menu, No, Say, Who
from referee.games.knight_rider import hand
from referee.games.knight_rider.board.port import PASSES, board
from referee.games.knight_rider.numbers import KITT
from referee.games.knight_rider.points import COST
from referee.games.knight_rider.position import Knight

#: Turbo-Boost II: only this roll, and what it counts as (KR-KIT-7).
TURBO2: Final = (1, 6)


def offer(p: Knight, menu: Menu) -> None:
    """One K.I.T.T. card a turn (KR-KIT-1). If none may be played, a card in the hand says why."""
    closed, held = _why_none(p), hand.held(p, "kitt")
    kinds = sorted(KITT, key=lambda kind: kind not in held)
    menu.choose("kitt", "card", {kind: closed or _why_not(p, kind, held) for kind in kinds})


def _why_none(p: Knight) -> No | None:
    """Why no K.I.T.T. card may be played now: the moment, one a turn (KR-KIT-2, KR-TRN-9).

    So two Turbo-Boosts, or a Turbo-Boost and a jump, never meet in one turn (KR-KIT-14).
    """
    if "kitt" in p.now.played:
        return hand.why_no_card(p, "KR-KIT-2") or No("kr.why.second-kitt", "KR-TRN-9")
    return hand.why_no_card(p, "KR-KIT-2")


def _why_not(p: Knight, kind: str, held: Collection[str]) -> No | None:
    """Why it can't be this one: one use a card, what it is for (KR-KIT-7, KR-KIT-13)."""
    if kind not in held:
        return hand.missing(p, "kitt", No("kr.why.card-used", "KR-KIT-13"))
    if kind == "turbo2" and p.now.roll != TURBO2[0]:
        return No("kr.why.turbo2", "KR-KIT-7")
    if kind != "shield" and p.now.over:
        return No("kr.why.move-over", "KR-INT-30")
    return board(p).why_no_jump() if kind == "jump" else None


def play_kitt(p: Knight, entry: Entry, say: Say) -> None:
    """One K.I.T.T. card of the player on turn (KR-KIT-1, KR-KIT-3, KR-KIT-6, KR-KIT-7,
    KR-KIT-8)."""
    kind = entry.word("card")
    hand.take(p, "kitt", kind)
    if kind == "shield":
        p.mover.shield = True
        say("kr.kitt.shield", "KR-KIT-3", p.turn, who=Who(p.turn))
        return
    p.discard.append(kind)
    if kind == "jump":
        _jump(p, say)
    else:
        low, high = TURBO2
        more = p.now.roll if kind == "turbo1" else high - low
        p.now.points += more
        clause = "KR-KIT-6" if kind == "turbo1" else "KR-KIT-7"
        say("kr.kitt.turbo", clause, p.turn, more=more, n=p.now.points)


# -- the jump --------------------------------------------------------------------------------


def ram_before_jump(p: Knight) -> bool:
    """Whether a jump off this field would pass a car that has to be rammed first (KR-INT-32)."""
    return (_why_none(p) or _why_not(p, "jump", hand.held(p, "kitt"))) == PASSES


def _jump(p: Knight, say: Say) -> None:
    """Over one obstacle, once: the card is gone (KR-KIT-8, KR-KIT-10). Only the landing is paid for
    (KR-KIT-9)."""
    if p.counted:
        p.now.points -= COST["jump"]
    board(p).jump()
    p.now.trail.append("jump")
    p.mover.outside = False
    say("kr.kitt.jump", "KR-KIT-9", p.turn)
