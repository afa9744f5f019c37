"""The I2C bus as luma.core sees it, with long writes where the adapter can do them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol

from luma.core.interface.serial import i2c
from smbus2 import I2cFunc, i2c_msg

_DATA: Final = 0x40


class Bus(Protocol):
    """The part of ``smbus2.SMBus`` that a display needs; raises OSError when nobody answers."""

    @property
    def funcs(self) -> int: ...

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Any) -> None: ...

    def i2c_rdwr(self, *i2c_msgs: Any) -> None: ...

    def close(self) -> None: ...


class I2CWire:
    """luma.core's serial interface over an open bus.

    luma itself splits the data for a bus that it was given into blocks of 32 bytes. Here a whole
    window goes in one transfer where the adapter speaks plain I2C, as the Raspberry Pi's does;
    luma's blocks remain for adapters that only speak SMBus.
    """

    def __init__(self, bus: Bus, address: int) -> None:
        self._bus = bus
        self._address = address
        self._wire = i2c(bus=bus, address=address)
        self._long = bool(bus.funcs & I2cFunc.I2C)

    def command(self, *cmd: int) -> None:
        self._wire.command(*cmd)

    def data(self, data: Iterable[int]) -> None:
        if self._long:
            self._bus.i2c_rdwr(i2c_msg.write(self._address, [_DATA, *data]))
        else:
            self._wire.data(list(data))

    def cleanup(self) -> None:
        self._bus.close()
