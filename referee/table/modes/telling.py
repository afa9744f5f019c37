"""What follows from an answer, told on the screen: whose turn, rulings, refusals, dice, and
who cannot answer any more."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from hal.interfaces import Press
from referee.kernel.ask import Refusal
from referee.kernel.errors import RefereeError
from referee.kernel.game import DEVICE
from referee.kernel.match import Match
from referee.kernel.ruling import Ruling
from referee.kernel.text import Plain, Shaped
from referee.table.answer.controls import ButtonControl
from referee.table.catalogue import Catalogue, ended
from referee.table.desk import Desk, DeskMode, Mode
from referee.table.modes.messages import Message
from referee.table.pixels.panel import card_room, paged, title_fits
from referee.table.pixels.signs import SIGNS
from referee.table.play import Sight
from referee.table.screen import NOTHING, Look, Screen, Title, Topic
from referee.table.session import Session
from referee.table.story import Chapter

_log: Final = logging.getLogger(__name__)

#: Seconds that reading takes, a letter and at least.
LETTER: Final = 0.07
LEAST: Final = 1.5

#: ... on a card about all, on which each looks for the own line.
COMMON: Final = 0.08

#: Seconds a letter takes when it is read aloud.
HEARD: Final = 0.1


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
        self.everywhere = True  # pages tell it, too
        self.letter = LETTER
        secret = only is not None
        desk.tellings[secret] += 1
        # What is told in secret changes no number that others get to see.
        self.number = 2 * desk.tellings[secret] - secret
        self._since: float | None = None  # it has not stood on a screen yet

    def shown(self) -> None:
        self._since = None

    def screen(self) -> Screen:
        screen = super().screen()
        if not self.passes:
            return screen
        return replace(screen, control=NOTHING, title=self._marked(screen.title))

    def _marked(self, title: Title) -> Title:
        """A title that says that this goes by itself: whoever does not know presses OK just when
        it has gone."""
        said = replace(title, right=self.desk.words("card.passes"))
        shown = self.passes and not self.desk.speaks  # ears hear when it has gone
        return said if shown and title_fits(said) else title

    def press(self, press: Press) -> bool:
        self._since = self.desk.now  # whoever presses is reading
        if self.passes and press.seat is not None and self.desk.modes[0].own_button(press.seat):
            return True
        return super().press(press)

    def tick(self, now: float) -> float | None:
        if not self.passes or self.desk.top is not self:
            return None
        if self._since is None:
            self._since = now
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
        letter = HEARD if self.desk.speaks else self.letter
        return max(LEAST, letter * len(self._pages[self._page]))


class Card(Told):
    """What somebody has done or suffered, under the doer's name, or nobody's if it is about all
    (`Game.about_all`): each chapter on pages of its own.

    Where nobody has to move anything by hand it goes by itself, and a press ends all of it; pages
    do not tell it then, they have the log. ``private``: it is for no ears.
    """

    def __init__(
        self, desk: Desk, session: Session, told: Sequence[Chapter], *,
        only: tuple[int, ...] | None = None, private: bool = False,
    ) -> None:  # fmt: skip
        effects = [ruling for chapter in told for ruling in chapter.effects]
        stops = [ruling for ruling in effects if ruling.stop]
        clause = next((r.clause for r in (*stops, *effects) if r.clause), "")

        def said(words: Catalogue) -> str:
            return _joined(words.ruling(ruling) for ruling in stops or effects)

        super().__init__(
            desk, "", said, passes=not stops or _passes(desk, session.match), clause=clause,
            seat=next((ruling.seat for ruling in stops), None), undoes=True, only=only,
            private=private,
        )  # fmt: skip
        self.everywhere = bool(stops)
        if any(ruling.key in session.match.game.about_all for ruling in effects):
            self.letter = COMMON
        self._topics = tuple(Topic(one) for one in dict.fromkeys(r.clause for r in effects) if one)
        self._session, self._why = session, session.reason
        self._button = NOTHING if self.passes else ButtonControl(desk.words("button.on"), "ok")
        self._sheets = [sheet for one in told for sheet in self._sheets_of(session, one)]
        self._pages = [sheet.text for sheet in self._sheets]

    def topics(self) -> Sequence[Topic]:
        """With a computer player's reason, in the words of the moment: a page may have changed the
        language since."""
        if self._why is None:
            return self._topics
        return (*self._topics, Topic(key="why", said=self._session.catalogue.ruling(self._why)))

    def _sheets_of(self, session: Session, told: Chapter) -> Iterator[_Sheet]:
        words, match = session.catalogue, session.match
        computer = bool(match.header.players) and bool(match.header.players[told.seat - 1])
        deeds = computer or self.desk.speaks
        common = any(ruling.key in match.game.about_all for ruling in told.effects)
        text = _joined(told.lines(words, match.header.seats, deeds=deeds, named=common))
        if not text:
            return
        faces, signed = _decided(told), match.game.signs
        drawn = [(signed[ruling.key], words.ruling(ruling)) for ruling in told.effects
                 if signed.get(ruling.key) in SIGNS]  # fmt: skip
        sign = drawn[0][0] if drawn else "dice" if faces else ""
        whose = () if common else told.together or (told.seat,)
        title = replace(session.title(whose, alarm=alarm(self.desk, session)), dice=())
        end = 0
        for page in paged(text, card_room(sign, button=not self.passes)):
            begin = max(end, text.find(page.replace("\n", " "), end))
            end = begin + len(page)
            own = _drawn(drawn, text, begin, end) or ("dice" if faces else "") if drawn else sign
            yield _Sheet(title, own, page, faces)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not self._sheets

    def screen(self) -> Screen:
        sheet, count = self._sheets[self._page], len(self._sheets)
        note = f"{self._page + 1}/{count}" if count > 1 and not self.passes else ""
        return Screen(
            self.desk.words, Look.CARD, self._marked(sheet.title), text=sheet.text,
            sign=sheet.sign, note=note, control=self._button, private=self.private,
            faces=sheet.faces,
        )  # fmt: skip

    def press(self, press: Press) -> bool:
        if not self.passes or press.tap not in ("ok", "roll"):
            return super().press(press)
        return self._close()


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A page of a card. ``faces``: the dice that decided."""

    title: Title
    sign: str
    text: str
    faces: tuple[Plain, ...]


