"""The panel in a terminal: real `hal` code on simulated electrics, in real time.

A seat box is plugged in, if the configuration allows one: the seats' buttons and lamps are its own
firmware's, behind a serial port of this system. X pulls its plug and puts it back.

Everything runs in the thread of Textual's event loop: whatever the panel's parts report wakes the
runner for one step, and a timer wakes it when it wants to be. So a program needs no locks, and may
hold what belongs to the thread that made it, like a database connection.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import os
import select
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Final

from rich.text import Text
from textual.app import App, ComposeResult, ScreenStackError
from textual.events import Event, Key, MouseDown, Resize
from textual.timer import Timer
from textual.widgets import Static

from hal.clock import MonotonicClock
from hal.config import parse
from hal.interfaces import Gesture, Press, Program, Wakes
from hal.panel import build
from hal.runner import Runner
from hal.schema import Config
from sim.board import SimBoard
from sim.box import BoxThread
from sim.clock import WaitingClock
from sim.lamps import WATCH
from sim.terminal_face import Face
from sim.terminal_hands import Ghost, Hands
from sim.terminal_layout import SMALLEST
from sim.terminal_parts import (
    ARROWS,
    Losses,
    Parts,
    Picture,
    PlainParts,
    PushButton,
    Texts,
    bindings,
    check_terminal,
    words,
)

#: Seconds in which what has changed waits for what changes with it.
MOMENT: Final = 0.03
#: Seconds between two looks of a ghost.
LOOK: Final = 0.2


def run_terminal(
    program: Program,
    log: Callable[[], Sequence[str]],
    config: Config | None = None,
    language: Callable[[], str] = lambda: "en",
    names: Callable[[], Sequence[str]] = list,
    ghost: Ghost | None = None,
    parts: Parts | None = None,
    attend: Callable[[Runner, Callable[[], float]], Callable[[], None]] = lambda *_: lambda: None,
) -> None:
    """Show the panel until the user quits, in what is the language then.

    ``log`` gives all lines of the log of rulings, the newest last; ``names`` those of the players,
    by seat. A ``ghost`` plays until a key is pressed. ``parts`` says what is lost of the panel.
    ``attend`` gets the runner and its clock before they run; what it returns is called afterwards.
    Raises TerminalUnfit, and what the runner could not survive. May be called again.
    """
    check_terminal(Texts(language()))
    app = PanelApp(program, log, config or parse(""), language, names, ghost, parts)
    end = attend(app.runner, app.clock.now)
    try:
        app.run()
    finally:
        end()
    if app.failure is not None:
        raise app.failure


class PanelApp(App[None]):
    """The simulator's screen. ``failure`` is what ended it, if it was not the user."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS = bindings()
    CSS = """
    #small { display: none; padding: 1; }
    .small #small { display: block; }
    .small #panel { display: none; }
    """

    def __init__(
        self,
        program: Program,
        log: Callable[[], Sequence[str]],
        config: Config,
        language: Callable[[], str],
        names: Callable[[], Sequence[str]] = list,
        ghost: Ghost | None = None,
        parts: Parts | None = None,
    ) -> None:
        super().__init__()
        self.failure: Exception | None = None
        self.clock = WaitingClock(MonotonicClock())
        self._home: asyncio.AbstractEventLoop | None = None  # while it runs
        self._turning: BoxThread | None = None
        self.board = SimBoard(config, self.clock, self._seen, box=True)
        self._panel = build(config, self.board.hardware)
        self.runner = Runner(self._panel, program)
        self._program = program
        self._language = language
        self._spoken = language()
        self._texts = Texts(self._spoken)
        buttons = self.board.config.buttons
        self._hands = Hands(buttons, program, self.clock, self._move, self._enter, self._after)
        self._leaving = False
        self._awaited = False  # what is to be painted
        self._ghost = ghost
        self._face = Face(self.board, log, names, os.environ)
        self._losses = Losses(parts or PlainParts(language))
        self._silence = logging.NullHandler()  # what the panel logs would spoil the screen
        self._alarms: dict[str, Timer] = {}

    def compose(self) -> ComposeResult:
        yield self._face
        yield Static(id="small")

    def on_mount(self) -> None:
        logging.getLogger("hal").addHandler(self._silence)
        self._variables, self._home = contextvars.copy_context(), asyncio.get_running_loop()
        if self.board.box is not None:
            self._turning = BoxThread(self.board.box, self.clock)
        self._panel.inbox.listen(lambda: self._call(self._pump))
        self._pump()
        self._haunt()
        if not self.is_headless:
            self._watch()

    def _watch(self) -> None:
        """End when the terminal has gone. Without a controlling one no signal would say so."""
        poll = select.poll()
        poll.register(sys.__stdin__ or 0, 0)
        if poll.poll(0):
            self.exit()
        else:
            self._after("terminal", WATCH, self._watch)

    def on_unmount(self) -> None:
        self._home = None
        self._panel.inbox.listen(None)
        if self._turning is not None:
            self._turning.stop()
        self._panel.close()
        self.board.close()
        logging.getLogger("hal").removeHandler(self._silence)

    def _seen(self) -> None:
        """The board's lamps, screen or tone have changed."""
        # What the panel's own parts do is painted after each step; the box has a thread.
        if threading.current_thread() is self._turning:
            self._call(self._soon)

    def _call(self, work: Callable[[], None]) -> None:
        """Do it in the loop's thread; may be called from any other."""
        if (loop := self._home) is not None:
            loop.call_soon_threadsafe(work, context=self._variables)

    # -- time -------------------------------------------------------------------------------

    def _pump(self) -> None:
        """One step of the runner, and the timer for its next one."""
        if self._over():
            return
        try:
            due = self.runner.step()
        except Exception as error:
            self.failure = error
            self.exit()
            return
        self._losses.see(self.runner.lost)
        if due is not None:
            self._after("runner", due - self.clock.now(), self._pump)
        self._soon()
        # Once more when the lamps have been seen long enough to know their patterns.
        self._after("lamps", WATCH, self._paint)

    def _soon(self) -> None:
        """Paint in a moment: lamps of the panel and of the box go on together, and each picture of
        the terminal costs more than all the rest."""
        if not self._awaited:
            self._awaited = True
            self._after("paint", MOMENT, self._paint)

    def _over(self) -> bool:
        """Whether the app is on its way out; timers may still go off then."""
        try:
            return not self.screen.is_attached
        except ScreenStackError:
            return True

    def _after(self, name: str, seconds: float, work: Callable[[], None]) -> None:
        """Do it then, instead of what was to be done under this name."""
        if name in self._alarms:
            self._alarms[name].stop()
        self._alarms[name] = self.set_timer(max(0.001, seconds), work)

    # -- hands ------------------------------------------------------------------------------

    async def on_event(self, event: Event) -> None:
        """While a name is spelled, letters are letters and no keys of the simulator."""
        if isinstance(event, Key) and (self._takes_over(event.key) or self._types(event)):
            return
        if isinstance(event, MouseDown):
            self._takes_over("")
        if isinstance(event, Key) and event.key in ARROWS:
            self._stay()
            self._hands.steer(event.key)
            return
        if isinstance(event, Key) and event.key != "q":
            self._stay()
        await super().on_event(event)

    def _types(self, event: Key) -> bool:
        if typed := self._hands.type(event.character or ""):
            self._pump()
        return typed

    def _takes_over(self, key: str) -> bool:
        """Any key sends the ghost away, and does nothing else; but leaving is leaving."""
        if self._ghost is None or key in ("q", "ctrl+c"):
            return False
        self._ghost = None
        self._hands.stop()
        self._paint()
        return True

    def _haunt(self) -> None:
        """Let the ghost press what it wants to."""
        if self._ghost is not None and not self._over():
            if not self._hands.busy and not self._leaving:
                for button in self._ghost.step(self.clock.now()):
                    self._hands.tap(button)
            self._paint()
            self._after("ghost", LOOK, self._haunt)

    async def action_quit(self) -> None:
        """Leave, if it is meant: Q asks first, and waits for as long as no key answers."""
        if self._leaving:
            self.exit()
            return
        self._leaving = True
        self._paint()

    def action_leave(self) -> None:
        self.exit()

    def _stay(self) -> None:
        if self._leaving:
            self._leaving = False
            self._paint()

    def action_tap(self, button: str) -> None:
        self._hands.tap(button)

    def action_hold(self, button: str) -> None:
        self._hands.hold(button)

    def action_text(self) -> None:
        """Show the screen's words instead of its pixels, then other pixels, then the first."""
        self._face.turn()
        self._paint()

    def action_plug(self) -> None:
        """Pull the seat box's plug, or put it back."""
        if self.board.box is not None:
            self.board.box.do("unplug" if self.board.box.plugged else "plug")

    def on_picture_clicked(self, message: Picture.Clicked) -> None:
        if (pixel := self._face.pixel(message.column, message.row)) is not None:
            self._hands.point(pixel)

    def on_push_button_changed(self, message: PushButton.Changed) -> None:
        self._move(message.button, message.down)

    def _enter(self, presses: Sequence[str]) -> None:
        """Presses that no finger makes, at once: those that bring a cursor somewhere."""
        self._wake()
        for press in presses:
            self._program.press(Press(self.clock.now(), press, Gesture.TAP))
        self._pump()

    def _move(self, button: str, down: bool) -> None:
        if self._over():
            return
        if down:
            self._wake()
            self._losses.forget()
            self.board.push(button)
        else:
            self.board.release(button)
        self._face.show(button, down)

    def _wake(self) -> None:
        """A terminal shows a dimmed display as bright as ever: a press means what stands there."""
        if isinstance(self._program, Wakes):
            self._program.wake(self.clock.now())

    # -- eyes -------------------------------------------------------------------------------

    def on_resize(self, event: Resize) -> None:
        self._paint()

    def _paint(self) -> None:
        self._awaited = False
        if self._home is None or self._over():  # the program has not been told the time yet
            return
        if (language := self._language()) != self._spoken:
            self._spoken, self._texts = language, Texts(language)
        fits = self._face.fit(*self.size)
        self.screen.set_class(not fits, "small")
        if fits:
            self._face.paint(
                self._texts, self.clock.now(), words(self._program, self.runner.screen_text())
            )
            self._face.tell(self._hint(), ghostly=self._ghost is not None and not self._leaving)
            return
        columns, rows = SMALLEST
        width, height = self.size
        gaps = {"columns": columns, "rows": rows, "width": width, "height": height}
        self.query_one("#small", Static).update(Text(self._texts("small", **gaps)))

    def _hint(self) -> str:
        """What the last line says."""
        if self._leaving:
            return self._texts("leave")
        if self._ghost is not None:
            return self._ghost.caption
        told = self._losses.told(self._texts, self._panel.box)
        return told or self._texts(self._hands.asked)
