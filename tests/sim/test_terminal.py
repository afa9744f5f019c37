"""The terminal simulator, driven by Textual's own pilot."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path

import pytest
from textual.events import Key
from textual.pilot import Pilot

from hal.config import parse
from hal.interfaces import Gesture, Lamp, Pattern
from referee.table.catalogue import LANGUAGES
from sim.art import dots, full_blocks, half_blocks, sextants
from sim.terminal import PanelApp
from sim.terminal_hands import Ghost
from sim.terminal_layout import SMALLEST
from sim.terminal_parts import TerminalUnfit, Texts, check_terminal
from tests.hal.demo import Demo

Work = Callable[[PanelApp, "Pilot[None]"], Awaitable[None]]


WORDS = "The screen in words"
NAMES = ("Ada", "Bob", "Christopher")


class Noted(Demo):
    """Writes a line of the log for every press."""

    def log(self) -> list[str]:
        return [f"line {number}: {button}" for number, (button, _) in enumerate(self.presses, 1)]

    def type_die(self, value: int | str) -> tuple[str, ...]:
        raise ValueError("no number is asked for")


def run(
    program: Noted, work: Work, size: tuple[int, int] = (80, 24), language: str = "en",
    ghost: Ghost | None = None,
) -> PanelApp:  # fmt: skip
    app = PanelApp(program, program.log, parse(""), lambda: language, lambda: NAMES, ghost)

    async def session() -> None:
        async with app.run_test(size=size) as pilot:
            await work(app, pilot)

    coroutine: Coroutine[None, None, None] = session()
    asyncio.run(coroutine)
    return app


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    """Let the app work until this is so; fails after half a minute."""
    end = time.monotonic() + 120
    while not true():
        assert time.monotonic() < end, "it never came"
        await pilot.pause(0.01)


def shown(app: PanelApp) -> list[str]:
    """The whole terminal, row by row."""
    return ["".join(part.text for part in row) for row in app.screen._compositor.render_strips()]


def has_picture(app: PanelApp, draw: Callable[..., str]) -> bool:
    """Whether the terminal shows the panel's picture, drawn so, as a whole."""
    rows, lines = shown(app), draw(app.board.picture()).split("\n")
    inked = next(n for n, line in enumerate(lines) if line.strip(" \u2800"))
    first = next((n for n, row in enumerate(rows) if lines[inked] in row), -1) - inked
    return first >= 0 and all(line in row for line, row in zip(lines, rows[first:], strict=False))


@pytest.mark.parametrize(
    ("size", "draw"),
    [
        ((80, 24), sextants), ((100, 30), sextants), ((120, 40), sextants),
        ((130, 43), half_blocks), ((200, 60), half_blocks), ((300, 80), full_blocks),
    ],
)  # fmt: skip
def test_the_whole_picture_is_shown_as_large_as_fits(
    size: tuple[int, int], draw: Callable[..., str]
) -> None:
    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        assert has_picture(app, draw)
        rows = shown(app)
        assert all(len(row) == size[0] for row in rows)
        text = "\n".join(rows)
        for part in ("ROLL", "UP ↑", "DOWN ↓", "OK ⏎", "BACK ⌫", "○", "Ada", "Bob", "Q: quit"):
            assert part in text

    run(Noted(), work, size)


def test_the_size_may_change_while_it_runs() -> None:
    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        for size, draw in (((200, 60), half_blocks), ((80, 24), sextants), ((120, 40), sextants)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda draw=draw: has_picture(app, draw))
            beside = size != (80, 24)
            await until(pilot, lambda beside=beside: (WORDS in "".join(shown(app))) is beside)

    run(Noted(), work)


KEYS = {
    "space": ("roll", Gesture.TAP),
    "r": ("roll", Gesture.TAP),
    "up": ("up", Gesture.TAP),
    "down": ("down", Gesture.TAP),
    "enter": ("ok", Gesture.TAP),
    "backspace": ("back", Gesture.TAP),
    "escape": ("back", Gesture.TAP),
    "h": ("ok", Gesture.HOLD),
    "u": ("back", Gesture.HOLD),
    **{str(seat): (f"seat{seat}", Gesture.TAP) for seat in range(1, 8)},
}


