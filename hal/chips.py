"""The display chips that a panel may have, and their start sequences as luma.oled knows them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from hal.partial import Addressing, PageAddressing, WindowAddressing

DISPLAY_OFF: Final = 0xAE
DISPLAY_ON: Final = 0xAF
SET_CONTRAST: Final = 0x81

#: By the names of luma.oled's device classes.
CHIPS: Final[Mapping[str, Addressing]] = MappingProxyType(
    {"ssd1306": WindowAddressing(), "ssd1309": WindowAddressing(), "sh1106": PageAddressing()}
)


class _Recorder:
    """A serial interface to nothing that keeps the commands."""

    def __init__(self) -> None:
        self.commands: list[tuple[int, ...]] = []

    def command(self, *cmd: int) -> None:
        self.commands.append(cmd)

    def data(self, data: Any) -> None:
        """The start sequence has no data."""

    def cleanup(self) -> None:
        """There is nothing to close."""


@cache
def start_sequence(chip: str) -> tuple[tuple[int, ...], ...]:
    """The commands that set the chip up, one tuple a transfer; switching it on is not among them.

    A recording and not luma's own device object, because that one can only be made while the
    display answers, and would have to be made anew, with a new exit hook, after every loss.
    """
    original = getattr(luma_devices(), chip)
    recorder = _Recorder()
    silent = type(chip, (original,), {"display": lambda self, image: None})
    device = silent(recorder)
    device.persist = True  # nothing to switch off when the interpreter exits
    return tuple(cmd for cmd in recorder.commands if cmd != (DISPLAY_ON,))


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
