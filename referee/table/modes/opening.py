"""A game's opening: its aim in a sentence, then a turn in one picture, for who plays it first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hal.interfaces import Press
from referee.kernel.errors import RefereeError
from referee.kernel.game import Game
from referee.table.answer.controls import ButtonsControl, Row
from referee.table.catalogue import Catalogue
from referee.table.desk import Desk, DeskMode
from referee.table.screen import Look, Screen, Title, Topic
from referee.table.session import Session

#: Its two sentences; the captions of the three drawings; the setting that names the games whose
#: opening has been shown.
AIM: Final = "opening.aim"
TURN: Final = "opening.turn"
STEPS: Final = ("opening.first", "opening.second", "opening.third")
SEEN: Final = "opened"


class Opening(DeskMode):
    """Two screens: OK turns them, BACK and whatever else is pressed skip both; HELP lies over them
    and leads back here."""

    left_open = True  # who plays on phones may never press it away

    def __init__(self, desk: Desk, session: Session) -> None:
        super().__init__(desk)
        self._session = session
        self._second = False

    def screen(self) -> Screen:
        words, signs = self._session.catalogue, self._session.match.game.opening
        button = ButtonsControl(
            [("ok", Row(words("button.on")), 0), ("back", Row(words("button.skip")), 1)]
        )
        title = Title(words("name"), right="2/2" if self._second else "1/2", aloud=words("name"))
        if self._second:
            steps = tuple(zip(signs, map(words, STEPS), strict=True))
            return Screen(words, Look.CARD, title, text=words(TURN), steps=steps, control=button)
        return Screen(words, Look.CARD, title, text=words(AIM), control=button)

    def press(self, press: Press) -> bool:
        if press.tap in ("ok", "down") and not self._second:
            self._second = True
        elif press.tap == "up":
            self._second = False
        elif press.tap:
            self.desk.close(self)
        return bool(press.tap)

    def topics(self) -> Sequence[Topic]:
        return topics(self._session.catalogue)


def topics(words: Catalogue) -> list[Topic]:
    """What HELP says of it, at any time."""
    return [
        Topic(key="game", said=words(key))
        for key in ("opening.aim", "opening.turn")
        if words.has(key)
    ]


def open_first(desk: Desk) -> None:
    """Show the opening of a match that was begun here, if this box has not shown it yet; without a
    memory never. Where a page has begun it, nobody may be at the box who reads it."""
    session, store = desk.session, desk.store
    if session is None or store is None:
        return
    game = session.match.game
    if not _complete(game, session.catalogue):
        return
    try:
        stored: Any = store.setting(SEEN, [])
        seen = [name for name in stored if isinstance(name, str)] if stored else []
        if game.name in seen:
            return
        store.set_setting(SEEN, [*seen, game.name])
    except RefereeError:
        return  # a match does not wait for that
    desk.open(Opening(desk, session))


def _complete(game: Game[Any], words: Catalogue) -> bool:
    keys = (AIM, TURN, *STEPS)
    return len(game.opening) == len(STEPS) and all(map(words.has, keys))
