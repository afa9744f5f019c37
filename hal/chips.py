"""The display chips that a panel may have, and their start sequences as luma.oled knows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Protocol

from PIL import Image

from hal import grey, partial
from hal.interfaces import SIZE, WIDE
from hal.partial import Addressing, PageAddressing, WindowAddressing

DISPLAY_OFF: Final = 0xAE
DISPLAY_ON: Final = 0xAF
SET_CONTRAST: Final = 0x81

#: Those of one bit a pixel, by the names of luma.oled's device classes.
CHIPS: Final[Mapping[str, Addressing]] = MappingProxyType(
    {"ssd1306": WindowAddressing(), "ssd1309": WindowAddressing(), "sh1106": PageAddressing()}
)

#: One transfer of commands, and of the data that belong to it; there may be none.
Step = tuple[tuple[int, ...], bytes]


class Chip(Protocol):
    """What the screen has to know of a chip.

    ``size``: of its pictures. ``darkens``: the command of the start sequence that makes it dark.
    """

    size: tuple[int, int]
    darkens: int

    def pack(self, picture: Image.Image, rotation: int) -> bytes:
        """The picture as the chip's memory; raises ValueError for one of another kind."""
        ...

    def changes(self, shown: bytes | None, wanted: bytes) -> Iterator[Step]:
        """What to send so that the memory becomes ``wanted``; ``shown`` None: it is unknown."""
        ...

    def contrast(self, level: int) -> Step: ...


class _OneBit:
    """SSD1306, SSD1309, SH1106: 128x64, arguments are commands like all others."""

    size = SIZE
    darkens = DISPLAY_OFF

    def __init__(self, addressing: Addressing) -> None:
        self._addressing = addressing

    def pack(self, picture: Image.Image, rotation: int) -> bytes:
        return partial.pack(picture, rotation)

    def changes(self, shown: bytes | None, wanted: bytes) -> Iterator[Step]:
        before = None
        for window in partial.windows(shown, wanted, self._addressing):
            yield self._addressing.commands(window, before), window.cut(wanted)
            before = window

    def contrast(self, level: int) -> Step:
        return (SET_CONTRAST, level), b""


class _Grey:
    """SSD1322: 256x64 in four bits a pixel, arguments of a command are data."""

    size = WIDE
    darkens = grey.ALL_DARK

    def pack(self, picture: Image.Image, rotation: int) -> bytes:
        return grey.pack(picture, rotation)

    def changes(self, shown: bytes | None, wanted: bytes) -> Iterator[Step]:
        return grey.changes(shown, wanted)

    def contrast(self, level: int) -> Step:
        return (grey.SET_CONTRAST,), bytes((level,))


def chip_called(name: str) -> Chip:
    return _OneBit(CHIPS[name]) if name in CHIPS else _Grey()


class _Recorder:
    """A serial interface to nothing that keeps what it is sent."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def command(self, *cmd: int) -> None:
        self.steps.append((cmd, b""))

    def data(self, data: Any) -> None:
        command, before = self.steps.pop()
        self.steps.append((command, before + bytes(data)))

    def cleanup(self) -> None:
        """There is nothing to close."""


@cache
def start_sequence(chip: str) -> tuple[Step, ...]:
    """What sets the chip up; switching it on is not among it.

    A recording and not luma's own device object, because that one can only be made while the
    display answers, and would have to be made anew, with a new exit hook, after every loss.
    """
    original = getattr(luma_devices(), chip)
    recorder = _Recorder()
    silent = type(chip, (original,), {"display": lambda self, image: None})
    device = silent(recorder)
    device.persist = True  # nothing to switch off when the interpreter exits
    return tuple(step for step in recorder.steps if step[0] != (DISPLAY_ON,))


def luma_devices() -> Any:
    """luma.oled's devices, without the four worker threads that their import would start.

    The threads serve luma's virtual screens, which a panel does not use.
    """
    from luma.core import threadpool

    original = threadpool.threadpool
    threadpool.threadpool = lambda threads: original(0)
    try:
        from luma.oled import device
    finally:
        threadpool.threadpool = original
    return device
