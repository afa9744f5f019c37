"""What a computer player knows of roads and red, found once for every situation.

All of it follows from what the player sees: what was forgotten is found again as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import fsum
from typing import Final

from referee.games.knight_rider.board.net import FAR, Needs, Net
from referee.games.knight_rider.board.roads import Roads, roads
from referee.games.knight_rider.board.traffic import Spot
from referee.games.knight_rider.numbers import Numbers
from referee.games.knight_rider.players.flight import Fled, Flights
from referee.games.knight_rider.players.look import Look
from referee.games.knight_rider.players.odds import ROLLS, reaching
from referee.games.knight_rider.players.prospects import Prospects

#: Rounds looked ahead for where red will be.
LATER: Final = 4

#: What it is worth to be near, and how that fades with every point.
NEAR: Final = (0.02, 0.9)


class Outlook:
    """Of the situation that was asked about last."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers
        self._laid: object = None
        self._cards: object = None
        self._red: object = None
        self._net: Net | None = None
        self._prospects: Prospects | None = None

    def roads(self, look: Look) -> Roads:
        self._follow(look)
        return self._roads

    def later(self, look: Look) -> Fled:
        """Where red is about in the rounds after the next one."""
        self._follow(look)
        return self._later

    def _follow(self, look: Look) -> None:
        """Forget what is no longer so."""
        if look.laid != self._laid:
            self._laid, self._cards, self._red = look.laid, None, None
            self._flights = Flights(look.laid, look.numbers.arrows)
        cards, red = tuple(look.cards.items()), (look.red, tuple(look.view["pile"]))
        if cards != self._cards:
            self._cards, self._net = cards, None
            self._roads = roads(self._numbers.parts, look.laid, look.cards)
        if red != self._red:
            self._red, seats = red, len(look.view["cars"])
            self._later = self._flights.later(*red, seats + 1, LATER * seats)

    def _net_from(self, look: Look, seat: int) -> Net:
        made, here = self.roads(look), look.spot(seat).field
        if self._net is None or here not in self._net:
            self._net = Net(made, here)
        return self._net

    def prospects(self, look: Look, seat: int) -> Prospects:
        """What every place is worth that this seat can drive to."""
        net, later = self._net_from(look, seat), self.later(look)
        if self._prospects is None or self._prospects.key != (net, later):
            self._prospects = Prospects(self._roads, net, later, len(look.view["cars"]))
        return self._prospects

    def worth(self, look: Look, seat: int) -> Callable[[Spot], float]:
        """The odds to win for a car that ends its move on a field, with a facing."""
        found, boosts, coming = (
            self.prospects(look, seat),
            look.boosts(seat),
            self._coming(look, seat),
        )
        return lambda at: found.worth(at, coming, boosts)

    def soon(self, look: Look, seat: int, at: Spot) -> float:
        """The part of these odds that comes true before the move after this one, or by it."""
        found = self.prospects(look, seat)
        return found.soon(at, self._coming(look, seat), look.boosts(seat))

    def _coming(self, look: Look, seat: int) -> Fled:
        """Where red may be when this seat drives again."""
        return self._flights.coming(look.red, look.view["pile"], look.flights(seat))

    def nearness(self, look: Look, seat: int, targets: Collection[int]) -> Callable[[Spot], float]:
        """The odds that the next roll reaches red where it is now, or one of the targets that come
        first (KR-VAR-2); far away, how near it is."""
        needed, (worth, fade) = self._needed(look, seat, targets), NEAR

        def near(at: Spot) -> float:
            points = needed(at)
            return fsum(reaching(points)) / len(ROLLS) + worth * fade ** min(points)

        return near

    def points(self, look: Look, seat: int, targets: Collection[int], at: Spot) -> int | None:
        """Points from there to red, or to the nearest target; None if no road leads there."""
        found = min(self._needed(look, seat, targets)(at))
        return found if found < FAR else None

    def _needed(self, look: Look, seat: int, targets: Collection[int]) -> Callable[[Spot], Needs]:
        net = self._net_from(look, seat)
        tables = [net.needs(self._roads.middles[number]) for number in targets or (look.red,)]
        return lambda at: min((needs[net.number(at)] for needs in tables), key=min)
