"""Which bytes to send so that a display's memory becomes the wanted picture. Pure functions.

Memory is eight pages of 128 bytes, one after another: byte ``128 * page + column`` is
the eight pixels under each other at that column, the topmost in the lowest bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from PIL import Image

from hal.interfaces import SIZE

WIDTH: Final = SIZE[0]
PAGES: Final = SIZE[1] // 8

#: Every transfer starts with the device's address and a control byte.
HEAD: Final = 2


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of bytes: pages and columns, first and last."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def area(self) -> int:
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def cut(self, memory: bytes) -> bytes:
        """The window's bytes, page by page."""
        if self.right - self.left + 1 == WIDTH:
            return memory[WIDTH * self.top : WIDTH * (self.bottom + 1)]
        starts = range(WIDTH * self.top, WIDTH * (self.bottom + 1), WIDTH)
        return b"".join(memory[s + self.left : s + self.right + 1] for s in starts)


class Addressing(Protocol):
    """How a chip is told where the next data bytes go."""

    #: Whether a window may span several pages.
    tall: bool
    #: Bytes on the bus for a window besides its data.
    overhead: int

    def commands(self, window: Window) -> tuple[int, ...]: ...


class Windowed:
    """SSD1306, SSD1309: any rectangle (commands 0x21, 0x22; horizontal addressing)."""

    tall = True
    overhead = HEAD + 6 + HEAD

    def commands(self, window: Window) -> tuple[int, ...]:
        return (0x21, window.left, window.right, 0x22, window.top, window.bottom)


class Paged:
    """SH1106: a run within one page; its memory is 132 wide, the glass shows columns 2..129."""

    tall = False
    overhead = HEAD + 3 + HEAD
    offset = 2

    def commands(self, window: Window) -> tuple[int, ...]:
        column = window.left + self.offset
        return (0xB0 | window.top, column & 0x0F, 0x10 | column >> 4)


def pack(picture: Image.Image, rotation: int = 0) -> bytes:
    """A picture (mode "1", 128x64) as display memory; raises ValueError for any other picture."""
    if picture.mode != "1" or picture.size != SIZE:
        found = f"mode {picture.mode!r}, {picture.width}x{picture.height}"
        raise ValueError(f"a picture for the panel has mode '1' and {SIZE}, not {found}")
    if rotation:
        picture = picture.transpose(Image.Transpose.ROTATE_180)
    # Turned on its diagonal, a column is eight bytes in a row: page p is every eighth from p on.
    columns = picture.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return b"".join(columns[page::PAGES] for page in range(PAGES))


def unpack(memory: bytes) -> Image.Image:
    """The picture that display memory shows; the reverse of `pack`."""
    columns = bytearray(len(memory))
    for page in range(PAGES):
        columns[page::PAGES] = memory[WIDTH * page : WIDTH * (page + 1)]
    turned = Image.frombytes("1", (SIZE[1], SIZE[0]), bytes(columns), "raw", "1;R")
    return turned.transpose(Image.Transpose.TRANSPOSE)


def windows(shown: bytes | None, wanted: bytes, addressing: Addressing) -> list[Window]:
    """The windows to send, cheapest in bytes on the bus; ``shown`` None: memory is unknown."""
    full = _full(addressing)
    if shown is None:
        return full
    found: list[Window] = []
    for page in range(PAGES):
        part = slice(WIDTH * page, WIDTH * (page + 1))
        if shown[part] != wanted[part]:
            for left, right in _runs(shown[part], wanted[part], addressing.overhead):
                _add(found, Window(page, page, left, right), addressing)
    return full if _cost(found, addressing) >= _cost(full, addressing) else found


def _full(addressing: Addressing) -> list[Window]:
    if addressing.tall:
        return [Window(0, PAGES - 1, 0, WIDTH - 1)]
    return [Window(page, page, 0, WIDTH - 1) for page in range(PAGES)]


def _cost(chosen: list[Window], addressing: Addressing) -> int:
    return sum(addressing.overhead + window.area for window in chosen)


def _runs(shown: bytes, wanted: bytes, overhead: int) -> Iterator[tuple[int, int]]:
    """First and last columns of changed bytes, over gaps that cost less than a new window."""
    first = last = -1
    for column, (old, new) in enumerate(zip(shown, wanted, strict=True)):
        if old == new:
            continue
        if first >= 0 and column - last - 1 > overhead:
            yield first, last
            first = column
        elif first < 0:
            first = column
        last = column
    yield first, last


def _add(found: list[Window], run: Window, addressing: Addressing) -> None:
    """Add a run, grown together with a window right above it if that is cheaper."""
    best, saving = -1, 0
    for index, window in enumerate(found):
        if addressing.tall and window.bottom == run.top - 1:
            saved = addressing.overhead + window.area + run.area - _join(window, run).area
            if saved > saving:
                best, saving = index, saved
    if best < 0:
        found.append(run)
    else:
        found[best] = _join(found[best], run)


def _join(above: Window, below: Window) -> Window:
    left, right = min(above.left, below.left), max(above.right, below.right)
    return Window(above.top, below.bottom, left, right)
