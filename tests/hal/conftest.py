"""A device at a pty, and the seat box of a computer at it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.hal.desk import Desk, Device


@pytest.fixture
def device() -> Iterator[Device]:
    device = Device()
    yield device
    device.pull()


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.box.close()


@pytest.fixture
def attached(desk: Desk, device: Device) -> Desk:
    desk.plug(device)
    desk.attach(device)
    return desk
