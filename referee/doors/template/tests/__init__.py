"""My Game at the table: a match in the hands of tests."""

from __future__ import annotations

from typing import ClassVar

from referee import testing

from my_game import GAME
from my_game.position import MyGame


class Play(testing.Play[MyGame]):
    """A match with dice on the table."""

    game = GAME
    facts: ClassVar = {"dice": "table"}

    def roll(self, die: int) -> Play:
        return self.do("roll", dice=[die])
