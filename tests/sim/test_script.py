"""Scripts: what they do on the panel, and what they say when something is not so."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from hal.interfaces import Lamp, Pattern, Press, Program
from sim.panel import SimPanel
from sim.script import Player, ScriptError, parse, read
from tests.hal.demo import Demo


def play(text: str, program: Program | None = None) -> tuple[Demo, list[str]]:
    printed: list[str] = []
    shown = program or Demo()
    panel = SimPanel(shown)
    Player(panel, shown, printed.append).play(parse(text, "demo.txt"))
    panel.close()
    assert isinstance(shown, Demo)
    return shown, printed


def fails(text: str, program: Program | None = None) -> str:
    with pytest.raises(ScriptError) as caught:
        play(text, program)
    return str(caught.value)


def test_presses_and_holds_reach_the_program_in_order() -> None:
    program, _ = play(
        """
        press roll          # a comment
        press seat 2
        press seat2 down seat 3
        hold back
        push ok
        wait 1
        release ok
        """
    )
    assert [button for button, _ in program.presses] == [
        *("roll", "seat2", "seat2", "down", "seat3", "back", "ok")
    ]
    assert [gesture.value for _, gesture in program.presses][-2:] == ["hold", "hold"]


def test_dice_are_typed_as_the_program_says() -> None:
    program, _ = play("dice 2 1")
    assert program.taps() == ["up", "up", "ok", "up", "ok"]


def test_a_line_is_chosen_by_its_words() -> None:
    class Menu(Demo):
        at = 0

        def press(self, press: Press) -> None:
            super().press(press)
            self.at = (self.at + (press.button == "down")) % 3

        def screen_text(self) -> str:
            lines = ("New match", "Settings", "About")
            return "\n".join(f"{'>' if n == self.at else ' '} {s}" for n, s in enumerate(lines))

    program, _ = play('choose "About"\nchoose "New  match"\nexpect text "> New match"', Menu())
    assert program.taps() == ["down", "down", "ok", "down", "ok"]
    assert "no line of this list says so" in fails('choose "Abort"', Menu())
    assert "say what" in fails("choose New match", Menu())


def test_the_screen_is_printed_as_text_art() -> None:
    _, (art,) = play("press roll\nscreen")
    lines = art.split("\n")
    assert len(lines) == 34
    assert {len(line) for line in lines} == {130}
    assert "█" in art


def test_expectations_that_hold_pass() -> None:
    program = Demo()
    program.light(seat2=Lamp(Pattern.BLINK), seat3=Lamp(Pattern.ON))
    play(
        """
        expect text "pressed 0"
        expect no text "pressed 1"
        expect lamp seat2 blink
        expect lamp seat 3 on green
        expect lamp seat1 off
        press roll
        expect text "pressed   1"
        """,
        program,
    )


def test_a_text_may_be_waited_for() -> None:
    class Slow(Demo):
        now = 0.0

        def tick(self, now: float) -> float | None:
            self.now = now
            return now + 0.5

        def screen_text(self) -> str:
            return "done" if self.now >= 2.0 else "working"

    play('expect text "done" within 2.5', Slow())
    assert "demo.txt:1" in fails('expect text "done" within 1', Slow())


def test_the_display_can_be_unplugged_and_put_back() -> None:
    program, _ = play("display unplug\npress roll\nwait 1\ndisplay plug\nwait 3\npress roll")
    assert program.parts == [("screen", False), ("screen", True)]
    assert program.taps() == ["roll", "roll"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('expect text "won"', "the screen says 'pressed 0'"),
        ('expect no text "pressed"', "the screen says it"),
        ("expect lamp seat2 blink", "the lamp shows off"),
        ("expect lamp seat2 glow", "patterns are off, on, blink"),
        ("expect lamp seat2", "write expect lamp NAME PATTERN"),
        ("expect lamp", "write expect lamp NAME PATTERN"),
        ("expect lamp seat9 on", "the panel has no lamp 'seat9'"),
        ("expect", "write expect"),
        ("expect text", "write expect"),
        ("press", "name a button"),
        ("press button", "the panel has no button 'button'; it has roll, up"),
        ("press seat 9", "the panel has no button 'seat9'"),
        ("hold ok back", "name one button"),
        ("wait", "say how long"),
        ("wait long", "long is no number of seconds"),
        ("wait -1", "-1 is no number of seconds"),
        ("wait nan", "nan is no number of seconds"),
        ("dice 7", "there is no face 7"),
        ("dice X", "there is no face X"),
        ("display off", "write display unplug, or display plug"),
        ("screen 2", "screen stands alone"),
    ],
)
def test_what_is_wrong_is_said_with_file_line_and_screen(line: str, expected: str) -> None:
    message = fails(f"# first\n{line}\n")
    first, *screen = message.split("\n")
    assert first.startswith(f"demo.txt:2: {line}: ")
    assert expected in first
    assert screen[0].startswith("┌──")
    assert screen[-1] == "pressed 0"


@pytest.mark.parametrize(
    ("line", "expected"),
    [("jump roll", "no such command; there are press, hold"), ('expect text "won', "quotation")],
)
def test_a_line_that_is_no_command_stops_before_anything_happens(line: str, expected: str) -> None:
    program = Demo()
    message = fails(f"press roll\n{line}", program)
    assert re.match(rf"demo.txt:2: {line}: .*{expected}", message)
    assert program.presses == []


def test_a_program_that_fails_stops_the_script(caplog: pytest.LogCaptureFixture) -> None:
    program = Demo()
    program.fail_in = "press"
    with caplog.at_level(logging.CRITICAL), pytest.raises(ScriptError) as caught:
        play("wait 1\npress roll\npress ok", program)
    assert str(caught.value).startswith("demo.txt:2: press roll: the program failed")
    assert str(caught.value).endswith("KeyError: 'broken press'")
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_program_without_dice_says_so() -> None:
    class NoDice:
        def __init__(self) -> None:
            self._demo = Demo()
            for name in ("press", "tick", "device", "frame", "screen_text"):
                setattr(self, name, getattr(self._demo, name))

    program = NoDice()
    panel = SimPanel(program)  # type: ignore[arg-type]
    player = Player(panel, program, print)  # type: ignore[arg-type]
    with pytest.raises(ScriptError, match="no dice to type"):
        player.play(parse("dice 1"))


@pytest.mark.parametrize(
    ("content", "expected"), [(None, "cannot be read"), (b"press \xff", "not UTF-8")]
)
def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, content: bytes | None, expected: str
) -> None:
    path = tmp_path / "play.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ScriptError, match=f"play.txt: .*{expected}"):
        read(path)


def test_a_script_runs_alike_every_time() -> None:
    text = "press roll\nwait 0.25\nhold ok\nexpect lamp seat1 off\npress up\nscreen"
    assert play(text)[1] == play(text)[1]


class Telling(Demo):
    """Tells two things, lets a die roll for two seconds, then asks."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0

    def tick(self, now: float) -> float | None:
        self._now = now
        return super().tick(now)

    @property
    def telling(self) -> bool:
        return len(self.presses) < 2

    @property
    def passing(self) -> bool:
        return not self.telling and self._now < 2.0


