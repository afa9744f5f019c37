"""A display of 256x64 on a simulated SPI bus: what its glass shows is the proof."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from hal.config import initial, parse, recommended
from hal.grey import pack, unpack
from hal.interfaces import WIDE
from hal.oled import REFRESH
from sim.panel import SimPanel
from tests.hal.demo import Demo

#: Bytes of a whole picture, with the rectangle that it goes to.
WHOLE = WIDE[0] * WIDE[1] // 2 + 7


def noise(seed: int) -> Image.Image:
    return Image.frombytes("1", WIDE, random.Random(seed).randbytes(WIDE[0] * WIDE[1] // 8))


def with_block(left: int, top: int, width: int, height: int) -> Image.Image:
    image = Image.new("1", WIDE)
    ImageDraw.Draw(image).rectangle((left, top, left + width - 1, top + height - 1), fill=1)
    return image


def wide_panel(extra: str = "") -> tuple[SimPanel, Demo]:
    program = Demo()
    program.show(Image.new("1", WIDE))
    text = initial("ssd1322").replace("\n[display]\n", f"\n[display]\n{extra}")
    return SimPanel(program, parse(text)), program


BLOCKS = st.builds(
    with_block, st.integers(0, 255), st.integers(0, 63), st.integers(1, 256), st.integers(1, 64)
)


@settings(max_examples=30)
@given(pictures=st.lists(BLOCKS | st.builds(noise, st.integers(0, 9)), min_size=1, max_size=4))
def test_the_glass_shows_every_picture(pictures: list[Image.Image]) -> None:
    panel, program = wide_panel()
    for picture in pictures:
        before = panel.board.spi.bytes
        program.show(picture)
        panel.run(0.0)
        assert panel.picture().tobytes() == picture.tobytes()
        assert panel.board.spi.bytes - before <= WHOLE
    assert panel.board.grey.unknown == []


def test_a_small_change_sends_little_and_none_sends_nothing() -> None:
    panel, program = wide_panel()
    before = panel.board.spi.bytes
    program.show(with_block(100, 20, 8, 8))
    panel.run(0.0)
    assert panel.board.spi.bytes - before <= 7 + 8 * 6
    before = panel.board.spi.bytes
    program.show(with_block(100, 20, 8, 8))
    panel.run(1.0)
    assert panel.board.spi.bytes == before


def test_a_display_built_in_upside_down_is_turned() -> None:
    panel, program = wide_panel("rotation = 180\n")
    program.show(noise(1))
    panel.run(0.0)
    assert panel.picture().tobytes() == noise(1).transpose(Image.Transpose.ROTATE_180).tobytes()


def test_a_display_that_was_away_shows_its_picture_again_by_itself() -> None:
    """Nobody answers on its bus, so nothing is told; everything is sent anew now and then."""
    panel, program = wide_panel()
    program.show(noise(1))
    panel.run(0.0)
    panel.board.spi.unplug()
    panel.run(1.0)
    assert panel.picture().getbbox() is None
    panel.board.spi.plug()
    panel.run(REFRESH + 1)
    assert panel.picture().tobytes() == noise(1).tobytes()
    assert program.parts == []


def test_a_refresh_does_not_blink() -> None:
    panel, program = wide_panel()
    program.show(noise(1))
    panel.run(0.0)
    seen = set[bytes]()
    panel.board.spi.changed = lambda: seen.add(panel.picture().tobytes())
    panel.run(REFRESH + 1)
    assert seen == {noise(1).tobytes()}


def test_a_bus_that_is_switched_off_is_a_lost_screen_until_it_is_on() -> None:
    panel, program = wide_panel()
    program.show(noise(1))
    panel.close()
    panel.board.spi.exist(False)
    panel.restart(program)
    panel.run(1.0)
    assert program.parts == [("screen", False)]
    panel.board.spi.exist(True)
    panel.run(5.0)
    assert program.parts == [("screen", False), ("screen", True)]
    assert panel.picture().tobytes() == noise(1).tobytes()


@pytest.mark.parametrize("wrong", [Image.new("1", (128, 64)), Image.new("L", WIDE)])
def test_a_picture_of_another_kind_is_refused(wrong: Image.Image) -> None:
    with pytest.raises(ValueError, match="256, 64"):
        pack(wrong)


def test_memory_and_picture_are_each_others_reverse() -> None:
    assert unpack(pack(noise(3))).tobytes() == noise(3).tobytes()


def test_a_panel_with_it_has_all_that_the_reference_panel_has() -> None:
    """Every pin of the header is taken then, and none twice."""
    wide, usual = recommended("ssd1322"), recommended()
    assert wide.buttons.keys() == usual.buttons.keys()
    assert wide.lamps.keys() == usual.lamps.keys()
    pins = [*wide.buttons.values(), *(pin for lamp in wide.lamps.values() for pin in lamp.pins)]
    display = wide.display
    pins += [*display.wires.values(), *filter(None, (display.data, display.reset))]
    assert wide.buzzer is not None
    assert sorted([*pins, wide.buzzer.pin]) == list(range(2, 28))
