"""The seat box as a part of the panel: the real serial code on a pty, in virtual time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hal.box.protocol import SILENT
from hal.interfaces import Gesture, Lamp, Pattern
from sim.box import SimBox
from sim.panel import SimPanel
from tests.hal.demo import Demo

#: Seconds within which a box that is plugged in again has to work.
AGAIN = 3.0


class Table:
    """A panel with a seat box plugged in."""

    def __init__(self) -> None:
        self.demo = Demo()
        self.panel = SimPanel(self.demo, box=True)
        assert self.panel.board.box is not None
        self.box: SimBox = self.panel.board.box
        self.run = self.panel.run
        self.press = self.panel.press

    def lost(self) -> str:
        """What the panel says of the box that is not there; empty while it works."""
        return self.panel.runner.lost.get("box", "")


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    table.run(0.1)
    yield table
    table.panel.close()


def test_a_press_on_the_box_is_the_players(table: Table) -> None:
    table.press("seat2", "seat7", "roll")
    assert table.demo.taps() == ["seat2", "seat7", "roll"]
    assert table.box.from_box.carried > 0
    assert table.panel.box is not None
    assert table.panel.box.protocol.counts.presses == 2


def test_a_press_needs_no_time_but_the_lines(table: Table) -> None:
    table.box.from_box.delay = 0.004
    table.panel.push("seat1")
    assert table.demo.taps() == []
    table.run(0.004)
    assert table.demo.taps() == ["seat1"]


def test_a_seats_button_cannot_be_held(table: Table) -> None:
    table.panel.hold("seat1")
    assert table.demo.presses == [("seat1", Gesture.TAP)]


def test_its_lamps_show_what_the_program_wants(table: Table) -> None:
    table.demo.light(seat1=Lamp(Pattern.DOUBLE, "green"), seat5=Lamp(Pattern.ON, "red"))
    table.press("roll")
    assert table.panel.watch("seat1") == Lamp(Pattern.DOUBLE, "green")
    assert table.panel.watch("seat5") == Lamp(Pattern.ON, "red")
    assert table.panel.watch("seat2").pattern is Pattern.OFF


def test_a_box_that_is_pulled_is_missed_and_the_panels_own_buttons_serve(table: Table) -> None:
    table.demo.light(seat3=Lamp(Pattern.ON, "red"))
    table.press("roll")
    table.box.unplug()
    table.run(0.1)
    assert table.demo.parts == [("box", False)]
    assert "unplugged" in table.lost() or "nothing is plugged in" in table.lost()
    table.press("seat3")
    assert table.demo.taps() == ["roll", "seat3"]
    assert table.panel.watch("seat3").pattern is Pattern.ON


def test_a_box_that_is_put_back_works_within_seconds_and_nobody_is_asked(table: Table) -> None:
    table.demo.light(seat3=Lamp(Pattern.BLINK, "red"))
    table.press("roll")
    for _ in range(5):
        table.box.unplug()
        table.run(1.7)
        table.box.plug()
        back = table.panel.clock.now()
        table.run(AGAIN)
        assert table.lost() == ""
        assert table.panel.watch("seat3") == Lamp(Pattern.BLINK, "red")
        table.press("seat2")
        assert table.panel.clock.now() - back < 10
    assert table.demo.parts == [("box", False), ("box", True)] * 5
    assert table.demo.taps() == ["roll"] + ["seat2"] * 5


def test_a_press_before_and_while_the_line_is_broken_arrives_once(table: Table) -> None:
    table.panel.push("seat1")
    table.box.cut()
    table.box.release(1)
    table.run(0.5)
    table.box.push(2)
    table.run(0.1)
    table.box.release(2)
    table.box.mend()
    table.run(AGAIN)
    assert table.demo.taps() == ["seat1", "seat2"]


def test_a_press_that_comes_too_late_is_not_taken_for_one_of_now(table: Table) -> None:
    table.box.cut()
    table.box.push(2)
    table.run(0.1)
    table.box.release(2)
    table.run(10)
    table.box.mend()
    table.run(AGAIN)
    assert table.demo.taps() == []
    assert table.panel.box is not None
    assert table.panel.box.stale == 1
    table.press("seat2")
    assert table.demo.taps() == ["seat2"]


def test_a_button_that_is_down_when_the_box_is_pulled_is_let_go(table: Table) -> None:
    table.panel.push("seat4")
    table.box.unplug()
    table.run(60)  # a minute down would be a stuck button
    table.box.plug()
    table.run(AGAIN)
    table.box.release(4)
    table.run(0.1)
    table.press("seat4")
    assert table.demo.taps() == ["seat4", "seat4"]
    assert [name for name, _ in table.demo.parts] == ["box", "box"]


def test_a_line_that_says_nothing_any_more_is_missed_and_said_why(table: Table) -> None:
    table.box.from_box.rate = 1.0  # every byte is spoiled
    table.run(SILENT + 0.2)
    assert table.demo.parts == [("box", False)]
    assert "nobody answers" in table.lost()
    table.box.from_box.rate = 0.0
    table.run(AGAIN)
    assert table.lost() == ""


def test_noise_is_counted_and_loses_no_press(table: Table) -> None:
    table.box.to_box.rate = table.box.from_box.rate = 0.01
    for _ in range(30):
        table.press("seat1", "seat2")
    table.run(3)
    assert sorted(table.demo.taps()) == ["seat1"] * 30 + ["seat2"] * 30
    assert table.panel.box is not None
    counts = table.panel.box.protocol.counts
    assert counts.bad_bytes + counts.box_bad >= counts.bad_lines > 0


def test_a_box_with_another_protocol_names_both_versions_and_the_command(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.box.PROTOCOL", 2)
    monkeypatch.setattr("firmware.box.FIRMWARE", "2.4.0")
    table.box.unplug()
    table.run(0.6)
    table.box.plug()
    table.run(AGAIN)
    for part in ("protocol 2", "2.4.0", "protocol 1", "1.1.0", "referee box flash"):
        assert part in table.lost()


def test_a_box_that_cannot_work_says_why(table: Table) -> None:
    table.box.unplug()
    table.run(0.1)
    table.box.fault = "config.py: pin 2 is used twice"
    table.box.plug()
    table.run(AGAIN)
    assert "pin 2 is used twice" in table.lost()


def test_a_panel_waits_for_a_box_without_a_complaint() -> None:
    table = Table()
    table.box.unplug()
    table.panel.restart(table.demo)
    table.run(60)
    assert table.demo.parts == []
    table.box.plug()
    table.run(AGAIN)
    table.press("seat1")
    assert table.demo.taps() == ["seat1"]
    table.panel.close()


def test_the_power_of_everything_fails(table: Table) -> None:
    table.press("seat1")
    table.panel.restart(table.demo)
    table.run(AGAIN)
    table.press("seat1")
    assert table.demo.taps() == ["seat1", "seat1"]
