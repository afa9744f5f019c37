"""What the checks on the chip share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.pico.chip import Chip, Files

#: A board with the seat box's program and these files besides, just plugged in.
Plug = Callable[..., "Chip"]


@pytest.fixture
def plug() -> Iterator[Plug]:
    from tests.pico.chip import Chip, board_files  # needs what `make test-pico` alone installs

    chips: list[Chip] = []

    def plugged(files: Files = {}, bare: bool = False) -> Chip:  # noqa: B006
        chips.append(Chip(dict(files) if bare else board_files() | dict(files)))
        return chips[-1]

    yield plugged
    for chip in chips:
        chip.close()
