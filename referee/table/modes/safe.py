"""The home screen after several crashes in a row: nothing that could be what crashed."""

from __future__ import annotations

from collections.abc import Iterator

from referee.table.desk import Desk
from referee.table.modes.listing import Line, Listing
from referee.table.modes.messages import Message
from referee.table.modes.pages import Page
from referee.table.modes.power import PowerOff
from referee.table.modes.selftest import SelfTest


class SafeHome(Listing):
    """Try again, see what it was, look at the box, switch it off."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "", lambda: list(self._items()))

    def shown(self) -> None:
        self._title = self.desk.words("safe.title")
        super().shown()

    def _items(self) -> Iterator[Line]:
        desk, words, appliance = self.desk, self.desk.words, self.desk.appliance
        if (retry := appliance.retry) is not None:
            yield Line(words("safe.retry"), retry, words("safe.kept"))
        yield Line(words("safe.why"), self._tell)
        yield Line(words("home.selftest"), lambda: desk.open(SelfTest(desk)))
        if (power_off := appliance.power_off) is not None:
            yield Line(words("home.off"), lambda: desk.open(PowerOff(desk, power_off)))

    def _tell(self) -> None:
        """The end of the traceback: the failure itself, and the place nearest to it."""
        words = self.desk.words
        lines = [line.strip() for line in self.desk.appliance.failure.splitlines()]
        last = [line for line in lines if line][-3:][::-1] or [words("safe.unknown")]
        self.desk.open(Page(self.desk, words("safe.why"), last))


def open_safe(desk: Desk) -> None:
    """Say what has happened, over the safe home screen."""
    desk.restart(SafeHome(desk))
    desk.open(Message(desk, desk.words("safe.title"), desk.words("safe.text")))
