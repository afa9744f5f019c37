"""Victory at the table: a race in the hands of tests, dice and lots in their entries."""

from __future__ import annotations

from typing import ClassVar

from referee import testing
from referee.game import Ask, Entry
from referee.games.victory import GAME
from referee.games.victory.position import Victory

CARS = ("red", "blue", "green", "yellow", "white", "black")


class Play(testing.Play[Victory]):
    """A race with dice and lots on the table."""

    game = GAME
    seats = 4
    facts: ClassVar = {"dice": "table", "lot": "table"}

    def choose_cars(self) -> Play:
        """Up to the lot; seat 1 drives red, 2 blue, 3 green and so on."""
        self.do("done")
        for _, car in zip(self.p.everybody, CARS, strict=False):
            self.do("car", car=car)
        return self

    def line_up(self, starter: int = 1) -> Play:
        """Up to the cars on their grid."""
        return self.choose_cars().do("draw", starter=starter).do("done").do("clockwise")

    def race(self, starter: int = 1) -> Play:
        """Up to the first throw of the race."""
        return self.line_up(starter).do("done")

    def throw(self, *throws: str) -> Play:
        """Both throws of a turn, ``"BXR", "BR"``; or the first one only."""
        for number, faces in enumerate(throws):
            if number:
                self.do("one" if len(faces) == 1 else "two")
            self.do("throw", dice=list(faces))
        return self

    def turn(self, lines: int = 0) -> Play:
        """An ordinary turn, with so many crossings of the line."""
        self.throw("RRB", "B")
        for _ in range(lines):
            self.line()
        return self if self.state != "drive" else self.do("driven")

    def line(self) -> Play:
        return self.do("line", **({} if self.p.crossed else {"car": self.ask.seats[0]}))

    def crash(self) -> Play:
        """The seat on turn has an accident."""
        return self.throw("XXX", "X")

    def cross(self, seat: int) -> Play:
        """Ordinary turns until this seat is on turn and crosses the line."""
        for _ in range(self.p.seats):
            if self.ask.seats == (seat,):
                break
            self.turn()
        assert self.ask.seats == (seat,), f"seat {seat} is not on turn in a whole round"
        self.turn(lines=1)
        return self.do("on") if self.state == "places" else self

    @staticmethod
    def first(ask: Ask) -> Entry:
        """The commonest answer to an ask."""
        verb, args = next(ask.listed())
        return Entry(ask.seats[0], verb, args)

    def column(self, to_go: int) -> list[str]:
        """The colours in the pad's column of so many laps to go; 0 is the finish."""
        return [self.p.car(seat) for seat in self.p.pad[self.p.length - to_go]]
