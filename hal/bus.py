"""What carries commands and data to a display, as luma.core sees it: an I2C bus with long writes
where the adapter can do them, or an SPI bus with a line that tells commands from data.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol

from luma.core.interface.serial import i2c
from smbus2 import I2cFunc, i2c_msg

_DATA: Final = 0x40

#: Clock of the SPI bus in Hz. The chip stands 10 MHz; loose wires on a table want less.
SPI_HERTZ: Final = 4_000_000


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


class Link(Protocol):
    """An open SPI bus: nobody answers on it, so what arrived nobody knows."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class Line(Protocol):
    """An output pin; raises OSError when it cannot be used."""

    def set(self, high: bool) -> None: ...


class SPIWire:
    """luma.core's serial interface over an open SPI bus; ``data_line``: low for commands.

    luma's own talks to pins through RPi.GPIO, which no new model has.
    """

    def __init__(self, link: Link, data_line: Line) -> None:
        self._link = link
        self._data_line = data_line

    def command(self, *cmd: int) -> None:
        self._data_line.set(False)
        self._link.write(bytes(cmd))

    def data(self, data: Iterable[int]) -> None:
        self._data_line.set(True)
        self._link.write(bytes(data))

    def cleanup(self) -> None:
        self._link.close()
