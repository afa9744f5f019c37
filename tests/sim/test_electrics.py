"""The simulated electrics themselves: clock, chips, bus, pins, eyes."""

from __future__ import annotations

import errno

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from smbus2 import i2c_msg

from hal.config import parse
from hal.interfaces import Lamp, Pattern
from hal.lamps import WAVES
from hal.partial import pack
from sim.art import braille, framed, full_blocks, half_blocks
from sim.board import SimBoard
from sim.bus import SimBus
from sim.clock import SimClock
from sim.display import SimChip
from sim.lamps import WATCH, likeliest
from sim.panel import SimPanel
from tests.hal.demo import Demo
from tests.hal.pictures import PICTURES, noise


def test_the_clock_does_not_go_back() -> None:
    clock = SimClock()
    clock.move_to(2.0)
    with pytest.raises(ValueError, match="cannot go back"):
        clock.move_to(1.0)
    assert clock.now() == 2.0


# -- the chip, by its data sheet and not by how hal drives it -----------------------------------


def started(kind: str) -> SimChip:
    chip = SimChip(kind)
    chip.command(bytes((0xA1, 0xC8, 0xAF)))
    return chip


def test_a_chip_is_dark_and_full_of_noise_until_it_is_switched_on() -> None:
    chip = SimChip("ssd1306")
    assert chip.picture().getbbox() is None
    assert len(set(chip.ram())) > 100
    chip.command(bytes((0xAF,)))
    assert chip.picture().getbbox() is not None


def test_page_addressing_as_after_power_on() -> None:
    chip = started("ssd1306")
    chip.command(bytes((0xB3, 0x05, 0x12)))  # page 3, column 0x25
    chip.data(b"\x81")
    assert chip.ram()[128 * 3 + 0x25] == 0x81
    lit = {(0x25, 24), (0x25, 31)}
    picture = chip.picture()
    assert {(x, y) for x in (0x25,) for y in range(24, 32) if picture.getpixel((x, y))} == lit


def test_a_window_is_filled_row_by_row_and_begins_again_at_its_end() -> None:
    chip = started("ssd1309")
    chip.command(bytes((0x20, 0x00, 0x21, 10, 11, 0x22, 2, 3)))
    chip.data(bytes((1, 2, 3, 4, 5)))
    ram = chip.ram()
    assert ram[128 * 2 + 10 : 128 * 2 + 12] == bytes((5, 2))
    assert ram[128 * 3 + 10 : 128 * 3 + 12] == bytes((3, 4))


def test_the_sh1106s_memory_is_wider_than_its_glass() -> None:
    chip = started("sh1106")
    chip.command(bytes((0xB0, 0x02, 0x10)))
    chip.data(pack(noise(1))[:128])
    assert chip.ram()[:128] == pack(noise(1))[:128]
    assert chip.picture().crop((0, 0, 128, 8)).tobytes() == noise(1).crop((0, 0, 128, 8)).tobytes()


def test_scan_directions_and_inversion_change_what_is_seen() -> None:
    chip = started("ssd1306")
    chip.command(bytes((0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7)))
    chip.data(pack(noise(2)))
    flips = Image.Transpose
    chip.command(bytes((0xA0,)))
    assert chip.picture().tobytes() == noise(2).transpose(flips.FLIP_LEFT_RIGHT).tobytes()
    chip.command(bytes((0xA1, 0xC0)))
    assert chip.picture().tobytes() == noise(2).transpose(flips.FLIP_TOP_BOTTOM).tobytes()
    chip.command(bytes((0xC8, 0xA7)))
    negative = noise(2).point(lambda value: 0 if value else 255)
    assert chip.picture().tobytes() == negative.tobytes()


def test_commands_that_a_chip_does_not_know_are_remembered() -> None:
    chip = SimChip("ssd1306")
    chip.command(bytes((0xE5, 0x81)))
    assert chip.unknown == [0xE5, 0x81]  # the contrast lacks its argument


# -- the bus -----------------------------------------------------------------------------------


def test_the_bus_counts_addresses_control_bytes_and_data() -> None:
    bus = SimBus(SimChip("ssd1306"), 0x3C, lambda: None)
    bus.write_i2c_block_data(0x3C, 0x00, [0xAE])
    bus.i2c_rdwr(i2c_msg.write(0x3C, [0x40, 1, 2, 3]))
    assert (bus.bytes, bus.transfers) == (3 + 5, 2)


