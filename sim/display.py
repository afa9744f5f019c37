"""A display chip as the bus sees it: commands and data in, memory and a picture out.

`SimChip` models what SSD1306, SSD1309 and SH1106 do with a 128x64 glass whose wiring needs column
and row scan reversed (0xA1, 0xC8), as on the usual modules. Commands that only set voltages and
timing are read over; a byte that the chip does not know is remembered in `unknown`. `SimGrey`
models an SSD1322 behind a 256x64 glass.
"""

from __future__ import annotations

import random
from typing import Final

from PIL import Image

from hal import grey
from hal.interfaces import WIDE
from hal.partial import PAGES, WIDTH, unpack

#: Commands with so many argument bytes, of all three chips.
_COMMON: Final = dict.fromkeys((0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)
_SSD: Final = {
    **_COMMON,
    **dict.fromkeys((0x20, 0x8D, 0xFD), 1),
    **dict.fromkeys((0x21, 0x22, 0xA3), 2),
    **dict.fromkeys((0x29, 0x2A), 5),
    **dict.fromkeys((0x26, 0x27), 6),
}
_SH: Final = {**_COMMON, 0xAD: 1}
#: Sent by luma to every chip; an SH1106 has no such commands and takes each byte by itself.
_SH_IGNORED: Final = frozenset({0x20, 0x8D})


class SimChip:
    """One display: ``ssd1306``, ``ssd1309`` or ``sh1106``."""

    def __init__(self, chip: str) -> None:
        self.kind = chip
        self._paged_only = chip == "sh1106"
        self._arguments = _SH if self._paged_only else _SSD
        self.width = 132 if self._paged_only else 128
        self.unknown: list[int] = []
        self._reset_wired = False
        self.power_on()

    def power_on(self) -> None:
        """The state after the supply came (back): dark, memory full of noise."""
        noise = random.Random(len(self._arguments))
        self.memory = bytearray(noise.randbytes(self.width * PAGES))
        self.awake = not self._reset_wired
        self.on = False
        self.contrast = 0x7F
        self.inverted = False
        self.mirrored = True  # column scan not reversed yet
        self.upside_down = True
        self._mode = 2  # page addressing
        self._page = self._column = 0
        self._columns = (0, self.width - 1)
        self._pages = (0, PAGES - 1)

    def wire_reset(self) -> None:
        """A module with an open RES line: it answers, but stays dark until it was reset."""
        self._reset_wired = True
        self.awake = False

    def reset(self, high: bool) -> None:
        """The level of the RES line: low resets, and nothing is shown until it is high."""
        if not high:
            self.power_on()
        self.awake = high

    # -- what can be seen -------------------------------------------------------------------

    def ram(self) -> bytes:
        """The part of the memory behind the glass: eight pages of 128 bytes."""
        left = (self.width - WIDTH) // 2
        starts = range(left, self.width * PAGES, self.width)
        return b"".join(self.memory[start : start + WIDTH] for start in starts)

    def picture(self) -> Image.Image:
        """What eyes see on the glass (mode "1"); dark while the display is off."""
        if not (self.on and self.awake):
            return Image.new("1", (WIDTH, 8 * PAGES))
        image = unpack(self.ram())
        if self.inverted:
            image = image.point(lambda value: 0 if value else 255)
        if self.mirrored:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if self.upside_down:
            image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return image

    # -- what comes over the bus ------------------------------------------------------------

    def command(self, stream: bytes) -> None:
        """A transfer of command bytes."""
        rest = list(stream)
        while rest:
            code = rest.pop(0)
            count = self._arguments.get(code, 0)
            arguments, rest = rest[:count], rest[count:]
            if len(arguments) < count:
                self.unknown.append(code)
            else:
                self._execute(code, arguments)

    def data(self, stream: bytes) -> None:
        """A transfer of data bytes: they go to memory, the address moves on."""
        at = 0
        while at < len(stream):
            piece = stream[at : at + max(1, self._last - self._column + 1)]
            place = self.width * self._page + self._column
            self.memory[place : place + len(piece)] = piece
            at += len(piece)
            self._advance(len(piece))

    def read(self, count: int) -> bytes:
        """What comes when bytes of memory are asked for: only an SH1106 gives them."""
        if not self._paged_only:
            return bytes([0x43 if self.on else 0x03] * count)
        start = self.width * self._page + self._column
        return bytes([0]) + bytes(self.memory[start : start + count - 1])

    @property
    def _last(self) -> int:
        """The column after which the address goes elsewhere."""
        return self.width - 1 if self._mode == 2 else self._columns[1]

    def _advance(self, count: int) -> None:
        """Move on by so many columns, to the one after the last at most."""
        self._column += count
        if self._column <= self._last:
            return
        if self._mode == 2:
            self._column = 0
        else:
            self._column = self._columns[0]
            self._page = self._page + 1 if self._page < self._pages[1] else self._pages[0]

    def _execute(self, code: int, arguments: list[int]) -> None:
        if code in (0x20, 0x21, 0x22) and arguments:
            self._address(code, arguments)
        elif code < 0x20 or 0xB0 <= code <= 0xB7:
            self._place(code)
        elif code in (0xAE, 0xAF):
            self.on = code == 0xAF
        elif code == 0x81:
            self.contrast = arguments[0]
        elif code in (0xA6, 0xA7):
            self.inverted = code == 0xA7
        elif code in (0xA0, 0xA1):
            self.mirrored = code == 0xA0
        elif code in (0xC0, 0xC8):
            self.upside_down = code == 0xC0
        elif not self._harmless(code):
            self.unknown.append(code)

    def _address(self, code: int, arguments: list[int]) -> None:
        if code == 0x20:
            self._mode = arguments[0]
        elif code == 0x21:
            self._columns = (arguments[0], arguments[1])
            self._column = arguments[0]
        else:
            self._pages = (arguments[0], arguments[1])
            self._page = arguments[0]

    def _place(self, code: int) -> None:
        """Page addressing: the page, or one half of the column."""
        if code >= 0xB0:
            self._page = code & 0x07
        elif code < 0x10:
            self._column = self._column & 0xF0 | code
        else:
            self._column = (code & 0x0F) << 4 | self._column & 0x0F

    def _harmless(self, code: int) -> bool:
        if self._paged_only and code in _SH_IGNORED:
            return True
        return code in self._arguments or 0x40 <= code <= 0x7F or code in (0x2E, 0xA4, 0xE3)


#: Commands of an SSD1322 with so many bytes of data; the others have none.
_GREY: Final = {
    **dict.fromkeys((0xA1, 0xA2, 0xAB, 0xB1, 0xB3, 0xB5, 0xB6, 0xBB, 0xBE), 1),
    **dict.fromkeys((0xC1, 0xC7, 0xCA, 0xFD), 1),
    **dict.fromkeys((0x15, 0x75, 0xA0, 0xB4, 0xD1), 2),
    **dict.fromkeys((0xA4, 0xA6, 0xA7, 0xA9, 0xAE, 0xAF, 0xB9), 0),
}


class SimGrey:
    """One SSD1322, whose module has a RES line: it stays dark until it was reset."""

    #: Column addresses of its memory, four pixels each, and rows.
    COLUMNS: Final = 120
    ROWS: Final = 128

    def __init__(self) -> None:
        self.unknown: list[int] = []
        self.awake = False
        self.power_on()

    def power_on(self) -> None:
        """The state after the supply came (back): dark, memory full of noise."""
        self.memory = bytearray(random.Random(1322).randbytes(2 * self.COLUMNS * self.ROWS))
        self.awake = self.on = self.lit = False
        self.contrast = 0x7F
        self.remap = 0
        self._code = 0
        self._taken = bytearray()  # of the command's data
        self._columns = (0, self.COLUMNS - 1)
        self._rows = (0, self.ROWS - 1)
        self._column = self._row = 0

    def reset(self, high: bool) -> None:
        """The level of the RES line: low resets, and nothing is shown until it is high."""
        if not high:
            self.power_on()
        self.awake = high

    def picture(self) -> Image.Image:
        """What eyes see on the glass (mode "1"), all that is not dark being lit."""
        if not (self.on and self.awake and self.lit and self.contrast):
            return Image.new("1", WIDE)
        starts = range(2 * grey.LEFT, 2 * self.COLUMNS * WIDE[1], 2 * self.COLUMNS)
        image = grey.unpack(b"".join(self.memory[start : start + grey.ROW] for start in starts))
        return image if self.remap == 0x14 else image.transpose(Image.Transpose.ROTATE_180)

    def command(self, stream: bytes) -> None:
        """Bytes that came while the DC line was low."""
        for code in stream:
            self._code, self._taken = code, bytearray()
            if code == grey.WRITE:
                self._column, self._row = self._columns[0], self._rows[0]
            elif code in (0xAE, 0xAF):
                self.on = code == 0xAF
            elif code in (0xA4, 0xA6):
                self.lit = code == 0xA6
            elif code not in _GREY:
                self.unknown.append(code)

    def data(self, stream: bytes) -> None:
        """Bytes that came while it was high: arguments, or the memory's."""
        if self._code == grey.WRITE:
            for at in range(0, len(stream), 2):
                self._write(stream[at : at + 2])
            return
        self._taken += stream
        if len(self._taken) == _GREY.get(self._code, 0):
            self._execute(self._code, *self._taken)
        elif len(self._taken) > _GREY.get(self._code, 0):
            self.unknown.append(self._code)

    def _write(self, pixels: bytes) -> None:
        place = 2 * (self.COLUMNS * self._row + self._column)
        self.memory[place : place + 2] = pixels
        self._column += 1
        if self._column > self._columns[1]:
            self._column = self._columns[0]
            self._row = self._row + 1 if self._row < self._rows[1] else self._rows[0]

    def _execute(self, code: int, first: int, second: int = 0) -> None:
        if code == grey.SET_COLUMNS:
            self._columns = (first, second)
        elif code == grey.SET_ROWS:
            self._rows = (first, second)
        elif code == grey.SET_CONTRAST:
            self.contrast = first
        elif code == 0xA0:
            self.remap = first
