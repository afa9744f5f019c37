"""Fette Autos with Fette Autos Professional 1.5: rules in docs/rules/fette-autos.md."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from referee.game import Game, Options, OptionSpec, Plain, Refused, Result, switch, text
from referee.games.fette_autos import rules
from referee.games.fette_autos.flow import flow
from referee.games.fette_autos.position import Race, faults, left, setup
from referee.games.fette_autos.scene import scene
from referee.games.fette_autos.view import view

#: Who supplies cards and lots; the twelve rules of FAP, in its order; switches of interpretations.
OPTIONS: Final = (
    OptionSpec("cards", ("device", "table"), "FA-SET-2", "facts"),
    OptionSpec("dice", ("device", "table"), "FAP-TEAM-4", "facts"),
    switch("series", "FA-END-3", group="facts"),
    switch("team", "FAP-TEAM-1", group="variant"),
    switch("lead", "FAP-LEAD-1", group="variant"),
    switch("danger", "FAP-DANGER-1", group="variant"),
    switch("fog", "FAP-FOG-1", group="variant"),
    switch("start", "FAP-START-1", group="variant"),
    switch("plan", "FAP-PLAN-1", group="variant"),
    switch("grid", "FAP-GRID-1", group="variant"),
    switch("hide", "FAP-HIDE-1", group="variant"),
    switch("indiv", "FAP-INDIV-1", group="variant"),
    switch("lane", "FAP-LANE-1", group="variant"),
    switch("fast", "FAP-FAST-2", group="variant"),
    switch("equal", "FAP-EQUAL-1", group="variant"),
    OptionSpec("teams_of_six", ("two", "three"), "I-4"),
    switch("straight_finish", "FAP-PLAN-4"),
    switch("lane_forced", "I-19"),
)


def check(seats: int, options: Options) -> None:
    """Teambildung takes four players (FAP-TEAM-1); everything else may be combined (I-1)."""
    if options["team"] and seats < 4:
        raise Refused(text("fa.why.team", n=seats), "FAP-TEAM-1")


def result(p: Race) -> Result:
    """Who has won the race: a player, a team, or the Hasen (FA-END-1, FAP-TEAM-5, I-28)."""
    sides = rules.sides(p)
    scores: dict[str, Plain] = {str(seat): points for seat, points in p.points.items()}
    scores["series"] = dict(p.series)
    if p.on("team"):
        return _team_result(p, sides, scores)
    ranking = tuple((side[0],) for side in sides)
    first = p.places[0]
    winners = (first,) if first > 0 else ()
    key = "fa.end.player" if first > 0 else "fa.end.hase"
    return Result(winners, text(key, n=p.numbers.points[0]), "FA-END-1", ranking, scores)


def _team_result(p: Race, sides: list[list[int]], scores: dict[str, Plain]) -> Result:
    best = rules.side_points(p, sides[0])
    won = [side for side in sides if rules.side_points(p, side) == best]
    groups: dict[int, list[int]] = {}
    for side in sides:
        groups.setdefault(rules.side_points(p, side), []).extend(side)
    ranking = tuple(tuple(seats) for seats in groups.values() if seats)
    winners = tuple(sorted(seat for side in won for seat in side))
    key = "fa.end.team" if all(won) else "fa.end.team-hasen"
    reason = text(key, n=best)
    return Result(winners, reason, "FAP-TEAM-5", ranking, scores, together=len(won) == 1)


def carry(p: Race) -> Plain:
    """The series, who has won, who is older: the next race of these players wants to know."""
    return left(p, rules.winner(p)).plain()


GAME: Final[Game[Race]] = Game(
    name="fette-autos",
    version="2",
    seats=range(1, 8),
    setup=setup,
    flow=flow,
    result=result,
    scene=scene,
    resources=files(__name__),
    options=OPTIONS,
    check=check,
    view=view,
    carry=carry,
    invariants=faults,
    abandoned="FA-END-1",
)