def test_nobody_answers_at_another_address_or_without_a_plug() -> None:
    bus = SimBus(SimChip("ssd1306"), 0x3C, lambda: None)
    with pytest.raises(OSError, match=r".") as caught:
        bus.write_i2c_block_data(0x3D, 0x00, [0xAE])
    assert caught.value.errno == errno.EREMOTEIO
    bus.unplug()
    with pytest.raises(OSError, match=r".") as caught:
        bus.write_i2c_block_data(0x3C, 0x00, [0xAE])
    assert caught.value.errno == errno.EREMOTEIO


def test_smbus_blocks_are_limited_as_smbus2s() -> None:
    bus = SimBus(SimChip("ssd1306"), 0x3C, lambda: None)
    with pytest.raises(ValueError, match="32"):
        bus.write_i2c_block_data(0x3C, 0x40, bytes(33))


# -- board, panel, eyes ------------------------------------------------------------------------


@pytest.mark.parametrize("ask", ["push", "release", "lamp", "lamp_changes"])
def test_parts_that_are_not_there_are_named(ask: str) -> None:
    board = SimBoard(parse(""), SimClock())
    with pytest.raises(ValueError, match=r"'seat9'.*seat7"):
        getattr(board, ask)("seat9")


def test_an_unplugged_display_shows_nothing() -> None:
    panel = SimPanel(Demo())
    assert panel.picture().getbbox() is not None
    panel.board.bus.unplug()
    assert panel.picture().getbbox() is None


def test_long_use_does_not_fill_the_memory() -> None:
    program = Demo()
    program.light(seat1=Lamp(Pattern.FAST))
    panel = SimPanel(program)
    panel.run(600.0)
    assert len(panel.board.lamp_changes("seat1")) < 200
    assert len(panel.board.pins.wire(25).states) <= 1


def test_a_lamp_that_changes_while_it_is_watched_is_watched_again() -> None:
    class Fickle(Demo):
        def tick(self, now: float) -> float | None:
            self.light(seat1=Lamp(Pattern.BLINK if now < 0.3 else Pattern.DOUBLE))
            return 0.3 if now < 0.3 else None

    assert SimPanel(Fickle()).watch("seat1").pattern is Pattern.DOUBLE


@given(
    pattern=st.sampled_from(Pattern),
    start=st.floats(0, 50),
    lateness=st.lists(st.floats(0, 0.015), min_size=1, max_size=9),
)
def test_a_pattern_is_told_on_a_clock_that_wakes_up_late(
    pattern: Pattern, start: float, lateness: list[float]
) -> None:
    changes: list[tuple[float, bool]] = []
    now, level, count = 0.0, False, 0
    wave = WAVES.get(pattern)
    if pattern is Pattern.ON:
        changes.append((0.0, True))
    while wave and now < start + WATCH:
        late = lateness[count % len(lateness)]
        level = not level
        changes.append((now + late, level))
        now += wave[count % len(wave)] / 1000
        count += 1
    assert likeliest(changes, start + WATCH) is pattern


@given(PICTURES)
def test_pictures_as_text_have_every_pixel(image: Image.Image) -> None:
    flat = image.convert("L").tobytes()
    lit = sum(value > 0 for value in flat)
    halves = half_blocks(image)
    assert sum({" ": 0, "▀": 1, "▄": 1, "█": 2}.get(sign, 0) for sign in halves) == lit
    assert full_blocks(image).count("██") <= full_blocks(image).count("█") / 2 == lit
    dots = braille(image)
    assert sum((ord(sign) - 0x2800).bit_count() for sign in dots if sign != "\n") == lit
    assert [len(art.split("\n")) for art in (halves, full_blocks(image), dots)] == [32, 64, 16]
    assert {len(line) for line in framed(halves).split("\n")} == {130}


def test_pixels_are_where_they_belong() -> None:
    image = Image.new("1", (128, 64))
    image.putpixel((3, 6), 1)
    assert half_blocks(image).split("\n")[3] == "   ▀" + " " * 124
    assert full_blocks(image).split("\n")[6] == " " * 6 + "██" + " " * 248
    assert braille(image).split("\n")[1][1] == "⠠"
