"""Buttons at their pins: what does not work must not stop the rest."""

from __future__ import annotations

import logging
import sys

import pytest

from hal.config import parse
from hal.errors import HardwareError
from hal.interfaces import Edge, Presence
from hal.panel import build
from hal.pins import PinButtons, PinLight, TonalVoice
from hal.raspberry import raspberry
from sim.board import SimBoard
from sim.clock import SimClock
from sim.panel import SimPanel
from sim.pins import PinFault
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
        build(board.config, board.hardware).close()
    assert {pin.function for pin in board.pins.pins.values()} == {"input"}


def test_a_pin_that_does_not_let_go_leaves_no_other_one_open(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """lgpio's thread may have the pin still: it said GPIO busy when the box left safe mode."""
    board = SimBoard(parse(""), SimClock())
    panel = build(board.config, board.hardware)

    pin = board.pins.wire(board.config.buttons["roll"])
    close, still = pin.close, [True]

    def late() -> None:
        if still and still.pop():
            raise PinFault("GPIO busy")
        close()

    monkeypatch.setattr(pin, "close", late)
    panel.inbox.drain()
    panel.close()
    board.push("ok")  # the next one after it
    assert panel.inbox.drain() == []
    assert "failed" not in caplog.text


def test_without_the_pin_library_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    with pytest.raises(HardwareError, match="apt install python3-lgpio"):
        build(parse(""), raspberry())


# -- pulses ----------------------------------------------------------------------------------------


def test_a_silent_buzzer_keeps_no_thread_busy() -> None:
    """The pin library's thread goes on at the last note's rate as long as the pin has one: 8 kHz
    took more than half of a processor, with nothing to be heard."""
    board = SimBoard(parse(""), SimClock())
    pin = board.pins.wire(18)
    voice = TonalVoice(18, board.pins)
    assert pin.frequency is None
    for hertz in (900, 0, 8000, 20_000, 0):
        voice.sound(hertz)
        assert pin.frequency == (min(hertz, TonalVoice.HIGH) if hertz else None)
        assert bool(pin.state) == (hertz > 0)
    voice.close()


@pytest.mark.parametrize("brightness", [0.2, 1.0])
def test_a_lamp_that_is_dark_or_fully_lit_needs_no_pulses(brightness: float) -> None:
    lamp = f"{{ pin = 25, colour = 'red', pwm = true, brightness = {brightness} }}"
    board = SimBoard(parse(f"schema = 2\n[lamps]\nseat1 = {lamp}"), SimClock())
    light = PinLight(board.config.lamps["seat1"], board.pins)
    pin = board.pins.wire(25)
    for colour in ("red", None, "red", None):
        light.show(colour)
        pulses = colour is not None and brightness < 1
        assert (pin.frequency is not None) == pulses
        assert pin.state == (brightness if colour else 0)
    light.close()
