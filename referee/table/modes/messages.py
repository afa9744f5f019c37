"""Screens that tell something: a message, a question before something weighty, trouble."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from hal.interfaces import Press
from referee.kernel.errors import RefereeError
from referee.table.answer.controls import ButtonControl, ListControl, Row
from referee.table.desk import Desk, DeskMode
from referee.table.pixels.canvas import CONTENT
from referee.table.pixels.panel import TEXT, card_room, paged
from referee.table.screen import Look, Screen, Title, Topic

#: A label and what is done when it is chosen.
Action = tuple[str, Callable[[], object]]


class Message(DeskMode):
    """A text and what may be done about it; without actions any OK goes on.

    A text that is too long for the screen goes on on further pages, by OK or DOWN. With a ``sign``
    it is a card: short, and read from across the table.
    """

    def __init__(
        self, desk: Desk, title: str | Title, text: str, actions: Sequence[Action] = (), *,
        topics: Sequence[Topic] = (), note: str = "", undoes: bool = False,
        private: bool = False, sign: str = "", apart: Callable[[], str] = lambda: "",
    ) -> None:  # fmt: skip
        super().__init__(desk)
        self._apart = apart
        self.undoes = undoes
        self._title = title if isinstance(title, Title) else Title(title)
        self._actions = list(actions)
        self._topics = tuple(topics)
        self._note = note
        self._private = private
        self._sign = sign
        rows = 10 * min(len(actions), 2) if actions else 11
        room = card_room(sign, button=True) if sign else TEXT
        self._pages = paged(text, room.above(rows - (CONTENT.bottom - TEXT.bottom)))
        self._page = 0
        self._list = ListControl([Row(label) for label, _ in actions])

    @property
    def asks(self) -> bool:
        """Whether something is to be chosen."""
        return bool(self._actions)

    def screen(self) -> Screen:
        text, words = self._pages[self._page], self.desk.words
        look = Look.CARD if self._sign else Look.TEXT
        screen = Screen(words, look, self._title, text=text, sign=self._sign, private=self._private)
        if self._actions and self._page == len(self._pages) - 1:
            return replace(screen, control=self._list)
        note = self._note if len(self._pages) == 1 else f"{self._page + 1}/{len(self._pages)}"
        return replace(screen, control=ButtonControl(words("button.on"), "ok"), note=note)

    def press(self, press: Press) -> bool:
        if press.tap in ("up", "down") and len(self._pages) > 1 and self._turn(press.tap):
            return True
        if self._page < len(self._pages) - 1 and self._goes_on(press):
            self._page += 1
            return True
        if not self._actions:
            return self._close() if self._goes_on(press) or press.tap == "back" else False
        self._list, entered = self._list.press(press.tap)
        if entered is not None:
            self.desk.close(self)
            self._actions[entered.value][1]()
        return entered is not None or press.tap in ("up", "down") or super().press(press)

    @property
    def private(self) -> bool:
        return self._private

    @property
    def apart(self) -> str:
        return self._apart()

    def topics(self) -> Sequence[Topic]:
        return self._topics

    def _goes_on(self, press: Press) -> bool:
        return press.tap in ("ok", "roll") or press.seat is not None

    def _turn(self, button: str) -> bool:
        """Turn a page; at the last one UP and DOWN belong to the actions, if there are any."""
        if (
            self._actions
            and self._page == len(self._pages) - 1
            and (button == "down" or self._list.at)
        ):
            return False
        self._page += 1 if button == "down" else -1
        self._page = max(0, min(self._page, len(self._pages) - 1))
        return True

    def _close(self) -> bool:
        self.desk.close(self)
        return True


def ask_first(
    desk: Desk, title: str, text: str, yes: str, action: Callable[[], object], *,
    apart: Callable[[], str] = lambda: "",
) -> None:  # fmt: skip
    """Ask before something weighty: "no" is selected. ``apart``: see `Mode.apart`."""
    actions = [(desk.words("button.no"), lambda: None), (yes, action)]
    desk.open(Message(desk, title, text, actions, apart=apart))


def tell_trouble(
    desk: Desk,
    error: RefereeError,
    again: Callable[[], object] | None,
    unsaved: Callable[[], object] | None,
) -> None:
    """Say what went wrong; offer to try again, or to go on without keeping what follows."""
    words = desk.words
    actions: list[Action] = []

    def apart() -> str:
        return desk.session.apart if desk.session is not None and actions else ""

    if again is not None:
        actions.append((words("trouble.again"), again))
    if unsaved is not None:
        go_on = unsaved

        def without_store() -> None:
            yes = words("trouble.unsaved")
            ask_first(desk, words("trouble.title"), words("trouble.sure"), yes, go_on, apart=apart)

        actions.append((words("trouble.unsaved"), without_store))
    if actions:
        actions.append((words("trouble.leave"), lambda: None))
    desk.sound("refusal")
    desk.open(Message(desk, words("trouble.title"), words.error(error), actions, apart=apart))
