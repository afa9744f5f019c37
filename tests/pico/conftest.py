"""What the checks on the chip share."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.pico.chip import Chip, Files, board_files

#: A board with the seat box's program and these files besides, just plugged in.
Plug = Callable[..., Chip]


@pytest.fixture
def plug() -> Iterator[Plug]:
    chips: list[Chip] = []

    def plugged(files: Files = {}, bare: bool = False) -> Chip:  # noqa: B006
        chips.append(Chip(dict(files) if bare else board_files() | dict(files)))
        return chips[-1]

    yield plugged
    for chip in chips:
        chip.close()
