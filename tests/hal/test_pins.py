"""Buttons at their pins: what does not work must not stop the rest."""

from __future__ import annotations

import logging
import sys

import pytest

from hal.config import parse
from hal.errors import HardwareError
from hal.interfaces import Edge, Presence
from hal.panel import build
from hal.pins import PinButtons
from hal.raspberry import raspberry
from sim.board import SimBoard
from sim.clock import SimClock
from sim.panel import SimPanel
from tests.hal.demo import Demo


@pytest.mark.parametrize("button", parse("").buttons)
def test_every_button_of_the_panel_is_heard(button: str) -> None:
    program = Demo()
    panel = SimPanel(program)
    panel.press(button)
    assert program.taps() == [button]


def test_pins_that_cannot_be_opened_are_reported_and_the_others_work() -> None:
    program = Demo()
    panel = SimPanel(program)
    panel.board.pins.broken |= {4, 25, 18}  # roll, the lamp of seat 1, the buzzer
    panel.restart(program)
    assert sorted(program.parts) == [
        ("button roll", False),
        ("buzzer", False),
        ("lamp seat1", False),
    ]
    panel.press("roll", "ok", "seat1")
    assert program.taps() == ["ok", "seat1"]


def test_a_button_held_while_the_program_starts_waits_until_it_is_let_go() -> None:
    program = Demo()
    panel = SimPanel(program)
    panel.board.push("ok")
    panel.restart(program)
    panel.run(2.0)
    assert program.presses == []
    panel.release("ok")
    panel.press("ok")
    assert program.taps() == ["ok"]


def test_an_exception_while_an_edge_is_put_does_not_reach_the_pin_library(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = SimClock()
    board = SimBoard(parse(""), clock)

    def put(item: Edge | Presence) -> None:
        raise RuntimeError("queue broken")

    buttons = PinButtons({"roll": 4}, board.pins, clock, put)
    with caplog.at_level(logging.CRITICAL, "hal.pins"):
        board.push("roll")  # would raise here: mock pins call back in this thread
        board.release("roll")
    buttons.close()


def test_closing_frees_all_pins() -> None:
    board = SimBoard(parse(""), SimClock())
    for _ in range(3):
        build(board.config, board.electrics).close()
    assert {pin.function for pin in board.pins.pins.values()} == {"input"}


def test_without_the_pin_library_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    with pytest.raises(HardwareError, match="apt install python3-lgpio"):
        build(parse(""), raspberry())
