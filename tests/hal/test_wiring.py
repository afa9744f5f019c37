"""What a configuration draws from the pins, and its drawing."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from hal.config import ConfigError, parse
from hal.current import described, draws
from hal.drawing import drawing
from hal.wiring import HEADER

OWN = """schema = 2
[display]
reset = 15
[lamps]
seat1 = { red = 25, green = 14, blue = 21 }
seat2 = { pin = 20, colour = "blue", resistor = "driver" }
seat3 = { pin = 16, colour = "green", resistor = 1000 }
"""


def test_the_reference_panel_is_within_what_the_pins_give() -> None:
    (line,) = described(parse(""))
    assert line == (
        "Everything on at once draws about 26 mA from the pins, at the most 37; "
        "all pins together give 50."
    )


def test_a_lamp_draws_by_its_colour_and_resistor() -> None:
    found = {(draw.part, draw.pin): round(draw.usual, 1) for draw in draws(parse(OWN))}
    assert found["lamp seat1", 25] == 3.0
    assert found["lamp seat1", 21] == 3.3
    assert found["lamp seat2", 20] == 2.6  # a transistor's base
    assert found["lamp seat3", 16] == 0.5
    assert found["lamp seat4", 9] == 2.7


def test_too_much_current_is_told_with_the_remedy() -> None:
    lamps = "".join(
        f"seat{seat} = {{ pin = {pin}, resistor = 47 }}\n"
        for seat, pin in enumerate((25, 20, 16, 9), 1)
    )
    lines = list(described(parse(f"schema = 2\n[lamps]\n{lamps}")))
    assert "too much: take larger resistors, or drivers" in lines[1]
    assert lines[2].startswith("lamp seat1 draws up to 17 mA, a pin gives 16")


@pytest.mark.parametrize("value", ["10", '"transistor"', "true"])
def test_a_resistor_that_makes_no_sense_is_refused(value: str) -> None:
    with pytest.raises(ConfigError, match=r'allowed: 47 to 100000 ohms, or "driver"'):
        parse(f"schema = 2\n[lamps]\nseat1 = {{ pin = 25, resistor = {value} }}\n")


@pytest.mark.parametrize("text", ["", OWN])
def test_the_drawing_has_every_part_in_the_row_of_its_pin(text: str) -> None:
    config = parse(text)
    words: dict[float, list[str]] = {}
    for element in ElementTree.fromstring(drawing(config)).iter():
        if element.tag.endswith("text") and element.text:
            words.setdefault(float(element.attrib["y"]) // 30, []).append(element.text)
    pins = {f"button {name}": pin for name, pin in config.buttons.items()}
    pins |= {f"lamp {name}": pin for name, light in config.lamps.items() for pin in light.pins}
    if config.display.reset is not None:
        pins["display RES"] = config.display.reset
    for part, pin in pins.items():
        (row,) = (row for row in words.values() if str(HEADER[pin]) in row)
        assert any(re.match(rf"{part}\b", word) for word in row), (part, row)
        assert f"GPIO {pin}" in row


def test_another_reset_pin_of_the_display_may_not_be_a_buttons() -> None:
    with pytest.raises(ConfigError, match=r"pin 4 is already used by display\.reset"):
        parse("schema = 2\n[display]\nreset = 4\n")
