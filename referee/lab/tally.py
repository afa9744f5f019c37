"""What matches brought, as counts that can be added up in any order to the same sums.

A tally is small however many matches it counts, and survives JSON: it is what workers send, what a
folder keeps and what figures are made of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Self

from referee.kernel.game import Result
from referee.kernel.text import Plain


@dataclass(slots=True)
class Tally:
    """Histograms by word. ``wins``: ``seat/among``, a seat that was one of so many winners.
    ``won``: ``player/among``, ``played``: seats of each player. ``beat``: ``a > b`` (with tabs) for
    every pair of seats of different players of which the first was placed better, ``a = b`` for
    ties. ``lengths``: entries of a match; ``scores``: points of a seat; ``failures``: what went
    wrong, and where. ``endless``: matches that found no end; they count nowhere else.
    """

    matches: int = 0
    endless: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    beat: Counter[str] = field(default_factory=Counter)
    lengths: Counter[str] = field(default_factory=Counter)
    scores: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    rulings: Counter[str] = field(default_factory=Counter)
    failures: list[dict[str, Plain]] = field(default_factory=list)

    def count(self, result: Result, players: Mapping[int, str], length: int) -> None:
        """Add a match that has ended."""
        self.matches += 1
        self.lengths[str(length)] += 1
        self.endings[result.reason.key] += 1
        among = 1 if result.together else len(result.winners)
        for seat, name in players.items():
            self.played[name] += 1
            if seat in result.winners:
                self.wins[f"{seat}/{among}"] += 1
                self.won[f"{name}/{among}"] += 1
            if (points := points_of(result, seat)) is not None:
                self.scores[str(points)] += 1
        self._compare(result, players)

    def _compare(self, result: Result, players: Mapping[int, str]) -> None:
        if len(set(players.values())) < 2:
            return
        places = places_of(result)
        last = len(players) + 1
        for seat, name in players.items():
            for other, rival in players.items():
                mine, theirs = places.get(seat, last), places.get(other, last)
                if name < rival and mine == theirs:
                    self.beat[f"{name}\t=\t{rival}"] += 1
                elif name != rival and mine < theirs:
                    self.beat[f"{name}\t>\t{rival}"] += 1

    def add(self, other: Tally) -> None:
        self.matches += other.matches
        self.endless += other.endless
        for name in _HISTOGRAMS:
            getattr(self, name).update(getattr(other, name))
        self.failures += other.failures

    def plain(self) -> dict[str, Any]:
        """As JSON, its keys in order: equal tallies are equal texts."""
        found: dict[str, Any] = {"matches": self.matches, "endless": self.endless}
        for name in _HISTOGRAMS:
            found[name] = dict(sorted(getattr(self, name).items()))
        return {**found, "failures": self.failures}

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Self:
        """A tally from `plain`; raises ValueError, TypeError or LookupError for anything else."""
        made = cls(_count(data["matches"]), _count(data["endless"]))
        for name in _HISTOGRAMS:
            for key, count in data[name].items():
                if not re.fullmatch(_KEYS.get(name, ".+"), key, re.DOTALL):
                    raise ValueError(f"{name} has no {key}")
                getattr(made, name)[key] = _count(count)
        for failure in data["failures"]:
            if {name: type(told) for name, told in failure.items()} != FAILURE:
                raise ValueError(f"{failure!r} is no failure")
            made.failures.append(failure)
        return made


_HISTOGRAMS: Final = tuple(one.name for one in fields(Tally) if one.type == "Counter[str]")

#: What is said of a match that went wrong.
FAILURE: Final = {"cell": str, "match": int, "detail": str}

#: What the keys of a histogram look like; all others are words.
_KEYS: Final = {
    "wins": r"\d+/[1-9]\d*",
    "won": r".+/[1-9]\d*",
    "beat": r"[^\t]+\t[>=]\t[^\t]+",
    "lengths": r"\d+",
    "scores": r"-?\d+",
}


def _count(found: Any) -> int:
    if type(found) is not int or found < 0:
        raise ValueError(f"{found!r} is no number of matches")
    return found


def places_of(result: Result) -> dict[int, int]:
    """The place of every seat that has one, from 1; equally placed seats share one."""
    groups = result.ranking or ((result.winners,) if result.winners else ())
    return {seat: place for place, group in enumerate(groups, 1) for seat in group}


def points_of(result: Result, seat: int) -> int | None:
    """The points of a seat where the game has points."""
    points = result.scores.get(str(seat))
    return points if type(points) is int else None
