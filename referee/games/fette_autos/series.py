"""What one race leaves to the next one of the same players (FA-END-3, FAP-TEAM-3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from referee.game import Plain

#: The Hasen as an entrant of a series (FA-END-4); players stand there as their seat.
HASEN: Final = "hasen"


@dataclass(frozen=True, slots=True)
class Before:
    """The race before. ``points``: standings of the series after it, by entrant; ``races``: how
    many it had; ``places``: cars from the front at its end; ``ages``: seats, the youngest first;
    ``winner``: the player who has won it, 0 if nobody has; ``teams``: who drove together.
    """

    points: Mapping[str, int] = field(default_factory=dict)
    races: int = 0
    places: tuple[int, ...] = ()
    ages: tuple[int, ...] = ()
    winner: int = 0
    teams: tuple[tuple[int, ...], ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        """The players in the order in which they came in."""
        return tuple(car for car in self.places if car > 0)

    def plain(self) -> dict[str, Plain]:
        return {
            "points": dict(self.points), "races": self.races, "places": list(self.places),
            "ages": list(self.ages), "winner": self.winner,
            "teams": [list(team) for team in self.teams],
        }  # fmt: skip


def parse(carried: Plain, seats: int) -> Before:
    """What the header says of the race before, as far as it can be believed.

    Another version of the program may have written it.
    """
    found = carried if isinstance(carried, dict) else {}
    ages, places = _numbers(found.get("ages")), _numbers(found.get("places"))
    players = list(range(1, seats + 1))
    points, races = found.get("points"), found.get("races")
    known = {HASEN, *map(str, players)}
    standings = {
        who: gained
        for who, gained in (points if isinstance(points, dict) else {}).items()
        if who in known and type(gained) is int
    }
    known_places = places if sorted(car for car in places if car > 0) == players else ()
    winner = found.get("winner", max(known_places[0], 0) if known_places else 0)
    return Before(
        standings,
        races if type(races) is int and races > 0 else 0,
        known_places,
        ages if sorted(ages) == players else (),
        winner if type(winner) is int and winner in players else 0,
        _teams(found.get("teams"), players),
    )


def _teams(found: Plain, players: list[int]) -> tuple[tuple[int, ...], ...]:
    """Teams of these players, each in one at most."""
    teams = tuple(map(_numbers, found)) if isinstance(found, list) else ()
    members = [seat for team in teams for seat in team]
    fine = all(teams) and len(set(members)) == len(members) and set(members) <= set(players)
    return teams if fine else ()


def order(points: Mapping[str, int], places: tuple[int, ...]) -> list[str]:
    """Entrants by their points; equals by the better place in the last race (FA-END-3)."""
    entrants = [HASEN if car < 0 else str(car) for car in places]

    def rank(who: str) -> tuple[int, int]:
        return -points[who], entrants.index(who) if who in entrants else len(entrants)

    return sorted(points, key=rank)


def _numbers(found: Plain) -> tuple[int, ...]:
    """A list of whole numbers; empty for anything else."""
    if not isinstance(found, list) or any(type(number) is not int for number in found):
        return ()
    return tuple(found)
