"""Buses without a Pi, which count what they take and can fail: an I2C bus takes what
``smbus2.SMBus`` takes, an SPI bus what a file of the kernel's takes.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable
from typing import Any, Final

from smbus2 import I2cFunc

from hal.schema import SPI_DEVICE
from sim.display import SimChip, SimGrey

_COMMANDS: Final = 0x00
_DATA: Final = 0x40
_READ: Final = 0x0001  # the kernel's I2C_M_RD


class SimBus:
    """A bus with one display at ``address``.

    ``bytes`` counts all bytes on the wire, addresses and control bytes too; ``transfers`` counts
    what starts with an address, ``refused`` those that nobody answered. ``changed`` is called after
    every transfer that arrived.
    """

    def __init__(self, chip: SimChip, address: int, changed: Callable[[], None]) -> None:
        self.chip = chip
        self.bytes = 0
        self.transfers = 0
        self.refused = 0
        self.changed = changed
        self.address = address
        self.plugged = True
        self._exists = True
        self._left: int | None = None  # bytes that still get through; None: all
        self.funcs = int(I2cFunc.I2C | I2cFunc.SMBUS_WRITE_I2C_BLOCK)

    # -- faults -----------------------------------------------------------------------------

    def unplug(self) -> None:
        """The display is gone: nobody answers at its address."""
        self.plugged = False
        self.changed()

    def plug(self) -> None:
        """The display is back: dark, and its memory is noise."""
        self.plugged = True
        self._left = None
        self.power_cycle()

    def power_cycle(self) -> None:
        """The supply was away for a moment, too short to be missed at the address."""
        self.chip.power_on()
        self.changed()

    def fail_after(self, count: int) -> None:
        """Let so many more bytes of data arrive; then nobody answers until `plug`."""
        self._left = count

    def exist(self, present: bool) -> None:
        """Whether the bus itself is there (I2C switched on in the Pi's settings)."""
        self._exists = present

    def smbus_only(self) -> None:
        """An adapter that cannot do plain I2C transfers, as the kernel's i2c-stub."""
        self.funcs = int(I2cFunc.SMBUS_WRITE_I2C_BLOCK)

    # -- what smbus2 offers -----------------------------------------------------------------

    def open(self, port: int) -> SimBus:
        """As ``SMBus(port)``."""
        if not self._exists:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), f"/dev/i2c-{port}")
        return self

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Iterable[int]) -> None:
        block = bytes(data)
        if len(block) > 32:
            raise ValueError("Data length cannot exceed 32 bytes")
        self._transfer(i2c_addr, register, block)

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        if not self.funcs & I2cFunc.I2C:
            raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
        for message in i2c_msgs:
            if message.flags & _READ:
                self._check(message.addr)
                for place, byte in enumerate(self.chip.read(message.len)):
                    message.buf[place] = byte
            else:
                stream = bytes(message)
                self._transfer(message.addr, stream[0], stream[1:])

    def close(self) -> None:
        """Nothing to close: the next `open` gives the same bus."""

    def _check(self, address: int) -> None:
        if not (self._exists and self.plugged) or address != self.address or self._left == 0:
            self.refused += 1
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))

    def _transfer(self, address: int, control: int, data: bytes) -> None:
        self._check(address)
        self.transfers += 1
        self.bytes += 2 + len(data)
        arrived = data if self._left is None else data[: self._left]
        if control == _COMMANDS:
            self.chip.command(data)
        elif control == _DATA:
            self.chip.data(arrived)
            self._left = None if self._left is None else self._left - len(arrived)
        self.changed()
        if len(arrived) < len(data):
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))


class SimSpi:
    """An SPI bus with an SSD1322 on it, whose DC line is ``data_line``. Nobody answers on it: what
    a display that is gone is sent, is lost without an error."""

    def __init__(self, chip: SimGrey, changed: Callable[[], None]) -> None:
        self.chip = chip
        self.bytes = 0
        self.changed = changed
        self.plugged = True
        self._data = False
        self._exists = True

    def data_line(self, high: bool) -> None:
        self._data = high

    def unplug(self) -> None:
        """The display is gone."""
        self.plugged = False
        self.changed()

    def plug(self) -> None:
        """The display is back: dark, and its memory is noise."""
        self.plugged = True
        self.power_cycle()

    def power_cycle(self) -> None:
        """The supply was away for a moment."""
        awake = self.chip.awake
        self.chip.power_on()
        self.chip.awake = awake  # its RES line was high all the time
        self.changed()

    def exist(self, present: bool) -> None:
        """Whether the bus itself is there (SPI switched on in the Pi's settings)."""
        self._exists = present

    def open(self) -> SimSpi:
        """As opening the kernel's file."""
        if not self._exists:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), SPI_DEVICE)
        return self

    def write(self, data: bytes) -> None:
        self.bytes += len(data)
        if self.plugged and self.chip.awake:
            (self.chip.data if self._data else self.chip.command)(data)
        self.changed()

    def close(self) -> None:
        """Nothing to close: the next `open` gives the same bus."""
