"""The end of a section and of the race: points, sides, winners."""

from __future__ import annotations

from collections.abc import Sequence

from referee.game import Entry, Plain, Result, Say, Who, text
from referee.games.fette_autos.position import Race, left
from referee.games.fette_autos.series import HASEN, Before

# -- a section -------------------------------------------------------------------------------


def last_section(p: Race, entry: Entry) -> bool:
    """Eight sections are driven (FA-RND-1, FAP-FOG-4)."""
    return p.section == p.numbers.sections


def turn_face_down(p: Race, entry: Entry, say: Say) -> None:
    """The section is driven through; the next one is current (FA-RND-3)."""
    p.out = []
    if not p.dealt:
        say("fa.section-end.over", "FA-RND-3", n=p.section)


# -- the race --------------------------------------------------------------------------------


def finish(p: Race, entry: Entry, say: Say) -> None:
    """The race is over: places bring points (FA-END-2), added to those of the series (FA-END-3).

    The Hasen are an entry of their own, but with a player on their side (X-13); who does not score
    this time keeps what he has (I-30).
    """
    p.out = []
    p.points = _scored(p)
    before = p.before if p.on("series") else Before()
    p.races = before.races + 1
    gained = {str(seat): points for seat, points in p.points.items()}
    if p.hasen and not p.guest:
        gained[HASEN] = best_hase(p)
    p.series = dict(before.points)  # who does not score this time keeps what he has
    for who, points in gained.items():
        p.series[who] = p.series.get(who, 0) + points


def _scored(p: Race) -> dict[int, int]:
    """Points of every player (FA-END-2, FA-END-5, FAP-TEAM-6)."""
    numbers = p.numbers
    points = {
        seat: numbers.points[p.place(seat) - 1] + numbers.chip_points * p.driver(seat).stock
        for seat in p.seats
    }
    if p.guest:
        points[p.guest] += best_hase(p)
    return points


def best_hase(p: Race) -> int:
    """Points of the best placed Hase; 0 without one (FA-END-4)."""
    return next((p.numbers.points[n] for n, car in enumerate(p.places) if car < 0), 0)


def ranked_sides(p: Race) -> list[list[int]]:
    """Who is reckoned up together: teams, or every player for himself; the Hasen are ``[]``.

    The best first (FAP-TEAM-5, FA-END-4); equals stand next to each other.
    """
    if not p.on("team"):
        return [[car] for car in p.places if car > 0]
    found = [*p.teams, *([[p.guest]] if p.guest else [[]])]
    return sorted(found, key=lambda side: -side_points(p, side))


def side_points(p: Race, side: Sequence[int]) -> int:
    """What a side has together; the Hasen alone have their best car's."""
    return sum(p.points[seat] for seat in side) if side else best_hase(p)


# -- who has won -----------------------------------------------------------------------------


def result(p: Race) -> Result:
    """Who has won the race: a player, a team, or the Hasen (FA-END-1, FAP-TEAM-5, I-28)."""
    sides = ranked_sides(p)
    scores: dict[str, Plain] = {str(seat): points for seat, points in p.points.items()}
    scores["series"] = dict(p.series)
    if p.on("team"):
        return _team_result(p, sides, scores)
    ranking = tuple((side[0],) for side in sides)
    first = p.places[0]
    winners = (first,) if first > 0 else ()
    key = "fa.end.player" if first > 0 else "fa.end.hase"
    reason = text(key, n=p.numbers.points[0], who=Who(ranking[0][0]))
    return Result(winners, reason, "FA-END-1", ranking, scores)


def _team_result(p: Race, sides: list[list[int]], scores: dict[str, Plain]) -> Result:
    best = side_points(p, sides[0])
    won = [side for side in sides if side_points(p, side) == best]
    groups: dict[int, list[int]] = {}
    for side in sides:
        groups.setdefault(side_points(p, side), []).extend(side)
    ranking = tuple(tuple(seats) for seats in groups.values() if seats)
    winners = tuple(sorted(seat for side in won for seat in side))
    key = "fa.end.team" if all(won) else "fa.end.team-hasen"
    reason = text(key, n=best)
    return Result(winners, reason, "FAP-TEAM-5", ranking, scores, together=len(won) == 1)


def carry(p: Race) -> Plain:
    """The series, who has won, who is older: the next race of these players wants to know."""
    return left(p, winner(p)).plain()


def winner(p: Race) -> int:
    """The player who has won the race (FAP-TEAM-3, I-29); 0 if Hasen have.

    Of a team it is the front driver; teams with equal points have won both (I-28).
    """
    if not p.on("team"):
        return max(p.places[0], 0)
    best = side_points(p, ranked_sides(p)[0])
    won = {seat for side in ranked_sides(p) if side_points(p, side) == best for seat in side}
    return next((car for car in p.places if car in won), 0)
