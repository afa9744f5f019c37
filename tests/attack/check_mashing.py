"""Mashing: 100,000 presses of any button at any time, in all games; nothing faults or hangs."""

from __future__ import annotations

import random

import pytest

from referee.table.modes.faults import Fault
from tests.attack.progress import told
from tests.own import OWN
from tests.table.panel import Panel

#: Presses over all games together.
PRESSES = 100_000

BUTTONS = (
    *("up", "down", "ok", "roll") * 6, "back", "hold ok", "hold back",
    *(f"seat{seat}" for seat in range(1, 8)),
)  # fmt: skip


@pytest.mark.parametrize("name", OWN)
def test_mashed_buttons_lead_to_no_fault(name: str) -> None:
    rng = random.Random(f"mash {name}")
    panel = Panel(games=[name])
    for number in told(PRESSES // len(OWN), f"{name}: presses"):
        button = rng.choice(BUTTONS)
        panel.press(button)
        if not number % 7:
            panel.wait(rng.choice((0.1, 1.0, 4.0)))
        assert not isinstance(panel.program.top, Fault), f"{number}: {button}\n{panel.words}"
