"""Victory's numbers: races per second, accidents beside the exact odds, presses of a turn.

``python -m bench.victory`` prints them; its exit code is 1 if a limit is broken.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from math import sqrt

from bench.figures import Figure, show
from hal.interfaces import Gesture, Press
from referee.games.victory import GAME
from referee.games.victory.crosses import odds
from referee.games.victory.numbers import CROSS, FIRST, SECOND, Numbers
from referee.kernel.match import Match
from referee.table.program import TableProgram
from referee.table.settings import Settings
from sim.simulate import Plan, play

RACES = 150

#: Both throws of an ordinary turn, as they are typed; the second one is of two dice.
TYPED = ("RRB", "RB")


def figures() -> Iterator[Figure]:
    tally = play(Plan("victory", (4,), RACES, seed="bench"), range(RACES))
    taken = tally.seconds
    assert not tally.failures
    yield Figure("random Victory races, one process", RACES / taken, "a second")
    yield Figure("the same in entries", sum(tally.lengths) / taken, "a second")
    yield accidents()
    yield Figure("an ordinary turn, dice in the device", turn("device"), "presses", 3)
    yield Figure("an ordinary turn, dice typed", turn("table"), "presses", 7)


def accidents() -> Figure:
    """Of the bot that knows the odds; the limit is three deviations above what they promise."""
    tally = play(Plan("victory", (4,), RACES, seed="bench", players=("easy",)), range(RACES))
    turns = tally.rows["second.throw"]
    rate, exact = tally.rows["thrown.auto[crashes]"] / turns, promised()
    limit = exact + 3 * sqrt(exact * (1 - exact) / turns)
    return Figure(
        "turns of the bot 'odds' that end in an accident", 100 * rate, "%", round(100 * limit, 2),
        f"promised {100 * exact:.2f} %",
    )  # fmt: skip


def promised() -> float:
    """The chance of an accident in a turn whose second throw promises the most moves."""
    numbers = Numbers.of(GAME.components(), 4)
    total = 0.0
    falls = list(itertools.product(numbers.faces, repeat=FIRST))
    for fall in falls:
        crosses = fall.count(CROSS)
        choices = [odds(numbers.die, FIRST, crosses, dice) for dice in SECOND]
        total += float(max(choices, key=lambda found: (found.moves, -found.crashes)).crashes)
    return total / len(falls)


class Table:
    """A panel whose presses are counted; time passes between them."""

    def __init__(self, dice: str) -> None:
        self.match = Match.new(GAME, ["Ada", "Bob"], {"dice": dice}, "3")
        self.program = TableProgram(None, lambda: "3", defaults=Settings("en"), games=("victory",))
        self.program.show(self.match)
        self._now = 0.0
        self.presses = 0

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self._now += 5
            self.program.press(Press(self._now, button, Gesture.TAP))
            self.program.tick(self._now + 4)
        self.presses += len(buttons)


def turn(dice: str) -> int:
    """Presses of a whole ordinary turn."""
    table = Table(dice)
    table.press("ok", "ok", "ok", "roll", "ok", "ok", "ok")  # the set-up
    assert table.match.state == "first"
    table.presses = 0
    if dice == "device":
        table.press("roll", "ok", "ok")
    else:
        table.press(*table.program.type_die(TYPED[0]))
        table.press("down", "ok")
        table.press(*table.program.type_die(TYPED[1]))
        table.press("ok")
    last = table.match.log[-1].line.entry
    assert last is not None
    assert last.verb == "driven"
    return table.presses


if __name__ == "__main__":
    sys.exit(show(figures()))
