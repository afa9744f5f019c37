"""The electrics of a whole panel, wired as a configuration says.

The very parts of `hal` that drive a Raspberry Pi are put on it: `board.electrics` goes where
`hal.raspberry` would.
"""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from hal.interfaces import Clock
from hal.lamps import COLOURS
from hal.panel import Electrics
from hal.plan import Config, LightPins
from sim.bus import SimBus
from sim.display import SimChip
from sim.pins import SimPins


class SimBoard:
    """Contacts, LEDs, a buzzer and a display. Names are those of the configuration.

    ``changed`` is called after everything that may be seen or heard, in the thread that did it.
    """

    def __init__(
        self, config: Config, clock: Clock, changed: Callable[[], None] = lambda: None
    ) -> None:
        self.config = config
        self.pins = SimPins(clock, changed)
        self.chip = SimChip(config.display.chip)
        self.bus = SimBus(self.chip, config.display.address, changed)
        self.electrics = Electrics(clock, lambda: self.pins, self.bus.open)

    # -- hands ------------------------------------------------------------------------------

    def push(self, button: str) -> None:
        """Close a button's contact; raises ValueError for a button that is not there."""
        self.pins.wire(self._pin(button)).close_contact()

    def release(self, button: str) -> None:
        """Open a button's contact."""
        self.pins.wire(self._pin(button)).open_contact()

    def pushed(self, button: str) -> bool:
        return self.pins.wire(self._pin(button)).contact

    def _pin(self, button: str) -> int:
        if button not in self.config.buttons:
            known = ", ".join(self.config.buttons)
            raise ValueError(f"the panel has no button {button!r}; it has {known}")
        return self.config.buttons[button]

    # -- eyes and ears ----------------------------------------------------------------------

    def picture(self) -> Image.Image:
        """What the display shows; dark while it is unplugged."""
        return self.chip.picture() if self.bus.plugged else Image.new("1", (128, 64))

    def lamp(self, name: str) -> str | None:
        """The colour that a lamp shines in just now; None: dark."""
        light = self._light(name)
        levels = [self._level(pin) for pin in light.pins]
        if not any(levels):
            return None
        return light.colour if len(levels) == 1 else _colour(levels)

    def lamp_changes(self, name: str) -> list[tuple[float, bool]]:
        """When a lamp went on and off lately; of a lamp in three colours, when it changed."""
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
            known = ", ".join(self.config.lamps)
            raise ValueError(f"the panel has no lamp {name!r}; it has {known}")
        return self.config.lamps[name]

    def _level(self, number: int) -> float:
        pin = self.pins.wire(number)
        return float(pin.state) if pin.function == "output" else 0.0

    def _history(self, number: int) -> list[tuple[float, float]]:
        return list(self.pins.wire(number).changes)


def _colour(levels: list[float]) -> str:
    """The colour's name that is nearest to these levels of red, green and blue."""
    top = max(levels)

    def distance(name: str) -> float:
        parts = zip(levels, COLOURS[name], strict=True)
        return sum((level / top - part) ** 2 for level, part in parts)

    return min(COLOURS, key=distance)
