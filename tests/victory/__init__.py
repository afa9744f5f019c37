"""Victory at the table: a race in the hands of tests, dice and lots in their entries."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.games.victory import GAME
from referee.games.victory.position import Victory
from referee.kernel.ask import Ask, OneOf
from referee.kernel.entry import Entry
from referee.kernel.errors import Refused
from referee.kernel.match import Match
from referee.kernel.ruling import Ruling
from referee.kernel.text import Plain

CARS = ("red", "blue", "green", "yellow", "white", "black")


class Play:
    """A race with dice and lots on the table; entries are those of the first asked seat."""

    def __init__(self, seats: int = 4, **options: Plain) -> None:
        facts = {"dice": "table", "lot": "table"}
        self.match = Match.new(GAME, seats, {**facts, **options}, "seed")
        self.rulings: Sequence[Ruling] = ()

    # -- doing -----------------------------------------------------------------------------

    def do(self, verb: str, seat: int | None = None, **args: Plain) -> Play:
        self.rulings = self.match.answer(Entry(seat or self.ask.seats[0], verb, args))
        return self

    def refused(self, verb: str, seat: int | None = None, **args: Plain) -> tuple[str, str]:
        """The reason's key and the clause for which an entry is refused; nothing changes."""
        digest = self.match.digest
        with pytest.raises(Refused) as refused:
            self.do(verb, seat, **args)
        assert self.match.digest == digest
        return refused.value.reason.key, refused.value.clause

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

    # -- looking ---------------------------------------------------------------------------

    @property
    def p(self) -> Victory:
        position = self.match.position
        assert isinstance(position, Victory)
        return position

    @property
    def ask(self) -> Ask:
        assert self.match.ask is not None
        return self.match.ask

    @property
    def state(self) -> str:
        return self.match.state

    @property
    def said(self) -> list[tuple[str, str]]:
        """Key and clause of what followed from the last entry."""
        return [(ruling.key, ruling.clause) for ruling in self.rulings]

    @property
    def verbs(self) -> list[str]:
        return [option.verb for option in self.ask.options]

    def values(self, verb: str, name: str) -> list[Plain]:
        """The values that a field of an offered verb may take."""
        fields = [o.fields[name] for o in self.ask.options if o.verb == verb]
        return [value for field in fields if isinstance(field, OneOf) for value in field.values]

    @property
    def lines(self) -> list[str]:
        """Keys of the facts on the screen."""
        return [line.key for line in GAME.scene(self.p, None).lines]

    def column(self, to_go: int) -> list[str]:
        """The colours in the pad's column of so many laps to go; 0 is the finish."""
        return [self.p.car(seat) for seat in self.p.pad[self.p.length - to_go]]
