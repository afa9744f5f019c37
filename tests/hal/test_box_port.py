"""Ports as they are in life: foreign devices, floods, locks, rights, plugs that are pulled.

Real ptys and the real serial code. Time stands still in the seat box; what has to arrive is waited
for, no longer than `PATIENCE`.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

from firmware.box import Box
from hal.box.codec import LIMIT, frame
from hal.box.ports import BOARDS, Port, UsbPorts
from hal.box.seatbox import FRESH, LEFT_ALONE, PATIENCE
from hal.box.trouble import Trouble
from hal.box.wire import CHUNK, CHUNKS, NoWire, Wire
from hal.gestures import Gestures
from hal.interfaces import Edge, Presence, Press
from tests.boxline import TestBoard
from tests.hal.desk import MEETING, REAL, Desk, Device


def works(desk: Desk, device: Device, number: int = 1) -> None:
    """A press goes through."""
    before = len(desk.presses)
    device.say(b"\n" + frame(f"down 0000aa {number} 2 0"))
    desk.until(lambda: desk.presses[before:] == ["seat2"])


# -- what comes in -----------------------------------------------------------------------------


def test_noise_is_counted_and_forgotten(attached: Desk, device: Device) -> None:
    noise = random.Random(5).randbytes(40_000)
    writer = threading.Thread(target=device.say, args=(noise,))
    writer.start()
    wire = attached.box.wire
    assert wire is not None
    attached.until(lambda: wire.received >= len(noise))
    writer.join(REAL)
    works(attached, device)
    lines, length = attached.counts
    assert lines > 50  # empty lines are no lines
    assert length > 30_000


@pytest.mark.parametrize("noise", [random.Random(5).randbytes(1000), b"x" * 1000, b"x\n" * 500])
def test_a_device_that_talks_without_end_is_told_and_left_alone_for_a_while(
    attached: Desk, device: Device, noise: bytes
) -> None:
    wire = attached.box.wire
    assert wire is not None
    flood(device, lambda: wire.received > CHUNKS * CHUNK, noise)
    attached.until(lambda: attached.box.wire is None)
    assert attached.put == [Presence("box", False, str(attached.box.why))]
    assert f"the device at {device.path} says more than a seat box does" in str(attached.box.why)
    assert len(attached.box.protocol._lines._rest) <= LIMIT
    attached.step(LEFT_ALONE - 1)
    assert attached.box.wire is None
    attached.attach(device)
    works(attached, device)


def flood(device: Device, done: Callable[[], bool], data: bytes) -> None:
    """Say it again and again."""
    end = time.monotonic() + REAL
    while not done():
        assert time.monotonic() < end
        device.say(data)


def test_frames_out_of_order_change_nothing(attached: Desk, device: Device) -> None:
    for text in ("down 0000aa 9 1 0", "shown 0000aa 77 0 0", "up 0000aa 0 1 0", "lamps 1 - -"):
        device.say(frame(text))
    device.say(frame("ack 0000aa 3") + frame("hello 1") + frame("down 0000bb 1 1 0"))
    attached.until(lambda: attached.box.protocol.counts.bad_lines >= 3)
    assert attached.presses == []
    device.say(MEETING)
    works(attached, device)


def test_a_press_that_the_line_has_pushed_into_the_one_before_is_no_bouncing(
    attached: Desk, device: Device
) -> None:
    """The release was long under way, the next press only in its repetition came through."""
    attached.step(1.0)
    for text in ("down 0000aa 1 2 0", "up 0000aa 2 2 0", "down 0000aa 3 2 40"):
        device.say(frame(text))
    attached.until(lambda: len(attached.presses) == 2)
    gestures = Gestures()
    gestures.start([], 0.0)
    made = [press for item in attached.put for press in gestures.feed(cast(Edge, item))]
    assert [press.button for press in made if isinstance(press, Press)] == ["seat2", "seat2"]


# -- who is there ------------------------------------------------------------------------------


def test_a_foreign_device_is_left_alone_and_asked_again_much_later(
    desk: Desk, device: Device
) -> None:
    """A board that runs some other program, or none: it answers, but not like a box."""
    desk.plug(device)
    desk.step(1.0)
    device.say(b"MicroPython v1.24\r\n>>> hello 1*12345678\r\nSyntaxError\r\n")
    desk.until(lambda: desk.box.protocol.counts.bad_lines >= 3)
    assert device.heard().startswith(frame("hello 1"))
    desk.step(PATIENCE)
    assert desk.box.wire is None
    assert device.path in str(desk.box.why)
    assert [item for item in desk.put if isinstance(item, Presence)] == []
    desk.step(LEFT_ALONE / 2)
    assert desk.box.wire is None
    desk.step(LEFT_ALONE / 2)
    desk.attach(device)
    works(desk, device)


def test_a_foreign_device_beside_the_box_is_passed_over(desk: Desk, device: Device) -> None:
    other = Device()
    desk.ports = [Port(other.path, min(BOARDS)), Port(device.path, min(BOARDS))]
    desk.step(1.0)
    assert desk.box.wire is not None
    assert desk.box.wire.path == other.path
    desk.step(PATIENCE)
    desk.step(1.0)
    desk.attach(device)
    works(desk, device)
    other.pull()


def test_a_box_that_comes_at_another_port_is_found_although_the_old_one_is_taken(
    attached: Desk, device: Device
) -> None:
    """The box was pulled, and its port's name went to a foreign board at once."""
    other = Device()
    attached.ports = [Port(device.path, min(BOARDS)), Port(other.path, min(BOARDS))]
    for _ in range(10):
        attached.step(1.0)
        if attached.box.wire is not None and attached.box.wire.path == other.path:
            break
    attached.attach(other)
    works(attached, other)
    other.pull()


