"""The Pi's pins without a Pi: gpiozero's mock pins, wired to contacts, LEDs and a buzzer."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hal.interfaces import Clock

#: A Raspberry Pi 4B, for gpiozero's table of pins.
_BOARD: Final = "c03111"
#: Changes of an output that are remembered: several seconds of the fastest pattern.
_MEMORY: Final = 128


class PinFault(Exception):
    """What a broken pin raises; like lgpio's errors, it is no OSError and no GPIOZeroError."""


class SimPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin with something wired to it.

    A contact to ground wins over every pull-up, also while the pin is only being opened.
    """

    def __init__(self, factory: SimPins, info: Any) -> None:
        self.contact = False
        #: What is wired to an output, told its level.
        self.wired: Callable[[bool], None] | None = None
        #: (time, level) of the last changes, the oldest first.
        self.changes: deque[tuple[float, float]] = deque(maxlen=_MEMORY)
        super().__init__(factory, info)

    def close_contact(self) -> None:
        self.contact = True
        self.drive_low()

    def open_contact(self) -> None:
        self.contact = False
        self.drive_high()

    def drive_high(self) -> None:
        if not self.contact:
            super().drive_high()

    def _set_state(self, value: float) -> None:
        if self._number in self.factory.broken:
            raise PinFault(f"GPIO {self._number} is not allocated")
        super()._set_state(value)

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        if changed:
            self.changes.append((self.factory.clock.now(), float(value)))
            self.states.clear()  # gpiozero's own record would grow for ever
            if self.wired is not None:
                self.wired(bool(value))
            self.factory.changed()
        return changed

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        self.factory.changed()


class SimPins(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """A pin factory. ``changed`` is called whenever a pin changes.

    ``broken`` pins (GPIO numbers) cannot be opened, and fail when written to.
    """

    def __init__(self, clock: Clock, changed: Callable[[], None]) -> None:
        self.clock = clock
        self.changed = changed
        self.broken: set[int] = set()
        super().__init__(revision=_BOARD, pin_class=SimPin)

    def pin(self, name: int | str, pin_class: Any = None, **kwargs: Any) -> SimPin:
        if name in self.broken:
            raise PinFault(f"GPIO {name} is busy")
        pin: SimPin = super().pin(name, pin_class, **kwargs)
        return pin

    def wire(self, number: int) -> SimPin:
        """The pin as its outside sees it, opened by a program or not, broken or not."""
        pin: SimPin = super().pin(number)
        return pin

    def close(self) -> None:
        """As gpiozero's, but what is wired to the pins stays."""
        for pin in self.pins.values():
            pin.close()
        self._reservations.clear()
