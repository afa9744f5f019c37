"""The match on the panel: it does what the play screen's step wants done, and steps again.

What the screen is, and what a press means on it, stands in `referee.table.play`; here answers are
given to the match, screens are opened over it, and computer players get their turn. A player's
decision is thought about beside the table's loop, which never waits for it, and is given no sooner
than people can follow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Final

from hal.interfaces import Lamp, Press
from referee.kernel.ask import Ask, Entry, Kind
from referee.kernel.errors import RefereeError
from referee.kernel.match import Match
from referee.kernel.players import Chosen, Players
from referee.kernel.text import Text
from referee.table import play
from referee.table.answer.controls import CellControl
from referee.table.answer.form import Form
from referee.table.aside import Aside
from referee.table.catalogue import Catalogue
from referee.table.desk import Desk, DeskMode
from referee.table.lamps import lamps_beside
from referee.table.modes.helping import Help
from referee.table.modes.menu import Menu
from referee.table.modes.phones import PhonesScreen
from referee.table.modes.result import ResultScreen
from referee.table.modes.telling import (
    Told,
    Tumble,
    alarm,
    close_opened,
    tell_dice,
    tell_out,
    tell_refusal,
    tell_secrets,
    tell_story,
)
from referee.table.pixels.panel import strip_fits
from referee.table.play import Enter, Event, Ignored, Notice, Open, Refuse, Sight, State, Table
from referee.table.screen import Screen, Topic
from referee.table.session import Session
from referee.table.story import chapters

# -- computer players -------------------------------------------------------------------------

#: Seconds from the moment a computer player is asked to its answer, and to a press of ROLL.
PACE: Final = 1.5
ROLL_PACE: Final = 0.8
#: ... and where people have chosen before, as everybody had to at the same time.
AFTER_ALL: Final = 0.3

#: Seconds until a player who is still thinking is looked at again.
AGAIN: Final = 0.05


@dataclass(slots=True)
class _Job:
    """What a player is asked, in which state of the match, and from when on he may answer."""

    lines: int
    ask: Ask
    thought: Future[Chosen] | None
    at: float


class Computers:
    """The computer players of the match on the table."""

    def __init__(self, match: Match, aside: Aside) -> None:
        self.match = match
        self.players = Players(match)
        self._aside = aside
        self._job: _Job | None = None
        self._waited = ""  # the question that people were asked, too

    def pause(self) -> None:
        """Something is read that lies over the match: nobody answers, and the pace starts anew."""
        self._job = None

    def next(self, now: float) -> Enter | float | None:
        """What is to be answered now, or when to ask again; None if people are to act.

        Where all choose at the same time, people choose before: they would see what the others
        have done. Raises what the player raised; he is out then, people answer for his seat.
        """
        ask = self.players.due()
        if ask is None or self._people_choose(ask):
            self._waited, self._job = ask.clause if ask is not None else "", None
            return None
        job = self._job
        if job is None or (job.lines, job.ask) != (self.match.written, ask):
            job = self._job = self._begin(ask, now)
        if now < job.at:
            return job.at
        if job.thought is not None and not job.thought.done():
            return now + AGAIN
        try:
            press = Chosen(Entry(ask.seats[0], ask.verb))
            chosen = job.thought.result() if job.thought is not None else press
        except Exception:
            self.players.leave(ask.seats[0])
            raise
        self._job = None
        return Enter(chosen.entry, ask, pressed=False, why=chosen.why)

    def _people_choose(self, ask: Ask) -> bool:
        """Whether people are asked the same now, and it is no secret."""
        same = (other for other in self.match.asks if other.clause == ask.clause)
        people = (other for other in same if not self.players.answers(other))
        return ask.kind is Kind.DECISION and not ask.secret and any(people)

    def _begin(self, ask: Ask, now: float) -> _Job:
        task = self.players.task(ask)
        thought = self._aside(task) if task is not None else None
        pace = PACE if task is not None else ROLL_PACE
        pace = AFTER_ALL if ask.clause == self._waited else pace
        return _Job(self.match.written, ask, thought, now + pace)


# -- the match --------------------------------------------------------------------------------

#: The keys of a keyboard that lead over a map.
ARROWS: Final = "◄▲▼►"

#: Seconds from the last press at the box for which computer players wait for whoever reads there.
READS: Final = 20.0


class Play(DeskMode):
    """Shows one open turn and takes answers to it."""

    undoes = True

    def __init__(self, desk: Desk, session: Session) -> None:
        super().__init__(desk)
        self.session = session
        self._state = State(told=session.match.length)
        self._ready: tuple[Sight, Screen] | None = None  # what is drawn next, if nothing happens
        self._checked: tuple[int, bool] | None = None  # a screen whose strip is known to be whole
        self._handed = False  # the box's turn has become a person's; its screen does not stand yet
        self._computers = self._seated()
        self._table = self._around()

    def _around(self) -> Table:
        """What there is around the screen now."""
        desk, phones = self.desk, self.desk.appliance.phones
        held = phones.held(self.session.match) if phones is not None else None
        return Table.of(
            self.session, self._computers.players, desk.now, speaks=desk.speaks,
            alone=desk.modes[-1:] == [self], phones=held or (),
        )  # fmt: skip

    @property
    def sight(self) -> Sight:
        """What the screen shows now, and to whom."""
        return Sight.of(self._state, self._table)

    @property
    def form(self) -> Form | None:
        """The answer to the shown turn, as far as it has come; None when the match is over."""
        self._ask()
        return self._state.form

    def _ask(self) -> None:
        self._state = play.asking(self._state, self._table)

    # -- what is shown ---------------------------------------------------------------------

    def screen(self) -> Screen:
        ready, self._ready = self._ready, None
        lost = alarm(self.desk, self.session)
        self._table = self._around()
        self._ask()
        if ready is not None and ready[0] == self.sight and ready[1].title.alarm == lost:
            return ready[1]
        return self._keyed(play.look(self._state, self._table, alarm=lost))

    def _keyed(self, screen: Screen) -> Screen:
        """Whose arrow keys lead everywhere is told these, and not what ROLL does with a cursor."""
        control = screen.control
        if self.desk.appliance.keyboard and isinstance(control, CellControl):
            return replace(screen, control=replace(control, goes=None, moves=ARROWS))
        return screen

    @property
    def reader(self) -> int | None:
        """Who has lifted the cover, and has the panel for himself."""
        return self._state.seats[0] if self._state.open and self._state.seats else None

    def lifts(self, press: Press) -> bool:
        """Whether this press would lift the cover."""
        state = self._state
        after, _ = play.step(state, self._around(), press)
        return after.open and not state.open

    @property
    def private(self) -> bool:
        return self.sight.unheard

    @property
    def unanswerable(self) -> bool:
        """Whether presses answer nothing now: the box plays, or has done so a moment ago."""
        return self.sight.left_to_box or self.desk.settling

    def topics(self) -> Sequence[Topic]:
        return play.topics(self.sight) if self.form is not None else []

    def lamps(self) -> Mapping[str, Lamp]:
        return lamps_beside(self.sight)

    # -- events and effects ----------------------------------------------------------------

    def press(self, press: Press) -> bool:
        meant = self._step(press)
        if self.desk.modes[-1] is self:
            self._tell_rest(self.sight)
        return meant

    def shown(self) -> None:
        """Look at the match anew if something has changed; else a half-made answer goes on."""
        self._ready = None
        self._step(play.Changed())
        if self._handed:
            self._hand_over()

    def tick(self, now: float) -> float | None:
        if self._state.open:  # who reads what lies over it has not gone
            touched = max(self._state.touched, self.desk.pressed)
            self._state = replace(self._state, touched=touched)
        while (own := play.due(self._state)) is not None and own <= self.desk.now:
            self._step(play.Tick())  # one number after the other
        if not self.session.match.header.players:
            return own
        computers, own = self._play_on(now), play.due(self._state)
        return min((due for due in (own, computers) if due is not None), default=None)

    def notice(self, news: Text) -> None:
        """Stands in the strip until the next press, or until something happens; where the buttons
        leave it no room, on a card that goes by itself, on pages in their own languages."""
        said = self.session.catalogue.text(news)
        self._state = replace(self._state, notice=Notice(said))
        if not strip_fits(self.screen()):
            self._state = replace(self._state, notice=Notice())
            title = self.desk.words("notice.title")
            self.desk.open(Told(self.desk, title, lambda words: words.text(news), passes=True))

    def hint(self, text: str) -> None:
        """Stands in the strip until the next press, if it has room there and nothing is secret."""
        if not (self.sight.covered or self.reader):
            self._state = replace(self._state, notice=Notice(text, spare=True))

    def _step(self, event: Event) -> bool:
        """Whether the event means something here."""
        self._table = self._around()
        return self._stepped(play.step(self._state, self._table, event))

    def _stepped(self, stepped: play.Stepped) -> bool:
        opened = self._state.open
        self._state, effects = stepped
        if opened and not self._state.open:  # what lies over it may tell what is covered
            close_opened(self.desk, self)
        for effect in effects:
            self._do(effect)
        return not any(isinstance(effect, Ignored) for effect in effects)

    def _do(self, effect: play.Effect) -> None:
        desk, session = self.desk, self.session
        match effect:
            case Enter():
                self.enter(effect)
            case Refuse():
                tell_refusal(desk, session, effect.refusal)
            case Open("result"):
                desk.open(ResultScreen(desk, session))
            case Open():
                desk.open(Menu(desk, session))
            case play.Sound():
                desk.sound(effect.kind)

    def counts(self, press: Press) -> bool:
        told = all(isinstance(mode, Told | Tumble | Help) for mode in self.desk.modes[1:])
        begun = any(tap.seat == press.seat for tap in self._state.taps)
        if not (told or begun):
            return False
        before, self._table = self.desk.own.get(press.button), self._around()
        lost = before is not None and press.at < before + play.PAUSE and not begun
        # what has gone just now may have been meant; or something else has swallowed a tap
        alone = self._table.alone and not (self.desk.settling or lost)
        stepped = play.step(self._state, replace(self._table, alone=alone), press)
        return stepped[0].taps != self._state.taps and self._stepped(stepped)

    def tappable(self, seat: int) -> bool:
        """See `play.Sight.tappable`; whatever lies over this screen."""
        return Sight.of(self._state, self._around()).tappable(seat)

    @property
    def tapping(self) -> bool:
        """Whether any seat is asked for such a number, begun or not."""
        sight = Sight.of(self._state, self._around())
        return any(sight.tappable(seat) for turn in sight.table.turns for seat in turn.seats)

    def own_button(self, seat: int) -> bool:
        """A rammed player rolls, whatever is being told: it makes room."""
        over = self.desk.modes[self.desk.modes.index(self) + 1 :]
        waits = any(seat in turn.seats for turn in self.session.turns)
        if not waits or not all(isinstance(mode, Told | Tumble) for mode in over):
            return False
        for mode in over[:1]:
            self.desk.close(mode)
        self._table = self._around()
        return self._stepped(play.to_person(self.sight, seat))

    # -- answers ---------------------------------------------------------------------------

    def enter(self, given: Enter) -> RefereeError | None:
        """Give an answer to the match. Returns why it could not be given, or not kept."""
        desk, session, ask = self.desk, self.session, given.ask

        def answer() -> None:
            self._ask()  # what is begun may go on after this answer
            sight, begun = self.sight, self._state.begun
            rulings = session.answer(given.entry, ask, pressed=given.pressed, why=given.why)
            self.shown()
            together = ask.seats if ask.kind is Kind.REPORT and given.pressed else ()
            after = self.sight
            self._tell(after, goes_on=self._state.begun == begun, together=together)
            if after.viewer is None or after.viewer != sight.viewer:
                tell_secrets(desk, session, rulings, sight)
            tell_dice(desk, session, rulings, given.entry.seat)
            if given.rolls is not None and not any(ruling.stop for ruling in rulings):
                self._roll_at_once(given.rolls)

        def unsaved() -> None:
            session.forget_store()
            desk.attempt(answer)

        return desk.attempt(answer, unsaved)

    def _tell(self, sight: Sight, *, goes_on: bool = False, together: tuple[int, ...] = ()) -> None:
        """Tell what has happened, if it is time for it, on a card over this screen. ``together``:
        who could have reported it just now."""
        told = play.news(sight, goes_on=goes_on)
        if told is None:
            return
        own = any(chapter.own for chapter in told)
        self._state = replace(
            self._state, told=self.session.match.length, carded=self._state.carded or own
        )
        if told:
            told[-1] = replace(told[-1], together=together)
            tell_story(self.desk, self.session, told)
        self._tell_rest(replace(sight, state=self._state))

    def tell_again(self) -> None:
        """A match goes on: tell what the last answer brought about."""
        self._state = replace(self._state, told=self.session.latest.index)
        self._tell(self.sight)

    def _tell_rest(self, sight: Sight) -> None:
        """On a card what the last answer brought about, once, where this screen has no room."""
        session = self.session
        shown = (self._state.begun, sight.covered)
        if shown == self._checked:
            return
        self._checked = shown
        rulings = play.happened(sight)
        if not rulings or sight.left_to_box:  # whose story is told when it is whole
            return
        screen, since = self.screen(), session.since(session.latest.index)
        known = session.people == 1 and not self.desk.speaks and any(map(play.wrote, since))
        if not screen.spare or known or strip_fits(screen):
            self._ready = self.sight, screen
            return
        viewer = sight.viewer
        secret = any(ruling.only is not None for ruling in rulings)
        self._state = replace(self._state, carded=True)
        told = chapters(since, self._state.seats, viewer if secret else None)
        only = (viewer,) if secret and viewer is not None else None
        tell_story(self.desk, session, told, private=secret and self.private, only=only)

    def _roll_at_once(self, seat: int) -> None:
        """Roll the device's die that waits for nothing but this seat's press, if one does."""
        turns = self.session.turns
        asks = turns[0].asks if turns and turns[0].seats == (seat,) else ()
        if len(asks) == 1 and asks[0].kind is Kind.CHANCE and self.session.match.supplies(asks[0]):
            self.enter(Enter(Entry(seat, asks[0].verb), asks[0]))

    # -- computer players ------------------------------------------------------------------

    def _seated(self) -> Computers:
        """The computer players of the match; those that cannot play are told when it is seen."""
        computers = Computers(self.session.match, self.desk.aside)
        self.session.players = computers.players
        self._unseated: Sequence[RefereeError] = computers.players.missing
        return computers

    def _tell_unseated(self) -> None:
        """Say once for whom people answer, and why: a sentence that a strip has no room for."""
        missing, self._unseated = self._unseated, ()

        def said(words: Catalogue) -> str:
            return " ".join(map(words.error, missing))

        self.desk.open(Told(self.desk, self.desk.words("notice.title"), said, passes=False))

    def _play_on(self, now: float) -> float | None:
        """Let a computer player answer; nobody does while something else is being read."""
        if self._computers.match is not self.session.match:
            self._computers = self._seated()
        if self._unseated and self.desk.top is self:
            self._tell_unseated()
        if (held := self._held(now)) is None or held > now:
            self._computers.pause()
            return held
        try:
            ready = self._computers.next(now)
        except Exception as error:
            self._ready, self._table = None, self._around()
            tell_out(self.desk, self.session, error)
            return self.desk.now + AGAIN
        if not isinstance(ready, Enter):
            return ready
        watched = self.sight.left_to_box
        self.enter(ready)
        self._handed = watched and not self.sight.left_to_box
        self._hand_over()
        return now + AGAIN

    def _hand_over(self) -> None:
        """The box's turn becomes a person's by itself, when this screen stands: now, or when the
        box's dice have fallen. A press just then was meant for the box's."""
        top = self.desk.top
        if self._handed and top is self:
            self.desk.settle()
        self._handed = self._handed and top.passing

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


def open_play(desk: Desk, session: Session, again: bool) -> Play:
    """Show the match and nothing else; ``again``: with what the table had to do last. Where phones
    wait for a seat that only the box gives, it shows those of a new match first."""
    shown = Play(desk, session)
    desk.restart(shown)
    phones = desk.appliance.phones
    if again:
        shown.tell_again()
        _tell_changes(desk, session)
    elif phones is not None and phones.free(session.match) and phones.guests(session.match):
        desk.open(PhonesScreen(desk, phones))
    return shown


def _tell_changes(desk: Desk, session: Session) -> None:
    """Say once what the rules do otherwise since the match was begun."""
    match, words = session.match, session.catalogue
    told = match.game.changes_since(match.header.version)
    if told and desk.store is not None and match.id is not None:
        desk.store.note_rules(match.id, match.game.rules_version(match.header.options))

        def said(words: Catalogue) -> str:
            return " ".join(map(words.text, told))

        desk.open(Told(desk, words("notice.title"), said, passes=False))
