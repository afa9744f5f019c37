"""``referee box``: what is told of a seat box, and how its program gets on it."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.version import FIRMWARE
from hal.box.ports import BOARDS, Port
from hal.box.trouble import Reason, Trouble
from hal.schema import AUTO
from referee.cli import main
from referee.doors import flash, watch
from referee.doors.watch import Watch, explained, reason_text
from referee.doors.words import Words
from referee.table.catalogue import LANGUAGES
from sim.box import SimBox
from sim.clock import SimClock
from tests.firmware.interpreter import BUILD, NODE

FIRMWARE_TESTS = Path(__file__).parent.parent / "firmware"


class Table:
    """A simulated box and the watch on it, in virtual time."""

    def __init__(self, language: str = "en", place: str = AUTO) -> None:
        self.clock = SimClock()
        self.box = SimBox(self.clock)
        self.said: list[str] = []
        self.watch = Watch(Words(language), self.clock, self.box.ports, place, self.said.append)

    def run(self, seconds: float) -> list[str]:
        """Let time pass; returns what is told meanwhile."""
        before = len(self.said)
        end = self.clock.now() + seconds
        for _ in range(100_000):
            due = self._step()
            if due > end:
                break
            self.clock.move_to(max(due, self.clock.now() + 0.001))
        self.clock.move_to(max(end, self.clock.now()))
        return self.said[before:]

    def _step(self) -> float:
        rest = self.watch.step()
        while True:
            before = self.box.written
            wire = self.watch.box.wire
            due = self.box.meet(wire, self.watch.wait)
            if self.box.written == before and not (wire is not None and wire.lost):
                return min(self.clock.now() + rest, due if due is not None else 1e9)
            rest = self.watch.step()

    def tap(self, seat: int) -> list[str]:
        self.box.push(seat)
        said = self.run(0.08)
        self.box.release(seat)
        return said + self.run(0.1)

    def close(self) -> None:
        self.watch.close()
        self.box.close()


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.close()


def test_what_is_connected_is_told(table: Table) -> None:
    table.watch.begin()
    assert "may be the seat box" in table.said[1]
    (works,) = table.run(1)
    assert works.startswith("Seat box simulated at /dev/")
    assert (
        f"7 seats, coloured lamps, firmware {FIRMWARE} (protocol 1), started by being plugged in"
        in works
    )
    assert table.watch.works


def test_presses_are_told_as_they_happen_and_their_lamps_shine(table: Table) -> None:
    table.run(1)
    table.box.push(3)
    assert table.run(0.5) == ["seat 3 pressed"]
    assert table.box.lamp(3) == "white"
    table.box.release(3)
    assert table.run(0.1) == ["seat 3 released after 0.50 s"]


def test_a_light_goes_round_in_all_colours(table: Table) -> None:
    table.run(1)
    seen = set()
    for _ in range(7 * len(watch.ROUNDS)):
        seen |= {(seat, table.box.lamp(seat)) for seat in range(1, 8) if table.box.lamp(seat)}
        table.run(watch.STRIDE)
    assert seen == {(seat, colour) for seat in range(1, 8) for colour in watch.ROUNDS}


def test_a_box_that_is_pulled_and_put_back_is_told(table: Table) -> None:
    table.run(1)
    table.box.unplug()
    (gone,) = table.run(1)
    assert re.match(r"/dev/\S+ was unplugged", gone)
    table.box.plug()
    (works,) = table.run(1)
    assert works.startswith("Seat box simulated")


def test_without_a_box_it_says_what_may_be_wrong(table: Table) -> None:
    table.box.unplug()
    table.watch.begin()
    assert table.said[0] == "No USB device offers a serial port here."
    (none,) = table.run(5)
    assert "charge-only" in none
    assert table.watch.settled()
    assert not table.watch.works


def test_a_wrong_configuration_and_its_remedy_are_told(table: Table) -> None:
    table.box.unplug()
    table.box.fault = "config.py: pin 2 is used twice"
    table.box.plug()
    said = table.run(2)
    assert any("pin 2 is used twice" in line and "flash --pins" in line for line in said)
    assert not table.watch.works


def test_at_the_end_the_counters_are_explained_and_untried_buttons_named(table: Table) -> None:
    table.run(1)
    table.box.from_box.rate = table.box.to_box.rate = 0.02
    for seat in (1, 2, 4):
        table.tap(seat)
        table.run(2)
    table.said.clear()
    table.watch.end()
    text = "\n".join(table.said)
    assert "Received: " in text
    assert "3 presses." in text
    assert "That is a lot." in text
    assert table.said[-1] == "Not pressed: seat 3, 5, 6, 7."


def test_a_clean_line_is_told_in_three_sentences(table: Table) -> None:
    table.run(1)
    said = explained(table.watch.box.protocol.counts, 0, Words("en"))
    assert [line.split(" ")[0] for line in said] == ["Received:", "0", "The"]


def test_nothing_is_explained_where_nothing_was_received(table: Table) -> None:
    assert explained(table.watch.box.protocol.counts, 0, Words("en")) == ()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trouble", Trouble)
def test_every_trouble_has_a_sentence(trouble: Trouble, language: str) -> None:
    about = dict.fromkeys(
        ("path", "detail", "theirs", "firmware", "ours", "ship", "fault", "words"), "SOMETHING"
    )
    words = Words(language)
    text = reason_text(Reason(trouble, about), words)
    assert not words.missing
    assert "{" not in text
    assert ("SOMETHING" in text) is (trouble is not Trouble.NONE)


def test_the_command_plays_with_a_simulated_box(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "wait 0.5\npress seat2\nbox unplug\nwait 0.6\nbox plug\nwait 1\npress seat 7\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert main(["box", "--simulate", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    for part in ("seat 2 pressed", "was unplugged", "seat 7 released", "2 presses."):
        assert part in out


def test_a_port_that_is_not_there_is_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    monkeypatch.setattr(watch, "INTRODUCED", 0.1)
    assert main(["box", "--port", "/dev/no-such-port", "--lang", "en"]) == 1
    assert "Nothing is plugged in at /dev/no-such-port" in capsys.readouterr().out


# -- the firmware on a board ---------------------------------------------------------------------


class Pico:
    """MicroPython at a pty, as a board is that somebody has just bought; ``more``: run on it."""

    def __init__(self, more: str = "") -> None:
        self._end, self._near = pty.openpty()
        tty.setraw(self._near)
        self.path = os.ttyname(self._near)
        prelude = (FIRMWARE_TESTS / "bare.py").read_text() + more
        command = [NODE, FIRMWARE_TESTS / "board.mjs", BUILD, prelude.encode().hex()]
        self._process = subprocess.Popen(command, stdin=self._end, stdout=self._end)

    def close(self) -> None:
        self._process.kill()
        self._process.wait(30)
        os.close(self._near)
        os.close(self._end)


def flashed(*options: str) -> int:
    return main(["box", "flash", "--lang", "en", *options])


@pytest.mark.timeout(300)  # mpremote sleeps much; a machine under load makes it longer
def test_a_new_board_becomes_a_seat_box_and_can_be_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pins = tmp_path / "pins.py"
    pins.write_text("BUTTONS = (2, 3)\nLAMPS = (9, 10)\n")
    pico = Pico()
    port = ["--port", pico.path]
    try:
        assert flashed(*port, "--pins", str(pins)) == 0
        out = capsys.readouterr().out
        assert f"its pins are those of {pins}" in out
        assert f"at {pico.path}: 2 seats" in out
        assert flashed(*port) == 0
        out = capsys.readouterr().out
        assert "stay as they are" in out
        assert f"at {pico.path}: 2 seats, plain lamps, firmware {FIRMWARE}" in out
    finally:
        pico.close()


def test_a_board_that_takes_no_files_is_told_with_a_remedy(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pico = Pico("\ndef full(*args):\n    raise OSError(28)\nbuiltins.open = full\n")
    try:
        assert flashed("--port", pico.path) == 1
    finally:
        pico.close()
    error = capsys.readouterr().err
    assert re.search(r"writing failed: .*No space left", error)
    assert "repeat this command" in error


@pytest.mark.parametrize(
    ("pins", "said"),
    [
        ("BUTTONS = (2,\n", "cannot be read: SyntaxError"),
        ("BUTTONS = spam\n", "cannot be read: NameError"),
        ("BUTTONS = (2, 2)\nLAMPS = (9, 10)\n", "pin 2 is used twice"),
    ],
)
def test_wrong_pins_are_refused_before_anything_is_touched(
    tmp_path: Path, pins: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pins.py"
    file.write_text(pins)
    assert flashed("--pins", str(file), "--port", "/dev/no-such-port") == 1
    error = capsys.readouterr().err
    assert str(file) in error
    assert said in error


@pytest.mark.parametrize(
    ("ports", "said"),
    [
        ([], "Raspberry Pi Pico with MicroPython"),
        ([Port("/dev/ttyUSB0", (0x1A86, 0x7523))], "Raspberry Pi Pico with MicroPython"),
        (
            [Port("/dev/ttyACM0", min(BOARDS)), Port("/dev/ttyACM1", min(BOARDS))],
            "/dev/ttyACM0, /dev/ttyACM1",
        ),
    ],
)
def test_it_says_which_board_is_missing_or_meant(
    ports: list[Port],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(flash, "UsbPorts", lambda: lambda: ports)
    assert flashed() == 1
    assert said in capsys.readouterr().err


def test_a_port_that_cannot_be_opened_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert flashed("--port", "/dev/no-such-port") == 1
    assert "Nothing is plugged in at /dev/no-such-port" in capsys.readouterr().err


def test_without_mpremote_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(flash, "TOOL", "mpremote_that_nobody_has")
    assert flashed() == 1
    assert "pip install 'tabletop-referee[pi]'" in capsys.readouterr().err