def _drawn(signs: Sequence[tuple[str, str]], text: str, begin: int, end: int) -> str:
    """The sign of a page from ``begin`` to ``end``: that of the first sentence with one that begins
    there, else that of one that goes on there."""
    found = ((text.find(said), len(said), sign) for sign, said in signs if said)
    places = [place for place in found if place[0] >= 0]
    begun = [sign for at, _, sign in places if begin <= at < end]
    going = [sign for at, size, sign in places if at < begin < at + size]
    return next(iter((*begun, *going)), "")


def _decided(told: Chapter) -> tuple[Plain, ...]:
    """The dice of the last roll of which something came."""
    rolls = (
        event.args["dice"] for event in reversed(told.events)
        if "dice" in event.args and event.shown(told.viewer)
    )  # fmt: skip
    dice = next(rolls, None)
    return tuple(dice) if isinstance(dice, list) else ()


def _joined(sentences: Iterable[str]) -> str:
    """One after the other, each but the last with an end."""
    *before, last = [*sentences] or [""]
    return " ".join((*map(ended, before), last))


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


def close_opened(desk: Desk, below: Mode) -> None:
    """Take away what was opened over a screen, whatever lies over that; what is told there waits,
    and so do falling dice."""
    first = desk.modes.index(below) + 1
    over = desk.modes[first:]
    waits = [mode for mode in over if isinstance(mode, Told | Tumble)]
    if waits != over:
        desk.modes[first:] = waits
        desk.top.shown()


def alarm(desk: Desk, session: Session) -> bool:
    """Whether a part of the panel is missing, or the match is not kept."""
    return bool(desk.lost) or (desk.store is not None and session.match.id is None)


def tell_refusal(desk: Desk, session: Session, refusal: Refusal) -> None:
    """Why something may not be done."""
    words = session.catalogue
    text, topics = words.text(refusal.reason), [Topic(refusal.clause)]
    desk.sound("refusal")
    title, sign = words("refused.title"), "refused"
    note = words("help.number", clause=refusal.clause)
    desk.open(Message(desk, title, text, topics=topics, note=note, sign=sign))


def tell_out(desk: Desk, session: Session, error: Exception) -> None:
    """A computer player has failed: people answer for its seat now. What it stumbled over, or its
    answer, may be its hand, so that is for the log alone."""
    told = error if isinstance(error, RefereeError) and not session.match.secretive else None
    if told is None:
        _log.error("a computer player has failed", exc_info=error)

    def said(words: Catalogue) -> str:
        detail = words.error(told) if told is not None else type(error).__name__
        return words("computer.out", detail=detail)

    title = session.catalogue("notice.title")
    desk.open(Told(desk, title, said, passes=_passes(desk, session.match)))


