"""Memory is looked through while nobody plays; a press waits for no full collection."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from referee.doors import memory
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table.appliance import Appliance
from tests.table.panel import Panel

#: A collection of everything.
FULL = 2


@pytest.fixture
def collected() -> Iterator[list[int]]:
    """The generations that were collected; afterwards all is as before."""
    seen: list[int] = []

    def note(phase: str, info: dict[str, Any]) -> None:
        if phase == "start":
            seen.append(info["generation"])

    usual = gc.get_threshold()
    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)
    gc.set_threshold(*usual)
    gc.unfreeze()


def test_the_program_that_is_loaded_is_never_looked_through_again(collected: list[int]) -> None:
    memory.settle()
    assert gc.get_freeze_count() > 10_000


def test_no_press_waits_for_a_full_collection(collected: list[int]) -> None:
    gc.set_threshold(5, 2, 2)  # a full one is due all the time
    panel = Panel(appliance=Appliance(rest=memory.tidy))
    panel.play(Match.new(find_game("knister"), 3, {"dice": "device"}, "seed"))
    gc.freeze()
    gc.collect()
    collected.clear()
    hands_on(panel)
    assert FULL in collected, "what is to be put off does not come up"
    before = len(collected)
    memory.settle()
    hands_on(panel)
    assert len(collected) > before, "nothing was collected at all"
    assert FULL not in collected[before:]
    panel.wait(100)
    assert FULL in collected[before:], "it was left out instead of being put off"


def hands_on(panel: Panel) -> None:
    for _ in range(40):
        panel.press("roll", "down", "ok")
