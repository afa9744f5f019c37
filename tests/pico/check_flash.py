"""`referee box flash` with mpremote, onto an emulated board at a pseudo terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli import main
from referee.doors import flash, watch
from tests.pico.chip import CONFIG, MAIN, MODULES, VERSION, Host, Port, board_files
from tests.pico.conftest import Plug


@pytest.fixture(autouse=True)
def _firmware(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is flashed is what is tried."""
    for name, value in (("_MAIN", MAIN), ("_PINS", CONFIG), ("MODULES", MODULES)):
        monkeypatch.setattr(flash, name, value)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board is emulated: all takes many times as long."""
    for name in ("STOPPED", "BACK", "PATIENCE"):
        monkeypatch.setattr(flash, name, 900.0)
    monkeypatch.setattr(watch, "INTRODUCED", 900.0)


#: A board as somebody flashed it when the firmware was younger, with pins of its own.
OLDER = {
    **board_files(),
    "firmware/version.py": b'PROTOCOL = 1\nFIRMWARE = "1.0.0"\n',
    "config.py": b'BUTTONS = (2, 3)\nLAMPS = (9, 10)\nSTRIP = None\nBRIGHTNESS = 60\nLED = "LED"\n',
}


@pytest.mark.parametrize(("files", "seats"), [({}, 7), (OLDER, 2)], ids=["bare", "older"])
def test_a_flashed_box_works_and_says_that_it_was_plugged_in(
    plug: Plug, files: dict[str, bytes], seats: int, capsys: pytest.CaptureFixture[str]
) -> None:
    chip = plug(files, bare=True)
    chip.run(2000)
    with Port(chip) as port:
        code = main(["box", "flash", "--port", port.path, "--lang", "en"])
    out = capsys.readouterr().out
    assert code == 0, out
    assert f"{seats} seats, plain lamps, firmware {VERSION}" in out
    assert "started by being plugged in" in out, "no watchdog has bitten it"
    host = Host(chip)
    host.run(500)
    chip.press(2)
    host.until(lambda: host.presses == [2])


def test_a_board_without_micropython_s_answer_is_told(
    plug: Plug, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pins = tmp_path / "box.py"
    pins.write_text("BUTTONS = (2, 2)\nLAMPS = (9, 10)\n")
    with Port(plug({}, bare=True)) as port:
        code = main(["box", "flash", "--port", port.path, "--pins", str(pins), "--lang", "en"])
    assert code == 1
    assert "pin 2 is used twice" in capsys.readouterr().err
