"""The screen on a simulated bus: the chip's memory is the proof."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from hal.chips import CHIPS
from hal.config import parse
from hal.oled import PULSE, REFRESH, RETRIES
from hal.partial import pack
from sim.panel import SimPanel
from tests.hal.demo import Demo, text_picture
from tests.hal.pictures import PICTURES, noise

FULL = {"ssd1306": 1034, "ssd1309": 1034, "sh1106": 1080}


def panel_with(chip: str, extra: str = "") -> tuple[SimPanel, Demo]:
    program = Demo()
    config = parse(f'schema = 2\n[display]\nchip = "{chip}"\n{extra}')
    return SimPanel(program, config), program


def same(panel: SimPanel, picture: Image.Image) -> bool:
    """The glass shows this picture, pixel by pixel, and the chip understood everything."""
    assert panel.board.chip.unknown == []
    return panel.picture().tobytes() == picture.tobytes()


@pytest.mark.parametrize("chip", CHIPS)
@given(pictures=st.lists(PICTURES, min_size=1, max_size=5))
def test_the_glass_shows_every_picture_for_no_more_than_a_full_frame(
    chip: str, pictures: list[Image.Image]
) -> None:
    panel, program = panel_with(chip)
    for picture in pictures:
        before = panel.board.bus.bytes
        program.show(picture)
        panel.run(0.0)
        assert panel.board.chip.ram() == pack(picture)
        assert same(panel, picture)
        assert panel.board.bus.bytes - before <= FULL[chip]


@pytest.mark.parametrize("chip", CHIPS)
def test_a_display_built_in_upside_down_is_turned(chip: str) -> None:
    panel, program = panel_with(chip, "rotation = 180")
    program.show(noise(1))
    panel.run(0.0)
    assert same(panel, noise(1).transpose(Image.Transpose.ROTATE_180))


@pytest.mark.parametrize("chip", CHIPS)
def test_an_unchanged_picture_sends_nothing(chip: str) -> None:
    panel, program = panel_with(chip)
    before = panel.board.bus.bytes
    program.show(text_picture(program.screen_text()))
    panel.run(1.0)
    assert panel.board.bus.bytes == before


@pytest.mark.parametrize("chip", CHIPS)
def test_a_display_that_was_away_comes_back_by_itself(chip: str) -> None:
    panel, program = panel_with(chip)
    panel.board.bus.unplug()
    program.show(noise(1))
    panel.run(30.0)
    assert program.parts == [("screen", False)]
    program.show(noise(2))
    panel.run(1.0)
    panel.board.bus.plug()
    panel.run(max(RETRIES) + 0.1)
    assert same(panel, noise(2))
    assert program.parts == [("screen", False), ("screen", True)]
    panel.press("roll")
    assert program.taps() == ["roll"]


def test_a_lost_display_is_tried_ever_more_patiently() -> None:
    panel, program = panel_with("ssd1306")
    panel.board.bus.unplug()
    program.show(noise(1))
    tried: list[float] = []
    for quarter in range(60):
        before = panel.board.bus.refused
        panel.run(0.25 if quarter else 0.0)
        if panel.board.bus.refused > before:
            tried.append(panel.clock.now())
    waits = [round(later - earlier, 3) for earlier, later in pairwise(tried)]
    assert waits[: len(RETRIES)] == list(RETRIES)
    assert set(waits[len(RETRIES) :]) == {RETRIES[-1]}


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("arrived", [1, 40, 500])
def test_a_transfer_cut_off_in_the_middle_leaves_nothing_wrong_behind(
    chip: str, arrived: int
) -> None:
    panel, program = panel_with(chip)
    panel.board.bus.fail_after(arrived)
    program.show(noise(1))
    panel.run(0.1)
    assert program.parts == [("screen", False)]
    panel.board.bus.plug()
    panel.run(max(RETRIES))
    assert same(panel, noise(1))


@pytest.mark.parametrize("chip", CHIPS)
def test_a_display_that_lost_its_supply_unnoticed_is_set_up_again(chip: str) -> None:
    panel, program = panel_with(chip)
    program.show(noise(1))
    panel.run(1.0)
    panel.board.bus.power_cycle()
    assert not panel.board.chip.on
    panel.run(REFRESH)
    assert same(panel, noise(1))
    assert program.parts == []


def test_a_refresh_does_not_blink() -> None:
    panel, _ = panel_with("ssd1306")
    seen: set[bool] = set()
    panel.board.bus.changed = lambda: seen.add(panel.board.chip.on)
    panel.run(REFRESH + 1)
    assert seen == {True}


def test_a_panel_without_a_bus_works_without_a_screen_until_there_is_one() -> None:
    panel, program = panel_with("ssd1306")
    panel.board.bus.exist(False)
    panel.restart(program)
    panel.press("roll")
    assert program.taps() == ["roll"]
    assert program.parts == [("screen", False)]
    panel.board.bus.exist(True)
    panel.run(max(RETRIES))
    assert same(panel, text_picture("pressed 1"))


def test_the_contrast_is_set_once_and_again_after_a_loss() -> None:
    panel, program = panel_with("sh1106")
    program.show(noise(1), contrast=20)
    panel.run(0.1)
    assert panel.board.chip.contrast == 20
    panel.board.bus.unplug()
    panel.run(REFRESH)
    panel.board.bus.plug()
    panel.run(REFRESH)
    assert panel.board.chip.contrast == 20


@pytest.mark.parametrize("chip", CHIPS)
def test_an_adapter_that_only_speaks_smbus_will_do(chip: str) -> None:
    panel, program = panel_with(chip)
    panel.board.bus.smbus_only()
    panel.restart(program)
    program.show(noise(1))
    panel.run(0.1)
    assert same(panel, noise(1))


def test_closing_leaves_the_display_dark() -> None:
    panel, _ = panel_with("ssd1306")
    panel.close()
    assert not panel.board.chip.on


def test_a_panel_starts_no_threads_of_luma_or_gpiozero() -> None:
    code = (
        "import threading\n"
        "from tests.hal.demo import Demo\n"
        "from sim.panel import SimPanel\n"
        "panel = SimPanel(Demo())\n"
        "panel.press('roll', 'up', 'ok')\n"
        "print(threading.active_count())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"


RESET = "reset = 15\n"


def test_a_display_with_a_reset_line_is_dark_without_one_and_shines_with_it() -> None:
    panel, program = panel_with("ssd1309", RESET)
    panel.run(1.0)
    program.show(noise(1))
    panel.run(0.1)
    assert same(panel, noise(1))
    assert [level for _, level in panel.board.pins.wire(15).changes] == [1.0]
    panel.board.chip.power_on()  # as if the line had never moved
    assert not panel.picture().getbbox()


def test_a_display_that_comes_back_is_reset_again() -> None:
    panel, program = panel_with("ssd1309", RESET)
    panel.run(1.0)
    panel.board.bus.unplug()
    program.show(noise(1))
    panel.run(5.0)
    panel.board.bus.plug()
    panel.run(max(RETRIES) + 2 * PULSE + 0.1)
    assert same(panel, noise(1))
    (low, at_low), (high, at_high) = (
        (level, when) for when, level in list(panel.board.pins.wire(15).changes)[-2:]
    )
    assert (low, high) == (0.0, 1.0)
    assert at_high - at_low >= PULSE - 1e-9


def test_a_display_that_works_is_not_reset() -> None:
    panel, _ = panel_with("ssd1309", RESET)
    panel.run(1.0)
    changes = list(panel.board.pins.wire(15).changes)
    panel.run(3 * REFRESH)
    assert list(panel.board.pins.wire(15).changes) == changes


def test_a_reset_pin_that_cannot_be_had_is_told_as_the_displays_fault() -> None:
    program = Demo()
    panel = SimPanel(program, parse(f'schema = 2\n[display]\nchip = "ssd1309"\n{RESET}'))
    panel.close()
    panel.board.pins.broken.add(15)
    panel.restart(program)
    panel.run(1.0)
    assert ("screen", False) in program.parts
    panel.board.pins.broken.clear()
    panel.run(max(RETRIES) + 0.1)
    assert program.parts[-1] == ("screen", True)
    assert panel.picture().getbbox()