def test_other_usb_devices_are_not_touched(desk: Desk, device: Device) -> None:
    desk.plug(device, usb=(0x1A86, 0x7523))
    for _ in range(10):
        desk.step(1.0)
    assert device.heard() == b""
    assert desk.box.wire is None


def test_a_port_that_is_named_may_be_any_device(device: Device) -> None:
    desk = Desk(device.path)
    desk.attach(device)
    works(desk, device)
    desk.box.close()


def test_a_name_may_be_a_link_that_comes_and_goes(device: Device, tmp_path: Path) -> None:
    link = tmp_path / "seat-box"
    desk = Desk(str(link))
    desk.step(1.0)
    desk.step(5.0)
    assert str(desk.box.why) == f"nothing is plugged in at {link}"
    assert desk.put == [Presence("box", False, str(desk.box.why))]
    link.symlink_to(device.path)
    desk.attach(device)
    works(desk, device)
    desk.box.close()


def test_the_machines_own_ports_can_be_listed() -> None:
    ports = UsbPorts()
    assert list(ports()) == list(ports())


# -- what is refused ---------------------------------------------------------------------------


def test_a_port_that_another_program_has_is_said_to_be_busy(device: Device) -> None:
    holder = os.open(device.path, os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(holder, fcntl.LOCK_EX)
    desk = Desk(device.path)
    desk.step(1.0)
    desk.step(5.0)
    assert str(desk.box.why).startswith(f"{device.path} is in use by another program")
    assert [type(item) for item in desk.put] == [Presence]
    os.close(holder)
    desk.attach(device)
    works(desk, device)
    desk.box.close()


@contextlib.contextmanager
def ordinary_user() -> Iterator[None]:
    """Nobody is refused anything as root."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_port_that_may_not_be_opened_names_the_group(device: Device) -> None:
    os.chmod(device.path, 0)
    desk = Desk(device.path)
    with ordinary_user():
        desk.step(1.0)
        desk.step(FRESH)
        desk.step(1.0)
    assert "may not be opened by this user" in str(desk.box.why)
    assert "group dialout" in str(desk.box.why)
    os.chmod(device.path, 0o600)
    desk.attach(device)
    works(desk, device)
    desk.box.close()


def test_a_port_whose_group_is_not_set_yet_is_waited_for_in_silence(
    desk: Desk, device: Device
) -> None:
    """A device's node is there before udev has given it to its group: 1 of 3 replugs met that."""
    desk.plug(device)
    desk.attach(device)
    desk.ports = []
    device.pull()
    desk.until(lambda: desk.box.wire is None)
    other = Device()
    os.chmod(other.path, 0)
    desk.plug(other)
    with ordinary_user():
        for _ in range(3):
            desk.step(0.5)
    os.chmod(other.path, 0o600)
    desk.attach(other)
    told = [item for item in desk.put if isinstance(item, Presence)]
    assert [(item.present, "dialout" in item.detail) for item in told] == [
        (False, False), (True, False),
    ]  # fmt: skip
    other.pull()


@pytest.mark.parametrize("path", ["/dev/null", "/", "", "/dev/no-such-port", "\0", "socket://x"])
def test_a_name_that_is_no_port_is_explained_and_stops_nothing(path: str) -> None:
    desk = Desk(path)
    for _ in range(5):
        desk.step(1.0)
    assert desk.box.why
    assert desk.box.wire is None
    desk.box.close()


# -- plugs that are pulled ---------------------------------------------------------------------


def test_a_port_that_vanishes_while_nothing_happens_is_noticed(
    attached: Desk, device: Device
) -> None:
    device.pull()
    attached.ports = []
    attached.until(lambda: attached.box.wire is None)
    assert attached.put == [Presence("box", False, str(attached.box.why))]
    assert device.path in str(attached.box.why)


def test_a_port_that_vanishes_inside_a_write_is_noticed(attached: Desk, device: Device) -> None:
    wire = attached.box.wire
    assert wire is not None
    wire._wake = lambda: None  # the reader's word is not what tells it
    device.pull()
    attached.ports = []
    for _ in range(50):
        wire._lost = None
        attached.step(0.1)  # the heartbeat, and its repetitions
        if attached.box.wire is None:
            break
    assert attached.put == [Presence("box", False, str(attached.box.why))]


def test_a_port_that_opens_and_fails_again_and_again_keeps_nobody_busy(
    desk: Desk, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[float] = []

    def fail(wire: Wire, data: bytes) -> None:
        opened.append(desk.now)
        raise NoWire(Trouble.GONE, wire.path, OSError(errno.EIO, "I/O error"))

    monkeypatch.setattr(Wire, "write", fail)
    desk.plug(device)
    for _ in range(1000):
        desk.step(0.01)
    assert 10 <= len(opened) <= 21
    assert desk.box.step(desk.now) > desk.now


def test_a_flood_that_nobody_takes_fills_no_memory(attached: Desk, device: Device) -> None:
    wire = attached.box.wire
    assert wire is not None
    flood(device, lambda: wire.received > 4_000_000, b"x" * 1000)
    assert sum(map(len, wire._chunks)) <= CHUNKS * CHUNK


def test_a_line_that_takes_nothing_stops_nothing(attached: Desk, device: Device) -> None:
    """A device that has stopped reading: the pty fills up, and heartbeats are dropped."""
    wire, counts = attached.box.wire, attached.box.protocol.counts
    assert wire is not None
    for n in range(20_000):
        if n % 10 == 0:
            device.say(MEETING)
        attached.step(0.11)
        if wire.sent < counts.bytes_out:
            break
    assert wire.sent < counts.bytes_out
    for _ in range(100):
        if not device.heard():
            break
    works(attached, device)


def test_a_device_that_is_pulled_after_every_byte_comes_back_every_time(desk: Desk) -> None:
    """The box's own firmware at real ports; each is pulled one byte later than the one before."""
    board = TestBoard()
    box = Box(board)
    number = 0
    for cut in range(0, 130, 3):
        device = Device()
        desk.plug(device)
        board.push(3)
        _talk(desk, device, box, board, cut)
        device.pull()
        desk.ports = []
        desk.until(lambda: desk.box.wire is None)
        board.release(3)
        box.step(round(desk.now * 1000) + 100)
        desk.step(0.5)
        number += 1
        assert len(desk.presses) + desk.box.stale <= number
    device = Device()
    desk.plug(device)
    desk.step(0.5)
    _talk(desk, device, box, board, 1 << 20)
    assert len(desk.presses) + desk.box.stale == number
    device.pull()


def _talk(desk: Desk, device: Device, box: Box, board: TestBoard, most: int) -> None:
    """Box and computer exchange what they have to say; the box's first ``most`` bytes arrive."""
    for _ in range(20):
        desk.step(0.1)
        board.came += device.heard(wait=0.005)
        box.step(round(desk.now * 1000))
        said = board.take()[:most]
        most -= len(said)
        device.say(said)
        if not most:
            return
        desk.rest()
