"""The points of a move: what they buy, what they have bought, when they are used up."""

from __future__ import annotations

from typing import Final

from referee.game import Entry, No, Say
from referee.games.knight_rider.position import Knight

#: What the points buy (KR-MOV-2, KR-MOV-3, KR-MOV-5; the landing after a jump: KR-KIT-9).
COST: Final = {"step": 1, "turn": 1, "uturn": 2, "jump": 1}

#: Ways onto a field: what "the last point" must be to reach red (KR-END-4).
ENTERING: Final = ("step", "jump")


def others_on_road(p: Knight) -> list[int]:
    """The other seats whose cars stand on the road."""
    return [seat for seat, car in enumerate(p.cars, 1) if seat != p.turn and not car.outside]


def last_way(p: Knight) -> str:
    """The last manoeuvre of this move; empty before the first."""
    return next((verb for verb in reversed(p.now.trail) if verb != "ram"), "")


def has_entered(p: Knight) -> bool:
    """Whether the car has come onto a field in this move (known where points are counted)."""
    return any(verb in ENTERING for verb in p.now.trail)


def least(p: Knight, *goals: int) -> int:
    """Points that a move takes at least to the middle fields of these tableaus, after those of the
    targets that it has reached already (KR-MOV-2, KR-MOV-10, KR-POS-2); 0: any tableau.

    From one middle field to another it is a tableau's length or more; a jump spares a point.
    """
    parts = p.numbers.parts
    known = {goal for goal in (*p.now.ticked, *goals) if goal}
    if p.now.entering:
        needed = parts.full_fields + 2 + parts.spacing * len(known - {p.start})
    else:
        needed = 1 + parts.spacing * max(len(known) - 1, 0)
    return max(1, needed - ("jump" in p.now.trail))


def why_too_far(p: Knight, *goals: int) -> No | None:
    """Why the points of a move on the table can't have led there. Of an uncounted move that ended
    in a skid nobody knows how many were used."""
    if p.now.over and not p.counted:
        return None
    driven = sum(verb in ENTERING for verb in p.now.trail) if p.counted else p.now.points
    if driven >= least(p, *goals):
        return None
    return No("kr.why.too-far", "KR-MOV-10" if p.now.entering else "KR-POS-2")


def why_no_manoeuvre(p: Knight, verb: str) -> No | None:
    """Why a counted step or turn may not be made (option ``strict``)."""
    if p.now.over:
        return No("kr.why.skidded", "KR-RMT-6")
    if p.now.points < COST[verb]:
        return No("kr.why.no-points", "KR-MOV-5" if verb == "uturn" else "KR-MOV-1")
    if verb != "step" and p.mover.outside:
        return No("kr.why.outside-turn", "KR-MOV-10")
    return None


def why_no_end(p: Knight) -> No | None:
    """Why the move can't end yet: counted points are left (KR-MOV-1).

    Where quarter turns are not free, a single point may have no use and lapses (KR-INT-11); not
    so beside the start tableau, where it leads onto the road (KR-MOV-10).
    """
    if not p.on("strict"):
        return None
    free = p.on("quarter_turn_anywhere") or p.mover.outside
    unusable = 0 if free else COST["turn"]
    return No("kr.why.points-left", "KR-MOV-1") if p.now.points > unusable else None


def end_move(p: Knight, entry: Entry, say: Say) -> None:
    """All points are used, and no card extends the move any more; the car is on the road
    (KR-MOV-16, KR-INT-13)."""
    p.now.points, p.now.over = 0, True
    p.mover.outside = False
