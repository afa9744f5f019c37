"""A panel put together from its configuration and its electrics."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hal.bus import Bus, I2CWire
from hal.buzzer import NoteBuzzer
from hal.clock import MonotonicClock
from hal.errors import HardwareError
from hal.inbox import Inbox
from hal.interfaces import Buttons, Buzzer, Clock, Lamps, Screen
from hal.lamps import PatternLamps
from hal.oled import OledScreen
from hal.pins import Factory, PinButtons, open_lights, open_voice
from hal.plan import Config

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Electrics:
    """What a panel is wired to: the Raspberry Pi's own (`raspberry`), or simulated.

    ``pins`` makes a gpiozero pin factory; ``bus`` opens an I2C bus by its number.
    """

    clock: Clock
    pins: Callable[[], Factory]
    bus: Callable[[int], Bus]


@dataclass(frozen=True, slots=True)
class Panel:
    """All parts. There may be several sources of buttons and several sets of lamps."""

    clock: Clock
    inbox: Inbox
    screen: Screen
    buzzer: Buzzer
    buttons: tuple[Buttons, ...]
    lamps: tuple[Lamps, ...]
    factory: Factory

    def close(self) -> None:
        """Everything dark and silent, all pins free."""
        for part in (*self.buttons, *self.lamps, self.buzzer, self.screen, self.factory):
            try:
                part.close()
            except Exception:  # the others still have to be closed
                log.exception("%s does not close", type(part).__name__)


def build(config: Config, electrics: Electrics) -> Panel:
    """A panel ready for a `hal.runner.Runner`.

    Raises HardwareError when there are no pins at all. Single parts that do not work are lost
    parts, reported to the program like those lost later.
    """
    inbox = Inbox()
    factory = electrics.pins()
    display = config.display

    def connect() -> I2CWire:
        return I2CWire(electrics.bus(display.bus), display.address)

    return Panel(
        clock=electrics.clock,
        inbox=inbox,
        screen=OledScreen(display.chip, display.rotation, connect, inbox.put),
        buzzer=NoteBuzzer(open_voice(config.buzzer, factory, inbox.put), inbox.put),
        buttons=(PinButtons(config.buttons, factory, electrics.clock, inbox.put),),
        lamps=(PatternLamps(open_lights(config.lamps, factory, inbox.put), inbox.put),),
        factory=factory,
    )


def raspberry() -> Electrics:
    """The electrics of the Raspberry Pi that this runs on."""
    return Electrics(MonotonicClock(), _pi_pins, _pi_bus)


def _pi_pins() -> Factory:
    # lgpio only, and not gpiozero's own choice: it is the one library that works on every
    # model, and the others would be tried with a warning each.
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:
        raise HardwareError(
            f"the pin library lgpio is missing ({error}); install it with "
            "`sudo apt install python3-lgpio`, or use the simulated panel"
        ) from None
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio's errors have no common root
        raise HardwareError(
            f"the pins cannot be opened ({error}); this needs a Raspberry Pi, a user in the group "
            "gpio, and a working directory that can be written to"
        ) from error


def _pi_bus(port: int) -> Any:
    from smbus2 import SMBus

    return SMBus(port)
