"""A panel put together from its configuration and its electrics."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PIL import Image

from hal.box.ports import Listing
from hal.box.seatbox import SeatBox
from hal.bus import Bus, I2CWire, Link, SPIWire
from hal.buzzer import NoteBuzzer
from hal.inbox import Inbox
from hal.interfaces import SIZE, Buttons, Buzzer, Clock, Lamps, Put, Screen
from hal.lamps import PatternLamps
from hal.oled import OledScreen, Wire
from hal.pins import DisplayLine, Factory, PinButtons, open_lights, open_voice
from hal.schema import Config

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Hardware:
    """What a panel is wired to: the Raspberry Pi's own (`hal.raspberry`), or simulated.

    ``pins`` makes a gpiozero pin factory; ``bus`` opens an I2C bus by its number, ``spi`` the
    display's SPI bus. ``failure`` says why the pins have stopped working for good; empty as long as
    they work. ``ports`` lists the serial ports; None: there can be no seat box.
    """

    clock: Clock
    pins: Callable[[], Factory]
    bus: Callable[[int], Bus]
    spi: Callable[[], Link]
    failure: Callable[[], str] = lambda: ""
    ports: Listing | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """All parts. There may be several sources of buttons and several sets of lamps.

    ``box`` is among both, if there may be one. ``taken``: another program has the buttons, so the
    display is its own too. ``size``: of the pictures.
    """

    clock: Clock
    inbox: Inbox
    screen: Screen
    buzzer: Buzzer
    buttons: tuple[Buttons, ...]
    lamps: tuple[Lamps, ...]
    factory: Factory
    failure: Callable[[], str]
    box: SeatBox | None
    taken: bool = False
    size: tuple[int, int] = SIZE

    def close(self, last: Image.Image | None = None) -> None:
        """Everything dark and silent, all pins free; ``last`` stays on the screen."""
        parts = (*self.buttons, *self.lamps, self.buzzer, self.factory)
        for close in (partial(self.screen.close, last), *(part.close for part in parts)):
            try:
                close()
            except Exception:  # the others still have to be closed
                log.exception("%r failed", close)


def build(config: Config, hardware: Hardware) -> Panel:
    """A panel ready for a `hal.runner.Runner`.

    Raises HardwareError when there are no pins at all. Single parts that do not work are lost
    parts, reported to the program like those lost later.
    """
    inbox = Inbox()
    factory = hardware.pins()
    box = None
    if config.box is not None and hardware.ports is not None:
        box = SeatBox(config.box, hardware.ports, inbox.put, inbox.wake)
    boxes = () if box is None else (box,)
    buttons = PinButtons(config.buttons, factory, hardware.clock, inbox.put)
    return Panel(
        clock=hardware.clock,
        inbox=inbox,
        screen=_screen(config, hardware, inbox.put, factory),
        buzzer=NoteBuzzer(open_voice(config.buzzer, factory, inbox.put), inbox.put),
        buttons=(buttons, *boxes),
        lamps=(PatternLamps(open_lights(config.lamps, factory, inbox.put), inbox.put), *boxes),
        factory=factory,
        failure=hardware.failure,
        box=box,
        taken=buttons.taken,
        size=config.display.size,
    )


def leave_words(config: Config, hardware: Hardware, picture: Image.Image) -> None:
    """Leave a picture on the display of a panel that cannot be built.

    Its lines have no pins then: a display that was never reset since the current came stays dark,
    and so does one on SPI.
    """
    screen = _screen(config, hardware, lambda item: None)
    screen.step(hardware.clock.now())
    screen.close(picture)


def _screen(
    config: Config, hardware: Hardware, put: Put, factory: Factory | None = None
) -> OledScreen:
    display = config.display
    reset = data = None
    if display.reset is not None and factory is not None:
        reset = DisplayLine("RES", display.reset, factory)
    if display.data is not None and factory is not None:
        data = DisplayLine("DC", display.data, factory)

    def connect() -> Wire:
        if not display.spi:
            return I2CWire(hardware.bus(display.bus), display.address)
        if data is None:
            raise OSError("it has no DC pin (display.data)")
        return SPIWire(hardware.spi(), data)

    return OledScreen(display.chip, display.rotation, connect, put, reset)