def test_every_button_has_its_key() -> None:
    program = Noted()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        for number, key in enumerate(KEYS, 1):
            await pilot.press(key)
            await until(pilot, lambda number=number: len(program.presses) == number)
            button = program.presses[-1][0]
            await until(pilot, lambda button=button: not app.board.pushed(button))
            await pilot.pause(0.03)

    run(program, work)
    assert program.presses == list(KEYS.values())


def test_on_a_busy_machine_a_tap_stays_a_tap() -> None:
    program = Noted()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        app.action_tap("ok")
        threading.Event().wait(1.0)  # the loop hangs, longer than a button is held for a hold
        await until(pilot, lambda: len(program.presses) == 1)
        await until(pilot, lambda: not app.board.pushed("ok"))
        app.action_hold("ok")
        await until(pilot, lambda: len(program.presses) == 2)

    run(program, work)
    assert program.presses == [("ok", Gesture.TAP), ("ok", Gesture.HOLD)]


def test_keys_of_seats_without_a_button_do_nothing() -> None:
    program = Noted()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await pilot.press("9", "8", "z", "1")
        await until(pilot, lambda: len(program.presses) == 1)

    run(program, work)
    assert program.taps() == ["seat1"]


def test_the_seats_are_those_of_a_seat_box_until_its_plug_is_pulled() -> None:
    program = Noted()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        box = app.board.box
        assert box is not None
        await pilot.press("2")
        await until(pilot, lambda: program.taps() == ["seat2"])
        over = box.from_box.carried
        assert over > 0
        await until(pilot, lambda: not app.board.pushed("seat2"))
        await pilot.press("x")
        await until(pilot, lambda: program.parts == [("box", False)])
        await until(pilot, lambda: any("box is lost" in row for row in shown(app)))
        await pilot.press("3")
        await until(pilot, lambda: program.taps() == ["seat2", "seat3"])
        await pilot.press("x")
        await until(pilot, lambda: program.parts[1:] == [("box", True)])
        await until(pilot, lambda: not any("box is lost" in row for row in shown(app)))
        before = box.from_box.carried
        await pilot.press("4")
        await until(pilot, lambda: program.taps()[2:] == ["seat4"])
        assert box.from_box.carried > before

    run(program, work)


def test_the_lamps_are_those_of_the_seat_box() -> None:
    program = Noted()
    program.light(seat3=Lamp(Pattern.ON, "red"))

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        assert app.board.box is not None
        await until(pilot, lambda: app.board.box.lamp(3) == "red")
        await until(pilot, lambda: any(" 3 ●" in row for row in shown(app)))

    run(program, work)


def test_the_mouse_presses_and_holds() -> None:
    program = Noted()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await pilot.mouse_down("#button-seat3")
        await until(pilot, lambda: program.taps() == ["seat3"])
        assert app.query_one("#button-seat3").has_class("down")
        await pilot.mouse_up("#button-seat3")
        await until(pilot, lambda: not app.board.pushed("seat3"))
        await pilot.mouse_down("#button-ok")
        await until(pilot, lambda: ("ok", Gesture.HOLD) in program.presses)
        await pilot.mouse_up("#button-roll")  # let go somewhere else
        await until(pilot, lambda: not app.board.pushed("ok"))

    run(program, work)
    assert len(program.presses) == 2


def test_lamps_shine_beside_their_seats_and_names_stand_there() -> None:
    program = Noted()
    program.light(seat2=Lamp(Pattern.ON, "blue"), seat4=Lamp(Pattern.FAST))

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: any("2    ● an " in row for row in shown(app)))
        await until(pilot, lambda: any("schnell" in row for row in shown(app)))
        row = next(n for n, row in enumerate(shown(app)) if "1    ○" in row)
        names = shown(app)[row + 2]
        assert names.split()[:3] == ["Ada", "Bob", "Christopher"]
        assert names.index("Bob") == shown(app)[row].index("2") - 3

    run(program, work, (200, 60), "de")


