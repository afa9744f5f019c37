"""The loop: it does what is due, rests otherwise, and survives its program."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator

import pytest
from PIL import Image

from hal import fault
from hal.clock import MonotonicClock
from hal.config import parse
from hal.interfaces import SIZE, Errand, Gesture, Lamp, Pattern, Press
from hal.panel import build
from hal.runner import Runner
from sim.board import SimBoard
from sim.panel import SimPanel
from tests.hal.demo import Demo, text_picture


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.ERROR, "hal.runner"):
        yield caplog


def test_a_press_reaches_the_program_and_its_answer_the_glass() -> None:
    program = Demo()
    panel = SimPanel(program)
    panel.press("roll", "seat3")
    panel.hold("back")
    assert program.presses == [
        ("roll", Gesture.TAP),
        ("seat3", Gesture.TAP),
        ("back", Gesture.HOLD),
    ]
    assert panel.picture().tobytes() == text_picture("pressed 3").tobytes()


def test_the_picture_changes_in_the_step_that_takes_the_press() -> None:
    program = Demo()
    panel = SimPanel(program)
    panel.push("roll")  # no time passes
    assert panel.picture().tobytes() == text_picture("pressed 1").tobytes()


def test_a_mirror_gets_before_the_display_what_no_button_has_caused() -> None:
    program, board = Demo(), SimBoard(parse(""), MonotonicClock())
    parts = build(board.config, board.hardware)
    runner = Runner(parts, program)
    runner.step()
    seen: list[tuple[bytes, bytes]] = []  # what the mirror got, and what the glass showed then
    end = runner.mirror(
        lambda frame: seen.append((frame.picture.tobytes(), board.picture().tobytes()))
    )

    def press() -> None:
        program.press(Press(0.0, "roll", Gesture.TAP))

    board.push("roll")
    runner.step()
    pictures = [text_picture(f"pressed {n}").tobytes() for n in range(4)]
    assert (board.picture().tobytes(), seen) == (pictures[1], [])
    parts.inbox.put(Errand(press))
    runner.step()
    assert (board.picture().tobytes(), seen) == (pictures[2], [(pictures[2], pictures[1])])
    end()
    parts.inbox.put(Errand(press))
    runner.step()
    assert (board.picture().tobytes(), len(seen)) == (pictures[3], 1)


def test_ticks_come_when_they_are_wanted() -> None:
    program = Demo()
    program.wants = 2.0
    panel = SimPanel(program)
    panel.run(1.999 - panel.clock.now())
    assert all(at < 2.0 for at in program.ticks)
    panel.run(1.0)
    assert 2.0 in program.ticks


def test_a_program_that_wants_to_run_all_the_time_leaves_the_loop_some_rest() -> None:
    program = Demo()
    program.wants = 0.0
    panel = SimPanel(program)
    program.ticks.clear()
    panel.run(1.0)
    assert 150 <= len(program.ticks) <= 210


def test_an_idle_loop_hardly_turns() -> None:
    program = Demo()
    panel = SimPanel(program)
    program.ticks.clear()
    panel.run(3600.0)
    assert len(program.ticks) <= 3600 / 15 + 2


@pytest.mark.parametrize("where", ["press", "frame"])
def test_a_failure_on_a_press_is_shown_until_the_next_press_which_does_nothing_else(
    where: str, quiet: pytest.LogCaptureFixture
) -> None:
    program = Demo()
    panel = SimPanel(program)
    program.fail_in = where
    panel.press("roll")
    shown = fault.picture(KeyError(f"broken {where}"))
    assert panel.picture().tobytes() == shown.tobytes()
    assert panel.screen_text() == f"KeyError: 'broken {where}'"
    assert "the program failed" in quiet.text
    program.fail_in = ""
    program.presses.clear()
    panel.press("ok")
    assert program.presses == []
    assert panel.screen_text() == "pressed 0"
    panel.press("ok")
    assert program.taps() == ["ok"]


def test_a_failure_in_a_tick_does_not_repeat_itself_all_the_time(
    quiet: pytest.LogCaptureFixture,
) -> None:
    program = Demo()
    program.wants = 0.5
    panel = SimPanel(program)
    program.fail_in = "tick"
    panel.run(100.0)
    assert quiet.text.count("Traceback") == 1
    assert "broken tick" in panel.screen_text()


def test_a_failure_on_a_lost_part_is_shown_too(quiet: pytest.LogCaptureFixture) -> None:
    program = Demo()
    panel = SimPanel(program)
    program.fail_in = "device"
    panel.push("up")
    panel.run(20.0)
    assert "broken device" in panel.screen_text()


@pytest.mark.parametrize("wrong", [Image.new("RGB", SIZE), Image.new("1", (1, 1))])
def test_a_picture_of_a_wrong_kind_is_a_failure_like_any_other(
    wrong: Image.Image, quiet: pytest.LogCaptureFixture
) -> None:
    program = Demo()
    panel = SimPanel(program)
    program.show(wrong)
    panel.run(0.0)
    assert "mode '1'" in panel.screen_text()
    panel.press("roll")  # is shown the failure, and sees it again
    assert program.presses == []
    panel.press("ok")  # leads out
    assert panel.screen_text() == "pressed 1"


def test_lamps_stay_as_they_were_when_the_program_fails(
    quiet: pytest.LogCaptureFixture,
) -> None:
    program = Demo()
    program.light(seat1=Lamp(Pattern.ON))
    panel = SimPanel(program)
    program.fail_in = "press"
    panel.press("roll")
    assert panel.board.lamp("seat1") == "red"


@pytest.mark.parametrize(
    "picture",
    [lambda error: Image.new("1", (2, 2)), lambda error: 1 / 0],
    ids=["wrong size", "fails itself"],
)
def test_a_picture_of_failures_may_fail(picture: object, quiet: pytest.LogCaptureFixture) -> None:
    program = Demo()
    board = SimBoard(parse(""), MonotonicClock())
    panel = build(board.config, board.hardware)
    runner = Runner(panel, program, picture=picture)  # type: ignore[arg-type]
    program.fail_in = "tick"
    runner.step()
    assert board.picture().tobytes() == fault.picture(KeyError("broken tick")).tobytes()
    panel.close()


def test_a_long_message_of_a_failure_is_cut_to_the_screen() -> None:
    image = fault.picture(ValueError("ä€ long " * 40))
    assert (image.size, image.mode) == (SIZE, "1")


def test_a_stuck_button_is_reported_and_the_others_work() -> None:
    program = Demo()
    panel = SimPanel(program)
    panel.push("seat1")
    panel.run(11.0)
    assert program.parts == [("button seat1", False)]
    panel.press("roll")
    panel.release("seat1")
    assert program.parts == [("button seat1", False), ("button seat1", True)]
    panel.press("seat1")
    assert program.taps() == ["seat1", "roll", "seat1"]


class Waiting(Demo):
    """Lets a test wait until it was pressed."""

    def __init__(self) -> None:
        super().__init__()
        self.pressed = threading.Event()
        self.thread: threading.Thread | None = None

    def press(self, press: Press) -> None:
        super().press(press)
        self.thread = threading.current_thread()
        self.pressed.set()


def test_on_the_real_clock_an_edge_of_any_thread_wakes_the_loop_which_sleeps_otherwise() -> None:
    program = Waiting()
    board = SimBoard(parse(""), MonotonicClock())
    runner = Runner(build(board.config, board.hardware), program)
    loop = threading.Thread(target=runner.run)
    loop.start()
    board.push("roll")
    assert program.pressed.wait(10.0)
    assert program.thread is loop
    runner.stop()
    loop.join(10.0)
    assert not loop.is_alive()
    assert len(program.ticks) <= 4
    assert not board.chip.on  # dark when it is over


def test_who_thinks_beside_the_loop_lets_go_of_the_interpreter_at_once() -> None:
    """A computer player's thread held the picture up for tens of milliseconds."""
    program, board = Demo(), SimBoard(parse(""), MonotonicClock())
    runner = Runner(build(board.config, board.hardware), program)
    before, meanwhile = sys.getswitchinterval(), []

    def ready() -> None:
        meanwhile.append(sys.getswitchinterval())
        runner.stop()

    runner.run(ready=ready)
    assert meanwhile[0] < 0.001
    assert sys.getswitchinterval() == before
