"""What a panel is: buttons, a screen, lamps, a buzzer, a clock - and the program behind it.

Threads: everything here belongs to the one loop thread (`hal.runner`), except that edges may be
put into the runner's queue from any thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

if TYPE_CHECKING:
    from PIL import Image

#: The panel's own buttons. A player's button is named ``seat1``, ``seat2``, ...
PANEL_BUTTONS: Final = ("roll", "up", "down", "ok", "back")

#: Picture sizes of panels, in pixels: the usual one, and that of a wide display.
SIZE: Final = (128, 64)
WIDE: Final = (256, 64)


@dataclass(frozen=True, slots=True)
class Edge:
    """A button's contact changed at ``at`` (seconds of the panel's clock); raw, it may bounce."""

    at: float
    button: str
    down: bool


class Gesture(Enum):
    """What a hand did: TAP at once on pressing, or on release where a HOLD also has a meaning."""

    TAP = "tap"
    HOLD = "hold"
    REPEAT = "repeat"


@dataclass(frozen=True, slots=True)
class Press:
    """A recognised gesture on a button; it stays as it is from the loop to the screen it is for."""

    at: float
    button: str
    gesture: Gesture

    @property
    def tap(self) -> str:
        """The button that was pressed, not held; empty otherwise."""
        return self.button if self.gesture is not Gesture.HOLD else ""

    @property
    def held(self) -> str:
        """The button that was held; empty otherwise."""
        return self.button if self.gesture is Gesture.HOLD else ""

    @property
    def seat(self) -> int | None:
        """The seat whose own button was pressed; None for the panel's buttons."""
        number = self.button.removeprefix("seat")
        return int(number) if number != self.button and number.isdigit() else None


@dataclass(frozen=True, slots=True)
class Presence:
    """A part of the panel (``screen``, ``box``, ``button ok``) was lost or came back."""

    part: str
    present: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Errand:
    """Something that another thread wants done in the loop's own: it must not block."""

    run: Callable[[], None]


#: Puts an edge or a presence into the loop's queue; may be called from any thread.
Put = Callable[[Edge | Presence], None]


