"""What a panel's configuration says, as data, and what it may say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hal.interfaces import SIZE, WIDE

#: The present layout of the file.
SCHEMA: Final = 2
LANGUAGES: Final = ("de", "en")
#: The display chips, with the size of their pictures.
SIZES: Final[Mapping[str, tuple[int, int]]] = {
    "ssd1306": SIZE, "ssd1309": SIZE, "sh1106": SIZE, "ssd1322": WIDE,
}  # fmt: skip
CHIPS: Final = tuple(SIZES)
#: Those that are on the SPI bus; the others are on an I2C bus.
SPI_CHIPS: Final = ("ssd1322",)
SPEEDS: Final = (100_000, 400_000)
#: Steps of brightness.
BRIGHTNESS: Final = (1, 2, 3)
#: Most seats of any game; the reference panel has buttons and lamps for the first seven.
SEATS: Final = 12
#: GPIO numbers of the header's pins; 0 and 1 belong to the add-on boards' memory.
PINS: Final = range(2, 28)
#: Pins that an I2C bus takes for itself: SDA, SCL.
BUS_PINS: Final[Mapping[int, tuple[int, ...]]] = {1: (2, 3)}
#: What the display's SPI bus is called, and the pins of it, as its module names them. The chip
#: answers nothing, so the bus needs no MISO.
SPI_DEVICE: Final = "/dev/spidev0.0"
SPI_PINS: Final[Mapping[str, int]] = {"D1": 10, "D0": 11, "CS": 8}
#: What a part is set to that the panel does not have.
ABSENT: Final = "none"
#: What a lamp's resistor is set to when the pin only switches a transistor or a ULN2803.
DRIVER: Final = "driver"
#: What a folder is set to that the program chooses.
USUAL: Final = "usual"
#: What the seat box's port is set to that the program looks for.
AUTO: Final = "auto"


@dataclass(frozen=True, slots=True)
class Display:
    """``brightness``: a step, for as long as the players choose no other; ``speed``: in Hz;
    ``reset``: the pin of its RES line, if it has one; ``data``: of its DC line, on SPI."""

    chip: str
    bus: int
    address: int
    rotation: int
    brightness: int
    speed: int
    reset: int | None = None
    data: int | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Of its pictures, in pixels."""
        return SIZES[self.chip]

    @property
    def spi(self) -> bool:
        """Whether it is on the SPI bus; ``bus``, ``address`` and ``speed`` mean nothing then."""
        return self.chip in SPI_CHIPS

    @property
    def device(self) -> str:
        """The bus's file."""
        return SPI_DEVICE if self.spi else f"/dev/i2c-{self.bus}"

    @property
    def wires(self) -> Mapping[str, int]:
        """The bus's wires, as the display's module names them, with their pins."""
        if self.spi:
            return SPI_PINS
        return dict(zip(("SDA", "SCL"), BUS_PINS.get(self.bus, ()), strict=False))


@dataclass(frozen=True, slots=True)
class Sound:
    """What holds for as long as the players choose nothing else."""

    on: bool
    muted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Idle:
    """Seconds without a press, growing: the picture wanders, is dimmed, goes dark."""

    shift: int
    dim: int
    rest: int


@dataclass(frozen=True, slots=True)
class LightPins:
    """A lamp: one pin, or red, green and blue. ``colour``: of a single LED.

    ``resistor``: ohms, 0 for what is usual for the colour, or `DRIVER`.
    """

    pins: tuple[int, ...]
    colour: str = "white"
    pwm: bool = False
    brightness: float = 1.0
    resistor: int | str = 0


@dataclass(frozen=True, slots=True)
class BuzzerPin:
    pin: int
    tonal: bool


@dataclass(frozen=True, slots=True)
class Config:
    """``box``: the seat box's serial port, `AUTO`, or None. Folders: None where they are usual.

    ``voice``: the program that speaks, with its arguments; None: the box has no voice.
    """

    language: str
    display: Display
    sound: Sound
    idle: Idle
    box: str | None
    data: Path | None
    components: Path | None
    buttons: Mapping[str, int]
    lamps: Mapping[str, LightPins]
    buzzer: BuzzerPin | None
    voice: str | None = None
