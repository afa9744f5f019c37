"""The electrics of a whole panel, wired as a configuration says.

The very parts of `hal` that drive a Raspberry Pi are put on it: `board.hardware` goes where
`hal.raspberry` would.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PIL import Image

from hal.interfaces import Clock
from hal.panel import Hardware
from hal.schema import AUTO, Config, LightPins
from sim.box import SimBox
from sim.bus import SimBus, SimSpi
from sim.display import SimChip, SimGrey
from sim.lamps import nearest
from sim.pins import SimPins


class SimBoard:
    """Contacts, LEDs, a buzzer and a display. Names are those of the configuration.

    ``changed`` is called after everything that may be seen or heard, in the thread that did it.
    With ``box``, a seat box is plugged in, if the configuration wants one: a seat's button and lamp
    are the box's as long as it is plugged in, and the panel's own otherwise.
    """

    def __init__(
        self,
        config: Config,
        clock: Clock,
        changed: Callable[[], None] = lambda: None,
        box: bool = False,
    ) -> None:
        # Wherever a real box may be plugged in, the simulated one is found by itself.
        self.config = replace(config, box=AUTO) if config.box is not None else config
        self.pins = SimPins(clock, changed)
        # There is one of each, and a display on one of them.
        self.grey = SimGrey()
        self.spi = SimSpi(self.grey, changed)
        self.chip = SimChip("ssd1306" if config.display.spi else config.display.chip)
        self.bus = SimBus(self.chip, config.display.address, changed)
        self._wire_display()
        self.box = SimBox(clock, changed) if box and config.box is not None else None
        ports = self.box.ports if self.box is not None else None
        self.hardware = Hardware(
            clock, lambda: self.pins, self.bus.open, self.spi.open, ports=ports
        )
        self._seats = [f"seat{n + 1}" for n in range(self.box.seats if self.box else 0)]

    def _wire_display(self) -> None:
        display = self.config.display
        if display.spi:
            self.bus.plugged = False
        if display.data is not None:
            self.pins.wire(display.data).wired = self.spi.data_line
        if display.reset is not None and display.spi:
            self.pins.wire(display.reset).wired = self.grey.reset
        elif display.reset is not None:
            self.chip.wire_reset()
            self.pins.wire(display.reset).wired = self.chip.reset

    @property
    def line(self) -> SimBus | SimSpi:
        """The bus that the display is on."""
        return self.spi if self.config.display.spi else self.bus

    def power_cycle(self) -> None:
        """The supply of everything was away for a moment."""
        self.line.power_cycle()
        if self.box is not None and self.box.powered:
            self.box.unplug()
            self.box.plug()

    def close(self) -> None:
        if self.box is not None:
            self.box.close()

    @property
    def buttons(self) -> list[str]:
        return list(dict.fromkeys((*self.config.buttons, *self._seats)))

    @property
    def lamps(self) -> list[str]:
        return list(dict.fromkeys((*self.config.lamps, *self._seats)))

    # -- hands ------------------------------------------------------------------------------

    def push(self, button: str) -> None:
        """Close a button's contact; raises ValueError for a button that is not there."""
        box, seat = self._seat(button)
        if box is not None:
            box.push(seat)
        else:
            self.pins.wire(self._pin(button)).close_contact()

    def release(self, button: str) -> None:
        """Open a button's contact, wherever it was closed."""
        if self.box is not None and button in self._seats:
            self.box.release(self._seats.index(button) + 1)
        if button in self.config.buttons or button not in self._seats:
            self.pins.wire(self._pin(button)).open_contact()

    def pushed(self, button: str) -> bool:
        box, seat = self._seat(button)
        return box.pushed(seat) if box else self.pins.wire(self._pin(button)).contact

    def _seat(self, name: str) -> tuple[SimBox | None, int]:
        """The box and the seat, if it is the box's button or lamp just now."""
        if self.box is None or not self.box.plugged or name not in self._seats:
            return None, 0
        return self.box, self._seats.index(name) + 1

    def _pin(self, button: str) -> int:
        if button not in self.config.buttons:
            known = ", ".join(self.buttons)
            raise ValueError(f"the panel has no button {button!r}; it has {known}")
        return self.config.buttons[button]

    # -- eyes and ears ----------------------------------------------------------------------

    def picture(self) -> Image.Image:
        """What the display shows; dark while it is unplugged."""
        if not self.line.plugged:
            return Image.new("1", self.config.display.size)
        return self.line.chip.picture()

    def lamp(self, name: str) -> str | None:
        """The colour that a lamp shines in just now; None: dark."""
        box, seat = self._seat(name)
        if box is not None:
            return box.lamp(seat)
        light = self._light(name)
        levels = [self._level(pin) for pin in light.pins]
        if not any(levels):
            return None
        return light.colour if len(levels) == 1 else nearest(levels)

    def lamp_changes(self, name: str) -> list[tuple[float, bool]]:
        """When a lamp went on and off lately; of a lamp in three colours, when it changed."""
        box, seat = self._seat(name)
        if box is not None:
            return box.lamp_changes(seat)
        changes: list[tuple[float, bool]] = []
        levels: dict[int, float] = {}
        pins = self._light(name).pins
        events = [(when, pin, level) for pin in pins for when, level in self._history(pin)]
        for when, pin, level in sorted(events):
            levels[pin] = level
            changes.append((when, any(levels.values())))
        return changes

    def hertz(self) -> int:
        """The tone that sounds just now; 0: silence. An active buzzer sounds at 2000."""
        if self.config.buzzer is None:
            return 0
        pin = self.pins.wire(self.config.buzzer.pin)
        if pin.function != "output" or not pin.state:
            return 0
        return round(pin.frequency) if pin.frequency else 2000

    def _light(self, name: str) -> LightPins:
        if name not in self.config.lamps:
            known = ", ".join(self.lamps)
            raise ValueError(f"the panel has no lamp {name!r}; it has {known}")
        return self.config.lamps[name]

    def _level(self, number: int) -> float:
        pin = self.pins.wire(number)
        return float(pin.state) if pin.function == "output" else 0.0

    def _history(self, number: int) -> list[tuple[float, float]]:
        return list(self.pins.wire(number).changes)
