"""Scripts for a headless panel: the form of every scenario test and every bug report.

One command a line, ``#`` starts a comment:

    press roll              tap a button; several: press down down ok
    press seat 2            a player's button, also: press seat2
    hold back               press a button until it means its other meaning
    push ok / release ok    press and stay on it; let go
    wait 0.5                let seconds of the panel's clock pass
    read on                 OK to all that is only told, and patience while dice roll and while
                            computer players have their turns
    read on to "skids"      ... until the screen's words contain this
    choose "Knight Rider"   press DOWN until the selected line contains this, then OK;
                            or the button that has this label
    dice 4 6                type rolled dice, one after another
    expect text "roll"      the screen's words contain this
    expect text "won" within 3      ... now or in the next seconds
    expect no text "oil"    they do not
    expect lamp seat2 blink [red]   watch a lamp until its pattern is clear
    screen                  print the screen as text art
    display unplug / plug   pull the display's plug; put it back
    box unplug / plug / replug      pull the seat box's cable; put it back; both at once
    box noise 1%            spoil so many bytes on its line, in both directions
    box delay 0.02          every byte takes so many seconds
    power cut               pull the plug, and put it back at once
    disk full / free        nothing more can be kept; there is room again
    clock 1.7e9             what the box takes the time of day for, in seconds since 1970
    page 2 opens [host]     a page is opened, on the box itself or on a phone of this name
    page 2 leaves           its line breaks, or it is closed
    page 2 code [seat 3]    it types the code that the box shows to visitors, or that of a seat
    page 2 asks '{"do": "hello"}'   it sends this to the box
    page 2                  print what it shows
    seeds evening           the box's dice fall by the seeds "evening 0", "evening 1" and so on

Where a script has a line with ``box``, a seat box is plugged in from the beginning; where it has
one with ``page``, pages are served, and matches are kept until the script ends; so are they where
it has one with ``power``, ``disk`` or ``clock``.

Time is virtual: a script takes no longer than its computing, and runs alike every time.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from hal.interfaces import Pattern, Program, ReadsOn, TypesDice
from sim.art import framed
from sim.panel import SimPanel

#: Seconds between two looks of an ``expect ... within``.
_LOOK: Final = 0.05

#: More screens than any match tells between two decisions; seconds between two looks.
_TOLD: Final = 2000
_PATIENCE: Final = 0.5

#: The latest time of day, in seconds since 1970: in the year 2100.
LATEST: Final = 4_102_444_800

#: How `Program.words` begins the selected line of a list.
_SELECTED: Final = ">"

#: More lines than any list has.
_LINES: Final = 200


class ScriptError(Exception):
    """A line is no command, or what it expects is not so. Says file and line; shows the screen."""


class _Wrong(Exception):
    """What is wrong with a line, before file and line are added."""


@dataclass(frozen=True, slots=True)
class Line:
    """A command of a script: its words, and where it stands."""

    where: str
    text: str
    words: tuple[str, ...]


def read(path: Path) -> list[Line]:
    """The commands of a script file; raises ScriptError."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ScriptError(f"{path}: not UTF-8 text; save the script as UTF-8") from None
    except OSError as error:
        raise ScriptError(f"{path}: cannot be read ({error.strerror})") from None
    return parse(text, str(path))


def parse(text: str, name: str = "script") -> list[Line]:
    """The commands of a script; raises ScriptError for the first line that is none."""
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        where = f"{name}:{number}"
        try:
            words = tuple(shlex.split(line, comments=True))
        except ValueError as error:
            raise ScriptError(f"{where}: {line.strip()}: {error}") from None
        if words:
            _known(where, line.strip(), words)
            lines.append(Line(where, line.strip(), words))
    return lines


def _known(where: str, text: str, words: Sequence[str]) -> None:
    if words[0] not in _COMMANDS:
        known = ", ".join(_COMMANDS)
        raise ScriptError(f"{where}: {text}: no such command; there are {known}")


def has_box(lines: Iterable[Line]) -> bool:
    """Whether a script needs a panel with a seat box."""
    return any(line.words[0] == "box" for line in lines)


def has_pages(lines: Iterable[Line]) -> bool:
    """Whether a script needs pages."""
    return any(line.words[0] == "page" for line in lines)


def keeps(lines: Iterable[Line]) -> bool:
    """Whether a script needs a place where matches are kept."""
    return any(line.words[0] in ("page", "power", "disk", "clock") for line in lines)


def seeds(lines: Iterable[Line]) -> str:
    """What the seeds of a script's dice begin with."""
    named = (line.words[1] for line in lines if line.words[0] == "seeds" and len(line.words) == 2)
    return next(named, "script")


class Pages(Protocol):
    """Pages without browsers, each called by a number. All raise ValueError for what cannot be."""

    def join(self, page: str, host: str) -> None: ...

    def part(self, page: str) -> None: ...

    def ask(self, page: str, request: str) -> None: ...

    def code(self, seat: int | None) -> str: ...

    def shown(self, page: str) -> str: ...


