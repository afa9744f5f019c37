"""The firmware's own files in the real MicroPython: as a Pico has them, and compiled."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.codec import frame, text_of
from tests.boxline import Conversation
from tests.firmware import twin
from tests.firmware.interpreter import FIRMWARE, MODULES, MicroPython, on_board

HERE = Path(__file__).parent
REFERENCE = (FIRMWARE / "config.py").read_text()


def compiled(folder: Path) -> dict[str, bytes]:
    """The firmware's modules as mpy-cross makes them."""
    files = {}
    for module in MODULES:
        out = folder / f"{module.stem}.mpy"
        subprocess.run(
            [sys.executable, "-m", "mpy_cross", "-o", out, module], check=True, timeout=60
        )
        files[f"/firmware/{out.name}"] = out.read_bytes()
    return files


@pytest.fixture(scope="module", params=["source", "compiled"])
def python(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MicroPython]:
    source = request.param == "source"
    files = on_board() if source else compiled(tmp_path_factory.mktemp("mpy"))
    mine = {f"/{name}.py": (HERE / f"{name}.py").read_bytes() for name in ("twin", "parts")}
    python = MicroPython({**files, **mine})
    python.run("import json, twin, parts\nfrom parts import *")
    yield python
    python.close()


def test_it_is_micropython(python: MicroPython) -> None:
    assert python.value("sys.implementation[0]") == "micropython"


@pytest.mark.parametrize(
    "module", [path.stem for path in MODULES if path.stem not in ("pico", "strip")]
)
def test_every_module_can_be_imported(python: MicroPython, module: str) -> None:
    python.run(f"import firmware.{module}")


# -- the same box twice ------------------------------------------------------------------------

LAMP = st.sampled_from(["-", "+0f0", "bfa0", "f00f", "pfff", "d123", "+00", "x000"])
TEXT = st.one_of(
    st.sampled_from(["hello 1", "hello 2", "hello", "spam", "ack 000000 1", "ack 000000 4"]),
    st.builds(lambda n: f"ack 000000 {n}", st.integers(0, 40)),
    st.lists(LAMP, max_size=4).map(lambda words: " ".join(["lamps", "7", *words])),
)
BYTES = st.one_of(
    st.just(b""),
    TEXT.map(frame),
    st.sampled_from([b"?\n", b"test\r\n", b"repl\n", b"\x03\x00\n"]),
    st.binary(max_size=200),
)
MOVE = st.tuples(st.integers(0, 60) | st.integers(0, 4000), st.integers(0, 7), BYTES.map(bytes.hex))


@settings(max_examples=100, deadline=None)
@given(st.lists(MOVE, max_size=25))
def test_a_box_does_the_same_under_both_pythons(
    python: MicroPython, moves: list[tuple[int, int, str]]
) -> None:
    there = python.value(f"twin.play(3, {moves!r})")
    assert there == twin.play(3, moves)


class Remote:
    """A box in MicroPython, where `Conversation` has its own."""

    def __init__(self, python: MicroPython, line: Conversation) -> None:
        self._python = python
        self._board = line.board
        python.run(f"board = twin.TwinBoard({line.seats})\nbox = twin.Box(board)")

    def step(self, now: int) -> int:
        board = self._board
        self._python.run(f"board.contacts, board.came = {board.contacts}, {board.read()!r}")
        self._python.run(f"due = box.step({now})")
        due, said = self._python.value("[due, twin.hexlify(board.said).decode()]")
        self._python.run("board.said = b''")
        board.said += bytes.fromhex(said)
        return int(due)


