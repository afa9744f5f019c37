"""The electrics of the Raspberry Pi that this runs on: lgpio's pins, the kernel's buses.

lgpio by name, and not gpiozero's own choice: it is the one library that works on every model (3, 4,
5, Zero 2 W), and the others would be tried with a warning each. It has its ways:

- When it is imported it makes a FIFO in the folder that ``LG_WD`` names, else in the working
  folder, and moves the whole process there. Here it gets a folder of its own, and the process
  moves back.
- It looks at lines 2,000 times a second for their edges, so `hal.edges` gets them elsewhere where
  there is libgpiod. Either way all edges of all pins come through one thread. When that has ended
  no button works any more: `Hardware.failure` notices.
- Which ``/dev/gpiochip`` has the header differs between models and kernels: the label tells.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import struct
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from hal.box.ports import UsbPorts
from hal.bus import SPI_HERTZ
from hal.clock import MonotonicClock
from hal.errors import HardwareError
from hal.panel import Hardware
from hal.pins import Factory
from hal.schema import SPI_DEVICE

#: Names the folder of lgpio's FIFO.
FOLDER: Final = "LG_WD"

#: What the kernel calls the chip that the header is on: pinctrl-bcm2835, -bcm2711, -rp1.
HEADER: Final = "pinctrl-"

#: Of the kernel: sets an SPI bus's clock; and the bytes that it takes at once.
SPI_IOC_WR_MAX_SPEED_HZ: Final = 0x40046B04
SPI_BLOCK: Final = 4096


def raspberry() -> Hardware:
    """The real electrics. Opening its pins raises HardwareError where there are none."""
    pins = _Pins()
    return Hardware(MonotonicClock(), pins.open, _bus, SpiDevice, pins.failure, UsbPorts())


def header_chip(lgpio: Any, chips: Iterable[int]) -> int:
    """The number of the GPIO chip that the header is on, of these.

    Raises HardwareError when none can be opened or none is a Raspberry Pi's.
    """
    found: list[str] = []
    for number in chips:
        try:
            handle = lgpio.gpiochip_open(number)
        except Exception as error:  # lgpio's errors have no common root
            found.append(f"gpiochip{number}: {error}")
            continue
        label = str(lgpio.gpio_get_chip_info(handle)[3])
        lgpio.gpiochip_close(handle)
        if label.startswith(HEADER):
            return number
        found.append(f"gpiochip{number}: {label}")
    listed = ", ".join(found) or "there is no /dev/gpiochip"
    raise HardwareError(
        f"no pins of a Raspberry Pi can be opened here ({listed}); this needs a Raspberry Pi and a "
        "user in the group gpio, or use the simulated panel",
        "no-chip",
        found=listed,
    )


def gpio_chips() -> list[int]:
    """The numbers of this machine's GPIO chips."""
    nodes = Path("/dev").glob("gpiochip*")
    return sorted(int(node.name[8:]) for node in nodes if node.name[8:].isdigit())


class _Pins:
    """The header's, and whether their edges still come."""

    _alive: Callable[[], bool]

    def open(self) -> Factory:
        lgpio = import_lgpio()
        chip = header_chip(lgpio, gpio_chips())
        try:
            return self._factory(lgpio, chip)
        except Exception as error:
            raise HardwareError(
                f"the pins of gpiochip{chip} cannot be opened ({error}); "
                "is another program using them?",
                "refused",
                chip=chip,
                detail=str(error),
            ) from error

    def failure(self) -> str:
        if self._alive():
            return ""
        return "the pin library's thread has ended, no button would work any more"

    def _factory(self, lgpio: Any, chip: int) -> Factory:
        try:
            from hal.edges import EdgeFactory
        except ImportError:  # 32-bit systems have no libgpiod
            from gpiozero.pins.lgpio import LGPIOFactory

            self._alive = lgpio._notify_thread.is_alive
            return LGPIOFactory(chip=chip)
        factory = EdgeFactory(chip)
        self._alive = factory.alive
        return factory


def import_lgpio() -> Any:
    """The library, with its FIFO where it does no harm; raises HardwareError without it."""
    before = _working_folder()
    if FOLDER not in os.environ:
        folder = tempfile.mkdtemp(prefix="referee-pins-")
        os.environ[FOLDER] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    try:
        import lgpio
    except ImportError as error:
        raise HardwareError(
            f"the pin library lgpio is missing ({error}); install it with "
            "`sudo apt install python3-lgpio`, or use the simulated panel",
            "no-library",
            detail=str(error),
        ) from None
    except OSError as error:
        raise HardwareError(
            f"the pin library cannot use the folder {os.environ[FOLDER]} ({error}); "
            f"let {FOLDER} name one that can be written to",
            "no-folder",
            folder=os.environ[FOLDER],
            detail=str(error),
        ) from None
    finally:
        _go_back(before)
    return lgpio


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was removed
        return "/"


def _go_back(folder: str) -> None:
    """To where the process was. A private home that ``sudo -u`` has come from may not be entered
    again; nothing could have been read there anyway."""
    try:
        os.chdir(folder)
    except OSError:
        os.chdir("/")


def _bus(port: int) -> Any:
    from smbus2 import SMBus

    return SMBus(port)


class SpiDevice:
    """The display's SPI bus through the kernel's spidev, in its usual mode 0; raises OSError.

    Writing is all that a display wants, and a file can do that: the packages for it have to be
    compiled on the Raspberry Pi.
    """

    def __init__(self, path: str = SPI_DEVICE) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        try:
            fcntl.ioctl(self._file, SPI_IOC_WR_MAX_SPEED_HZ, struct.pack("I", SPI_HERTZ))
        except OSError:
            os.close(self._file)
            raise

    def write(self, data: bytes) -> None:
        for start in range(0, len(data), SPI_BLOCK):
            os.write(self._file, data[start : start + SPI_BLOCK])

    def close(self) -> None:
        os.close(self._file)
