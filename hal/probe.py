"""What is on the display's bus: for the self-test, and for owners of a nameless display."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from smbus2 import I2cFunc, i2c_msg

from hal.bus import Bus
from hal.schema import Display

#: Where displays of this kind answer.
ADDRESSES: Final = (0x3C, 0x3D)
#: An SH1106 lets its memory be read back over I2C; the others answer with their state alone.
READABLE: Final = "sh1106"

_NOTHING: Final = 0xE3  # the command that does nothing
_COMMANDS: Final = 0x00
_DATA: Final = 0x40
_ONE_BYTE: Final = 0xC0  # one byte of data follows, or is asked for
_PLACE: Final = (0xB0, 0x00, 0x12)  # page 0, column 32
_PATTERNS: Final = (0xA5, 0x5A, 0x3C)


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """``answers``: addresses at which something is. ``chip``: whose memory could be read back:
    `READABLE`; empty where it could not, or where the adapter cannot read."""

    answers: tuple[int, ...]
    chip: str = ""


def probe(bus: Bus, display: Display) -> ProbeResult:
    """Look for the display, and which kind it is; raises nothing.

    This writes into the display's memory: it must be set up anew afterwards.
    """
    places = dict.fromkeys((display.address, *ADDRESSES))
    answers = tuple(address for address in places if _answers(bus, address))
    if display.address not in answers:
        return ProbeResult(answers)
    return ProbeResult(answers, READABLE if _remembers(bus, display.address) else "")


def _answers(bus: Bus, address: int) -> bool:
    try:
        bus.write_i2c_block_data(address, _COMMANDS, [_NOTHING])
    except OSError:
        return False
    return True


def _remembers(bus: Bus, address: int) -> bool:
    """Whether what is written to the memory can be read again, three different bytes."""
    if not bus.funcs & I2cFunc.I2C:
        return False
    try:
        return all(_written_and_read(bus, address, byte) for byte in _PATTERNS)
    except OSError:
        return False


def _written_and_read(bus: Bus, address: int, byte: int) -> bool:
    place = i2c_msg.write(address, [_COMMANDS, *_PLACE])
    bus.i2c_rdwr(place)
    bus.i2c_rdwr(i2c_msg.write(address, [_DATA, byte]))
    answer: Any = i2c_msg.read(address, 2)
    bus.i2c_rdwr(place, i2c_msg.write(address, [_ONE_BYTE]), answer)
    return bool(list(answer)[1] == byte)  # the first byte is the one of the place before
