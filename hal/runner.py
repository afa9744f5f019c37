"""The one loop that owns everything: edges in, presses to the program, frames out.

`Runner.step` does all that is due and says when it wants to be called next; it never waits. `run`
repeats it on the real clock and sleeps in between; simulations call `step` themselves and move
their clock. Only the thread that calls `step` touches the panel and the program.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from PIL import Image

from hal import fault
from hal.errors import HardwareError
from hal.gestures import Gestures, Stuck, Timing
from hal.interfaces import (
    Buzzer,
    Edge,
    Frame,
    Lamps,
    Presence,
    Press,
    Program,
    SaysGoodbye,
    Screen,
)
from hal.panel import Panel
from hal.service import Service
from hal.signals import ending_waits

log = logging.getLogger(__name__)

#: A program that wants its next tick at once gets it after so many seconds, so that the loop rests.
SHORTEST: Final = 0.005

#: Seconds that a press waits at most for another thread to let go of the interpreter: one of the
#: pages, or a computer player who thinks.
SWITCH: Final = 0.0002

T = TypeVar("T")


class Runner:
    """Runs a program on a panel.

    An exception of the program is logged and its picture shown until the next press, which does
    nothing else; the program is left alone until then. ``picture`` draws it. If the program
    cannot even show itself then, the press after that is given to it, to lead it out.
    """

    def __init__(
        self,
        panel: Panel,
        program: Program,
        timing: Timing | None = None,
        picture: Callable[[Exception], Image.Image] = fault.picture,
    ) -> None:
        self._panel = panel
        self._program = program
        self._picture = picture
        self._gestures = Gestures(timing)
        self._gestures.start(frozenset().union(*(b.held for b in panel.buttons)), panel.clock.now())
        self._fault: Exception | None = None
        self._stubborn = False  # it failed again as soon as it was let
        self._frame = Frame(Image.new("1", panel.size))
        self._sent = True
        self._stopped = False
        self._lost: dict[str, str] = {}
        self._watchers: list[Callable[[Frame], float | None]] = []
        self._mirrors: list[Callable[[Frame], object]] = []

    def watch(self, watcher: Callable[[Frame], float | None]) -> Callable[[], None]:
        """Call this at the end of every step, when everything has been sent, with the frame that
        is shown: what it does costs no press anything. It must not raise, and returns when it
        wants the next step although nothing happens (None: never). Call the result to end it."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def mirror(self, mirror: Callable[[Frame], object]) -> Callable[[], None]:
        """Call this with every new frame that no button has caused, before the display gets it:
        that takes up to 25 ms, and the hands that wait are elsewhere. It must not raise. Call the
        result to end it."""
        self._mirrors.append(mirror)
        return lambda: self._mirrors.remove(mirror)

    def run(self, service: Service | None = None, ready: Callable[[], None] = lambda: None) -> None:
        """Step until `stop`, and keep the service manager informed.

        ``ready`` is called once, when the first picture is to be seen.

        The panel is closed afterwards, whatever ends it; its screen shows the program's last
        words, or what went wrong. Raises HardwareError when the pins have stopped working.
        """
        service = service or Service({})
        before = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH)
        last: Image.Image | None = None
        try:
            due = self.step()  # once at least: it finds the screen, for the last words too
            service.ready()
            ready()
            with ending_waits(self._panel.inbox.wake):
                self._loop(due, service)
            last = self._goodbye()
        except Exception as error:
            last = self._draw(error)
            raise
        finally:
            service.stopping()
            self._panel.close(last)
            sys.setswitchinterval(before)

    def _loop(self, due: float | None, service: Service) -> None:
        while True:
            if reason := self._panel.failure():
                raise HardwareError(reason)
            if self._stopped:
                return
            self._rest(due, service)
            due = self.step()

    def stop(self) -> None:
        """Let `run` return after a step; any thread and signal handlers may call it."""
        self._stopped = True
        self._panel.inbox.wake()

    @property
    def lost(self) -> Mapping[str, str]:
        """The parts of the panel that are missing, each with the reason."""
        return self._lost

    @property
    def failure(self) -> Exception | None:
        """What the program raised, as long as its picture is shown."""
        return self._fault

    def screen_text(self) -> str:
        """The texts on the screen."""
        return fault.words(self._fault) if self._fault else self._program.screen_text()

    def step(self) -> float | None:
        """All that is due now. Returns when to step again if nothing is put before; None: never."""
        now = self._panel.clock.now()
        pressed = False
        for item in self._panel.inbox.drain():
            if isinstance(item, Edge):
                pressed |= self._act(self._gestures.feed(item))
            else:
                self._presence(item)
        pressed |= self._act(self._gestures.step(now))
        for errand in self._panel.inbox.errands():
            self._guard(errand.run)
        tick = self._tick(now)
        self._poll_frame()
        if not pressed:
            self._mirror()
        self._send()
        panel = self._panel
        parts: tuple[Lamps | Buzzer | Screen, ...] = (*panel.lamps, panel.buzzer, panel.screen)
        dues = [self._gestures.due(), tick, *(part.step(now) for part in parts)]
        dues += [watcher(self._frame) for watcher in tuple(self._watchers)]
        if len(panel.inbox):  # something came in just now
            dues.append(now)
        return min((due for due in dues if due is not None), default=None)

    def _rest(self, due: float | None, service: Service) -> None:
        """Wait for what comes next, but never longer than the watchdog does."""
        service.status("; ".join(f"lost: {part} ({why})" for part, why in self._lost.items()))
        service.alive()
        waits = [] if due is None else [max(0.0, due - self._panel.clock.now())]
        waits += [] if service.interval is None else [service.interval]
        self._panel.inbox.wait(min(waits, default=None))

    # -- in ---------------------------------------------------------------------------------

    def _act(self, events: Iterable[Press | Stuck]) -> bool:
        """Do what they mean; whether there was any."""
        acted = False
        for event in events:
            acted = True
            if isinstance(event, Stuck):
                detail = "stuck" if event.stuck else ""
                self._presence(Presence(f"button {event.button}", not event.stuck, detail))
            elif self._fault is not None and not self._stubborn:
                self._fault = None
                self._poll_frame()
                self._send()
                self._stubborn = self._fault is not None
            else:
                self._fault = None
                self._stubborn = False
                self._guard(self._program.press, event)
                self._poll_frame()
        return acted

    def _presence(self, item: Presence) -> None:
        if item.present:
            log.info("%s is back", item.part)
            self._lost.pop(item.part, None)
        else:
            log.warning("%s is lost: %s", item.part, item.detail)
            self._lost[item.part] = item.detail
        self._guard(self._program.device, item.part, item.present)

    def _tick(self, now: float) -> float | None:
        if self._fault is not None:
            return None
        due = self._guard(self._program.tick, now)
        return due if due is None or due > now else now + SHORTEST

    # -- out --------------------------------------------------------------------------------

    def _poll_frame(self) -> None:
        """Take the program's frame. Its notes sound even if the next press replaces it at once."""
        if self._fault is None:
            self._guard(self._fresh)

    def _fresh(self) -> None:
        frame = self._program.frame()
        if frame is not self._frame:
            self._take(frame)

    def _take(self, frame: Frame) -> None:
        self._frame = frame
        self._sent = False
        for lamps in self._panel.lamps:
            lamps.show(frame.lamps)
        if frame.notes:
            self._panel.buzzer.play(frame.notes)

    def _mirror(self) -> None:
        """Show a new frame elsewhere first, unless a press waits."""
        if not self._sent and not len(self._panel.inbox):
            for mirror in self._mirrors:
                mirror(self._frame)

    def _send(self) -> None:
        while not self._sent:
            self._sent = True
            self._guard(self._panel.screen.show, self._frame.picture)
            self._panel.screen.contrast(self._frame.contrast)

    def _guard(self, call: Callable[..., T], *args: object) -> T | None:
        """Call into the program; on an exception, None, and its picture is what is shown next."""
        try:
            return call(*args)
        except Exception as error:
            log.exception("the program failed")
            self._fault = error
            self._take(Frame(self._draw(error), self._frame.lamps))
            return None

    def _goodbye(self) -> Image.Image | None:
        return self._program.last_words() if isinstance(self._program, SaysGoodbye) else None

    def _draw(self, error: Exception) -> Image.Image:
        try:
            image = self._picture(error)
        except Exception:
            log.exception("the picture of a failure failed")
        else:
            if (image.mode, image.size) == ("1", self._panel.size):
                return image
        return fault.picture(error, self._panel.size)