def test_what_happened_stands_beside_the_panel_and_is_taken_back() -> None:
    program = Noted()

    def lines(app: PanelApp) -> list[str]:
        return [row.split("│")[-2].strip() for row in shown(app) if "line" in row]

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await pilot.press("space", "1")
        await until(pilot, lambda: lines(app) == ["line 1: roll", "line 2: seat1"])
        program.presses.pop(0)
        await pilot.press("2")
        await until(pilot, lambda: lines(app) == ["line 1: seat1", "line 2: seat2"])

    run(program, work, (120, 40))


def test_with_little_room_the_newest_line_is_shown() -> None:
    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await pilot.press("space", "1")
        await until(pilot, lambda: "line 2: seat1" in shown(app)[22])

    run(Noted(), work)


def test_the_words_of_the_screen_can_be_read_instead_of_its_pixels() -> None:
    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await until(pilot, lambda: shown(app)[0].startswith("pressed 0 "))
        await pilot.press("space")
        await until(pilot, lambda: shown(app)[0].startswith("pressed 1 "))
        for draw in (dots, sextants):  # for terminals that lack letters for the usual ones
            await pilot.press("t")
            await until(pilot, lambda draw=draw: has_picture(app, draw))

    run(Noted(), work)


def test_in_words_long_pages_scroll_and_lists_show_what_is_selected() -> None:
    class Long(Noted):
        scrolled = 0
        said = "\n".join(["title", *(f"line {n}" for n in range(1, 31))])

        def screen_text(self) -> str:
            return self.said

    program = Long()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await until(pilot, lambda: shown(app)[21].startswith("line 21 "))
        program.scrolled = 10
        await pilot.press("down")
        await until(pilot, lambda: shown(app)[20].startswith("line 30 "))
        assert not any("line 10 " in row for row in shown(app))
        assert shown(app)[0].startswith("title ")
        program.scrolled, program.said = 0, program.said.replace("line 24", "> chosen")
        await pilot.press("down")
        await until(pilot, lambda: any(row.startswith("> chosen ") for row in shown(app)))

    run(program, work)


def test_beside_the_panel_maps_give_way_to_what_is_asked() -> None:
    class Mapped(Noted):
        tiles = 3

        def screen_text(self) -> str:
            return "\n".join(["title", *["| 46 1/-2 NSW"] * self.tiles, "> Drive", "  Ram"])

    program = Mapped()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: sum("46 1/-2" in row for row in shown(app)) == 3)
        program.tiles = 40
        await pilot.press("space")
        await until(pilot, lambda: not any("46 1/-2" in row for row in shown(app)))
        assert any("> Drive" in row for row in shown(app))

    run(program, work, (120, 40))


def test_brackets_in_the_words_and_the_log_are_shown_as_they_are() -> None:
    class Bracketed(Noted):
        def screen_text(self) -> str:
            return "[4] [/] [red]"

        def log(self) -> list[str]:
            return ["[b]oil[/b] [/x]"]

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await until(pilot, lambda: shown(app)[0].startswith("[4] [/] [red] "))
        await until(pilot, lambda: any("[b]oil[/b] [/x]" in row for row in shown(app)))

    run(Bracketed(), work)


HINTS = ("hint", "typing", "number", "leave", "raster", "hold-ok", "hold-back")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", HINTS)
def test_the_last_line_fits_the_smallest_terminal(language: str, line: str) -> None:
    assert len(Texts(language)(line)) <= SMALLEST[0] - 2


def test_a_terminal_that_is_too_small_says_so_until_it_is_large_enough() -> None:
    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        text = " ".join(" ".join(shown(app)).split())
        assert "needs 80x24 characters; this terminal has 60x20" in text
        assert not app.query_one("#panel").display
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: app.query_one("#panel").display)
        assert "ROLL" in "".join(shown(app))

    run(Noted(), work, (60, 20))


@pytest.mark.parametrize("keys", [["q", "q"], ["ctrl+c"]])
def test_quitting_leaves_the_panel_dark(keys: list[str]) -> None:
    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await pilot.press(*keys)

    app = run(Noted(), work)
    assert app.return_code == 0
    assert not app.board.chip.on


