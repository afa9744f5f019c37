"""Care for the display when nobody presses anything: shift, dim, and rest without a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hal.interfaces import Gesture, Press
from referee.table.catalogue import Catalogue
from referee.table.pixels.bitmap import turned
from referee.table.screen import Look, Screen

if TYPE_CHECKING:
    from PIL import Image

#: Seconds between two shifts, and where the picture stands then. It is turned round the edges:
#: nothing is lost.
EVERY: Final = 60.0
PLACES: Final = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))

DIMMED: Final = 8


class Idle:
    """Counts from the last press. The press that wakes a dimmed panel does nothing else.

    Seconds without a press until the picture begins to shift, dims, and (at home only) rests.
    """

    def __init__(self, shift: float = 60.0, dim: float = 180.0, rest: float = 900.0) -> None:
        self._shift, self._dim, self._rest = shift, dim, rest
        self._since: float | None = None
        self._waking = ""  # the button that woke, until it is pressed anew

    def press(self, press: Press) -> bool:
        """Note a press; returns whether it only wakes the panel."""
        asleep = self._idle(press.at) >= self._dim
        self._since = press.at
        if asleep:
            self._waking = press.button
            return True
        if press.button == self._waking and press.gesture is Gesture.REPEAT:
            return True
        self._waking = ""
        return False

    def wake(self, now: float) -> None:
        """Somebody is here, and sees the screen already."""
        self._since = now
        self._waking = ""

    def resting(self, now: float) -> bool:
        return self._idle(now) >= self._rest

    def until(self, now: float) -> tuple[bool, float]:
        """Whether nobody has pressed for so long that work may be done that a press would feel; and
        when the picture changes next."""
        idle = self._idle(now)
        later = [mark for mark in (self._dim, self._rest) if mark > idle]
        marks = [self._shift + self._steps(idle) * EVERY, *later]
        return idle >= min(self._shift, self._dim), now - idle + 1e-6 + min(marks)

    def shown(self, picture: Image.Image, now: float) -> tuple[Image.Image, bool]:
        """The picture where it stands now, and whether it is dimmed."""
        idle = self._idle(now)
        place = PLACES[self._steps(idle) % len(PLACES)]
        return turned(picture, *place) if any(place) else picture, idle >= self._dim

    def _idle(self, now: float) -> float:
        if self._since is None:  # the panel's clock need not begin at nought
            self._since = now
        return now - self._since + 1e-6  # a tick at the very moment counts as after it

    def _steps(self, idle: float) -> int:
        """How often the picture has been shifted after so many seconds."""
        return max(int((idle - self._shift) // EVERY) + 1, 0)

    def rest(self, words: Catalogue, now: float) -> Screen:
        """Nearly dark: a word that wanders. Only where nothing is asked."""
        return Screen(words, Look.REST, text=words("home.resting"), step=int(now // EVERY))
