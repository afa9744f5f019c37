"""A household, drawn from a seed: who is there, by which door, and what they play."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any, Final

from referee.kernel.errors import RefereeError
from referee.kernel.game import find_game
from referee.kernel.journal import COMMAND
from referee.kernel.players import find_player, levels
from referee.kernel.text import Plain
from referee.testing.cases import allowed, covering

GAMES: Final = ("draf", "fette-autos", "knight-rider", "knister", "victory")
NAMES: Final = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gül")
BOTS: Final = ("Box", "Robo", "Mimi")

#: A program as a player: whoever began the match typed it; at this table nobody has, so it is not
#: started, and people answer for its seat. One plan in so many has it.
PROGRAM: Final = f"{COMMAND}false"
PROGRAMS: Final = 8

#: What makes a match last no longer than what is looked at takes. Sheets on paper and cards on the
#: table would have to be reported as they are, and nobody here has them before him.
SHORT: Final[Mapping[str, Mapping[str, Plain]]] = {
    "draf": {"length": 50},
    "knight-rider": {"cards": "device", "targets": 1},
    "knister": {"sheets": "device"},
    "victory": {"laps": 1},
}

#: Where what people enter meets what the box knows: half of the matches of a game that has both
#: options are played so.
MIXED: Final[Mapping[str, Plain]] = {"board": "device", "dice": "table"}

#: Shares of a match that were played before: what breaks at its end is seen as often as at its
#: beginning, and nobody plays the same hundred answers through all doors to get there.
PLAYED: Final = (0.0, 0.6, 0.9)

#: How many people are there; large families seldom, they take long.
SIZES: Final = (1, 2, 2, 3, 3, 4, 5) * 2 + (6, 7)

#: Doors through which somebody answers.
PHONE: Final = "phone"
PANEL: Final = "panel"
TABLET: Final = "tablet"
DOORS: Final = (PHONE, PHONE, PHONE, PANEL, PANEL, TABLET)


@dataclass(frozen=True, slots=True)
class Person:
    """``door``: a phone of his own, the panel with its seat buttons, or the page with all of them
    on a tablet that goes round."""

    name: str
    door: str
    language: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A match: ``names`` and ``players`` (a computer player's level, or nothing) by seat.
    ``again``: it is begun by "once more" if the one before it had the same plan. ``played``: the
    share of it that was played on another evening; it goes on."""

    game: str
    names: tuple[str, ...]
    players: tuple[str, ...]
    options: Mapping[str, Plain]
    again: bool = False
    played: float = 0.0


@dataclass(frozen=True, slots=True)
class Household:
    """``box``: the seats' buttons are those of a seat box on a serial line. ``speaks``: all that
    the screen shows is read aloud. ``scripted``: phones run the pages' own program. ``noise``: the
    seat box's line spoils one byte in a hundred."""

    language: str
    people: tuple[Person, ...]
    plans: tuple[Plan, ...]
    box: bool
    speaks: bool = False
    scripted: bool = False
    noise: bool = False

    def plain(self) -> dict[str, Any]:
        return asdict(self)


def household(draw: random.Random, matches: int) -> Household:
    """1 to 7 people, up to two computer players, and some matches one after the other."""
    people = tuple(
        Person(name, draw.choice(DOORS), draw.choice(("de", "en")))
        for name in draw.sample(NAMES, draw.choice(SIZES))
    )
    plans = [_plan(draw, people)]
    while len(plans) < matches:
        plans.append(_next(draw, people, plans[-1]))
    return Household(draw.choice(("de", "en")), people, tuple(plans), draw.random() < 0.5)


def begun(home: Household, draw: random.Random) -> Household:
    """The household, with some of its matches begun on another evening."""
    plans = (replace(plan, played=draw.choice(PLAYED)) for plan in home.plans)
    return replace(home, plans=tuple(replace(p, played=0.0) if p.again else p for p in plans))


def of_plain(data: Mapping[str, Any]) -> Household:
    """What `Household.plain` made of it."""
    return Household(
        data["language"],
        tuple(Person(**person) for person in data["people"]),
        tuple(
            Plan(plan["game"], tuple(plan["names"]), tuple(plan["players"]), plan["options"],
                 plan["again"], plan.get("played", 0.0))
            for plan in data["plans"]
        ),
        data["box"],
        data["speaks"],
        data.get("scripted", False),
        data.get("noise", False),
    )  # fmt: skip


def _next(draw: random.Random, people: Sequence[Person], last: Plan) -> Plan:
    """The same once more, in another order, or something else."""
    kind = draw.choice(("again", "order", "other", "other"))
    if kind == "again":
        return Plan(last.game, last.names, last.players, last.options, again=True)
    if kind == "order":
        order = draw.sample(range(len(last.names)), len(last.names))
        names = tuple(last.names[at] for at in order)
        players = tuple(last.players[at] for at in order) if last.players else ()
        return Plan(last.game, names, players, last.options)
    return _plan(draw, people)


def _plan(draw: random.Random, people: Sequence[Person]) -> Plan:
    while True:
        if (plan := _drawn(draw, people)) is not None:
            return plan


def _drawn(draw: random.Random, people: Sequence[Person]) -> Plan | None:
    """A match that its game allows, or None."""
    game = find_game(draw.choice(GAMES))
    there = [person.name for person in draw.sample(people, draw.randint(1, len(people)))]
    bots = list(BOTS[: draw.choice((0, 1, 1, 2))])
    names = draw.sample(there + bots, len(there) + len(bots))
    if len(names) not in game.seats:
        return None
    level = draw.choice(levels(game.name))
    options = {**draw.choice(_sets(game.name)), **SHORT.get(game.name, {})}
    if MIXED.keys() <= options.keys() and draw.random() < 0.5:
        options |= MIXED
    if bots:
        options |= find_player(game, level).needs
    try:
        complete = allowed(game, len(names), options)
    except AssertionError:
        return None
    try:
        if bots and not find_player(game, level).knows(complete):
            return None
    except RefereeError:
        return None
    if bots and random.Random(repr(complete)).randrange(PROGRAMS) == 0:
        level = PROGRAM
    players = tuple(level if name in bots else "" for name in names)
    return Plan(game.name, tuple(names), players if bots else (), dict(complete))


@cache
def _sets(game: str) -> list[dict[str, Plain]]:
    """Sets of options in which all pairs of values meet; half of the time the usual ones."""
    found = list(covering(find_game(game)))
    return [*found, *[found[0]] * len(found)]
