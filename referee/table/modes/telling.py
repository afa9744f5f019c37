"""What follows from an answer, told on the screen: whose turn, rulings, refusals, dice, and
who cannot answer any more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from hal.interfaces import Press
from referee.kernel.ask import Refusal
from referee.kernel.errors import RefereeError
from referee.kernel.game import DEVICE
from referee.kernel.match import Match
from referee.kernel.ruling import Ruling
from referee.table.catalogue import Catalogue
from referee.table.desk import Desk
from referee.table.mode import Topic
from referee.table.modes.animation import Tumble
from referee.table.modes.messages import Message
from referee.table.screen import Title
from referee.table.session import Session

#: Seconds that reading takes, a letter and at least.
LETTER: Final = 0.07
LEAST: Final = 1.5


class Told(Message):
    """What follows from an answer. With ``passes`` it goes by itself when it has been read; else
    somebody says that it is done, by OK here or on a page.

    ``said`` gives its words in a language, ``seat`` whom it is about, ``number`` names it.
    ``only``: the seats whose secret it is; None: everybody may read it. ``private``: it is for no
    ears.
    """

    def __init__(
        self, desk: Desk, title: str | Title, said: Callable[[Catalogue], str], *,
        passes: bool, seat: int | None = None, clause: str = "", undoes: bool = False,
        only: tuple[int, ...] | None = None, private: bool = False,
    ) -> None:  # fmt: skip
        topics = [Topic(clause)] if clause else []
        super().__init__(
            desk, title, said(desk.words), topics=topics, undoes=undoes, private=private
        )
        self.said, self.seat, self.clause = said, seat, clause
        self.passes, self.only = passes, only
        secret = only is not None
        desk.tellings[secret] += 1
        # What is told in secret changes no number that others get to see.
        self.number = 2 * desk.tellings[secret] - secret
        self._since = desk.now

    def shown(self) -> None:
        self._since = self.desk.now

    def press(self, press: Press) -> bool:
        self._since = self.desk.now  # whoever presses is reading
        if self.passes and press.seat is not None and self.desk.own_button(press.seat):
            return True
        return super().press(press)

    def tick(self, now: float) -> float | None:
        if not self.passes or self.desk.top is not self:
            return None
        due = self._since + self._reading
        if now < due:
            return due
        if self._page < len(self._pages) - 1:
            self._page, self._since = self._page + 1, now
            return now + self._reading
        self.desk.settle()
        self.desk.close(self)
        return None

    @property
    def _reading(self) -> float:
        """Seconds for the page that is shown."""
        return max(LEAST, LETTER * len(self._pages[self._page]))


def by_hand(match: Match) -> bool:
    """Whether something of this match lies on the table, so that a ruling moves it by hand.

    Dice are no such thing. A game that leaves nothing to the box lies on the table.
    """
    chosen = match.header.options
    where = [
        chosen[spec.key]
        for spec in match.game.options
        if spec.key in ("board", "cards", "sheets") and spec.matters(chosen)
    ]
    return not where or any(value != DEVICE for value in where)


def _passes(desk: Desk, match: Match) -> bool:
    """Whether a ruling goes by itself. How long listening takes, nobody knows: what is read aloud
    waits for OK."""
    return not by_hand(match) and not desk.speaks


def alarm(desk: Desk, session: Session) -> bool:
    """Whether a part of the panel is missing, or the match is not kept."""
    return bool(desk.lost) or (desk.store is not None and session.match.id is None)


def tell_refusal(desk: Desk, session: Session, refusal: Refusal) -> None:
    """Why something may not be done."""
    words = session.catalogue
    text, topics = words.text(refusal.reason), [Topic(refusal.clause)]
    desk.sound("refusal")
    desk.open(Message(desk, words("refused.title"), text, topics=topics, note=refusal.clause))


def tell_out(desk: Desk, session: Session, error: Exception) -> None:
    """A computer player has failed: people answer for its seat now."""

    def said(words: Catalogue) -> str:
        detail = words.error(error) if isinstance(error, RefereeError) else repr(error)[:60]
        return words("computer.out", detail=detail)

    title = session.catalogue("notice.title")
    desk.open(Told(desk, title, said, passes=_passes(desk, session.match)))


def tell_rulings(
    desk: Desk, session: Session, rulings: Sequence[Ruling], *,
    roller: int | None = None, viewer: int | None = None, unheard: bool = False,
) -> None:  # fmt: skip
    """What the table must do, one after the other; but first the device's dice fall.

    ``roller`` is the seat whose dice they are, None if the device rolled none. ``viewer`` has
    the panel for himself: he is told his secrets, too, and they wait for him where others are at
    the table. ``unheard``: these are for eyes alone.
    """
    passes, alone = _passes(desk, session.match), session.people == 1
    for ruling in reversed(rulings):
        if ruling.stop and (ruling.shown_to(None) or ruling.shown_to(viewer)):
            seats = (ruling.seat,) if ruling.seat is not None else ()
            secret = not ruling.shown_to(None)
            desk.sound("ruling")
            title = session.title(seats, alarm=alarm(desk, session))
            told = Told(
                desk, title, partial(Catalogue.ruling, ruling=ruling),
                passes=passes and (alone or not secret), seat=ruling.seat, clause=ruling.clause,
                undoes=True, only=ruling.only, private=unheard and secret,
            )  # fmt: skip
            desk.open(told)
    calls = [r.call for r in rulings if r.call is not None and r.shown_to(None)]
    call = calls[-1] if calls else None
    if roller is not None and session.dice:
        title = replace(session.title((roller,), alarm=alarm(desk, session)), dice=())
        desk.open(Tumble(desk, title, session.dice, call))
    elif call is not None:
        desk.call(call)
