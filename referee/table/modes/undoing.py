"""Taking back, and correcting a die that was entered wrongly."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from hal.interfaces import Press
from referee.kernel.ask import Refusal
from referee.table.answer.form import Draft, Form
from referee.table.desk import Desk, DeskMode
from referee.table.modes.listing import Line, Listing
from referee.table.modes.messages import Message, ask_first
from referee.table.pixels.canvas import CONTENT
from referee.table.pixels.fonts import font
from referee.table.screen import Look, Screen, Title
from referee.table.session import PastEntry, Session

#: The width of a line's label: what does not fit is told below the list.
ROOM: Final = CONTENT.width - 12

#: So many of the last dice are offered for correction.
OFFERED = 12


def take_back(desk: Desk, session: Session) -> None:
    """Hold BACK: take the last answer back; a correction is asked for first."""
    step = session.match.next_undo()
    recalled = session.last_answer()
    words = session.catalogue
    if step is None or recalled is None:
        desk.open(Message(desk, words("undo.title"), words("undo.nothing")))
        return

    lines = session.match.written

    def undo() -> None:
        if session.match.written == lines:
            keep_or_not(desk, session, session.undo)
        else:  # somebody has answered meanwhile, elsewhere: that is not what was asked
            desk.open(Message(desk, words("undo.title"), words("web.late")))

    if not step.correction:
        undo()
        return
    text = words("undo.correction", what=session.describe(recalled))
    ask_first(desk, words("undo.title"), text, words("undo.yes"), undo, apart=lambda: session.apart)


def keep_or_not(desk: Desk, session: Session, change: Callable[[], None]) -> None:
    """Change the match and return to it; without the store, if the players say so."""

    def do() -> None:
        change()
        back_to_play(desk)

    def unsaved() -> None:
        session.forget_store()
        do()

    desk.attempt(do, unsaved)


def back_to_play(desk: Desk) -> None:
    """Close everything that lies over the match."""
    if desk.modes[1:]:
        desk.close(desk.modes[1])
    else:
        desk.top.shown()


def choose_die(desk: Desk, session: Session) -> None:
    """Offer the last dice and cards that were entered by hand, the newest first."""
    words = session.catalogue
    lines = []
    for index in session.mistakable()[:OFFERED]:
        recalled = session.recall(index)
        said, entry = session.describe(recalled), recalled.line.entry
        long = font("body").width(said) > ROOM
        label = words.player(entry.seat) if long and entry is not None else said
        correct = partial(_open_correct, desk, session, recalled)
        lines.append(Line(label, correct, said if long else ""))
    desk.open(Listing(desk, words("menu.correct"), lambda: lines))


def _open_correct(desk: Desk, session: Session, recalled: PastEntry) -> None:
    desk.open(Correct(desk, session, recalled))


class Correct(DeskMode):
    """What was it in truth? The ask of that moment is answered once more."""

    def __init__(self, desk: Desk, session: Session, recalled: PastEntry) -> None:
        super().__init__(desk)
        self._session = session
        self._recalled = recalled
        entry, ask = recalled.line.entry, recalled.ask
        assert entry is not None
        assert ask is not None
        badges = session.scene().badges
        self._form = Form.of(session.catalogue, recalled.state, ask, entry.verb, badges)

    def screen(self) -> Screen:
        words = self._session.catalogue
        prompt = words("correct.prompt", what=self._session.describe(self._recalled))
        title = Title(words("menu.correct"))
        return Screen(words, Look.PLAY, title, prompt, control=self._form.control)

    @property
    def apart(self) -> str:
        return self._session.apart

    def press(self, press: Press) -> bool:
        if press.tap == "back":
            if (before := self._form.back()) is None:
                return super().press(press)
            self._form = before
            return True
        keyed = press.tap in ("up", "down", "ok", "roll")
        pressed = self._form.press(press.tap) if keyed else None
        if pressed is None:
            return False
        self._form, outcome = pressed
        if isinstance(outcome, Draft):
            self._offer(dict(outcome.args))
        elif isinstance(outcome, Refusal):
            self.desk.sound("refusal")
        return True

    def _offer(self, args: dict[str, Any]) -> None:
        """Say what falls away with it, and ask."""
        session, words, desk = self._session, self._session.catalogue, self.desk
        entry = self._recalled.line.entry
        if entry is not None and dict(entry.args) == args:
            desk.close(self)
            return
        index = self._recalled.index

        def count_and_ask() -> None:
            n = session.dropped(index, args)
            text = words("correct.drops" if n else "correct.keeps", n=n)

            def correct() -> None:
                keep_or_not(desk, session, lambda: session.correct(index, args))

            ask_first(
                desk, words("menu.correct"), text, words("correct.yes"), correct,
                apart=lambda: session.apart,
            )  # fmt: skip

        desk.attempt(count_and_ask)