def test_reading_on_presses_ok_and_waits_until_something_is_asked() -> None:
    program, _ = play("read on\npress roll", Telling())
    assert program.taps() == ["ok", "ok", "roll"]
    assert isinstance(program, Telling)
    assert not program.passing


def test_reading_on_stops_where_the_screen_says_something() -> None:
    class Story(Telling):
        def screen_text(self) -> str:
            return ["Once", "upon", "a time"][min(len(self.presses), 2)]

    program, _ = play('read on to "upon"', Story())
    assert program.taps() == ["ok"]
    said = fails('read on to "never"', Story())
    assert "nothing that is told says so; the screen says 'a time'" in said


def test_reading_on_takes_no_decision() -> None:
    class Asking(Telling):
        telling = passing = property(lambda self: False)  # type: ignore[assignment]

    program, _ = play("read on", Asking())
    assert program.taps() == []


def test_reading_on_says_what_is_wrong() -> None:
    class Endless(Telling):
        telling = property(lambda self: True)  # type: ignore[assignment]

    assert "there is no end of what is told" in fails("read on", Endless())
    assert "write read on" in fails("read", Telling())
    assert "does not say what is only told" in fails("read on")


@pytest.mark.parametrize(("line", "why"), [
    ("page 1 opens", "no pages"), ("seeds", "say what seeds begin with"),
    ("power cut", "no box"), ("power off", "write power cut"), ("disk full", "no box"),
    ("disk slow", "write disk full, or disk free"), ("clock 1", "no box"),
    ("clock", "say what time it is"),
])  # fmt: skip
def test_what_a_panel_alone_has_not_is_said(line: str, why: str) -> None:
    assert why in fails(line)
