"""What the terminal simulator shows: picture, lamps, buttons, its texts."""

from __future__ import annotations

import os
import sys
import textwrap
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click, MouseDown, MouseUp
from textual.message import Message
from textual.widgets import Static

from hal.box.seatbox import SeatBox
from hal.interfaces import Pattern, Program, Scrolls
from hal.lamps import COLOURS
from sim.board import SimBoard
from sim.lamps import likeliest

#: Keys by the button that they tap. Keys for a seat are its digit; no seat is 0, numbers have it.
TAPS: Final[Mapping[str, str]] = {
    "roll": "space,r",
    "up": "up",
    "down": "down",
    "ok": "enter",
    "back": "backspace,escape,b",
    **{f"seat{seat}": str(seat) for seat in range(10)},
}
#: The key for help that is no letter of a name; its character stands in `HELPS`.
HELP: Final = "question_mark"
HELPS: Final = "?"
#: Keys that hold a button.
HOLDS: Final[Mapping[str, str]] = {"ok": f"h,{HELP}", "back": "u"}
#: How the keys are written on the buttons.
_NAMED: Final = ("space",)  # ... in words, where there is room
_SIGNS: Final = {"space": "␣", "up": "↑", "down": "↓", "enter": "⏎", "backspace": "⌫"}


#: Keys that move a cursor where the program has a raster.
ARROWS: Final = ("left", "right", "up", "down")
#: How the words of a map, a raster or a table begin.
DRAWN: Final = "| "
#: Rows of ROLL from which on its key stands under its name.
_TALL: Final = 5


def bindings() -> list[BindingType]:
    """The keys that are no letters of a name, with what they do."""
    taps = [Binding(keys, f"tap('{name}')", priority=True) for name, keys in TAPS.items()]
    holds = [Binding(keys, f"hold('{name}')", priority=True) for name, keys in HOLDS.items()]
    own = [
        Binding("t", "text", priority=True),
        Binding("x", "plug", priority=True),
        Binding("q", "quit", priority=True),
        Binding("ctrl+c", "leave", priority=True),
    ]
    return [*taps, *holds, *own]


def words(program: Program, said: str) -> str:
    """The screen's words; of a page that has been scrolled, those from there on."""
    lines = said.split("\n")
    if isinstance(program, Scrolls):
        del lines[1 : 1 + program.scrolled]
    return "\n".join(lines)


class Texts:
    """The simulator's own texts in a language."""

    def __init__(self, language: str) -> None:
        path = Path(__file__).with_name(f"terminal.{language}.toml")
        self._texts: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))

    def __call__(self, key: str, **gaps: object) -> str:
        return str(self._texts[key]).format(**gaps)

    def name(self, table: str, key: str) -> str:
        return str(self._texts[table].get(key, key))


class TerminalUnfit(Exception):
    """The simulated panel cannot be shown here; the message says why and what to do."""


def check_terminal(
    texts: Texts, environ: Mapping[str, str] = os.environ, tty: bool | None = None
) -> None:
    """Raises TerminalUnfit where nothing could be shown: no terminal, no locale for Unicode."""
    if tty is None:
        tty = sys.stdin.isatty() and sys.stdout.isatty()
    if not tty or environ.get("TERM", "dumb") == "dumb":
        raise TerminalUnfit(texts("no_terminal"))
    found = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or "C"
    if "utf8" not in found.lower().replace("-", ""):
        raise TerminalUnfit(texts("no_locale", found=found))


class Parts(Protocol):
    """What the panel's parts are called, and why one is missing, in the language of now."""

    def name(self, part: str) -> str: ...

    def why(self, part: str, detail: str, box: SeatBox | None) -> str:
        """``detail`` is what the panel says, ``box`` its end of the line to the seat box."""
        ...


class PlainParts:
    """For a panel without catalogues: the reasons are as the panel says them."""

    def __init__(self, language: Callable[[], str]) -> None:
        self._language = language

    def name(self, part: str) -> str:
        return Texts(self._language()).name("part", part)

    def why(self, part: str, detail: str, box: SeatBox | None) -> str:
        return detail


