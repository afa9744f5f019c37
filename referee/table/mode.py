"""A mode: one screen, and what presses mean on it. The modes of the table stand in a stack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hal.interfaces import Lamp
from referee.table.canvas import Canvas

if TYPE_CHECKING:
    from referee.table.desk import Desk
    from referee.table.keypad import Keypad


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that HELP can explain: a clause of a game, or a common text by its key."""

    clause: str = ""
    key: str = ""


class Mode:
    """The base of all modes: BACK goes one screen back, everything else does nothing.

    ``press`` gets ``up``, ``down``, ``ok``, ``roll``, ``back`` or ``hold ok``, ``hold back``,
    ``seat 3``; it returns False for a press that means nothing here.
    """

    #: Whether holding BACK takes the last answer back here.
    takes_back = False

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def draw(self, canvas: Canvas) -> None:
        raise NotImplementedError

    def press(self, key: str) -> bool:
        if key == "back":
            self.desk.close(self)
            return True
        return False

    def shown(self) -> None:
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
        return None

    def topics(self) -> Sequence[Topic]:
        """What HELP explains here, the most fitting first."""
        return ()


def seat_of(key: str) -> int | None:
    """The seat whose button was pressed: 3 for ``seat 3``."""
    return int(key.removeprefix("seat ")) if key.startswith("seat ") else None