def test_computer_and_micropython_understand_each_other(python: MicroPython) -> None:
    line = Conversation(rate=0.005, delay=0.002, seed=3)
    line.box = Remote(python, line)  # type: ignore[assignment]
    line.play([(at, at // 100 % 7 + 1, at % 100 == 0) for at in range(100, 2000, 50)])
    expected = [at // 100 % 7 + 1 for at in range(100, 2000, 100)]
    line.settle(lambda: line.presses == expected, seconds=10)
    line.settle(lambda: line.host.shown, seconds=10)


# -- the board ---------------------------------------------------------------------------------


def power_on(python: MicroPython, config: str, milliseconds: int, moves: str = "[]") -> Any:
    return python.value(f"power_on({config!r}, {milliseconds}, {moves})")


def said(python: MicroPython) -> list[str]:
    text = python.value("parts.usb.said.decode()")
    return [text_of(line.encode()) or line for line in text.splitlines()]


HELLO = f"say({frame('hello 1')!r})"


def test_the_reference_board_introduces_itself(python: MicroPython) -> None:
    """Its count of milliseconds begins anew meanwhile."""
    moves = f"[(10, {HELLO}), (50, press(3)), (60, say({frame('lamps 5 +fff - - - - - -')!r}))]"
    assert power_on(python, REFERENCE, 80, moves) == "running"
    assert said(python) == [
        "box 1 1.1.0 e66164 0a0b0c 1 7 led power",
        "down 0a0b0c 1 2 0",
        "shown 0a0b0c 5 0 0",
    ]
    lamps = python.value("[parts.pins[number].level for number in range(9, 16)]")
    assert lamps == [1, 0, 0, 0, 0, 0, 0]
    assert python.value("parts.pins['LED'].level") == 1


def test_a_byte_that_means_ctrl_c_to_micropython_does_not_end_it(python: MicroPython) -> None:
    power_on(python, REFERENCE, 30)
    assert python.value("parts.usb.interrupt") == -1


def test_the_watchdog_is_fed_all_the_time(python: MicroPython) -> None:
    power_on(python, REFERENCE, 100)
    assert python.value("[(dog.timeout, dog.fed) for dog in parts.machine.dogs]") == [[8000, 100]]


def test_a_box_that_the_watchdog_has_started_says_so(python: MicroPython) -> None:
    python.run(f"power_on({REFERENCE!r}, 20, [(5, {HELLO})], reason=1)")
    assert said(python)[0].endswith("watchdog")


def test_a_strip_shines_as_bright_as_configured(python: MicroPython) -> None:
    config = "BUTTONS = (2, 3)\nLAMPS = ()\nSTRIP = 16\nBRIGHTNESS = 51\nLED = None\n"
    moves = f"[(10, {HELLO}), (15, say({frame('lamps 1 +f80 -')!r}))]"
    power_on(python, config, 30, moves)
    assert said(python)[0] == "box 1 1.1.0 e66164 0a0b0c 1 2 rgb power"
    assert python.value("parts.Lights.words[-2:]") == [27 << 24 | 51 << 16, 0]


@pytest.mark.parametrize(
    ("config", "fault"),
    [
        ("BUTTONS = (2, 3", "config.py: SyntaxError"),
        ("spam", "config.py: NameError"),
        ("BUTTONS = (2, 2)\nLAMPS = (9, 10)", "config.py: pin 2 is used twice"),
        ("BUTTONS = (2, 40)\nLAMPS = (9, 10)", "config.py: 40 is no pin of this board"),
        ("BUTTONS = 'ab'\nLAMPS = (9,)", "config.py: "),
        ("BUTTONS = (2, [])\nLAMPS = (9, 10)", "config.py: [] is no pin of this board"),
        ("", "config.py: BUTTONS has 0 pins"),
        ("BUTTONS = tuple(range(13))", "config.py: BUTTONS has 13 pins"),
        ("BUTTONS = (2, 3)\nLAMPS = (9,)", "config.py: LAMPS has 1 pins for 2 buttons"),
        ("BUTTONS = (2,)\nLAMPS = (9,)\nSTRIP = 4", "config.py: LAMPS and STRIP are both set"),
        ("BUTTONS = (2,)\nSTRIP = 4\nLAMPS = ()\nBRIGHTNESS = 0", "config.py: BRIGHTNESS = 0"),
    ],
)
def test_a_wrong_configuration_is_told_and_drives_no_pin(
    python: MicroPython, config: str, fault: str
) -> None:
    assert power_on(python, config, 30, f"[(5, {HELLO})]") == "running"
    about, told = said(python)
    assert about == "box 1 1.1.0 e66164 0a0b0c 1 0 led power"
    assert told.startswith(f"fault {fault}")
    assert python.value("len(parts.pins)") == 0


@pytest.mark.parametrize(
    ("held", "becomes"),
    [(2900, "running"), (3100, "ended"), (7900, "ended"), (8100, "running")],
)
def test_the_first_button_held_for_three_seconds_keeps_it_from_starting(
    python: MicroPython, held: int, becomes: str
) -> None:
    """Held for eight it is stuck, and its seat alone is lost."""
    python.run("parts.grounded.add(2)")
    assert power_on(python, REFERENCE, 8500, f"[({held}, parts.release(2))]") == becomes
    python.run("parts.grounded.clear()")
    assert power_on(python, REFERENCE, 30) == "running"


def test_whoever_types_repl_finds_no_program_once(python: MicroPython) -> None:
    assert power_on(python, REFERENCE, 30, "[(10, say(b'repl\\n'))]") == "running"
    assert python.value("parts.machine.resets") == 1
    assert power_on(python, REFERENCE, 30) == "ended"
    assert power_on(python, REFERENCE, 30) == "running"


def test_a_computer_that_does_not_read_stops_the_line_and_not_the_box(python: MicroPython) -> None:
    full = "lambda: setattr(parts.usb, 'full', True)"
    free = "lambda: setattr(parts.usb, 'full', False)"
    moves = f"[(5, {full}), (10, {HELLO}), (50, {free})]"
    power_on(python, REFERENCE, 49, moves)
    assert said(python) == []
    power_on(python, REFERENCE, 70, moves)
    assert said(python)[0].startswith("box 1")
