"""The end: red is reached, by the last point or by a 6."""

from __future__ import annotations

from referee.game import Entry, No, Say, Who
from referee.games.knight_rider import points
from referee.games.knight_rider.board.trips import Trip
from referee.games.knight_rider.points import ENTERING
from referee.games.knight_rider.position import Knight
from referee.games.knight_rider.town import Town


def why_no_goal(p: Knight) -> No | None:
    """Why red can't be reached now, as far as the referee sees on the table (KR-END-2)."""
    return why_no_win(p) or points.why_too_far(p, p.red)


def why_no_win(p: Knight) -> No | None:
    """Why a move doesn't win, even where it ends at red (KR-END-2, KR-END-3, KR-END-4,
    KR-VAR-2)."""
    now = p.now
    if p.mover.open_targets:
        return No("kr.why.targets-open", "KR-VAR-2")
    if now.over:
        return No("kr.why.skidded", "KR-INT-45")
    if not p.counted:
        return None
    if now.points:
        return No("kr.why.passing-red", "KR-END-8")
    if p.options["goal_arrival"] == "end":
        arrived, no = points.has_entered(p), No("kr.why.no-step", "KR-END-4")
    else:
        arrived = points.last_way(p) in ENTERING
        no = No("kr.why.last-step", "KR-END-4")
    return None if arrived else no


def wins(p: Town, trip: Trip) -> bool:
    """Whether this trip reaches red (KR-END-2, KR-END-3, KR-END-4, KR-VAR-2)."""
    if trip.left or trip.at.open or trip.at.spot.field != p.red_field:
        return False
    last_step = p.options["goal_arrival"] == "last_step"
    return trip.arrives if last_step else "F" in trip.path or points.has_entered(p)


def reach_red(p: Knight, entry: Entry, say: Say) -> None:
    """The last point brings the car to red: won, all else is dropped (KR-END-1, KR-END-5,
    KR-TRN-10)."""
    points.end_move(p, entry, say)
    win(p, p.turn, "KR-END-2", say)


def win(p: Knight, seat: int, clause: str, say: Say) -> None:
    p.winner, p.ending = seat, clause
    p.agenda.clear()
    say(f"kr.won.{clause}", clause, seat, who=Who(seat))
