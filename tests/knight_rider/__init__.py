"""Knight Rider at the table: a match in the hands of tests, dice and cards in their entries."""

from __future__ import annotations

from typing import ClassVar

from referee import testing
from referee.games.knight_rider import GAME
from referee.games.knight_rider.position import Knight

RED, START = 26, 51


class Play(testing.Play[Knight]):
    """A match with dice on the table."""

    game = GAME
    seats = 3
    facts: ClassVar = {"dice": "table", "diversion_places": True}

    def roll(self, *dice: int) -> Play:
        return self.do("roll", dice=list(dice))

    def prepare(self, first: int = 1) -> Play:
        """Up to the track; this seat starts."""
        self.do("done").do("done")
        for seat in self.p.seats:
            self.roll(6 if seat == first else 1)
        return self.do("done")

    def place(self, first: int = 1) -> Play:
        """Up to the dice for the red car's tableau."""
        self.prepare(first)
        while self.state == "lay":
            self.do("laid")
        if self.state == "build":
            self.do("built")
        return self.do("done")

    def race(self, first: int = 1) -> Play:
        """Up to the first roll of phase 2: red on 26, all at 51, this seat first."""
        return self.place(first).roll(2, 6).do("placed").do("start", tableau=START)

    def turn(self, die: int = 1) -> Play:
        """An ordinary turn; a car on its roof is righted."""
        if self.state == "right":
            return self.do("righted")
        return self.roll(die).move().do("clear")

    def move(self) -> Play:
        """The whole move without an incident; the device's escape card turns with its end."""
        while self.p.on("strict") and self.p.now.points:
            self.do("step")
        return self.do("flip" if self.p.deck_in_device else "driven")

    def lap(self) -> Play:
        """A turn for everybody, so that all cars are on the road; the first is on turn again."""
        for _ in self.p.seats:
            self.turn()
        return self
