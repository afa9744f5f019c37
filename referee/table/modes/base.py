"""The base of all screens: a mode that knows the desk it lies on."""

from __future__ import annotations

from hal.interfaces import Press
from referee.table.desk import Desk
from referee.table.mode import Mode


class DeskMode(Mode):
    """BACK goes one screen back; everything else does nothing."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def press(self, press: Press) -> bool:
        if press.tap == "back":
            self.desk.close(self)
            return True
        return False
