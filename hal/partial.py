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
    def pages(self) -> tuple[int, int]:
        return self.top, self.bottom

    @property
    def columns(self) -> tuple[int, int]:
        return self.left, self.right

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
    """How a chip is told where the next data bytes go. All numbers are bytes on the bus."""

    #: Whether a window may span several pages.
    tall: bool
    #: What a window costs besides its data, and if it has the pages of the window before it.
    overhead: int
    overhead_beside: int

    def commands(self, window: Window, before: Window | None) -> tuple[int, ...]:
        """``before``: the window filled just before, in the same update."""
        ...


class WindowAddressing:
    """SSD1306, SSD1309: any rectangle (commands 0x21, 0x22; horizontal addressing).

    Once a window is full the chip points at its start again, so columns or pages that the next
    one shares need not be sent.
    """

    tall = True
    overhead = HEAD + 6 + HEAD
    overhead_beside = HEAD + 3 + HEAD

    def commands(self, window: Window, before: Window | None) -> tuple[int, ...]:
        columns = (0x21, window.left, window.right)
        pages = (0x22, window.top, window.bottom)
        if before is not None and window.pages == before.pages:
            return columns
        if before is not None and window.columns == before.columns:
            return pages
        return columns + pages


class PageAddressing:
    """SH1106: a run within one page; its memory is 132 wide, the glass shows columns 2..129."""

    tall = False
    overhead = HEAD + 3 + HEAD
    overhead_beside = HEAD + 2 + HEAD
    offset = 2

    def commands(self, window: Window, before: Window | None) -> tuple[int, ...]:
        column = window.left + self.offset
        place = (column & 0x0F, 0x10 | column >> 4)
        same = before is not None and window.pages == before.pages
        return place if same else (0xB0 | window.top, *place)


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
    """The windows to send, in order; ``shown`` None: memory is unknown.

    The pages are divided into bands, each with the windows that cover its changed columns; of all
    divisions the cheapest is taken (found from the last page upwards).
    """
    changed = [_changed(shown, wanted, page) for page in range(PAGES)]
    best: list[tuple[int, tuple[_Band, ...]]] = [(0, ())]  # for the pages from p on, p going up
    for top in reversed(range(PAGES)):
        if not changed[top]:
            best.append(best[-1])
            continue
        choices = []
        columns = 0
        for bottom in range(top, PAGES if addressing.tall else top + 1):
            columns |= changed[bottom]
            cost, band = _band(top, bottom, columns, addressing)
            rest, others = best[PAGES - 1 - bottom]
            choices.append((cost + rest, (band, *others)))
        best.append(min(choices, key=lambda choice: choice[0]))
    return [window for band in best[-1][1] for window in _cut(*band)]


#: Columns of a page as one number: bit 8 * c stands for column c. So one operation does for all.
_ONES: Final = int.from_bytes(b"\1" * WIDTH, "little")
#: Top and bottom page, and the columns that are to be sent.
_Band = tuple[int, int, int]


def _changed(shown: bytes | None, wanted: bytes, page: int) -> int:
    """The columns of a page that have to be sent."""
    if shown is None:
        return _ONES
    old, new = (memory[WIDTH * page : WIDTH * (page + 1)] for memory in (shown, wanted))
    if old == new:
        return 0
    bits = int.from_bytes(old, "little") ^ int.from_bytes(new, "little")
    for step in (4, 2, 1):  # all bits of a byte into its lowest
        bits |= bits >> step
    return bits & _ONES


def _band(top: int, bottom: int, columns: int, addressing: Addressing) -> tuple[int, _Band]:
    """All the columns of these pages, and gaps where that is cheaper; what they cost."""
    beside, pages = addressing.overhead_beside, bottom - top + 1
    gap = beside // pages  # so many columns between two windows cost no more than a window
    spread = columns
    for _ in range(gap):
        spread |= spread << 8
    sent = spread
    for _ in range(gap):
        sent &= sent >> 8
    count = (sent & ~(sent << 8)).bit_count()
    cost = addressing.overhead + beside * (count - 1) + pages * sent.bit_count()
    return cost, (top, bottom, sent)


def _cut(top: int, bottom: int, columns: int) -> Iterator[Window]:
    """The windows of a band, from the left."""
    left = 0
    while columns:
        gap = (columns & -columns).bit_length() // 8
        left, columns = left + gap, columns >> 8 * gap
        free = ~columns & (_ONES << 8 | 1)
        width = (free & -free).bit_length() // 8
        yield Window(top, bottom, left, left + width - 1)
        left, columns = left + width, columns >> 8 * width
