"""Evenings that are simpler than one, each by one thing: what its fault does not need can go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.kernel.errors import RefereeError
from referee.kernel.game import find_game
from referee.kernel.journal import COMMAND
from referee.kernel.players import find_player
from referee.testing.cases import allowed
from tests.evenings.household import Household, Plan

if TYPE_CHECKING:
    from tests.evenings.evening import Evening


def simpler(evening: Evening) -> Iterator[Evening]:
    """Fewer people; phones without the pages' own program, no voice, no noise, no seat box; nothing
    played before, no computer players, one option after the other as it usually is."""
    yield from _with_fewer_people(evening)
    home = evening.home
    for bare in (
        replace(home, scripted=False),
        replace(home, speaks=False),
        replace(home, noise=False),
        replace(home, box=False),
    ):
        if bare != home:
            yield replace(evening, home=bare)
    for at, plan in enumerate(home.plans):
        for other in _simpler_plans(plan):
            if (fits := _fitting(other)) is not None:
                yield replace(evening, home=_with_plan(home, at, fits))


def _with_fewer_people(evening: Evening) -> Iterator[Evening]:
    """Without one of them, and what happened to that person."""
    home = evening.home
    for gone, person in enumerate(home.people[1:], 1):
        plans = [_fitting(_without(plan, person.name)) for plan in home.plans]
        fits = [plan for plan in plans if plan is not None]
        if len(fits) < len(plans):
            continue
        people = (*home.people[:gone], *home.people[gone + 1 :])
        matches = tuple(
            tuple(replace(e, who=e.who - (e.who > gone)) for e in events if e.who != gone)
            for events in evening.matches
        )
        yield replace(
            evening, home=replace(home, people=people, plans=tuple(fits)), matches=matches
        )


def _simpler_plans(plan: Plan) -> Iterator[Plan]:
    if plan.played:
        yield replace(plan, played=0.0)
    for name, player in zip(plan.names, plan.players, strict=False):
        if player:
            yield _without(plan, name)
    usual = find_game(plan.game).complete(len(plan.names), {})
    for key, value in plan.options.items():
        if value != usual[key]:
            yield replace(plan, options={**plan.options, key: usual[key]})


def _without(plan: Plan, name: str) -> Plan:
    """A match without this player, if there is such a one."""
    left = [at for at, other in enumerate(plan.names) if other != name]
    players = _kept(plan.players, left) if plan.players else ()
    return replace(plan, names=_kept(plan.names, left), players=players if any(players) else ())


def _kept(all_of: Sequence[str], left: Sequence[int]) -> tuple[str, ...]:
    return tuple(all_of[at] for at in left)


def _fitting(plan: Plan) -> Plan | None:
    """The plan, if its game allows it and its computers know it."""
    game = find_game(plan.game)
    if len(plan.names) not in game.seats:
        return None
    try:
        options = allowed(game, len(plan.names), plan.options)
        levels = {level for level in plan.players if level and not level.startswith(COMMAND)}
        known = all(find_player(game, level).knows(options) for level in levels)
    except (AssertionError, RefereeError):
        return None
    return replace(plan, options=dict(options)) if known else None


def _with_plan(home: Household, at: int, plan: Plan) -> Household:
    return replace(home, plans=(*home.plans[:at], plan, *home.plans[at + 1 :]))
