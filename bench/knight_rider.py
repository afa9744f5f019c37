"""Knight Rider's pace at the table: presses of the set-up, of an ordinary turn, and of a ram.

``python -m bench.knight_rider`` prints them; its exit code is 1 if a limit is broken. How many
matches a second are played stands in `bench.speed`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from bench.figures import Figure, show
from hal.interfaces import Gesture, Press
from referee.games.knight_rider import GAME
from referee.kernel.ask import Entry
from referee.kernel.game import DEVICE
from referee.kernel.match import Match
from referee.table.program import TableProgram
from referee.table.settings import Settings

NAMES: Final = ("Ada", "Bob", "Cem")

#: What happens when nothing happens, and what no answer is needed for goes by itself.
USUAL: Final = ("done", "built", "placed", "start", "roll", "flip", "driven", "clear")

#: Answers after which a match is in the middle of the race for sure.
LONGEST: Final = 100

ON_TABLE: Final = "table"
WHERE: Final = {DEVICE: "in the device", ON_TABLE: "on the table"}


def figures() -> Iterator[Figure]:
    yield Figure("the set-up of three players, dice in the device", set_up(), "presses")
    for dice, cards in ((d, c) for d in WHERE for c in WHERE):
        name = f"a turn, dice {WHERE[dice]}, deck {WHERE[cards]}"
        yield Figure(name, turn(dice, cards), "presses", 4)
    for dice, place in WHERE.items():
        most = 3 if dice == DEVICE else 4  # rammed and mover agree; a die of the table is typed
        yield Figure(f"a ram, dice {place}", ram(dice), "presses", most, "own button of the rammed")


class Table:
    """A match on a panel whose presses are counted; between two of them dice come to rest."""

    def __init__(self, dice: str, cards: str = ON_TABLE) -> None:
        self.match = Match.new(GAME, NAMES, {"dice": dice, "cards": cards}, "pace 3")
        self.program = TableProgram(None, lambda: "", defaults=Settings("en"), games=(GAME.name,))
        self._now = 0.0
        self.presses = 0

    def _below(self, count: int) -> int:
        """Another face each time, so that no roll-off goes on for ever."""
        return len(self.match.log) % count

    def race(self) -> Table:
        """Play on until all cars are on the road and the first player is to roll again."""
        turns = 0
        for _ in range(LONGEST):
            ask = self.match.ask
            assert ask is not None
            turns += self.match.state == "roll"
            if turns > len(NAMES):
                break
            options = {option.verb: option for option in ask.options}
            usual = next(options[verb] for verb in USUAL if verb in options)
            if self.match.supplies(ask):
                self.match.supply(ask)
            else:
                self.match.answer(Entry(ask.seats[0], usual.verb, usual.sample(self._below)))
        return self.show()

    @property
    def turn(self) -> int:
        """The seat that is asked."""
        assert self.match.ask is not None
        return self.match.ask.seats[0]

    def show(self) -> Table:
        self.program.show(self.match)
        return self

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self._now += 5
            self.program.press(Press(self._now, button, Gesture.TAP))
            self.program.tick(self._now + 4)
        self.presses += len(buttons)

    def roll(self, button: str) -> None:
        """The device's die by this button, or a 4 that lies on the table."""
        device = self.match.header.options["dice"] == DEVICE
        self.press(*([button] if device else self.program.type_die(4)))

    def expect(self, state: str) -> int:
        """The presses so far; raises AssertionError if the match stands elsewhere."""
        assert self.match.state == state, f"{self.match.state}: {self.program.screen_text()}"
        return self.presses


def set_up() -> int:
    """From the first check list to the first turn; the track is built without the referee."""
    table = Table(DEVICE).show()
    table.press("ok", "ok")
    for _ in range(LONGEST):
        if table.match.state != "first_roll":
            break
        table.press("roll")
    table.press("ok", "ok", "ok", "ok", "roll", "ok", *("up", "up") * 2, "ok")
    return table.expect("roll")


def turn(dice: str, cards: str) -> int:
    """Roll, drive without an incident, turn the escape card that hits nobody."""
    table = Table(dice, cards).race()
    seat = table.turn
    table.roll("roll")
    table.press("ok", "ok")
    assert table.turn != seat
    return table.expect("roll")


def ram(dice: str) -> int:
    """What a ram adds to a turn: the rammed player's button names him, the mover confirms, then
    the rammed one rolls."""
    table = Table(dice).race()
    table.roll("roll")
    table.presses = 0
    rammed = table.turn % len(NAMES) + 1
    table.press(f"seat{rammed}", "ok")
    table.expect("ram")
    table.roll(f"seat{rammed}")
    return table.expect(table.match.state if table.match.state == "ram_again" else "drive")


if __name__ == "__main__":
    sys.exit(show(figures()))
