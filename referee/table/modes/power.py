"""Switching the box off: a held button, a countdown that any button stops, last words."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Final

from hal.interfaces import Press
from referee.kernel.errors import RefereeError
from referee.table.answer.controls import ButtonControl
from referee.table.desk import Desk, DeskMode
from referee.table.modes.messages import Message
from referee.table.screen import Look, Screen, Title

#: Seconds from the held button until the box goes off.
COUNTDOWN: Final = 5


class PowerOff(DeskMode):
    """Says how; OK held down begins the countdown."""

    def __init__(self, desk: Desk, power_off: Callable[[], None]) -> None:
        super().__init__(desk)
        self._power_off = power_off

    def screen(self) -> Screen:
        words = self.desk.words
        button = ButtonControl(words("button.hold"), "ok")
        return Screen(words, title=Title(words("home.off")), text=words("off.text"), control=button)

    def press(self, press: Press) -> bool:
        if press.held != "ok":
            return super().press(press)
        self.desk.close(self)
        self.desk.open(Countdown(self.desk, self._power_off))
        return True


class Countdown(DeskMode):
    """Counts down, then switches off and waits for it to happen."""

    def __init__(self, desk: Desk, power_off: Callable[[], None]) -> None:
        super().__init__(desk)
        self._power_off = power_off
        self._end = desk.now + COUNTDOWN
        self._off = False

    def screen(self) -> Screen:
        words, title = self.desk.words, Title(self.desk.words("home.off"))
        if self._off:
            return Screen(words, title=title, text=words("off.now"))
        stop = ButtonControl(words("off.stop"), "ok")
        return Screen(words, Look.COUNT, title, number=str(self._left), control=stop)

    def press(self, press: Press) -> bool:
        """Any button stops it, as long as there is something to stop."""
        if not self._off:
            self.desk.close(self)
        return True

    def tick(self, now: float) -> float | None:
        if self._off:
            return None
        if now < self._end:
            return self._end - self._left + 1
        self._off = True
        try:
            self._power_off()
        except RefereeError as error:
            words = self.desk.words
            self.desk.close(self)
            self.desk.open(Message(self.desk, words("trouble.title"), words.error(error)))
        return None

    @property
    def _left(self) -> int:
        return max(ceil(self._end - self.desk.now), 0)


def last_words(desk: Desk) -> Screen:
    """What the screen keeps showing when nobody runs the panel any more."""
    words, session = desk.words, desk.session
    lost = session is not None and session.match.id is None and not session.match.over
    going = any(isinstance(mode, Countdown) for mode in desk.modes) or desk.appliance.going_down()
    said = [words("bye.off" if going else "bye.stopped"), words("bye.unsaved") if lost else ""]
    return Screen(words, title=Title(words("home.title")), text="\n".join(filter(None, said)))
