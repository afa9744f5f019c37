"""A mode: one screen, and what presses mean on it. The modes of the table stand in a stack."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hal.interfaces import Gesture, Lamp, Press
from referee.table.answer.keypad import Keypad
from referee.table.catalogue import Catalogue
from referee.table.screen import Screen


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that HELP can explain: a clause of a game, a common text by its key, or what is
    ``said`` of this screen alone.

    ``words``: where it is explained; None: as the desk speaks.
    """

    clause: str = ""
    key: str = ""
    said: str = ""
    words: Catalogue | None = None


class Mode(ABC):
    """What the desk knows of a screen; the screens themselves are in `modes`.

    ``press`` gets only gestures that mean something (`meant`); it returns False for a press that
    means nothing here.
    """

    #: Whether holding BACK takes the last answer back here.
    undoes = False
    #: Whether it is often left open: a match under it does not wait for it for ever.
    left_open = False
    #: The button that this screen asks to hold down, if it does.
    holds = ""

    @abstractmethod
    def screen(self) -> Screen:
        """What there is to see now, as data."""

    @abstractmethod
    def press(self, press: Press) -> bool: ...

    def shown(self) -> None:  # noqa: B027
        """It has become the top mode, for the first time or again."""

    def tick(self, now: float) -> float | None:
        """Let time pass; returns when it wants to be called again."""
        return None

    def lamps(self) -> Mapping[str, Lamp]:
        """Lamps besides those of the match."""
        return {}

    @property
    def keypad(self) -> Keypad | None:
        """The keypad that is shown, if one is."""
        control = self.screen().control
        return control if isinstance(control, Keypad) else None

    @property
    def private(self) -> bool:
        """Whether it is for one player's eyes, and its player has not asked to hear it."""
        return False

    @property
    def passing(self) -> bool:
        """Whether it goes by itself, and the next screen tells what it showed."""
        return False

    def own_button(self, seat: int) -> bool:
        """A player has pressed his own button while something was told over this, or just has
        been; returns whether it means something here."""
        return False

    def topics(self) -> Sequence[Topic]:
        """What HELP explains here, the most fitting first."""
        return ()


#: Gestures that mean something on a button; on all others, a player's own: TAP.
_GESTURES: Final = {
    "up": (Gesture.TAP, Gesture.REPEAT),
    "down": (Gesture.TAP, Gesture.REPEAT),
    "ok": (Gesture.TAP, Gesture.HOLD),
    "back": (Gesture.TAP, Gesture.HOLD),
    "roll": (Gesture.TAP,),
}


def meant(press: Press) -> bool:
    """Whether a press can mean anything at all."""
    known = _GESTURES.get(press.button)
    if known is None:
        return press.seat is not None and press.gesture is Gesture.TAP
    return press.gesture in known
