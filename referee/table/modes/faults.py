"""A fault of the program: what became of the match, and the ways out of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hal.interfaces import Press
from referee.kernel.match import Match
from referee.table.answer.controls import ListControl, Row
from referee.table.desk import Desk, DeskMode
from referee.table.modes.messages import ask_first
from referee.table.screen import Screen, Title


@dataclass(frozen=True, slots=True)
class Mark:
    """How far the match that is played had come; ``match`` is None where none is played."""

    match: Match | None
    lines: int

    @classmethod
    def of(cls, desk: Desk) -> Mark:
        match = desk.session.match if desk.session is not None else None
        return cls(match, match.written if match is not None else 0)


class Fault(DeskMode):
    """Stands alone: the screens that were open may be what failed, so none of them is kept.

    Whatever somebody presses leads out. ``go_on`` puts the match on a fresh screen, ``home`` leads
    to the first one; a position that no screen can show is left by taking the last answer back.
    ``before``: how far the match was when the press came that failed.
    """

    def __init__(
        self, desk: Desk, error: Exception, before: Mark,
        go_on: Callable[[], object], home: Callable[[], object],
    ) -> None:  # fmt: skip
        super().__init__(desk)
        self._go_on = go_on
        words, now = desk.words, Mark.of(desk)
        secret = now.match is not None and now.match.secretive
        # what a game stumbled over may be a hidden card: that is for the log alone
        detail = type(error).__name__ if secret else f"{type(error).__name__}: {error}"[:36]
        self._text = words(_fate(before, now), detail=detail)
        self._ways: list[tuple[str, Callable[[], object]]] = [(words("fault.home"), home)]
        if now.match is not None:
            self._ways[:0] = [(words("fault.on"), go_on), (words("menu.undo"), self._undo)]
        self._list = ListControl([Row(label) for label, _ in self._ways])

    def screen(self) -> Screen:
        words = self.desk.words
        title = Title(words("trouble.title"))
        return Screen(words, title=title, text=self._text, control=self._list)

    def press(self, press: Press) -> bool:
        self._list, entered = self._list.press(press.tap if press.tap in ("up", "down") else "ok")
        if entered is not None:
            self._ways[entered.value][1]()
        return True

    def _undo(self) -> None:
        desk, session, words = self.desk, self.desk.session, self.desk.words
        if session is None or session.match.next_undo() is None:
            self._go_on()
            return

        def undo() -> None:
            session.undo()
            self._go_on()

        what = words("fault.last")
        text = words("undo.sure", what=what)
        yes, reopens = words("undo.yes"), (lambda: session.apart)
        ask_first(
            desk, words("undo.title"), text, yes, lambda: desk.attempt(undo), apart=reopens
        )  # fmt: skip


def _fate(before: Mark, now: Mark) -> str:
    """What has become of the match: the key of the sentence that says so."""
    if now.match is None:
        return "fault.none"
    if now == before:
        return "fault.same"
    return "fault.entered" if now.lines > before.lines else "fault.changed"
