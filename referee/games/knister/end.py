"""The end: the highest total wins, and a player alone is rated."""

from __future__ import annotations

from referee.game import Result, text
from referee.games.knister.numbers import RATINGS, Numbers
from referee.games.knister.position import Knister


def result(p: Knister) -> Result:
    """The highest total wins, together with all who have the same (KNI-END-3, KNI-END-4,
    INT-KNI-7). Whoever plays alone neither wins nor loses (INT-KNI-10)."""
    totals = {seat: points for seat in p.seats if (points := p.total(seat)) is not None}
    places = sorted(set(totals.values()), reverse=True)
    ranking = tuple(
        tuple(seat for seat, total in totals.items() if total == points) for points in places
    )
    scores = {str(seat): points for seat, points in totals.items()}
    if len(totals) < len(p.sheets):
        return Result((), text("kni.end.uncounted"), "INT-KNI-13", ranking, scores)
    if len(p.sheets) == 1:
        rated = rating(places[0], p.numbers)
        return Result((), text(f"kni.end.{rated}", n=places[0]), "KNI-SOLO-2", ranking, scores)
    clause = "KNI-END-3" if len(ranking[0]) == 1 else "KNI-END-4"
    return Result(ranking[0], text("kni.end.points", n=places[0]), clause, ranking, scores)


def rating(points: int, numbers: Numbers) -> str:
    """What a solo result is called, or ``none`` (KNI-SOLO-2)."""
    reached = [name for name in RATINGS if points > numbers.ratings[name]]
    return reached[-1] if reached else "none"