class Box(Protocol):
    """What happens to the box that a panel belongs to."""

    def cut_power(self) -> Program:
        """The plug is pulled and put back; the program that has started then."""

    def fill_disk(self, full: bool) -> None: ...

    def set_clock(self, seconds: float) -> None:
        """What it takes for the time of day, in seconds since 1970."""


class Player:
    """Plays scripts on one panel. ``out`` takes what ``screen`` prints, without a line end."""

    def __init__(
        self, panel: SimPanel, program: Program, out: Callable[[str], None],
        pages: Pages | None = None, box: Box | None = None,
    ) -> None:  # fmt: skip
        self._panel = panel
        self._program = program
        self._out = out
        self._pages = pages
        self._box = box

    def play(self, lines: Iterable[Line]) -> None:
        """Raises ScriptError at the first line that does not work or is not as expected."""
        for line in lines:
            try:
                _COMMANDS[line.words[0]](self, line.words[1:])
            except (_Wrong, ValueError) as error:
                raise self._error(line, str(error)) from None
            failure = self._panel.runner.failure
            if failure is not None:
                raise self._error(line, "the program failed") from failure

    # -- commands ---------------------------------------------------------------------------

    def press(self, words: Sequence[str]) -> None:
        self._panel.press(*self._buttons(words))

    def hold(self, words: Sequence[str]) -> None:
        self._panel.hold(self._button(words))

    def push(self, words: Sequence[str]) -> None:
        self._panel.push(self._button(words))

    def release(self, words: Sequence[str]) -> None:
        self._panel.release(self._button(words))

    def wait(self, words: Sequence[str]) -> None:
        if len(words) != 1:
            raise _Wrong("say how long: wait 0.5")
        self._panel.run(_seconds(words[0]))

    def read_on(self, words: Sequence[str]) -> None:
        match tuple(words):
            case ("on",):
                text = ""
            case ("on", "to", text):
                pass
            case _:
                raise _Wrong('write read on, or read on to "..."')
        if not isinstance(self._program, ReadsOn):
            raise _Wrong("this program does not say what is only told")
        for _ in range(_TOLD):
            if text and self._says(text):
                return
            if self._program.telling:
                self._panel.press("ok")
            elif self._program.passing:
                self._panel.run(_PATIENCE)
            elif text:
                raise _Wrong(
                    f"nothing that is told says so; the screen says {self._panel.screen_text()!r}"
                )
            else:
                return
        raise _Wrong("there is no end of what is told")

    def choose(self, words: Sequence[str]) -> None:
        if len(words) != 1:
            raise _Wrong('say what: choose "the line"')
        if button := self._labelled(words[0]):
            self._panel.press(button)
            return
        seen: set[str] = set()
        while not self._selected(words[0]):
            shown = self._panel.screen_text()
            if shown in seen or len(seen) > _LINES:
                raise _Wrong("no line of this list says so")
            seen.add(shown)
            self._panel.press("down")
        self._panel.press("ok")

    def _labelled(self, label: str) -> str:
        """The button that the screen shows beside this label, which a note may follow; empty where
        it shows none."""
        signs = {"(▲) ": "up", "(OK) ": "ok", "(▼) ": "down", "(ROLL) ": "roll"}
        lines = self._panel.screen_text().splitlines()
        found = (signs[s] for s in signs for line in lines if f"{line} ".startswith(f"{s}{label} "))
        return next(found, "")

    def dice(self, words: Sequence[str]) -> None:
        if not isinstance(self._program, TypesDice):
            raise _Wrong("this program has no dice to type")
        for word in words:
            self._panel.press(*self._program.type_die(int(word) if word.isdecimal() else word))

    def screen(self, words: Sequence[str]) -> None:
        if words:
            raise _Wrong("screen stands alone")
        self._out(framed(self._panel.art()))

    def display(self, words: Sequence[str]) -> None:
        bus = self._panel.board.bus
        plugs: dict[tuple[str, ...], Callable[[], None]] = {
            ("unplug",): bus.unplug,
            ("plug",): bus.plug,
        }
        if tuple(words) not in plugs:
            raise _Wrong("write display unplug, or display plug")
        plugs[tuple(words)]()

    def box(self, words: Sequence[str]) -> None:
        if self._panel.board.box is None:
            raise _Wrong("this panel has no seat box")
        self._panel.board.box.do(*words)

    def power(self, words: Sequence[str]) -> None:
        if tuple(words) != ("cut",):
            raise _Wrong("write power cut")
        self._program = self._whole_box.cut_power()

    def disk(self, words: Sequence[str]) -> None:
        if tuple(words) not in (("full",), ("free",)):
            raise _Wrong("write disk full, or disk free")
        self._whole_box.fill_disk(words[0] == "full")

    def clock(self, words: Sequence[str]) -> None:
        if len(words) != 1:
            raise _Wrong("say what time it is, in seconds since 1970: clock 1.7e9")
        self._whole_box.set_clock(_seconds(words[0], LATEST))

    @property
    def _whole_box(self) -> Box:
        if self._box is None:
            raise _Wrong("this panel has no box")
        return self._box

    def page(self, words: Sequence[str]) -> None:
        pages = self._pages
        if pages is None:
            raise _Wrong("this panel has no pages")
        match tuple(words):
            case (page,):
                self._out(pages.shown(page))
            case (page, "opens", *host):
                pages.join(page, " ".join(host))
            case (page, "leaves"):
                pages.part(page)
            case (page, "code"):
                self._typed(pages, page, None)
            case (page, "code", "seat", seat) if seat.isdecimal():
                self._typed(pages, page, int(seat))
            case (page, "asks", request):
                pages.ask(page, request)
            case _:
                raise _Wrong("write page NUMBER and opens, leaves, code, asks, or nothing else")

    def _typed(self, pages: Pages, page: str, seat: int | None) -> None:
        pages.ask(page, json.dumps({"do": "code", "code": pages.code(seat)}))

    def seeds(self, words: Sequence[str]) -> None:
        if len(words) != 1:
            raise _Wrong("say what seeds begin with: seeds evening")

    def expect(self, words: Sequence[str]) -> None:
        match tuple(words):
            case ("text", text):
                self._expect_text(text, 0.0)
            case ("text", text, "within", seconds):
                self._expect_text(text, _seconds(seconds))
            case ("no", "text", text):
                if self._says(text):
                    raise _Wrong("the screen says it")
            case ("lamp", *rest):
                self._expect_lamp(rest)
            case _:
                raise _Wrong('write expect [no] text "...", or expect lamp NAME PATTERN')

    # -- how they do it ---------------------------------------------------------------------

    def _expect_text(self, text: str, seconds: float) -> None:
        end = self._panel.clock.now() + seconds
        while not self._says(text):
            if self._panel.clock.now() >= end:
                raise _Wrong(f"the screen says {self._panel.screen_text()!r}")
            self._panel.run(min(_LOOK, end - self._panel.clock.now()))

    def _says(self, text: str) -> bool:
        return _contains(self._panel.screen_text(), text)

    def _selected(self, text: str) -> bool:
        """Whether the selected line of a list contains this."""
        lines = self._panel.screen_text().splitlines()
        return any(line.startswith(_SELECTED) and _contains(line, text) for line in lines)

    def _expect_lamp(self, words: Sequence[str]) -> None:
        patterns = [pattern.value for pattern in Pattern]
        name, pattern, colour = (*_joined(words), "", "", "")[:3]
        if pattern not in patterns:
            raise _Wrong(f"write expect lamp NAME PATTERN; patterns are {', '.join(patterns)}")
        seen = self._panel.watch(name)
        if seen.pattern.value != pattern or colour not in ("", seen.colour):
            raise _Wrong(f"the lamp shows {seen.pattern.value} {seen.colour}")

    def _button(self, words: Sequence[str]) -> str:
        buttons = self._buttons(words)
        if len(buttons) != 1:
            raise _Wrong("name one button")
        return buttons[0]

    def _buttons(self, words: Sequence[str]) -> list[str]:
        buttons = _joined(words)
        if not buttons:
            raise _Wrong("name a button")
        unknown = [name for name in buttons if name not in self._panel.board.buttons]
        if unknown:
            known = ", ".join(self._panel.board.buttons)
            raise _Wrong(f"the panel has no button {unknown[0]!r}; it has {known}")
        return buttons

    def _error(self, line: Line, reason: str) -> ScriptError:
        shown = f"{framed(self._panel.art())}\n{self._panel.screen_text()}"
        return ScriptError(f"{line.where}: {line.text}: {reason}\n{shown}")


def _contains(shown: str, text: str) -> bool:
    """Line ends and the number of spaces do not count."""
    return " ".join(text.split()) in " ".join(shown.split())


def _joined(words: Sequence[str]) -> list[str]:
    """Names, where ``seat 2`` is one."""
    names: list[str] = []
    for word in words:
        if names and names[-1] == "seat":
            names[-1] += word
        else:
            names.append(word)
    return names


def _seconds(word: str, most: int = 86_400) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= most:
        raise _Wrong(f"{word} is no number of seconds from 0 to {most}")
    return seconds


_COMMANDS: Final[dict[str, Callable[[Player, Sequence[str]], None]]] = {
    "press": Player.press,
    "hold": Player.hold,
    "push": Player.push,
    "release": Player.release,
    "wait": Player.wait,
    "read": Player.read_on,
    "choose": Player.choose,
    "dice": Player.dice,
    "expect": Player.expect,
    "screen": Player.screen,
    "display": Player.display,
    "box": Player.box,
    "power": Player.power,
    "disk": Player.disk,
    "clock": Player.clock,
    "page": Player.page,
    "seeds": Player.seeds,
}
