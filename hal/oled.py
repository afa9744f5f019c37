"""The screen: an OLED that is sent only the bytes that differ from what it shows.

luma.oled knows the chips' start sequences, luma.core puts commands and data on the bus; what luma
lacks for 1-bit displays is here: partial updates, and coming back after a loss.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol

from luma.core.error import Error as LumaError
from PIL import Image

from hal.chips import DISPLAY_OFF, DISPLAY_ON, Step, chip_called, start_sequence
from hal.interfaces import Presence, Put

log = logging.getLogger(__name__)

#: Seconds until a lost display is tried again; the last one from then on.
RETRIES: Final = (0.25, 0.5, 1.0, 2.0)
#: Seconds after which everything is sent again: a display whose plug was out for a moment between
#: two updates gives no error, it only stays dark.
REFRESH: Final = 15.0

#: Seconds that a reset is low, and until the chip can be spoken to afterwards. The chips want
#: microseconds; a capacitor at the line wants more.
PULSE: Final = 0.01

#: Contrast of what is left on the screen: nobody knows for how long.
LAST_LEVEL: Final = 40

#: What a display that is not there looks like: `command` raises luma's, `data` the bus's error.
LOST: Final = (OSError, LumaError)


class Wire(Protocol):
    """luma.core's contract of a serial interface."""

    def command(self, *cmd: int) -> None: ...

    def data(self, data: Any) -> None: ...

    def cleanup(self) -> None: ...


class Reset(Protocol):
    """The chip's RES line; raises OSError when its pin cannot be used."""

    def set(self, high: bool) -> None: ...


class OledScreen:
    """A `Screen`. `show` before the first `step` only remembers; `step` connects and reconnects.

    A loss is put as `Presence("screen", ...)`, once; the newest picture is shown on return.
    """

    def __init__(
        self,
        chip: str,
        rotation: int,
        connect: Callable[[], Wire],
        put: Put,
        reset: Reset | None = None,
    ) -> None:
        self._chip = chip_called(chip)
        self._rotation = rotation
        self._start = start_sequence(chip)
        self._connect = connect
        self._put = put
        self._reset = reset
        self._pulse: Iterator[float] | None = None  # a reset that is under way
        self._wire: Wire | None = None
        self._shown: bytes | None = None  # the chip's memory; None: unknown
        self._wanted = self._chip.pack(Image.new("1", self._chip.size), 0)
        self._level = 255
        self._level_shown: int | None = None
        self._failures = 0
        self._due: float | None = float("-inf")  # None: to be counted from the next step

    def show(self, picture: Image.Image) -> None:
        """Raises ValueError for a picture of a wrong kind; never for the display's faults."""
        self._wanted = self._chip.pack(picture, self._rotation)
        self._attempt(self._update)

    def contrast(self, level: int) -> None:
        if level != self._level:
            self._level = min(max(level, 0), 255)
            self._attempt(self._update)

    def forget(self) -> None:
        self._shown = None
        self._due = float("-inf")

    def step(self, now: float) -> float:
        if self._due is not None and now >= self._due:
            pause = self._resetting()
            if pause is not None:
                self._due = now + pause
                return self._due
            self._restart()
            self._due = None
        if self._due is None:
            waits = min(self._failures, len(RETRIES)) - 1
            self._due = now + (REFRESH if self._wire else RETRIES[waits])
        return self._due

    def close(self, last: Image.Image | None = None) -> None:
        if last is None:
            self._attempt(lambda wire: wire.command(DISPLAY_OFF))
        else:
            self._level = LAST_LEVEL
            self.show(last)
        self._drop()

    def _resetting(self) -> float | None:
        """A chip that is set up from nothing is reset before; seconds until the next step of it."""
        if self._pulse is None:
            self._pulse = self._low_and_high() if self._wire is None else iter(())
        pause = next(self._pulse, None)
        if pause is None:
            self._pulse = None
        return pause

    def _low_and_high(self) -> Iterator[float]:
        if self._reset is None:
            return
        for high in (False, True):
            try:
                self._reset.set(high)
            except OSError:
                return  # connecting meets it again, and tells it
            yield PULSE

    def _restart(self) -> None:
        """Set the chip up, from nothing or again, and send everything."""
        try:
            fresh = self._wire is None
            if fresh and self._reset is not None:
                self._reset.set(True)
            wire = self._wire = self._wire or self._connect()
        except LOST as error:
            self._lost(error)
            return
        self._attempt(lambda _: self._set_up(wire, fresh))
        if fresh and self._wire and self._failures:
            self._failures = 0
            self._put(Presence("screen", True))

    def _set_up(self, wire: Wire, fresh: bool) -> None:
        for command, data in self._start:
            # It begins by making the display dark; one that works would blink.
            if not fresh and command[0] == self._chip.darkens:
                command = command[1:]
            if command:
                _send(wire, (command, data))
        self._shown = self._level_shown = None
        self._update(wire)
        wire.command(DISPLAY_ON)

    def _update(self, wire: Wire) -> None:
        if self._level != self._level_shown:
            _send(wire, self._chip.contrast(self._level))
            self._level_shown = self._level
        shown, wanted = self._shown, self._wanted
        self._shown = None  # unknown until all of it is there
        for step in self._chip.changes(shown, wanted):
            _send(wire, step)
        self._shown = wanted

    def _attempt(self, work: Callable[[Wire], None]) -> None:
        if self._wire is None:
            return
        try:
            work(self._wire)
        except LOST as error:
            self._lost(error)

    def _lost(self, error: Exception) -> None:
        self._drop()
        self._failures += 1
        self._due = None
        if self._failures == 1:
            self._put(Presence("screen", False, str(error)))

    def _drop(self) -> None:
        wire, self._wire = self._wire, None
        self._shown = self._level_shown = None
        if wire is not None:
            try:
                wire.cleanup()
            except LOST:
                log.debug("closing the lost display's bus failed", exc_info=True)


def _send(wire: Wire, step: Step) -> None:
    command, data = step
    wire.command(*command)
    if data:
        wire.data(data)