class Pattern(Enum):
    """How a lamp shines. Meaning lies in the pattern; colour only repeats it."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"  # even, slow
    FAST = "fast"  # even, fast
    PULSE = "pulse"  # a short flash now and then
    DOUBLE = "double"  # two short flashes, a pause


@dataclass(frozen=True, slots=True)
class Lamp:
    pattern: Pattern = Pattern.OFF
    colour: str = "white"


@dataclass(frozen=True, slots=True)
class Note:
    """A tone; ``hertz`` 0 is a rest."""

    hertz: int
    seconds: float


#: Kinds of sounds that a program may make; each can be switched off by itself.
SOUNDS: Final = ("press", "turn", "dice", "ruling", "refusal", "win")


@dataclass(frozen=True, slots=True)
class Frame:
    """Everything a panel shows at one moment. ``picture``: mode "1", of the display's size.

    ``notes`` are played once, when the frame is first shown. ``contrast``: 0..255.
    """

    picture: Image.Image
    lamps: Mapping[str, Lamp] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    contrast: int = 255


class Clock(Protocol):
    """Seconds that never run backwards. On a PC test it is a number that tests move."""

    def now(self) -> float: ...


class Screen(Protocol):
    """Shows pictures. Errors of the display are its own business: it retries, never raises."""

    def show(self, picture: Image.Image) -> None: ...

    def contrast(self, level: int) -> None: ...

    def forget(self) -> None:
        """Somebody else has written to the display: send everything with the next picture."""
        ...

    def step(self, now: float) -> float | None:
        """Try a lost display again, refresh a present one; returns when to be called next."""
        ...

    def close(self, last: Image.Image | None = None) -> None:
        """Leave the display dark, or showing this for as long as it has current."""
        ...


class Lamps(Protocol):
    """Lamps by name: ``seat1`` ..., ``roll``. Names that it does not have are ignored."""

    def show(self, lamps: Mapping[str, Lamp]) -> None:
        """What each lamp shall show from the next `step` on; lamps not named are off."""
        ...

    def step(self, now: float) -> float | None:
        """Drive the patterns; returns when the next change is due (None: nothing moves)."""
        ...

    def close(self) -> None: ...


class Buzzer(Protocol):
    def play(self, notes: tuple[Note, ...]) -> None:
        """Play these from the next `step` on, instead of what still sounds."""
        ...

    def step(self, now: float) -> float | None: ...

    def close(self) -> None: ...


class Buttons(Protocol):
    """A source of edges (pins, a seat box): it puts them into the queue, from any thread."""

    #: Buttons that were down when the source was opened.
    held: frozenset[str]

    def close(self) -> None: ...


class Program(Protocol):
    """What runs on the panel: presses in, frames out. Pure of hardware and of the real clock."""

    def press(self, press: Press) -> None: ...

    def tick(self, now: float) -> float | None:
        """Let time pass; returns when it wants the next tick (None: only on a press)."""
        ...

    def device(self, name: str, present: bool) -> None:
        """A part of the panel (``screen``, ``box``, ``button ok``) was lost or came back."""
        ...

    def frame(self) -> Frame:
        """The frame to show now. The same object as long as nothing has changed."""
        ...

    def screen_text(self) -> str:
        """The texts on the screen, line by line: what a script or a blind player reads."""
        ...


@runtime_checkable
class SaysGoodbye(Protocol):
    """Optional part of a `Program`: what the screen shows when nobody runs the panel any more."""

    def last_words(self) -> Image.Image: ...


@runtime_checkable
class Scrolls(Protocol):
    """A program whose screens may be longer than the screen."""

    @property
    def scrolled(self) -> int:
        """So many lines of its words, after the first, are above what is in sight."""
        ...


@runtime_checkable
class TakesText(Protocol):
    """Optional part of a `Program`: where a keyboard is at hand, it spells names."""

    @property
    def spelling(self) -> bool:
        """Whether a name is being spelled just now."""
        ...

    def type_letter(self, letter: str) -> None: ...


@runtime_checkable
class TakesPointer(Protocol):
    """Optional part of a `Program`: where a mouse or arrow keys are at hand, says what to press."""

    def touched(self, x: int, y: int) -> tuple[str, ...]:
        """The presses that select the line or cell at this pixel of the picture."""
        ...

    def steered(self, direction: str) -> tuple[str, ...] | None:
        """The presses that move a raster's cursor ``left``, ``right``, ``up`` or ``down``.

        Empty where there is nothing in this direction; None where there is no raster, so that an
        arrow is just its button.
        """
        ...


@runtime_checkable
class WantsHold(Protocol):
    """Optional part of a `Program`: where no button can be held, says when that is asked for."""

    @property
    def holds(self) -> str:
        """The button that this screen wants held down, ``ok`` or ``back``; else empty."""
        ...


@runtime_checkable
class TypesDice(Protocol):
    """Optional part of a `Program`: tells a script which buttons type a rolled die."""

    def type_die(self, value: int | str) -> tuple[str, ...]:
        """The buttons that enter ``value`` for the next die, from the present screen on.

        Raises ValueError, with the reason, when no die is to be typed now.
        """
        ...


@runtime_checkable
class Wakes(Protocol):
    """Optional part of a `Program`: where the picture is no darker when the display is dimmed, the
    press that wakes it may do something else, too."""

    def wake(self, now: float) -> None:
        """Somebody who sees the screen is about to press something."""
        ...


@runtime_checkable
class ReadsOn(Protocol):
    """Optional part of a `Program`: tells a script when its screen asks for no decision."""

    @property
    def telling(self) -> bool:
        """Whether the screen only tells something, and OK goes on."""
        ...

    @property
    def passing(self) -> bool:
        """Whether the screen goes on by itself: dice roll, a computer player thinks."""
        ...
