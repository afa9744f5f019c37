"""A screen with a list of things to do: menus, settings, choices before a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hal.interfaces import Press
from referee.table.answer.controls import ListControl, Row
from referee.table.desk import Desk, DeskMode
from referee.table.screen import Look, Screen, Title, Topic


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a listing and what OK on it does; ``detail`` is shown while it is selected."""

    label: str
    action: Callable[[], object]
    detail: str = ""
    right: str = ""
    tick: str = ""
    topic: Topic | None = None


class Listing(DeskMode):
    """``lines`` is called anew whenever something may have changed."""

    left_open = True

    def __init__(self, desk: Desk, title: str, lines: Callable[[], Sequence[Line]]) -> None:
        super().__init__(desk)
        self._title = title
        self._make = lines
        self._lines: list[Line] = []
        self.list = ListControl()
        self.refresh()

    def shown(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        self._lines = list(self._make())
        rows = [Row(n.label, n.right, tick=n.tick, about=n.detail) for n in self._lines]
        self.list = ListControl(rows, min(self.list.at, max(len(rows) - 1, 0)))

    def select(self, number: int) -> None:
        """Put the cursor on this line."""
        self.list = replace(self.list, at=number)

    @property
    def title(self) -> Title:
        return Title(self._title, alarm=bool(self.desk.lost))

    def screen(self) -> Screen:
        about = self._lines[self.list.at].detail if self._lines else ""
        return Screen(self.desk.words, Look.LIST, self.title, control=self.list, about=about)

    def press(self, press: Press) -> bool:
        if press.tap in ("up", "down", "ok") and self._lines:
            self.list, entered = self.list.press(press.tap)
            if entered is not None:
                self._lines[entered.value].action()
                self.refresh()
            return True
        return super().press(press)

    def topics(self) -> Sequence[Topic]:
        topic = self._lines[self.list.at].topic if self._lines else None
        return (topic,) if topic is not None else ()
