"""The configuration: every fault is named with file, line, key, what was found, what is allowed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hal.config import LightPins, load, parse, reference
from hal.errors import ConfigError
from hal.wiring import HEADER, table
from sim.pins import SimPins
from tests.conftest import ROOT


def problems(text: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        parse(text, "box.toml")
    return caught.value.problems


def test_no_file_is_the_reference_panel() -> None:
    config = load(None)
    assert config == parse(reference())
    assert list(config.buttons)[:5] == ["roll", "up", "down", "ok", "back"]
    assert {f"seat{seat}" for seat in range(1, 8)} <= config.buttons.keys() & config.lamps.keys()
    assert (config.display.chip, config.display.address) == ("ssd1306", 0x3C)


def test_a_file_says_only_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(
        'schema = 1\nlanguage = "en"\n[display]\nchip = "sh1106"\nrotation = 180\n[sound]\n'
        'on = false\n[buttons]\nroll = 21\nseat7 = "none"\nseat8 = 7\n[lamps]\nseat6 = "none"\n'
        "seat7 = 11\nroll = { red = 17, green = 14, blue = 15, pwm = true, brightness = 0.5 }\n"
        '[buzzer]\nkind = "plain"\n',
        encoding="utf-8",
    )
    config = load(path)
    assert (config.language, config.sound) == ("en", False)
    assert (config.display.chip, config.display.rotation, config.display.port) == ("sh1106", 180, 1)
    assert (config.buttons["roll"], config.buttons["seat8"]) == (21, 7)
    assert "seat7" not in config.buttons
    assert config.lamps["seat7"] == LightPins((11,))
    assert config.lamps["roll"] == LightPins((17, 14, 15), pwm=True, brightness=0.5)
    assert "seat6" not in config.lamps
    assert config.buzzer is not None
    assert not config.buzzer.tonal


def test_a_panel_without_a_buzzer() -> None:
    assert parse('schema = 1\n[buzzer]\npin = "none"').buzzer is None


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("language = 'fr'", 'box.toml:2: language = "fr" .* "de", "en"'),
        ("[display]\nchip = 'ssd1327'", 'box.toml:3: display.chip = "ssd1327" .* "sh1106"'),
        ("[display]\naddress = '0x3C'", 'box.toml:3: display.address = "0x3C" .* 0x08 to 0x77'),
        ("[display]\naddress = 0x80", "display.address = 128 .* 0x08 to 0x77"),
        ("[display]\nrotation = 90", "box.toml:3: display.rotation = 90 .* 0, 180"),
        ("[display]\nport = true", "display.port = true .* 0 to 22"),
        ("[sound]\non = 1", "box.toml:3: sound.on = 1 .* true, false"),
        ("\n[buttons]\nroll = 28", "box.toml:4: buttons.roll = 28 .* 2 to 27"),
        ("[buttons]\nroll = 'GPIO4'", 'buttons.roll = "GPIO4" .* 2 to 27'),
        ("[buttons]\nroll = true", "buttons.roll = true .* 2 to 27"),
        ("[lamps]\nseat1 = {}", "box.toml:3: lamps.seat1 = .* a lamp is"),
        ("[lamps]\nseat1 = { pin = 25, red = 4 }", "lamps.seat1 = .* a lamp is"),
        ("[lamps]\nseat1 = { red = 14, green = 15 }", "lamps.seat1 = .* a lamp is"),
        ("[lamps.seat1]\npin = 25\ncolour = 'mauve'", 'box.toml:2: lamps.seat1.colour = "mauve"'),
        ("[lamps]\nseat1 = { pin = 25, pwm = 'yes' }", 'lamps.seat1.pwm = "yes" .* true, false'),
        ("[lamps]\nseat1 = { pin = 25, brightness = 0.5 }", "brightness = 0.5 .* needs pwm"),
        ("[lamps]\nseat1 = { pin = 25, pwm = true, brightness = 9 }", "0.05 to 1.0"),
        ("[buzzer]\nkind = 'loud'", 'buzzer.kind = "loud" .* "tonal", "plain"'),
        ("[buzzer]\npin = -1", "buzzer.pin = -1 .* 2 to 27"),
        ("[buttons]\nrolll = 21", "box.toml:3: buttons.rolll = 21: .*did you mean buttons.roll"),
        ("[screen]\nchip = 'sh1106'", 'box.toml:3: screen.chip = "sh1106": no such key'),
        ("display = 'sh1106'", "box.toml:2: display = .*no such key"),
        ("language = fr", "box.toml: not a TOML file: .*line 2"),
    ],
)
def test_a_wrong_setting_is_named(lines: str, expected: str) -> None:
    (problem,) = problems(f"schema = 1\n{lines}")
    assert re.search(expected, problem)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("[buttons]\nup = 4", "buttons.up = 4: pin 4 is already used by buttons.roll .default"),
        ("[buttons]\nup = 2", "buttons.up = 2: .* by the display's bus"),
        ("[lamps]\nseat1 = 18", "buzzer.pin = 18: .* by lamps.seat1 .box.toml:3."),
        ("[lamps]\nroll = { red = 17, green = 14, blue = 14 }", "pin 14 is already used"),
    ],
)
def test_two_parts_on_one_pin_are_found(lines: str, expected: str) -> None:
    (problem,) = problems(f"schema = 1\n{lines}")
    assert re.search(expected, problem)


def test_the_pins_of_the_first_bus_are_free_when_the_display_is_on_another() -> None:
    config = parse("schema = 1\n[display]\nport = 3\n[buttons]\nup = 2")
    assert config.buttons["up"] == 2


def test_all_faults_come_at_once() -> None:
    found = problems("schema = 1\nlanguage = 'fr'\n[buttons]\nroll = 99\n[nothing]\nat = 'all'")
    assert len(found) == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("language = 'de'", "schema is missing; write `schema = 1`"),
        ("schema = 2", "box.toml:1: schema = 2: allowed is 1"),
        ("schema = '1'", 'schema = "1": allowed is 1'),
    ],
)
def test_the_layouts_version_is_checked(text: str, expected: str) -> None:
    (problem,) = problems(text)
    assert expected in problem


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "box.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=re.escape(str(path))):
        load(path)


def test_the_wiring_in_the_docs_is_the_reference_panels() -> None:
    text = (ROOT / "docs" / "wiring.md").read_text(encoding="utf-8")
    documented = text.split("<!-- table -->\n")[1].split("<!-- /table -->")[0]
    assert documented == table(load(None))


def test_positions_on_the_header_are_gpiozeros() -> None:
    header = SimPins(clock=None, changed=lambda: None).board_info.headers["J8"]
    positions = {header.pins[position].name: position for position in HEADER.values()}
    assert positions == {f"GPIO{pin}": position for pin, position in HEADER.items()}
