"""The wiring table of a configuration, for docs/wiring.md and for whoever has another panel.

``referee config wiring`` prints it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hal.current import PIEZO_OHMS, colours, ohms
from hal.schema import PINS, Config, LightPins

#: Position on the 40-pin header of GPIO 2, 3, 4 ...
_POSITIONS: Final = (3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33, 8, 10, 36, 11, 12, 35, 38, 40)
HEADER: Final = dict(zip(PINS, (*_POSITIONS, 15, 16, 18, 22, 37, 13), strict=True))
#: Positions of the header's ground pins.
GROUND: Final = (6, 9, 14, 20, 25, 30, 34, 39)


def table(config: Config) -> str:
    """A Markdown table: part, GPIO number, position on the header, what is wired to it."""
    lines = ["| part | GPIO | header pin | wired to |", "|---|---|---|---|"]
    for part, pin, to in _rows(config):
        lines.append(f"| {part} | {pin} | {HEADER.get(pin, '-')} | {to} |")
    positions = ", ".join(map(str, GROUND))
    lines.append(f"| ground | - | any two of {positions} | a bus of {grounds(config)} wires |")
    return "\n".join(lines) + "\n"


def grounds(config: Config) -> int:
    """How many wires end at ground: more than the header has pins for it, so they need a bus."""
    lamps = sum(len(light.pins) for light in config.lamps.values())
    return len(config.buttons) + lamps + (config.buzzer is not None) + 1  # the display's


def _rows(config: Config) -> Iterator[tuple[str, int, str]]:
    display = config.display
    where = "SPI" if display.spi else f"address {display.address:#x}"
    for line, pin in display.wires.items():
        yield f"display {line}", pin, f"{display.chip}, {where}"
    if display.data is not None:
        yield "display DC", display.data, "DC of the display"
    if display.reset is not None:
        yield "display RES", display.reset, "RES of the display"
    for name, pin in config.buttons.items():
        yield f"button {name}", pin, "contact to ground"
    for name, light in config.lamps.items():
        yield from _light_rows(name, light)
    if config.buzzer is not None:
        kind = (
            f"passive piezo through {PIEZO_OHMS} ohms" if config.buzzer.tonal else "active buzzer"
        )
        yield "buzzer", config.buzzer.pin, f"{kind} to ground"


def _light_rows(name: str, light: LightPins) -> Iterator[tuple[str, int, str]]:
    for colour, pin in zip(colours(light), light.pins, strict=True):
        resistor = ohms(light, colour)
        through = "a driver" if resistor is None else f"{resistor} ohms"
        yield f"lamp {name}", pin, f"{colour} LED through {through}, ground"
