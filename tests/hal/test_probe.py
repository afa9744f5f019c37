"""What the self-test finds on the display's bus."""

from __future__ import annotations

import pytest

from hal.chips import CHIPS
from hal.config import parse
from hal.probe import ProbeResult, probe
from sim.board import SimBoard
from sim.clock import SimClock
from sim.display import SimChip
from sim.faults import make


def board(chip: str = "ssd1306", *faults: str) -> SimBoard:
    made = SimBoard(parse(f'schema = 2\n[display]\nchip = "{chip}"'), SimClock())
    for fault in faults:
        make(made, fault)
    return made


def seen(made: SimBoard) -> ProbeResult:
    return probe(made.bus, made.config.display)


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("real", CHIPS)
def test_an_sh1106_is_told_from_the_others_however_it_is_driven(chip: str, real: str) -> None:
    made = board(chip)
    made.chip = made.bus.chip = SimChip(real)
    assert seen(made) == ProbeResult((0x3C,), "sh1106" if real == "sh1106" else "")


@pytest.mark.parametrize(
    ("fault", "answers"), [("no-display", ()), ("no-bus", ()), ("other-address", (0x3D,))]
)
def test_a_display_that_does_not_answer_is_looked_for_elsewhere(
    fault: str, answers: tuple[int, ...]
) -> None:
    assert seen(board("ssd1306", fault)) == ProbeResult(answers)


def test_an_adapter_that_cannot_read_leaves_it_open() -> None:
    made = board("sh1106")
    made.bus.smbus_only()
    assert seen(made) == ProbeResult((0x3C,))
