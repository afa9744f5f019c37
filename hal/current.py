"""What the lamps and the buzzer draw from the pins: for `referee config show` and the drawing.

LEDs differ: the voltage that one needs is given as usual, and as the lowest that is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hal.schema import Config, LightPins

#: Volts of a Raspberry Pi's pin, and the milliamperes that it stands: one pin, all together.
VOLTS: Final = 3.3
PIN_LIMIT: Final = 16.0
LIMIT: Final = 50.0

#: Milliamperes into a driver's input: a transistor's behind 1 kilohm, a ULN2803's own are less.
DRIVEN: Final = 2.6
#: Of a buzzer: a piezo's capacity at its pitches; the most that may hang on a pin as an active one.
PIEZO: Final = 1.0
ACTIVE: Final = 10.0
#: Before a piezo: it is a capacitor to the pin, and gives tens of volts when it is knocked.
PIEZO_OHMS: Final = 220

_WARM: Final = (1.9, 1.7, 470)
_AMBER: Final = (2.05, 1.9, 470)
_COLD: Final = (2.8, 2.5, 150)
#: Volts as usual and at the lowest, and the resistor in ohms that gives about 3 mA.
LEDS: Final[Mapping[str, tuple[float, float, int]]] = MappingProxyType(
    {
        "red": _WARM, "orange": _AMBER, "yellow": _AMBER, "green": (2.75, 2.5, 150),
        "blue": _COLD, "white": _COLD, "pink": _COLD, "purple": _COLD, "cyan": _COLD,
    }
)  # fmt: skip

#: The colours of a lamp of three pins.
THREE: Final = ("red", "green", "blue")


@dataclass(frozen=True, slots=True)
class Draw:
    """Milliamperes of one pin, as usual and at the most."""

    part: str
    pin: int
    usual: float
    most: float


def draws(config: Config) -> list[Draw]:
    """Every pin that gives current, lit or sounding."""
    found = [draw for name, light in config.lamps.items() for draw in _lamp(name, light)]
    if config.buzzer is not None:
        current = PIEZO if config.buzzer.tonal else ACTIVE
        found.append(Draw("buzzer", config.buzzer.pin, current, current))
    return found


def colours(light: LightPins) -> tuple[str, ...]:
    """The colour of the LED at each of its pins."""
    return (light.colour,) if len(light.pins) == 1 else THREE


def ohms(light: LightPins, colour: str) -> int | None:
    """The resistor before an LED of this colour; None behind a driver."""
    if isinstance(light.resistor, str):
        return None
    return light.resistor or LEDS[colour][2]


def described(config: Config) -> Iterator[str]:
    """Lines about the sum, and about what is too much."""
    found = draws(config)
    usual, most = sum(draw.usual for draw in found), sum(draw.most for draw in found)
    yield (
        f"Everything on at once draws about {usual:.0f} mA from the pins, at the most {most:.0f}; "
        f"all pins together give {LIMIT:.0f}."
    )
    if most > LIMIT:
        yield "That is too much: take larger resistors, or drivers (docs/wiring.md)."
    for draw in found:
        if draw.most > PIN_LIMIT:
            yield (
                f"{draw.part} draws up to {draw.most:.0f} mA, a pin gives {PIN_LIMIT:.0f}: "
                "take a larger resistor."
            )


def _lamp(name: str, light: LightPins) -> Iterator[Draw]:
    for colour, pin in zip(colours(light), light.pins, strict=True):
        resistor = ohms(light, colour)
        if resistor is None:
            yield Draw(f"lamp {name}", pin, DRIVEN, DRIVEN)
            continue
        usual, lowest, _ = LEDS[colour]
        flow = 1000 / resistor
        yield Draw(f"lamp {name}", pin, (VOLTS - usual) * flow, (VOLTS - lowest) * flow)
