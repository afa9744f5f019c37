"""Knight Rider at the table: a match in the hands of tests, dice and cards in their entries."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.games.knight_rider import GAME
from referee.games.knight_rider.position import Knight
from referee.kernel.ask import Ask, OneOf
from referee.kernel.entry import Entry
from referee.kernel.errors import Refused
from referee.kernel.match import Match
from referee.kernel.ruling import Ruling
from referee.kernel.text import Plain

RED, START = 26, 51


class Play:
    """A match with dice on the table; entries are those of the first seat that is asked."""

    def __init__(self, seats: int = 3, **options: Plain) -> None:
        self.match = Match.new(GAME, seats, {"dice": "table", **options}, "seed")
        self.rulings: Sequence[Ruling] = ()

    # -- doing -----------------------------------------------------------------------------

    def do(self, verb: str, seat: int | None = None, **args: Plain) -> Play:
        self.rulings = self.match.answer(Entry(seat or self.ask.seats[0], verb, args))
        return self

    def roll(self, *dice: int) -> Play:
        return self.do("roll", dice=list(dice))

    def refused(self, verb: str, seat: int | None = None, **args: Plain) -> tuple[str, str]:
        """The reason's key and the clause for which an entry is refused; nothing changes."""
        digest = self.match.digest
        with pytest.raises(Refused) as refused:
            self.do(verb, seat, **args)
        assert self.match.digest == digest
        return refused.value.reason.key, refused.value.clause

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

    # -- looking ---------------------------------------------------------------------------

    @property
    def p(self) -> Knight:
        position = self.match.position
        assert isinstance(position, Knight)
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
        return list(dict.fromkeys(option.verb for option in self.ask.options))

    def values(self, verb: str, name: str) -> list[Plain]:
        """The values that a field of an offered verb may take."""
        fields = [o.fields[name] for o in self.ask.options if o.verb == verb]
        return [value for field in fields if isinstance(field, OneOf) for value in field.values]

    @property
    def lines(self) -> list[str]:
        """Keys of the facts on the screen."""
        return [line.key for line in GAME.scene(self.p, None).lines]
