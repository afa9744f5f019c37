"""The play mode: the open asks of a match, one screen after the other.

Theory of operation. A match waits for **asks**; those of the same seats make a **turn**, and one
turn stands on the screen (`Spotlight`): the first, or the one whose player pressed his button. The
answer to it is put together press by press (`Answering`) out of the asks' own options, so that
nothing can be entered which the match would refuse; when nothing is missing any more it goes to
the match (`Entering`), which commits it and returns rulings. Then the spotlight follows the match:
if somebody else is asked, or the same player something else, a new answer begins.

Whoever the press belongs to: ROLL, UP, OK, DOWN and BACK belong to the turn that is shown. A seat's
own button is ROLL or OK for the player whose turn is shown. If the open question asks for a seat,
it names that seat. If one line of the screen is about that seat (who was rammed), it moves the
cursor there, and OK confirms (unless the cursor stands there anyway): one player alone opens
nothing that concerns two. If that seat has a turn of its own it is shown, and a die that waits for
nothing else is rolled. Else the strip says who is waited for.

A secret turn is **covered** until its player says that he has the panel, and covered again when he
goes, when something is told to all, or when nobody presses anything for a while (`Cover`). Numbers
need no panel: they are tapped (`Secrets`), by several at the same time.

What it does not do well: an answer in the making is lost when another seat's turn is shown or when
the language changes; and of two turns that are open at once the panel shows one only: the lamps
alone say that somebody else is asked too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hal.interfaces import Lamp, Press
from referee.kernel.ask import Ask, Refusal
from referee.kernel.entry import Entry
from referee.kernel.errors import RefereeError
from referee.table.answer.answering import Answering
from referee.table.answer.buttons import ButtonsControl
from referee.table.answer.cells import CellControl
from referee.table.answer.draft import named_seat
from referee.table.answer.keypad import Keypad
from referee.table.catalogue import Catalogue
from referee.table.computers import AGAIN, Computers, Ready
from referee.table.desk import Desk
from referee.table.lamps import NAMED, ROLLS
from referee.table.mode import Topic
from referee.table.modes.animation import Tumble
from referee.table.modes.base import DeskMode
from referee.table.modes.entering import Entering, Handover
from referee.table.modes.menu import Menu
from referee.table.modes.result import ResultScreen
from referee.table.modes.secrets import Secrets
from referee.table.modes.spotlight import Cover, Spotlight
from referee.table.modes.telling import Told, tell_out, tell_rulings
from referee.table.modes.view import (
    Notice,
    about_choice,
    draw_cover,
    draw_turn,
    draw_wait,
    turn_topics,
)
from referee.table.pixels.canvas import Canvas
from referee.table.session import Session

#: Seconds from the last press at the box for which computer players wait for whoever reads there.
READS: Final = 20.0


class Play(DeskMode):
    """Shows one open turn and takes answers to it."""

    undoes = True

    def __init__(self, desk: Desk, session: Session) -> None:
        super().__init__(desk)
        self.session = session
        self._spot = Spotlight(session, lambda seats: self._computers.plays(seats))
        self._entering = Entering(
            desk, session, lambda: self._spot.viewer, lambda: self.private, self.shown
        )
        self._secrets = Secrets(session, self.enter, self._wrong_number)
        self._notice = Notice()
        self._unseated = Notice()  # who cannot play, until it stands on a screen
        self._pointed = False  # a seat has moved the cursor to itself, and nobody else since
        self._called = True  # whoever is asked now has heard it
        self._cover = Cover(self._spot)
        self._handover = Handover(desk)
        self._computers = self._seated()

    # -- what is shown ---------------------------------------------------------------------

    @property
    def answering(self) -> Answering | None:
        """The answer in the making; None when the match is over."""
        return self._spot.answering

    @property
    def covered(self) -> bool:
        """Whether a secret's cover is shown instead of it."""
        return self._spot.covered

    def shown(self) -> None:
        """Look at the match anew if something has changed; else a half-made answer goes on."""
        moment, begun = self._spot.moment, self._spot.begun
        others = self._spot.follow()
        if self._spot.moment != moment:
            self._notice = self._unseated
            self._pointed = self._pointed and self._spot.begun == begun
            self._unseated = Notice()
            self._secrets.follow()
            self._called = not others
            if self.session.match.over:
                self.desk.open(ResultScreen(self.desk, self.session))
        self._handover.look(self)
        if not self._called and self.desk.top is self:
            self._called = True
            self.desk.sound("turn")

    def draw(self, canvas: Canvas) -> None:
        spot = self._spot
        if spot.answering is None:
            return
        if self.left_to_box:
            draw_wait(canvas, self.desk, spot, self._notice)
        elif spot.covered:
            tappable = self._secrets.tappable(spot.seats[0])
            draw_cover(canvas, self.desk, spot, self._notice, tappable=tappable)
        else:
            draw_turn(canvas, self.desk, spot, self._notice)

    @property
    def keypad(self) -> Keypad | None:
        """The keypad that is shown, if one is."""
        control = None if self.answering is None or self.covered else self.answering.control
        return control if isinstance(control, Keypad) else None

    @property
    def private(self) -> bool:
        return self._cover.unheard

    @property
    def about(self) -> str:
        """What the strip says of the choice under the cursor."""
        return about_choice(self._spot, self._notice)

    @property
    def begun(self) -> int:
        """Which answer is in the making: another number, another one."""
        return self._spot.begun

    @property
    def left_to_box(self) -> bool:
        """Whether a computer player answers next, and people only watch."""
        return self._computers.plays(self._spot.seats)

    @property
    def unanswerable(self) -> bool:
        """Whether presses answer nothing now: the box plays, or has done so a moment ago."""
        return self.left_to_box or self.desk.settling

    def topics(self) -> Sequence[Topic]:
        return turn_topics(self._spot, self._notice)

    def lamps(self) -> Mapping[str, Lamp]:
        """Besides the seats that must act: who may be named now, and the ROLL button."""
        answering = self.answering
        if answering is None or self.covered or self.left_to_box:
            return self._secrets.lamps()
        lamps = {f"seat{seat}": NAMED for seat in answering.seats}
        return {**lamps, "roll": ROLLS} if answering.rolls else lamps

    def tick(self, now: float) -> float | None:
        dues = (self._secrets.tick(now), self._cover.tick(now), self._play_on(now))
        return min((due for due in dues if due is not None), default=None)

    # -- computer players ------------------------------------------------------------------

    def _seated(self) -> Computers:
        """The computer players of the match; those that cannot play are told, once."""
        computers = Computers(self.session.match, self.desk.aside)
        for error in computers.players.missing:
            self._notice = self._unseated = Notice(self.session.catalogue.error(error))
        return computers

    def _play_on(self, now: float) -> float | None:
        """Let a computer player answer; nobody does while something else is being read."""
        if self._computers.match is not self.session.match:
            self._computers = self._seated()
        if (held := self._held(now)) is None or held > now:
            self._computers.pause()
            return held
        try:
            ready = self._computers.next(now)
        except Exception as error:
            tell_out(self.desk, self.session, error)
            return self.desk.now + AGAIN
        if not isinstance(ready, Ready):
            return ready
        watched = self.left_to_box
        self._entering.play(ready)
        self._handover.due = watched and not self.left_to_box
        self._handover.look(self)
        return now + AGAIN

    def _held(self, now: float) -> float | None:
        """Until when computer players wait for what lies over the match; None: until it is closed.

        A menu, or the code for phones, may have been left open: whoever plays on a phone does not
        see it.
        """
        over = self.desk.modes[self.desk.modes.index(self) + 1 :]
        if not over:
            return now
        return self.desk.pressed + READS if all(mode.left_open for mode in over) else None

    def for_anybody(self, ask: Ask) -> bool:
        """Whether people answer for the computer players of this ask's seats, any of them: it is
        about what only the table knows, such as its dice, or the player has failed."""
        levels = self.session.match.header.players
        computers = bool(levels) and all(levels[seat - 1] for seat in ask.seats)
        return computers and not ask.secret and not self._computers.players.answers(ask)

    # -- presses ---------------------------------------------------------------------------

    def press(self, press: Press) -> bool:
        self._cover.touch(self.desk.now)
        self._notice = Notice()
        answering = self.answering
        if answering is None:
            return False
        if press.tap != "back" and self.left_to_box:
            return press.seat is not None and self._switch_to_person(press.seat)
        if self.covered:
            return self._press_cover(press)
        if press.seat is not None:
            return self._press_seat(press.seat, answering)
        self._pointed = False
        if press.tap == "back":
            return self._back(answering)
        if press.tap in ("up", "down", "ok", "roll"):
            return self._press_button(press.tap, answering)
        return False

    def _press_cover(self, press: Press) -> bool:
        seat = press.seat
        if seat is not None and self._secrets.tappable(seat):
            self._secrets.tap(seat, self.desk.now)
            return True
        if press.tap == "back":
            self.desk.open(Menu(self.desk, self.session))
            return True
        aloud = press.tap == "roll" and self.desk.speaks
        if press.tap == "ok" or aloud or seat == self._spot.seats[0]:
            self._cover.lift(aloud=aloud)
            return True
        return seat is not None and self._switch(seat)

    def _press_button(self, button: str, answering: Answering, seat: int | None = None) -> bool:
        control = answering.control
        if button == "roll" and not (
            answering.rolls or isinstance(control, Keypad | CellControl | ButtonsControl)
        ):
            return False
        outcome = answering.key(button)
        if isinstance(outcome, Refusal) and isinstance(control, ButtonsControl) and control.cursor:
            text = self.session.catalogue.text(outcome.reason)
            self._notice = Notice(
                text, outcome.clause
            )  # beside a map there is room to say so at once
            self.desk.sound("refusal")
            return True
        self._entering.take(outcome, seat)
        if isinstance(control, Keypad) and control.askew:
            self._notice = Notice(self.session.catalogue("pad.askew"))
        return True

    def _back(self, answering: Answering) -> bool:
        if answering.back():
            return True
        if self._spot.open:
            self._spot.open = False
        else:
            self._spot.show(self._spot.turn)  # closing the menu leads back to the question
            self.desk.open(Menu(self.desk, self.session))
        return True

    def _press_seat(self, seat: int, answering: Answering) -> bool:
        """A seat's own button: it names him, answers for him, points at him, or shows his turn."""
        turn = self._spot.turn
        self._pointed = self._pointed and seat not in turn.seats
        if seat in answering.seats and not self._pointed:
            self._entering.take(answering.name(seat), seat, named=answering.chosen)
            return True
        if turn.seats != (seat,) and self._by_name(seat, answering):
            return True
        if seat in turn.seats:
            button = "roll" if answering.rolls else "ok"
            pad = isinstance(answering.control, Keypad)
            return not pad and self._press_button(button, answering, seat)
        return self._switch(seat)

    def _by_name(self, seat: int, answering: Answering) -> bool:
        """The one line that is about this seat, if there is one: taken or pointed at."""
        turn, words = self._spot.turn, self.session.catalogue
        asked = self._pointed or not answering.chosen
        found = named_seat(turn.asks, seat) if asked else None
        if found is None:
            return False
        there = answering.verb == found.entry.verb and not self._pointed
        if there or seat in turn.seats:
            self._entering.enter(found.entry, found.ask)
        else:
            self._pointed = True
            answering.point(found.ask, found.entry.verb, seat)
            self._notice = Notice(words("named.confirm", who=words.players(turn.seats)))
        return True

    def _switch(self, seat: int) -> bool:
        """Another seat with an open ask: show it; a die that only waits for a press is rolled."""
        turn = next((turn for turn in self.session.turns if seat in turn.seats), None)
        if turn is None:
            self._refuse_seat()
            return False
        self._spot.show(turn)
        answering = self.answering
        if answering is not None and answering.rolls and not turn.secret:
            self._press_button("roll", answering, seat)
        return True

    def _switch_to_person(self, seat: int) -> bool:
        """While the box's turn is shown: a person's own button shows that person's turn."""
        waits = any(seat in turn.seats for turn in self.session.turns)
        return waits and not self._computers.plays((seat,)) and self._switch(seat)

    def own_button(self, seat: int) -> bool:
        """A rammed player rolls, whatever is being told: it makes room."""
        over = self.desk.modes[self.desk.modes.index(self) + 1 :]
        waits = any(seat in turn.seats for turn in self.session.turns)
        if not waits or not all(isinstance(mode, Told | Tumble) for mode in over):
            return False
        for mode in over[:1]:
            self.desk.close(mode)
        return self._switch_to_person(seat)

    def _refuse_seat(self) -> None:
        text = self.session.catalogue("refused.seat", seats=self.session.waited_for)
        self._notice = Notice(text, self._spot.turn.asks[0].clause, spare=True)

    # -- answers ---------------------------------------------------------------------------

    def enter(self, entry: Entry, ask: Ask) -> RefereeError | None:
        """Give an answer to the match; returns why it could not be given, or not kept."""
        return self._entering.enter(entry, ask)

    def notice(self, text: str) -> None:
        """Stands in the strip until the next press, or until something happens."""
        self._notice = Notice(text)

    def _wrong_number(self) -> None:
        self._notice = Notice(self.session.catalogue("secret.wrong"))
        self.desk.sound("refusal")


def open_play(desk: Desk, session: Session, again: bool) -> Play:
    """Show the match and nothing else; ``again``: with what the table had to do last."""
    play = Play(desk, session)
    desk.restart(play)
    if again:
        tell_rulings(desk, session, session.last_rulings())
        _tell_changes(desk, session)
    return play


def _tell_changes(desk: Desk, session: Session) -> None:
    """Say once what the rules do otherwise since the match was begun."""
    match, words = session.match, session.catalogue
    told = match.game.changes_since(match.header.version)
    if told and desk.store is not None and match.id is not None:
        desk.store.note_rules(match.id, match.game.rules_version(match.header.options))

        def said(words: Catalogue) -> str:
            return " ".join(map(words.text, told))

        desk.open(Told(desk, words("notice.title"), said, passes=False))