class Losses:
    """What the panel has lost; or else what has come back, until a button is pressed."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._lost: dict[str, str] = {}
        self._back = ""

    def see(self, lost: Mapping[str, str]) -> None:
        """``lost``: what the panel says of each part that is lost now."""
        if self._lost != lost:
            self._back = min(self._lost.keys() - lost.keys(), default="")
            self._lost = dict(lost)

    def forget(self) -> None:
        """Nobody has to be told any more what has come back."""
        self._back = ""

    def told(self, texts: Texts, box: SeatBox | None) -> str:
        """As a line of the screen; empty where there is nothing to tell."""
        if self._lost:
            return "; ".join(
                texts("lost", part=self._parts.name(part), why=self._parts.why(part, detail, box))
                for part, detail in self._lost.items()
            )
        return texts("back", part=self._parts.name(self._back)) if self._back else ""


def lamp(board: SimBoard, texts: Texts, seat: str, now: float, room: int) -> Text:
    """A seat's lamp: lit or not, and how it shines where there is room for the word."""
    name = f"seat{seat}"
    colour = board.lamp(name)
    sign = Text("●" if colour else "○", _ink(colour or board.config.lamps[name].colour))
    shines = likeliest(board.lamp_changes(name), now)
    pattern = texts.name("pattern", shines.value) if shines is not Pattern.OFF else ""
    return sign + Text(f" {pattern}" if len(pattern) + 2 <= room else "", "#8090a0")


def newest(lines: Sequence[str], columns: int, rows: int) -> Text:
    """The last lines that fit, wrapped; the newest is the brightest."""
    found: list[Text] = []
    for number, line in enumerate(reversed(lines)):
        style = "bold #ffffff" if number == 0 else ""
        parts = textwrap.wrap(line, columns, subsequent_indent="  ") or [""]
        found[:0] = [Text(part, style) for part in parts]
        if len(found) >= rows:
            break
    return Text("\n").join(found[-rows:] if rows > 1 else found[:1])


def fitted(words: str, columns: int, rows: int) -> str:
    """The words of the screen, wrapped, as many as fit: the title, and what is selected.

    Where all of it has no room, what only a picture shows well is left out: maps and sheets.
    """
    lines = _wrapped(words.split("\n"), columns)
    if len(lines) > rows:
        lines = _wrapped(
            [line for line in words.split("\n") if not line.startswith(DRAWN)], columns
        )
    at = next((n for n, line in enumerate(lines) if line.startswith(">")), 0)
    del lines[1 : max(min(at + 2, len(lines)) - rows + 1, 1)]
    return "\n".join(lines[:rows])


def _wrapped(lines: Sequence[str], columns: int) -> list[str]:
    return [part for line in lines for part in textwrap.wrap(line, columns)]


def shortened(name: str, room: int) -> str:
    return name if len(name) <= room else name[: room - 1] + "…"


def _ink(colour: str) -> str:
    red, green, blue = (round(255 * part) for part in COLOURS.get(colour, COLOURS["white"]))
    return f"rgb({red},{green},{blue})"


class Shown(Static):
    """What may change often, in a place whose size does not depend on it."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._shown = Text()

    def put(self, content: Text) -> None:
        """Show this. Unlike `update`, it does not lay the whole screen out anew."""
        self._shown = content
        self.refresh()

    def render(self) -> Text:
        return self._shown


class Picture(Shown):
    """The panel's screen; a click on it is told by its character."""

    ALLOW_SELECT = False

    class Clicked(Message):
        def __init__(self, column: int, row: int) -> None:
            super().__init__()
            self.column = column
            self.row = row

    def on_click(self, event: Click) -> None:
        self.post_message(self.Clicked(event.x, event.y))


class PushButton(Shown):
    """A button to be pressed by the mouse, as long as its button is down."""

    ALLOW_SELECT = False

    class Changed(Message):
        def __init__(self, button: str, down: bool) -> None:
            super().__init__()
            self.button = button
            self.down = down

    def __init__(self, button: str) -> None:
        super().__init__(id=f"button-{button}")
        self._button = button

    def label(self, rows: int, texts: Texts) -> str:
        """Its name and its key."""
        key = TAPS.get(self._button, "").split(",")[0]
        name = self._button.removeprefix("seat").upper()
        if name == key:
            return name
        if rows >= _TALL:
            return f"{name}\n({texts(key) if key in _NAMED else key})"
        return f"{name} {_SIGNS.get(key, key)}".strip()

    def on_mouse_down(self, event: MouseDown) -> None:
        self.capture_mouse()  # so that letting go is heard wherever the pointer is then
        self.post_message(self.Changed(self._button, True))

    def on_mouse_up(self, event: MouseUp) -> None:
        self.release_mouse()
        self.post_message(self.Changed(self._button, False))

    def show(self, down: bool) -> None:
        self.set_class(down, "down")
