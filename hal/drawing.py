"""The wiring of a configuration as a picture (SVG): the header, and what hangs on every pin.

One row of the picture is one row of the header, so that each part stands beside its pin. Every
part but the display ends at ground, on a bus: the header has too few ground pins for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from hal.current import PIEZO_OHMS, colours, ohms
from hal.schema import Config
from hal.wiring import GROUND, HEADER, grounds

_ROW: Final = 30
_TOP: Final = 64
_WIDTH: Final = 1000
_MIDDLE: Final = _WIDTH // 2
_PITCH: Final = 17  # from the header's middle to a pin's

#: Pins of the header that are no GPIO.
_SUPPLY: Final = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V", 27: "", 28: ""}
#: Where the display gets its current: the pin beside its lines, and the ground next to them.
_POWER: Final = {1: "VCC", 9: "GND"}

_SHADES: Final = {
    "red": "#d22", "orange": "#f70", "yellow": "#fc0", "green": "#2a3", "blue": "#26d",
    "white": "#fff", "pink": "#f7b", "purple": "#84c", "cyan": "#2cc",
}  # fmt: skip

_STYLE: Final = (
    "text{font:14px sans-serif;fill:#222}.n{font-size:11px;text-anchor:middle}"
    ".e{text-anchor:end}.s{font-size:12px;fill:#555}.h{font-size:18px;font-weight:bold}"
    "line,path,circle,rect{stroke:#222;stroke-width:1.6;fill:none}.w{stroke:#26a}"
)


@dataclass(frozen=True, slots=True)
class _Part:
    """What hangs on a pin: ``kind`` says how it is drawn, ``detail`` what is printed at it."""

    name: str
    kind: str
    detail: str = ""
    shade: str = "none"


def drawing(config: Config) -> str:
    """A whole SVG file."""
    parts = {HEADER[pin]: part for pin, part in _parts(config) if pin in HEADER}
    if config.display.wires:
        parts |= {pin: _Part(f"display {name}", "wire") for pin, name in _POWER.items()}
    height = _TOP + 20 * _ROW + 68
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}">',
        f"<style>{_STYLE}</style>",
        f'<rect x="0" y="0" width="{_WIDTH}" height="{height}" style="fill:#fff;stroke:none"/>',
        f'<text class="h" x="{_MIDDLE}" y="26" text-anchor="middle">'
        "The header seen from above, the corner of the board at the top right</text>",
        f'<rect x="{_MIDDLE - 36}" y="{_TOP - 18}" width="72" height="{20 * _ROW + 8}" rx="5" '
        'style="fill:#eee"/>',
    ]
    for position in range(1, 41):
        lines += _row(position, parts.get(position))
    lines.append(_foot(config, height - 36))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _parts(config: Config) -> Iterator[tuple[int, _Part]]:
    """Every GPIO number that is used, with what hangs on it."""
    display = config.display
    for line, pin in display.wires.items():
        yield pin, _Part(f"display {line}", "wire")
    if display.data is not None:
        yield display.data, _Part("display DC", "wire")
    if display.reset is not None:
        yield display.reset, _Part("display RES", "wire")
    for name, pin in config.buttons.items():
        yield pin, _Part(f"button {name}", "button")
    for name, light in config.lamps.items():
        for colour, pin in zip(colours(light), light.pins, strict=True):
            resistor = ohms(light, colour)
            detail = "driver" if resistor is None else f"{resistor} Ω"
            kind = "driver" if resistor is None else "lamp"
            yield pin, _Part(f"lamp {name}, {colour}", kind, detail, _SHADES[colour])
    if config.buzzer is not None:
        if config.buzzer.tonal:
            yield config.buzzer.pin, _Part("buzzer, passive piezo", "piezo", f"{PIEZO_OHMS} Ω")
        else:
            yield config.buzzer.pin, _Part("buzzer, active", "buzzer")


def _row(position: int, part: _Part | None) -> Iterator[str]:
    """One pin: its number, and to its side the part."""
    left = position % 2 == 1
    y = _TOP + (position - 1) // 2 * _ROW
    x = _MIDDLE + (-_PITCH if left else _PITCH)
    supply, ground = _SUPPLY.get(position), position in GROUND
    shade = "#222" if ground else "#e66" if supply else "#fd8" if part else "#fff"
    yield f'<circle cx="{x}" cy="{y}" r="10" style="fill:{shade}"/>'
    white = ' style="fill:#fff"' if ground else ""
    yield f'<text class="n" x="{x}" y="{y + 4}"{white}>{position}</text>'
    side = -1 if left else 1
    gpio = next((pin for pin, place in HEADER.items() if place == position), None)
    label = f"GPIO {gpio}" if gpio is not None else "ground" if ground else supply or "-"
    anchor = ' class="s e"' if left else ' class="s"'
    yield f'<text{anchor} x="{x + side * 24}" y="{y + 4}">{label}</text>'
    if part is not None:
        yield f'<g transform="translate({x + side * 82} {y}) scale({side} 1)">'
        yield from _symbol(part)
        yield "</g>"
        end = ' class="e"' if left else ""
        text = escape(part.name)
        yield f'<text{end} x="{x + side * 300}" y="{y + 5}">{text}</text>'
        if part.detail:
            where = x + side * 124
            yield f'<text class="n" x="{where}" y="{y + 4}">{escape(part.detail)}</text>'


def _symbol(part: _Part) -> Iterator[str]:
    """Drawn to the right from the pin's wire, 200 wide; mirrored on the other side."""
    if part.kind == "wire":
        yield '<path class="w" d="M0 0H206"/>'
        return
    if part.kind == "button":
        yield '<path d="M0 0H60M64 -3L100 -12M104 0H180"/>'
        yield '<circle cx="62" cy="0" r="3"/><circle cx="102" cy="0" r="3"/>'
    elif part.kind == "buzzer":
        yield '<path d="M0 0H70M70 -10V10M90 -10V10M90 0H180"/>'
        yield '<rect x="75" y="-10" width="10" height="20"/>'
    elif part.kind == "piezo":
        yield '<path d="M0 0H20M64 0H90M90 -10V10M110 -10V10M110 0H180"/>'
        yield '<rect x="20" y="-8" width="44" height="16"/>'
        yield '<rect x="95" y="-10" width="10" height="20"/>'
    elif part.kind == "driver":
        yield '<path d="M0 0H20"/><rect x="20" y="-8" width="44" height="16"/>'
        return
    else:
        yield '<path d="M0 0H20M64 0H100M120 0H180"/><rect x="20" y="-8" width="44" height="16"/>'
        yield f'<path d="M100 -9V9L119 0Z" style="fill:{part.shade}"/><path d="M120 -9V9"/>'
        yield '<path d="M108 -12l6 -6m0 4v-4h-4" style="stroke-width:1"/>'
    yield '<path d="M180 -9V9M185 -6V6M190 -3V3"/>'


def _foot(config: Config, y: int) -> str:
    display = config.display
    text = f"Display: {display.chip} at I2C address {display.address:#x}, bus {display.bus}."
    if display.spi:
        text = f"Display: {display.chip} on SPI, set to 4 wires."
    if not display.wires:
        text += " Which pins that bus has, the Raspberry Pi's settings say."
    count = grounds(config)
    bus = f"{count} wires end at ground: join them on a bus, with two wires to ground pins."
    place = f'class="s" x="{_MIDDLE}" text-anchor="middle"'
    return "".join(
        f'<text {place} y="{y + 18 * line}">{escape(said)}</text>'
        for line, said in enumerate((text, bus))
    )
