"""Whether a computer player's car comes to red in this very move."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from referee.games.knight_rider.board.places import field_distances
from referee.games.knight_rider.board.roads import Roads
from referee.games.knight_rider.board.sides import apart
from referee.games.knight_rider.board.trips import Driver, State, Trip, trips
from referee.games.knight_rider.players.look import Look

#: Points that Turbo-Boost II adds to a 1 (KR-KIT-7).
_MORE: Final = 5


class Hunt:
    """One seat's move at one moment, on these roads. ``points``: those that are left."""

    def __init__(self, look: Look, made: Roads, seat: int) -> None:
        self._look = look
        self.made, self.seat = made, seat
        self.points = int(look.view["now"]["points"])

    @property
    def boosts(self) -> Mapping[str, int]:
        """What the Turbo-Boosts in hand add to this roll (KR-KIT-6, KR-KIT-7)."""
        now, hand = self._look.view["now"], self._look.car(self.seat)["hands"]["kitt"]["known"]
        if not self.points or "kitt" in now["played"]:
            return {}
        adds = {"turbo1": now["roll"], **({"turbo2": _MORE} if now["roll"] == 1 else {})}
        return {kind: more for kind, more in adds.items() if hand[kind]}

    @property
    def most(self) -> int:
        """The points of this move with the best Turbo-Boost."""
        return self.points + max(self.boosts.values(), default=0)

    @property
    def close(self) -> bool:
        """Whether red is near enough to be reached in this move on any roads."""
        goal = self.made.middles[self._look.red]
        return apart(self._look.spot(self.seat).field, goal) <= self.most

    def reaches(self, points: int) -> bool:
        """Whether so many points lead to red without a ram."""
        return self.close and self._ends_at_red(self._trips(self.made, points))

    def frees(self, after: Roads, number: int) -> bool:
        """Whether the car would reach red in this move if the roads became these at one tableau,
        through which it then drives."""
        goal, here = after.middles[self._look.red], self._look.spot(self.seat).field
        far, middle = self.most + 1, after.middles[number]
        if apart(here, middle) + apart(middle, goal) >= far:
            return False
        if goal in after.barred or field_distances(after, goal).get(here, far) == far:
            return False
        counts = {self.points, self.most}
        return any(self._ends_at_red(self._trips(after, points)) for points in counts)

    def reaches_past(self, target: int) -> bool:
        """Whether the points lead to red once this car is rammed, if that does not fail. Nobody
        reaches it before his targets."""
        if not self.close or self._look.car(self.seat)["open_targets"]:
            return False
        trip = self.ram(target)
        onward = trips(self._driver(self.made, {target}), trip.at, trip.left)
        return self._ends_at_red(onward)

    def ram(self, target: int) -> Trip:
        """The trip to where this car is passed."""
        look, car = self._look, self._look.car(self.seat)
        targets = frozenset[int](car["open_targets"])
        start = State(look.spot(self.seat), look.view["board"]["entered"], car["outside"], targets)
        driver = self._driver(self.made, ())
        if driver.rams(start) == target:
            return Trip("", start, target, self.points)
        found = trips(driver, start, self.points)
        return next(trip for trip in found if trip.rams == target)

    def _ends_at_red(self, found: list[Trip]) -> bool:
        goal = self.made.middles[self._look.red]
        return any(t.at.spot.field == goal and t.arrives and not t.rams for t in found)

    def _trips(self, made: Roads, points: int, safe: Collection[int] = ()) -> list[Trip]:
        look, car = self._look, self._look.car(self.seat)
        if car["open_targets"]:
            return []
        start = State(look.spot(self.seat), look.view["board"]["entered"], car["outside"])
        return trips(self._driver(made, safe), start, points)

    def _driver(self, made: Roads, safe: Collection[int]) -> Driver:
        """``safe``: who is not rammed, beside shielded cars and those on their roof."""
        cars = enumerate(self._look.view["cars"], 1)
        able = {seat for seat, car in cars if not (car["roof"] or car["shield"])}
        quarters = bool(self._look.options["quarter_turn_anywhere"])
        rammable = frozenset(able - {self.seat, *safe})
        return Driver(self.seat, self._look.traffic(made), rammable, quarters)
