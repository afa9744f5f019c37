"""The base of all screens: a mode that knows the desk it lies on."""

from __future__ import annotations

from referee.table.desk import Desk
from referee.table.mode import Mode


class DeskMode(Mode):
    """BACK goes one screen back; everything else does nothing."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def press(self, key: str) -> bool:
        if key == "back":
            self.desk.close(self)
            return True
        return False
