"""The examples of docs/seat-box.md are what both halves say and understand."""

from __future__ import annotations

import re

import pytest

from firmware import config
from firmware.box import Box
from firmware.codec import frame
from hal.box import messages
from hal.box.codec import text_of
from tests.boxline import TestBoard
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "seat-box.md").read_text("utf-8")
EXAMPLES = re.findall(r"^([<>]) (.*\*.{8})$", PAGE, re.MULTILINE)


def test_there_are_examples_in_both_directions() -> None:
    assert {side for side, _ in EXAMPLES} == {"<", ">"}
    assert len(EXAMPLES) == 13


@pytest.mark.parametrize(("side", "line"), EXAMPLES)
def test_an_example_is_a_line_that_the_other_side_understands(side: str, line: str) -> None:
    text = text_of(line.encode())
    assert text is not None, "the checksum is wrong"
    if side == "<":
        assert messages.parse(text) is not None
        return
    board = TestBoard()
    board.tag = "5c31f0"
    box = Box(board)
    board.came = frame("hello 1") + frame(text)
    box.step(0)
    board.came = frame("lamps 9" + 7 * " -")
    box.step(1)
    assert board.said.endswith(frame("shown 5c31f0 9 0 0")), "it was counted as damaged"


def test_the_wiring_is_the_reference_boards() -> None:
    rows = re.findall(r"^\| (\d) \| GP(\d+), \d+ \| GP(\d+), \d+ \|$", PAGE, re.MULTILINE)
    assert [int(seat) for seat, _, _ in rows] == list(range(1, len(config.BUTTONS) + 1))
    assert tuple(int(button) for _, button, _ in rows) == config.BUTTONS
    assert tuple(int(lamp) for _, _, lamp in rows) == config.LAMPS