def tell_story(
    desk: Desk, session: Session, told: Sequence[Chapter], *, private: bool = False,
    only: tuple[int, ...] | None = None,
) -> None:  # fmt: skip
    """What somebody did or suffered, on a card, if there is anything to tell."""
    card = Card(desk, session, told, private=private, only=only)
    if card.empty:
        return
    if card.everywhere:
        desk.sound("ruling")
    desk.open(card)


def tell_secrets(desk: Desk, session: Session, rulings: Sequence[Ruling], sight: Sight) -> None:
    """What only the viewer of the screen that was answered on may know, who has the panel for
    himself; it waits for him where others are at the table."""
    for ruling in reversed(rulings):
        if ruling.stop and not ruling.shown_to(None) and ruling.shown_to(sight.viewer):
            passes = _passes(desk, session.match) and session.people == 1
            seats = (ruling.seat,) if ruling.seat is not None else ()
            desk.sound("ruling")
            title = session.title(seats, alarm=alarm(desk, session))
            said = partial(Catalogue.ruling, ruling=ruling)
            told = Told(
                desk, title, said, passes=passes, seat=ruling.seat, clause=ruling.clause,
                undoes=True, only=ruling.only, private=sight.unheard,
            )  # fmt: skip
            desk.open(told)


def tell_dice(desk: Desk, session: Session, rulings: Sequence[Ruling], roller: int) -> None:
    """The box's dice fall, if it has rolled some for the ``roller``, and a number is called."""
    calls = [r.call for r in rulings if r.call is not None and r.shown_to(None)]
    call = calls[-1] if calls else None
    if session.rolled and session.dice:
        title = replace(session.title((roller,), alarm=alarm(desk, session)), dice=())
        desk.open(Tumble(desk, title, session.dice, call))
    elif call is not None:
        desk.call(call)


#: Seconds between two pictures; how many of them tumble; how long the result then stands.
STEP: Final = 0.07
STEPS: Final = 5
REST: Final = 0.3


class Tumble(DeskMode):
    """Dice of the device that have been rolled; what they show is already in the journal.

    ``call`` is what they mean, should it be called out: it sounds instead of the dice, even if
    the tumbling is skipped.
    """

    def __init__(
        self, desk: Desk, title: Title, dice: Sequence[Plain], call: int | None = None
    ) -> None:
        super().__init__(desk)
        self._title = title
        self._dice = tuple(dice)
        pips = range(1, 7) if all(type(face) is int for face in dice) else ()
        self._faces = tuple(dict.fromkeys((*dice, *pips)))
        self._start = desk.now
        self._call = call
        self._rung = False

    @property
    def _step(self) -> int:
        return min(int((self.desk.now - self._start) / STEP + 1e-6), STEPS)

    @property
    def passing(self) -> bool:
        return True

    def screen(self) -> Screen:
        step = self._step
        faces = tuple(self._shown(die, step) for die in range(len(self._dice)))
        return Screen(self.desk.words, Look.DICE, self._title, faces=faces)

    def _shown(self, die: int, step: int) -> Shaped:
        """The face of a die now. Which one it tumbles over means nothing.

        Several dice turn by turns and come to rest one after the other: so little of the picture
        changes at a time that it is on the display at once.
        """
        count = len(self._dice)
        if step >= max(STEPS - (count - 1 - die), 1):
            return self._dice[die]
        turns = step if count == 1 else (step + die) // 2
        at = self._faces.index(self._dice[die])
        return self._faces[(at + turns + 2 * die + 1) % len(self._faces)]

    def press(self, press: Press) -> bool:
        if not self._rung and self._call is not None:
            self._ring()
        self.desk.close(self)
        return True

    def tick(self, now: float) -> float | None:
        end = self._start + STEPS * STEP + REST
        if now >= end:
            self.desk.leave(self)
            return None
        step = self._step
        if step == STEPS and not self._rung:
            self._rung = True
            self._ring()
        return end if step == STEPS else self._start + (step + 1) * STEP

    def _ring(self) -> None:
        if self._call is not None:
            self.desk.call(self._call)
        else:
            self.desk.sound("dice", self._dice)