def test_a_lost_display_is_reported_below_the_picture() -> None:
    program = Noted()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        app.board.bus.unplug()
        await pilot.press("space")
        await until(pilot, lambda: ("screen", False) in program.parts)
        await until(pilot, lambda: any(row.startswith(" screen is lost") for row in shown(app)))
        await pilot.press("space")  # and stays until it is back
        await until(pilot, lambda: any(row.startswith(" screen is lost") for row in shown(app)))

    run(program, work)


def test_a_part_that_is_lost_is_reported_in_the_language() -> None:
    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        app.board.bus.unplug()
        await pilot.press("space")
        await until(pilot, lambda: any(row.startswith(" Bildschirm fehlt") for row in shown(app)))

    run(Noted(), work, language="de")


def test_what_the_loop_cannot_survive_ends_the_app_and_is_kept() -> None:
    broken = RuntimeError("broken")

    def step() -> float | None:
        raise broken

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        app.runner.step = step  # type: ignore[method-assign]
        await pilot.press("space")
        await until(pilot, lambda: app.failure is not None)

    assert run(Noted(), work).failure is broken


@pytest.mark.parametrize(
    ("environ", "tty", "expected"),
    [
        ({"TERM": "xterm", "LANG": "C.UTF-8"}, False, "needs a terminal"),
        ({"TERM": "dumb", "LANG": "C.UTF-8"}, True, "needs a terminal"),
        ({"LANG": "C.UTF-8"}, True, "needs a terminal"),
        ({"TERM": "xterm"}, True, "the locale C is not UTF-8; start it with LC_ALL=C.UTF-8"),
        ({"TERM": "xterm", "LANG": "de_DE.UTF-8", "LC_ALL": "C"}, True, "the locale C is"),
        ({"TERM": "xterm", "LANG": "de_DE.ISO-8859-1"}, True, "de_DE.ISO-8859-1 is not"),
    ],
)
def test_where_nothing_could_be_shown_a_message_says_why(
    environ: dict[str, str], tty: bool, expected: str
) -> None:
    with pytest.raises(TerminalUnfit, match=expected):
        check_terminal(Texts("en"), environ, tty)


@pytest.mark.parametrize(
    "environ",
    [{"LANG": "de_DE.utf8"}, {"LC_ALL": "C.UTF-8", "LANG": "C"}, {"LC_CTYPE": "en_US.UTF-8"}],
)
def test_any_utf8_locale_will_do(environ: dict[str, str]) -> None:
    check_terminal(Texts("en"), {"TERM": "xterm", **environ}, True)


TWICE = """
import sys
from tests.hal.demo import Demo
from sim.terminal import run_terminal
for _ in range(2):
    run_terminal(Demo(), list)
"""


