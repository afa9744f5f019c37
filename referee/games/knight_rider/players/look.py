"""What a computer player of Knight Rider sees: the board as everybody sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from referee.game import Shaped
from referee.games.knight_rider.board.laying import Laid
from referee.games.knight_rider.board.roads import Card, Roads
from referee.games.knight_rider.board.traffic import Spot, Traffic
from referee.games.knight_rider.numbers import Numbers


@dataclass(frozen=True)
class Look:
    """The board as a seat sees it."""

    numbers: Numbers
    options: Mapping[str, object]
    view: Shaped

    @cached_property
    def laid(self) -> tuple[Laid, ...]:
        tiles = self.view["board"]["laid"].items()
        return tuple(Laid(int(number), (x, y), turns) for number, (x, y, turns) in tiles)

    @cached_property
    def cards(self) -> dict[int, Card]:
        turns = self.view["board"]["card_turns"]
        stacks = self.view["stacks"].items()
        return {int(n): Card(stack[-1], turns[n][-1]) for n, stack in stacks}

    @property
    def red(self) -> int:
        return int(self.view["board"]["red"])

    def spot(self, seat: int) -> Spot:
        stand = self.view["board"]["stands"][str(seat)]
        return Spot((stand["field"][0], stand["field"][1]), stand["facing"])

    def car(self, seat: int) -> Shaped:
        return self.view["cars"][seat - 1]

    def boosts(self, seat: int) -> frozenset[str]:
        """The Turbo-Boosts in this seat's hand."""
        hand = self.car(seat)["hands"]["kitt"]["known"]
        return frozenset(kind for kind in ("turbo1", "turbo2") if hand[kind])

    def traffic(self, made: Roads) -> Traffic:
        seats = range(1, len(self.view["cars"]) + 1)
        cars = {seat: self.spot(seat) for seat in seats if not self.car(seat)["outside"]}
        counts = bool(self.options["red_counts_as_car"])
        return Traffic(made, cars, made.middles[self.red], self.numbers.field_cars, counts)

    def flights(self, seat: int) -> int:
        """How many escape cards are turned before this seat drives again: its own, and one for
        every other car that is on its wheels (KR-ESC-14)."""
        righting = bool(self.options["roof_turn_draws_escape"])
        others = (car for n, car in enumerate(self.view["cars"], 1) if n != seat)
        return 1 + sum(righting or not car["roof"] for car in others)
