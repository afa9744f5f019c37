"""How a match ended, in words: who has won, who came where and with how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.kernel.game import Result
from referee.kernel.match import Match
from referee.table.catalogue import Catalogue

#: The rank of who has none.
UNPLACED: Final = "–"


@dataclass(frozen=True, slots=True)
class Place:
    """``rank`` is "2.", or `UNPLACED` for a seat without a place; ``score``: its sum, or what
    became of it; empty where a game counts nothing."""

    rank: str
    seat: int
    score: str


def headline(words: Catalogue, result: Result) -> str:
    """Who has won; empty if nobody has."""
    if not result.winners:
        return ""
    key = "result.team" if result.together else "result.winners"
    return words(key, n=len(result.winners), who=words.players(result.winners))


def places(words: Catalogue, match: Match, result: Result) -> list[Place]:
    """The ranking, best first, and then who has no place in it; none where nobody has one."""
    found: list[Place] = []
    for group in result.ranking:
        rank = f"{len(found) + 1}."
        found += [Place(rank, seat, str(result.scores.get(str(seat), ""))) for seat in group]
    if not found:
        return []
    marks = match.game.scene(match.position, None).marks
    placed = {place.seat for place in found}
    rest = [seat for seat in range(1, match.header.seats + 1) if seat not in placed]
    became = {seat: _why(words, marks.get(seat, "unplaced")) for seat in rest}
    return found + [Place(UNPLACED, seat, why) for seat, why in became.items()]


def _why(words: Catalogue, mark: str) -> str:
    """What became of a seat without a place, if the game has a word for it; else nothing."""
    return words.spare(f"mark.{mark}") or ""
