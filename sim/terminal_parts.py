"""What the terminal simulator shows: the picture in the best size, lamps, buttons, its texts."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PIL import Image
from rich.text import Text
from textual.events import MouseDown, MouseUp
from textual.message import Message
from textual.widgets import Static

from hal.lamps import COLOURS
from sim.art import braille, full_blocks, half_blocks
from sim.board import SimBoard
from sim.lamps import likeliest

#: Smallest terminal: columns and rows.
SMALLEST: Final = (80, 24)

#: Keys by the button that they tap. Keys for a seat are its digit.
TAPS: Final[Mapping[str, str]] = {
    "roll": "space,r",
    "up": "up",
    "down": "down",
    "ok": "enter",
    "back": "backspace,escape,b",
    **{f"seat{seat}": str(seat) for seat in range(1, 10)},
}
#: Keys that hold a button.
HOLDS: Final[Mapping[str, str]] = {"ok": "h", "back": "u"}
#: How the keys are written on the buttons.
_SIGNS: Final = {"space": "␣", "up": "↑", "down": "↓", "enter": "⏎", "backspace": "⌫"}


@dataclass(frozen=True, slots=True)
class Size:
    """A way to draw the picture: characters that it takes, and the smallest terminal for it."""

    columns: int
    rows: int
    terminal: tuple[int, int]
    draw: Callable[[Image.Image], str]


#: The largest first. Under the picture stay rows for the buttons and the log, beside it the lamps.
SIZES: Final = (
    Size(256, 64, (280, 76), full_blocks),
    Size(128, 32, (152, 42), half_blocks),
    Size(64, 16, SMALLEST, braille),
)
#: Columns beside the picture, with its frame, from which on lamps show their colours' names.
WIDE: Final = 24


def best_size(width: int, height: int) -> Size | None:
    """The largest way to draw that fits; None: the terminal is too small."""
    fits = (size for size in SIZES if width >= size.terminal[0] and height >= size.terminal[1])
    return next(fits, None)


class Texts:
    """The simulator's own texts in a language."""

    def __init__(self, language: str) -> None:
        path = Path(__file__).with_name(f"terminal.{language}.toml")
        self._texts: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))

    def __call__(self, key: str, **gaps: object) -> str:
        return str(self._texts[key]).format(**gaps)

    def name(self, table: str, key: str) -> str:
        return str(self._texts[table].get(key, key))


def lamp_lines(board: SimBoard, texts: Texts, now: float, wide: bool) -> Text:
    """All lamps, a line each: lit or not, name, pattern, and where there is room the colour."""
    lines = Text()
    for name in board.config.lamps:
        colour = board.lamp(name)
        pattern = likeliest(board.lamp_changes(name), now)
        label = name.removeprefix("seat")
        own = colour or board.config.lamps[name].colour
        lines.append("● " if colour else "○ ", _ink(own))
        name_of = texts.name("pattern", pattern.value)
        lines.append(f"{label:<5}{name_of:<8}" if wide else f"{label:<5}{name_of}")
        lines.append(texts.name("colour", own) if wide else "", _ink(own))
        lines.append("\n")
    return lines


def _ink(colour: str) -> str:
    red, green, blue = (round(255 * part) for part in COLOURS.get(colour, COLOURS["white"]))
    return f"rgb({red},{green},{blue})"


class PushButton(Static):
    """A button to be pressed by the mouse, as long as its button is down."""

    ALLOW_SELECT = False

    class Changed(Message):
        def __init__(self, button: str, down: bool) -> None:
            super().__init__()
            self.button = button
            self.down = down

    def __init__(self, button: str) -> None:
        key = TAPS.get(button, "").split(",")[0]
        label = button.removeprefix("seat").upper()
        sign = _SIGNS.get(key, key)
        text = label if sign == label else f"{label} {sign}".strip()
        super().__init__(Text(text), id=f"button-{button}")
        self._button = button

    def on_mouse_down(self, event: MouseDown) -> None:
        self.capture_mouse()  # so that letting go is heard wherever the pointer is then
        self.post_message(self.Changed(self._button, True))

    def on_mouse_up(self, event: MouseUp) -> None:
        self.release_mouse()
        self.post_message(self.Changed(self._button, False))

    def show(self, down: bool) -> None:
        self.set_class(down, "down")