class RealTerminal:
    """A child process on a pseudo-terminal of 80x24, in a session without a controlling one."""

    def __init__(self, code: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environ = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        streams = {"stdin": slave, "stdout": slave, "stderr": slave}
        command = [sys.executable, "-c", code]
        self.child = subprocess.Popen(command, env=environ, start_new_session=True, **streams)
        os.close(slave)
        self.output = b""
        self._read = 0

    def read_until(self, wanted: bytes) -> None:
        """Read on until this comes; it counts as read then."""
        end = time.monotonic() + 120
        while wanted not in self.output[self._read :]:
            assert time.monotonic() < end, self.output[-2000:]
            if select.select([self.master], [], [], 0.1)[0]:
                self.output += os.read(self.master, 65536)
        self._read = self.output.index(wanted, self._read) + len(wanted)

    def spent(self) -> float:
        """Processor seconds of the child."""
        fields = Path(f"/proc/{self.child.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def type(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def close(self) -> None:
        self.child.kill()
        self.child.wait()
        os.close(self.master)


def test_in_a_real_terminal_it_starts_quits_cleanly_and_starts_again() -> None:
    terminal = RealTerminal(TWICE)
    try:
        for key in (b"qq", b"\x03"):
            terminal.read_until(b"\x1b[?1049h")  # a screen of its own
            terminal.read_until(b"ROLL")
            terminal.type(key)
            terminal.read_until(b"\x1b[?1049l")  # back on the screen that was there before
        assert terminal.child.wait(10) == 0
        assert b"Traceback" not in terminal.output
    finally:
        terminal.close()


def test_a_terminal_that_goes_away_ends_the_program() -> None:
    """Without a controlling terminal nobody is told by a signal, and nothing may spin."""
    terminal = RealTerminal("from tests.hal.demo import Demo\n"
                            "from sim.terminal import run_terminal\n"
                            "run_terminal(Demo(), list)")  # fmt: skip
    try:
        terminal.read_until(b"ROLL")
        before = terminal.spent()
        time.sleep(2)  # CPU time of a program left alone: one that spins has used two seconds
        assert terminal.spent() - before < 1.0
        os.close(terminal.master)
        assert terminal.child.wait(20) is not None
    finally:
        terminal.child.kill()
        terminal.child.wait()


def test_keys_that_arrive_at_once_are_all_taken() -> None:
    program = Noted()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        for key in ("down", "down", "down", "up", "down", "enter"):
            app.post_message(Key(key, None))
        await until(pilot, lambda: len(program.presses) == 6)

    run(program, work)
    taken = [button for button, _ in program.presses]
    assert taken == ["down", "down", "down", "up", "down", "ok"]


def test_q_asks_first() -> None:
    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await pilot.press("q")
        await until(pilot, lambda: "Press Q again to quit" in "\n".join(shown(app)))
        await pilot.press("t")
        await until(pilot, lambda: "Q: quit" in "\n".join(shown(app)))
        await pilot.press("q", "up")
        assert app.is_running

    run(Noted(), work)


class Speller(Noted):
    """Has a name spelled."""

    def __init__(self) -> None:
        super().__init__()
        self.name = ""

    @property
    def spelling(self) -> bool:
        return True

    def type_letter(self, letter: str) -> None:
        self.name += letter


def test_where_a_name_is_spelled_the_keyboard_types() -> None:
    program = Speller()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await pilot.press("X", "q", "space", "u", "enter")
        await until(pilot, lambda: len(program.presses) == 1)
        assert app.board.box is None or app.board.box.plugged

    run(program, work)
    assert program.name == "Xq u"
    assert program.presses == [("ok", Gesture.TAP)]


def test_a_question_mark_asks_for_help_while_a_name_is_spelled() -> None:
    program = Speller()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await pilot.press("h", "question_mark")
        await until(pilot, lambda: len(program.presses) == 1)

    run(program, work)
    assert (program.name, program.presses) == ("h", [("ok", Gesture.HOLD)])


def test_the_frame_speaks_the_language_of_the_settings() -> None:
    language = "en"
    program = Noted()

    async def session() -> None:
        nonlocal language
        app = PanelApp(program, program.log, parse(""), lambda: language)
        async with app.run_test(size=(80, 24)) as pilot:
            assert "Q: quit" in "\n".join(shown(app))
            language = "de"
            await pilot.press("down")
            await until(pilot, lambda: "Q: Ende" in "\n".join(shown(app)))

    asyncio.run(session())


class Pointed(Noted):
    """Has a raster, where LEFT presses ROLL twice, UP leads nowhere and DOWN out of it, and a list
    at the lower right."""

    def __init__(self) -> None:
        super().__init__()
        self.clicks: list[tuple[int, int]] = []

    def touched(self, x: int, y: int) -> tuple[str, ...]:
        self.clicks.append((x, y))
        return ("down", "ok")

    def steered(self, direction: str) -> tuple[str, ...] | None:
        ways: dict[str, tuple[str, ...]] = {"left": ("roll", "roll"), "up": ()}
        return ways.get(direction)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_a_click_on_the_picture_presses_what_is_under_it(size: tuple[int, int]) -> None:
    program = Pointed()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        picture = app.query_one("#picture").region
        for x, y in ((0, 0), (picture.width - 1, picture.height - 1)):
            await pilot.click("#picture", offset=(x, y))
        await until(pilot, lambda: program.taps() == ["down", "ok"] * 2)

    run(program, work, size)
    (left, top), (right, bottom) = program.clicks
    assert max(left, top) <= 1
    assert (right, bottom) >= (126, 62)


def test_arrows_move_in_rasters_both_ways_and_else_press_their_buttons() -> None:
    program = Pointed()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await pilot.press("left", "down", "right", "up", "left")
        await until(pilot, lambda: len(program.presses) == 5)

    run(program, work)
    assert program.taps() == ["roll", "roll", "down", "roll", "roll"]


class Dozing(Noted):
    """Notes how many presses had come when it was woken."""

    def __init__(self) -> None:
        super().__init__()
        self.woken: list[int] = []

    def wake(self, now: float) -> None:
        self.woken.append(len(self.presses))


def test_a_terminal_wakes_the_panel_before_a_press_and_at_no_other_time() -> None:
    program = Dozing()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: program.taps() == ["ok"])
        await pilot.press("t", "enter")
        await until(pilot, lambda: program.taps() == ["ok", "ok"])

    run(program, work)
    assert program.woken == [0, 1]


class Counted(Noted):
    """OK asks for a number of one digit, 4 to 6 or 0; anything else ends that."""

    def type_die(self, value: int | str) -> tuple[str, ...]:
        if self.taps()[-1:] != ["ok"] or value not in (0, 4, 5, 6):
            raise ValueError("it may not come now")
        return ("up", "down")


def test_a_digit_enters_a_number_where_one_is_asked_for_and_else_is_its_seat() -> None:
    program = Counted()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        burst = [("4", 1), ("enter 4 enter", 5), ("1", 6), ("enter 0 0 enter", 10)]
        for keys, taps in burst:  # a press at a seat comes by way of the seat box, in its own time
            await pilot.press(*keys.split())
            await until(pilot, lambda taps=taps: len(program.taps()) >= taps)
        await until(pilot, lambda: "Type the number" in shown(app)[-1])

    run(program, work)
    typed = ["up", "down"]
    assert program.taps() == ["seat4", "ok", *typed, "ok", "seat1", "ok", *typed, "ok"]


class Haunting:
    caption = "Ada rolls her dice"

    def __init__(self) -> None:
        self.left = ["roll", "ok"]

    def step(self, now: float) -> list[str]:
        return [self.left.pop(0)] if self.left else ["up"]


@pytest.mark.parametrize("hand", ["key", "mouse"])
def test_a_ghost_plays_until_somebody_takes_over(hand: str) -> None:
    program = Noted()

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: program.taps()[:3] == ["roll", "ok", "up"])
        assert "Ada rolls her dice" in shown(app)[-1]
        await (pilot.press("space") if hand == "key" else pilot.click("#hint"))
        await until(pilot, lambda: "Q: quit" in shown(app)[-1])
        await pilot.press("1")
        await until(pilot, lambda: program.taps()[-1] == "seat1")
        assert "roll" not in program.taps()[1:]

    run(program, work, ghost=Haunting())


