"""All that can change in a match: numbers, strings and lists, nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.game import CONSTANT, Position, Setup


@dataclass(slots=True)
class MyGame(Position):
    """``points`` by seat, the first seat's first; ``goal`` never changes in a match."""

    goal: int = field(default=0, metadata=CONSTANT)
    turn: int = 1
    points: list[int] = field(default_factory=list)

    @property
    def next(self) -> int:
        """The seat after the one whose turn it is."""
        return self.turn % len(self.points) + 1


def setup(start: Setup) -> MyGame:
    """A fresh position. The flow then starts it."""
    goal = start.components.number("long_goal" if start.options["long"] else "goal", 2, 999)
    return MyGame(goal=goal, points=[0] * start.seats)
