"""Dice that tumble on the screen: short, and skipped by any press."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hal.interfaces import Press
from referee.kernel.text import Plain, Shaped
from referee.table.desk import Desk, DeskMode
from referee.table.screen import Look, Screen, Title

#: Seconds between two pictures; how many of them tumble; how long the result then stands.
STEP: Final = 0.07
STEPS: Final = 5
REST: Final = 0.3


class Tumble(DeskMode):
    """Dice of the device that have been rolled; what they show is already in the journal.

    ``call`` is what they mean, should it be called out: it sounds instead of the dice, even if
    the tumbling is skipped.
    """

    def __init__(
        self, desk: Desk, title: Title, dice: Sequence[Plain], call: int | None = None
    ) -> None:
        super().__init__(desk)
        self._title = title
        self._dice = tuple(dice)
        pips = range(1, 7) if all(type(face) is int for face in dice) else ()
        self._faces = tuple(dict.fromkeys((*dice, *pips)))
        self._start = desk.now
        self._call = call
        self._rung = False

    @property
    def _step(self) -> int:
        return min(int((self.desk.now - self._start) / STEP + 1e-6), STEPS)

    @property
    def passing(self) -> bool:
        return True

    def screen(self) -> Screen:
        step = self._step
        faces = tuple(self._shown(die, step) for die in range(len(self._dice)))
        return Screen(self.desk.words, Look.DICE, self._title, faces=faces)

    def _shown(self, die: int, step: int) -> Shaped:
        """The face of a die now. Which one it tumbles over means nothing.

        Several dice turn by turns and come to rest one after the other: so little of the picture
        changes at a time that it is on the display at once.
        """
        count = len(self._dice)
        if step >= max(STEPS - (count - 1 - die), 1):
            return self._dice[die]
        turns = step if count == 1 else (step + die) // 2
        at = self._faces.index(self._dice[die])
        return self._faces[(at + turns + 2 * die + 1) % len(self._faces)]

    def press(self, press: Press) -> bool:
        if not self._rung and self._call is not None:
            self._ring()
        self.desk.close(self)
        return True

    def tick(self, now: float) -> float | None:
        end = self._start + STEPS * STEP + REST
        if now >= end:
            self.desk.close(self)
            return None
        step = self._step
        if step == STEPS and not self._rung:
            self._rung = True
            self._ring()
        return end if step == STEPS else self._start + (step + 1) * STEP

    def _ring(self) -> None:
        if self._call is not None:
            self.desk.call(self._call)
        else:
            self.desk.sound("dice", self._dice)