def test_q_leaves_a_ghost_too() -> None:
    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await pilot.press("q")
        await until(pilot, lambda: "Press Q again to quit" in shown(app)[-1])
        await pilot.press("q")

    assert run(Noted(), work, ghost=Haunting()).return_code == 0


def test_q_asks_until_another_key_answers() -> None:
    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await pilot.press("q")
        await until(pilot, lambda: "Press Q again to quit" in shown(app)[-1])
        assert "leave" not in app._alarms, "nothing makes the question go away"
        await pilot.press("1")
        await until(pilot, lambda: "Q: quit" in shown(app)[-1])

    run(Noted(), work)


def test_a_cursor_moves_without_fingers_however_far_it_goes() -> None:
    program, pushed = Pointed(), []

    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        app.board.push = pushed.append  # type: ignore[method-assign]
        await pilot.press("left", "left")
        await until(pilot, lambda: len(program.presses) == 4)

    run(program, work)
    assert pushed == []


class Holding(Noted):
    holds = "ok"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Press H: it holds OK down"), ("de", "Das hält OK gedrückt")]
)
def test_where_a_hold_is_asked_for_the_last_line_says_how(language: str, said: str) -> None:
    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: said in shown(app)[-1])

    run(Holding(), work, language=language)


@pytest.mark.parametrize(("language", "said"), [("en", "move"), ("de", "bewegen")])
def test_where_there_is_a_raster_the_last_line_names_the_arrows(language: str, said: str) -> None:
    async def work(app: PanelApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: f"← ↑ ↓ → {said}" in shown(app)[-1])

    run(Pointed(), work, language=language)
