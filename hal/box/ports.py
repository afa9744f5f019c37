"""Serial ports: which there are, which of them may be a seat box."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

#: USB vendor and product of boards that run MicroPython, as a Raspberry Pi Pico names itself.
BOARDS: Final = frozenset({(0x2E8A, 0x0005)})

#: Letters of what a device calls itself.
NAME: Final = 60

#: Names that the ports of USB devices have.
_USB: Final = ("/dev/ttyACM*", "/dev/ttyUSB*")


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port of a USB device. ``usb``: vendor and product."""

    path: str
    usb: tuple[int, int] | None = None
    serial: str = ""
    product: str = ""

    @property
    def likely(self) -> bool:
        """Whether it may be a seat box, by its USB ids."""
        return self.usb in BOARDS

    def __str__(self) -> str:
        usb = "" if self.usb is None else f"USB {self.usb[0]:04x}:{self.usb[1]:04x}"
        serial = f"serial {self.serial}" if self.serial else ""
        return ", ".join(filter(None, (self.path, self.product, usb, serial)))


#: Lists the serial ports of USB devices; cheap enough to be asked twice a second.
Listing = Callable[[], Sequence[Port]]


class UsbPorts:
    """The machine's ports. What they are is only looked up when a device has come or gone."""

    def __init__(self) -> None:
        self._seen: list[tuple[str, int]] = []
        self._ports: list[Port] = []

    def __call__(self) -> Sequence[Port]:
        seen = sorted(_stamped(path) for pattern in _USB for path in glob.glob(pattern))
        if seen != self._seen:
            self._seen = seen
            self._ports = _look_up() if seen else []
        return self._ports


def _stamped(path: str) -> tuple[str, int]:
    """The path, and when its device appeared: a plug put back keeps the name."""
    try:
        return path, os.stat(path).st_ctime_ns
    except OSError:
        return path, 0


def _look_up() -> list[Port]:
    from serial.tools.list_ports import comports

    return [
        Port(
            port.device,
            None if port.vid is None else (port.vid, port.pid),
            shown_name(port.serial_number),
            shown_name(port.product),
        )
        for port in comports()
        if port.vid is not None
    ]


def shown_name(name: str | None) -> str:
    """What a device calls itself, as far as a terminal can show it without harm."""
    return "".join(letter for letter in name or "" if letter.isprintable())[:NAME]
