"""The configuration: every fault is named with file, line, key, what was found, what is allowed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hal.config import (
    STARTS,
    careful,
    effective,
    initial,
    load,
    parse,
    recommended,
    reference,
    survey,
    survey_file,
)
from hal.errors import ConfigError
from hal.interfaces import WIDE
from hal.schema import AUTO, Idle, LightPins, Sound
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
        'schema = 2\nlanguage = "en"\n[display]\nchip = "sh1106"\nrotation = 180\nbrightness = 1\n'
        'speed = 100000\n[sound]\non = false\nmuted = ["press", "win"]\n[idle]\nshift = 30\n'
        'rest = 600\n[box]\nport = "/dev/ttyACM3"\n[folders]\ndata = "/media/stick"\n'
        'components = "~/numbers"\n[buttons]\nroll = 21\nseat7 = "none"\nseat8 = 7\n'
        '[lamps]\nseat6 = "none"\n'
        "seat7 = 11\nroll = { red = 17, green = 14, blue = 15, pwm = true, brightness = 0.5 }\n"
        '[buzzer]\nkind = "plain"\n',
        encoding="utf-8",
    )
    config = load(path)
    assert (config.language, config.sound) == ("en", Sound(False, ("press", "win")))
    assert (config.display.chip, config.display.rotation, config.display.bus) == ("sh1106", 180, 1)
    assert (config.display.brightness, config.display.speed) == (1, 100_000)
    assert config.idle == Idle(30, 180, 600)
    assert config.box == "/dev/ttyACM3"
    assert (config.data, config.components) == (Path("/media/stick"), Path.home() / "numbers")
    assert (config.buttons["roll"], config.buttons["seat8"]) == (21, 7)
    assert "seat7" not in config.buttons
    assert config.lamps["seat7"] == LightPins((11,))
    assert config.lamps["roll"] == LightPins((17, 14, 15), pwm=True, brightness=0.5)
    assert "seat6" not in config.lamps
    assert config.buzzer is not None
    assert not config.buzzer.tonal


def test_a_panel_without_a_buzzer() -> None:
    assert parse('schema = 2\n[buzzer]\npin = "none"').buzzer is None


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("language = 'fr'", 'box.toml:2: language = "fr" .* "de", "en"'),
        ("[display]\nchip = 'ssd1327'", 'box.toml:3: display.chip = "ssd1327" .* "sh1106"'),
        ("[display]\naddress = '0x3C'", 'box.toml:3: display.address = "0x3C" .* 0x08 to 0x77'),
        ("[display]\naddress = 0x80", "display.address = 128 .* 0x08 to 0x77"),
        ("[display]\nrotation = 90", "box.toml:3: display.rotation = 90 .* 0, 180"),
        ("[display]\nbus = true", "display.bus = true .* 0 to 22"),
        ("[display]\nport = 1", "box.toml:3: display.port = 1: no such key"),
        ("[display]\nbrightness = 4", "display.brightness = 4 .* 1, 2, 3"),
        ("[display]\nspeed = 1000000", "display.speed = 1000000 .* 100000, 400000"),
        ("[sound]\nmuted = ['dice', 'bang']", 'sound.muted = ."dice", "bang".* "press", "turn"'),
        ("[sound]\nmuted = 'dice'", 'sound.muted = "dice" .* some of "press"'),
        ("[idle]\ndim = 5", "box.toml:3: idle.dim = 5 .* 10 to 86400"),
        ("[idle]\ndim = 30", "box.toml:3: idle.dim = 30 .* more, for idle.shift is 60"),
        ("[box]\nport = 'ttyACM0'", 'box.port = "ttyACM0" .* "auto", "none"'),
        ("[box]\nport = 1", "box.port = 1 .* serial port"),
        ("[folders]\ndata = 'here'", 'folders.data = "here" .* "usual", or a folder'),
        ("[speech]\ncommand = ''", 'speech.command = "" .* "none", or a program'),
        ("[speech]\ncommand = 'say \"'", "speech.command = .* quoted as in a shell"),
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
        (f"a = {'[' * 5000}", "box.toml: not a TOML file: nested too deeply"),
        ('[folders]\ndata = "/a\\u0000b"', "box.toml:3: folders.data"),
    ],
)
def test_a_wrong_setting_is_named(lines: str, expected: str) -> None:
    (problem,) = problems(f"schema = 2\n{lines}")
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
    (problem,) = problems(f"schema = 2\n{lines}")
    assert re.search(expected, problem)


def test_the_pins_of_the_first_bus_are_free_when_the_display_is_on_another() -> None:
    config = parse("schema = 2\n[display]\nbus = 3\n[buttons]\nup = 2")
    assert config.buttons["up"] == 2


def test_all_faults_come_at_once() -> None:
    found = problems("schema = 2\nlanguage = 'fr'\n[buttons]\nroll = 99\n[nothing]\nat = 'all'")
    assert len(found) == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("language = 'de'", "schema is missing; write `schema = 2`"),
        (
            "schema = 3",
            "box.toml:1: schema = 3 is not possible; allowed: 1 to 2; a file of a newer",
        ),
        ("schema = '2'", 'schema = "2" is not possible; allowed: 1 to 2'),
        ("schema = true", "schema = true is not possible"),
    ],
)
def test_the_layouts_version_is_checked(text: str, expected: str) -> None:
    (problem,) = problems(text)
    assert expected in problem


def test_a_file_of_layout_1_is_read_as_the_present_one_and_quoted_as_it_stands() -> None:
    old = "schema = 1\n[display]\nport = 3\naddress = 0x3D\n[sound]\non = false\n"
    config = parse(old)
    assert (config.display.bus, config.display.address, config.sound.on) == (3, 0x3D, False)
    assert config == parse(old.replace("schema = 1", "schema = 2").replace("port", "bus"))
    (problem,) = problems("schema = 1\n[display]\nport = 99\n")
    assert problem.startswith("box.toml:3: display.port = 99 is not possible; allowed: 0 to 22")


def test_the_rest_of_a_wrong_file_is_used() -> None:
    config, found = survey(
        "schema = 2\nlanguage = 'fr'\n[display]\nchip = 'sh1106'\n[buttons]\nup = 4\nok = 77\n"
        "[lamps]\nseat1 = { red = 25, green = 14, blue = 99 }\n[buzzer]\npin = 16"
    )
    assert len(found) == 5
    assert (config.language, config.display.chip) == ("de", "sh1106")
    assert "up" not in config.buttons
    assert "ok" not in config.buttons
    assert config.buttons["roll"] == 4
    assert "seat1" not in config.lamps
    assert config.lamps["seat2"] == LightPins((20,), "blue")
    assert config.buzzer is None


@pytest.mark.parametrize("text", ["no toml", "schema = 99\n[buttons]\nroll = 9", "language = 'en'"])
def test_of_a_file_that_cannot_be_understood_no_pin_is_driven(text: str) -> None:
    config, (problem,) = survey(text)
    assert "referee.toml" in problem
    assert config == careful()
    assert (config.lamps, config.buzzer) == ({}, None)
    assert config.buttons == parse("").buttons
    assert config.display == parse("").display


def test_a_file_that_cannot_be_read_is_told_not_raised(tmp_path: Path) -> None:
    config, (problem,) = survey_file(tmp_path / "missing.toml")
    assert config == careful()
    assert "missing.toml: cannot be read" in problem
    assert survey_file(None) == (parse(""), ())


def test_the_file_to_start_from_has_the_recommended_display_and_each_line_can_be_uncommented() -> (
    None
):
    text = initial()
    panel, display = parse(text), parse(text).display
    assert (display.chip, display.reset) == ("ssd1309", 15)
    assert replace(panel, display=replace(display, chip="ssd1306", reset=None)) == parse("")
    assert re.search("^#address = ", text, re.MULTILINE)
    assert "# I2C bus and address" in text
    whole = re.sub(r"^#(?=[a-z]\w* = )", "", text, flags=re.MULTILINE)
    assert parse(whole) == panel
    assert {setting.where for setting in effective(whole, "own.toml").values()} <= {
        f"own.toml:{line}" for line in range(1, 200)
    }


def test_every_setting_says_where_it_comes_from() -> None:
    settings = effective("schema = 1\n[display]\nport = 3", "old.toml")
    assert settings["display.bus"].where == "old.toml:3"
    assert settings["box.port"].value == AUTO
    assert settings["box.port"].where == "default in reference.toml"


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
    assert documented == table(recommended())


def test_what_differs_with_a_wide_display_stands_in_the_docs() -> None:
    text = (ROOT / "docs" / "wiring.md").read_text(encoding="utf-8")
    documented = text.split("<!-- wide -->\n")[1].split("<!-- /wide -->")[0].splitlines()
    usual, wide = (table(recommended(chip)).splitlines() for chip in STARTS)
    assert documented[2:] == [row for row in wide if row not in usual]


def test_positions_on_the_header_are_gpiozeros() -> None:
    header = SimPins(clock=None, changed=lambda: None).board_info.headers["J8"]
    positions = {header.pins[position].name: position for position in HEADER.values()}
    assert positions == {f"GPIO{pin}": position for pin, position in HEADER.items()}


def test_an_ssd1322_takes_the_pins_of_its_bus_from_the_reference_panel() -> None:
    config, problems = survey('schema = 2\n[display]\nchip = "ssd1322"\ndata = 3\nreset = 15\n')
    taken = [
        line for line in problems if "already used by the display's bus (display.chip)" in line
    ]
    assert [line.split(": ")[1].split(" = ")[0] for line in taken] == [
        "buttons.seat6", "lamps.seat5", "lamps.seat6",
    ]  # fmt: skip
    assert len(problems) == len(taken)
    assert "seat7" in config.buttons


def test_an_ssd1322_without_the_pin_of_its_dc_line_is_told() -> None:
    text = initial("ssd1322").replace("data = 3", 'data = "none"')
    (problem,) = problems(text)
    assert 'display.data = "none" is not possible; an ssd1322 has a DC line' in problem


@pytest.mark.parametrize("display", STARTS)
def test_a_new_file_for_each_display_is_right(display: str) -> None:
    config = parse(initial(display))
    assert config.display.chip == display
    assert (config.display.size == WIDE) is config.display.spi
