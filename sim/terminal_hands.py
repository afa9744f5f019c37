"""Hands in a terminal: what keys and the pointer do to the panel's buttons, touch by touch."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from typing import Final, Protocol

from hal.interfaces import Program, TakesPointer, TakesText, TypesDice, WantsHold
from sim.clock import WaitingClock
from sim.panel import HOLD, TAP
from sim.terminal_parts import ARROWS, HELPS

#: Seconds between two keys' touches: longer than a contact is held to bounce.
GAP: Final = 0.04
#: So many touches of the same button wait at most.
WAITING: Final = 20
#: What the keys of the digits press: seats, of which a panel need not have so many.
DIGITS: Final = tuple(f"seat{digit}" for digit in range(10))
#: Instead of how long a button is held: it is an arrow, and what it presses is seen then.
ARROW: Final = 0.0


class Ghost(Protocol):
    """Presses buttons as long as nobody else does. ``caption``: what it says about that."""

    caption: str

    def step(self, now: float) -> Sequence[str]:
        """The buttons to press at this moment, one after the other."""
        ...


class Hands:
    """Touches buttons for keys and the pointer, one after the other.

    ``buttons`` are those that the panel has; ``move`` pushes one down or lets it go; ``enter``
    brings a cursor somewhere, without fingers; ``after`` does something some seconds later, instead
    of what was to be done under that name.
    """

    def __init__(
        self,
        buttons: Collection[str],
        program: Program,
        clock: WaitingClock,
        move: Callable[[str, bool], None],
        enter: Callable[[Sequence[str]], None],
        after: Callable[[str, float, Callable[[], None]], None],
    ) -> None:
        self.busy = False
        self._buttons = buttons
        self._program = program
        self._clock = clock
        self._move = move
        self._enter = enter
        self._after = after
        self._waiting: deque[tuple[str, float]] = deque()

    def tap(self, button: str) -> None:
        """Press a button; a seat's key where a number is asked for is that digit."""
        self._touch(button, TAP)

    def hold(self, button: str) -> None:
        self._touch(button, HOLD)

    def steer(self, arrow: str) -> None:
        """Move the cursor of a raster; elsewhere an arrow is just its button."""
        self._touch(arrow, ARROW)

    def point(self, pixel: tuple[int, int]) -> None:
        """Press what selects the thing at this pixel of the screen."""
        presses = self._program.touched(*pixel) if isinstance(self._program, TakesPointer) else ()
        if len(presses) == 1:
            self.tap(presses[0])
        else:
            self._enter(presses)

    def type(self, letter: str) -> bool:
        """Add a letter where a name is spelled; False: none is, or it asks for help."""
        program = self._program
        if not isinstance(program, TakesText) or not program.spelling:
            return False
        if not letter.isprintable() or letter in ("", HELPS):
            return False
        program.type_letter(letter)
        return True

    def stop(self) -> None:
        """Forget what was still to be touched."""
        self._waiting.clear()

    @property
    def steers(self) -> bool:
        """Whether the screen has a raster, in which arrows move a cursor."""
        return any(map(self._steered, ARROWS))

    @property
    def asked(self) -> str:
        """Which keys the last line explains: those that this screen asks for."""
        program = self._program
        if isinstance(program, TakesText) and program.spelling:
            return "typing"
        if isinstance(program, WantsHold) and program.holds:
            return f"hold-{program.holds}"
        if any(map(self._typed, DIGITS)):
            return "number"
        return "raster" if self.steers else "hint"

    def _touch(self, button: str, seconds: float) -> None:
        """A key of the terminal, after those before it: keys that come at once are all taken.

        No terminal tells a key's release, so it comes by itself, and the panel's clock waits for
        it: else a tap would become a hold on a busy machine. A key that repeats faster than hands
        could press waits no longer line than `WAITING`.
        """
        touch = (button, seconds)
        known = button in self._buttons or seconds == ARROW or button in DIGITS
        if known and self._waiting.count(touch) < WAITING:
            self._waiting.append(touch)
            if not self.busy:
                self._next()

    def _next(self) -> None:
        self.busy = bool(self._waiting)
        if not self.busy:
            return
        button, seconds = self._waiting.popleft()
        way = self._steered(button) if seconds == ARROW else self._typed(button)
        if way is not None or button not in self._buttons:
            self._enter(way or ())
            self._next()
            return
        seconds = seconds or TAP
        self._clock.due = self._clock.now() + seconds
        self._move(button, True)
        self._after("touch", seconds, lambda: self._let_go(button))

    def _let_go(self, button: str) -> None:
        self._move(button, False)
        self._clock.due = None
        self._after("touch", GAP, self._next)

    def _steered(self, arrow: str) -> Sequence[str] | None:
        """The way to the next square of a raster; None where the screen has no raster."""
        program = self._program
        return program.steered(arrow) if isinstance(program, TakesPointer) else None

    def _typed(self, key: str) -> Sequence[str] | None:
        """The presses that enter a digit; None where it may not come now."""
        program = self._program
        if key not in DIGITS or not isinstance(program, TypesDice):
            return None
        try:
            return program.type_die(DIGITS.index(key))
        except ValueError:
            return None
