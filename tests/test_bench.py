"""What `make bench` measures is made of today's code."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import bench
from bench import cost, knight_rider
from referee.kernel.game import DEVICE

MODULES = [found.name for found in pkgutil.iter_modules(bench.__path__) if found.name[0] != "_"]


@pytest.mark.parametrize("name", MODULES)
def test_every_measurement_loads(name: str) -> None:
    importlib.import_module(f"bench.{name}")


@pytest.mark.parametrize("dice", [DEVICE, knight_rider.ON_TABLE])
def test_presses_are_counted_on_the_screens_of_today(dice: str) -> None:
    assert 3 <= knight_rider.turn(dice, DEVICE) <= 4
    assert 3 <= knight_rider.ram(dice) <= 4


def test_every_rate_of_the_labs_page_stands_with_its_options() -> None:
    """The page gave the rate of a circuit on the table for one in the box, which is a tenth."""
    block = cost.BLOCK.search(cost.PAGE.read_text("utf-8"))
    assert block is not None
    rows = [line for line in block[0].splitlines() if line.startswith("| ")]
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows[1:]] == [
        cost.label(case) for case in cost.CASES
    ]
