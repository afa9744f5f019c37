"""A panel in virtual time, for tests and scripts: the real `hal` code on simulated electrics.

panel = SimPanel(program)
panel.press("roll")
panel.run(1.5)
assert "..." in panel.screen_text()
"""

from __future__ import annotations

from typing import Final

from PIL import Image

from hal.box.seatbox import SeatBox
from hal.config import parse
from hal.interfaces import Lamp, Program
from hal.oled import PULSE
from hal.panel import build
from hal.runner import Runner
from hal.schema import Config
from sim.art import half_blocks
from sim.board import SimBoard
from sim.clock import SimClock
from sim.lamps import WATCH, fitting

#: Seconds that a finger stays on a button, and that it takes to the next one.
TAP: Final = 0.08
HOLD: Final = 0.7
LIFT: Final = 0.06
#: How often a finger's time passes at most until a press on the seat box has arrived.
WAITS: Final = 100
#: Seconds that a panel takes to reset its display, if that has a line for it.
STARTED: Final = 2 * PULSE


class SimPanel:
    """A running panel. Time passes only in its methods, and takes none.

    `board` gives the electrics to look at and to break. With ``box``, a seat box is plugged in.
    """

    def __init__(self, program: Program, config: Config | None = None, box: bool = False) -> None:
        self.clock = SimClock()
        self.board = SimBoard(config or parse(""), self.clock, box=box)
        self._start(program)

    def restart(self, program: Program) -> None:
        """The plug is pulled and put back: another program on the same electrics."""
        self._panel.close()
        self.board.power_cycle()
        self._start(program)

    def close(self) -> None:
        self._panel.close()
        self.board.close()

    @property
    def box(self) -> SeatBox | None:
        """The computer's end of the line to the seat box."""
        return self._panel.box

    def _start(self, program: Program) -> None:
        self._panel = build(self.board.config, self.board.hardware)
        self.runner = Runner(self._panel, program)
        self.run(STARTED if self.board.config.display.reset is not None else 0.0)

    # -- time and hands ---------------------------------------------------------------------

    def run(self, seconds: float) -> None:
        """Let time pass; whatever is due happens at its own moment."""
        end = self.clock.now() + seconds
        while (due := self._step()) is not None and due <= end:
            self.clock.move_to(max(due, self.clock.now()))
        self.clock.move_to(end)

    def _step(self) -> float | None:
        """All that the panel and the box do at this moment; returns when the next thing is due."""
        due = self.runner.step()
        box, here = self.board.box, self._panel.box
        if box is None or here is None:
            return due
        while True:
            before = box.written
            other = box.meet(here.wire, self._panel.inbox.wait)
            gone = here.wire is not None and here.wire.lost
            if box.written == before and not gone:
                return min((at for at in (due, other) if at is not None), default=None)
            due = self.runner.step()

    def press(self, *buttons: str) -> None:
        """Tap these buttons, one after another."""
        for button in buttons:
            self._touch(button, TAP)

    def hold(self, button: str) -> None:
        self._touch(button, HOLD)

    def push(self, button: str) -> None:
        """Press a button and stay on it."""
        self.board.push(button)
        self.run(0.0)

    def release(self, button: str) -> None:
        self.board.release(button)
        self.run(LIFT)

    def _touch(self, button: str, seconds: float) -> None:
        self.push(button)
        self.run(seconds)
        self.release(button)
        # Who has pressed looks at the screen before he goes on; a bad line makes him wait.
        for _ in range(WAITS):
            if self.board.box is None or not self.board.box.unheard:
                return
            self.run(LIFT)

    # -- eyes -------------------------------------------------------------------------------

    def picture(self) -> Image.Image:
        return self.board.picture()

    def art(self) -> str:
        """The picture as text, two pixels a character."""
        return half_blocks(self.picture())

    def screen_text(self) -> str:
        """The texts on the screen."""
        return self.runner.screen_text()

    def watch(self, lamp: str) -> Lamp:
        """What a lamp shows, read from its pins.

        Watching takes up to two seconds, more if the lamp changes meanwhile; raises ValueError for
        a lamp that is not there, or that shows no pattern.
        """
        start = self.clock.now()
        colour = self.board.lamp(lamp)
        for _ in range(200):
            fits = fitting(self.board.lamp_changes(lamp), start, self.clock.now())
            if len(fits) == 1:
                return Lamp(fits.pop(), colour or "white")
            if not fits:
                start = self.clock.now()
            self.run(WATCH / 40)
            colour = self.board.lamp(lamp) or colour
        raise ValueError(f"the lamp {lamp} shows no pattern")
