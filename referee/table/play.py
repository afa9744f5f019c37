"""The play screen as one step: what it remembers, what a press makes of it, and what it shows.

Theory of operation. A match waits for **asks**; those of the same seats make a **turn**, and one
turn stands on the screen: the first, or the one whose player pressed his button. The answer to it
is put together press by press, as a `Form`, out of the asks' own options, so that nothing can be
entered which the match would refuse. `step` takes the `State` of the screen, the `Table` around it
and an event - a press, time, or that the match may have changed - and gives the state after it and
its effects: an entry for the match, a screen to open, a sound. It changes nothing; `modes.play`
does the effects, and steps again with what they have changed. Then the screen follows the match: if
somebody else is asked, or the same player something else, a new answer begins.

Whoever the press belongs to: ROLL, UP, OK, DOWN and BACK belong to the turn that is shown. A seat's
own button is ROLL or OK for the player whose turn is shown. If the open question asks for a seat,
it names that seat. If one line of the screen is about that seat (who was rammed), it moves the
cursor there, and OK confirms (unless the cursor stands there anyway): one player alone opens
nothing that concerns two. If that seat has a turn of its own it is shown, and a die that waits for
nothing else is rolled. Else the strip says who is waited for.

A secret turn is **covered** until its player says that he has the panel, and covered again when he
goes, when something is told to all, or when nobody presses anything for a while. Numbers need no
panel: where the game wishes it (`OneOf.taps`), each player taps them at his own button, several at
the same time, also while one of them has lifted his cover. One tap more is made than the number
says, whatever numbers there are: so everybody taps, who has 0 looks like all others, and what the
screen says tells nothing about the numbers. A button that is held counts as one tap. It is never OK
for a number that can be tapped: who taps may not know that somebody has lifted his cover.

What it does not do well: an answer in the making is lost when another seat's turn is shown or when
the language changes; and of two turns that are open at once the panel shows one only: the lamps
alone say that somebody else is asked too.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hal.interfaces import Press
from referee.kernel.ask import Ask, Entry, Kind, OneOf, Refusal
from referee.kernel.journal import Mark
from referee.kernel.players import Players
from referee.kernel.ruling import Ruling
from referee.kernel.scene import Scene, Widget
from referee.kernel.text import Plain, Text
from referee.table.answer.controls import (
    ButtonControl,
    ButtonsControl,
    CellControl,
    Keypad,
    ListControl,
)
from referee.table.answer.form import Beside, Choice, Draft, Form, Outcome, named_seat
from referee.table.catalogue import ended
from referee.table.pixels.lines import KEYS, Key
from referee.table.screen import Look, Screen, Title, Topic
from referee.table.session import Moment, Session, Turn
from referee.table.story import Chapter, chapters
from referee.table.story import Event as Happening

#: An open secret is covered again when nobody has pressed anything for so long (seconds).
COVER_AFTER: Final = 45.0

#: So long after the last tap a number counts as finished (seconds).
PAUSE: Final = 2.5

#: Taps beyond the number; `secret.tap` in the texts says so.
MORE: Final = 1


# -- what goes in --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Notice:
    """What stands in the strip until the next press, and the clause behind it. ``spare``: a full
    screen leaves it out, for the title bar says as much."""

    text: str = ""
    clause: str = ""
    spare: bool = False


@dataclass(frozen=True, slots=True)
class Tapped:
    """A secret number that a seat is tapping: how often so far, when last, and for what: the
    options, None where the number will be refused, and how often the seat had answered before."""

    seat: int
    count: int
    last: float
    options: object
    answers: int


@dataclass(frozen=True, slots=True)
class State:
    """All that the play screen remembers.

    ``seats`` are those of the shown turn, nobody's when the match is over. ``form``: the answer to
    it; None until somebody sees the question or something happens on it (`asking`). ``moment``:
    what it has seen of the match. ``begun``: answers, so far. ``open``: a secret turn is uncovered,
    and the panel is in the hands of its player; ``aloud``: who wants to hear it; ``touched``: when
    somebody pressed something, last.
    ``pointed``: a seat has moved the cursor to itself, and nobody else since. ``called``: whoever
    is asked now has heard it. ``told``: so many lines of the log a card has told, or had not to.
    ``carded``: what the last answer brought about has stood on one.
    """

    seats: tuple[int, ...] = ()
    form: Form | None = None
    moment: Moment | None = None
    begun: int = 0
    open: bool = False
    aloud: bool = False
    touched: float = 0.0
    notice: Notice = Notice()
    pointed: bool = False
    called: bool = True
    taps: tuple[Tapped, ...] = ()
    told: int = 0
    carded: bool = False


#: Whose turn is shown when it is nobody's, or was somebody's until the match went on unseen.
NOBODY: Final = Turn((), (), secret=True)


@dataclass(frozen=True, slots=True)
class Table:
    """What the screen stands in, and only looks at.

    ``turns``: what the match waits for; ``boxed``: the seats of those that the box answers for now.
    ``speaks``: the box says aloud what is shown; ``alone``: nothing lies over the screen.
    ``phones``: the seats that phones play for.
    """

    session: Session
    turns: tuple[Turn, ...]
    boxed: frozenset[tuple[int, ...]]
    now: float
    speaks: bool
    alone: bool
    phones: Collection[int]

    @classmethod
    def of(
        cls, session: Session, players: Players, now: float = 0.0, *, speaks: bool = False,
        alone: bool = True, phones: Collection[int] = (),
    ) -> Table:  # fmt: skip
        """The table as it is now. ``players``: for whom the box answers."""
        turns, boxed = session.turns, list[tuple[int, ...]]()
        if session.match.header.players:
            boxed += (turn.seats for turn in turns if any(map(players.answers, turn.asks)))
        return cls(session, turns, frozenset(boxed), now, speaks, alone, phones)

    def turn_of(self, seat: int) -> Turn | None:
        """What is asked of this seat first."""
        return next((turn for turn in self.turns if seat in turn.seats), None)


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The match may have changed, its language, or what lies over the screen."""


Event = Press | Tick | Changed


# -- what comes out ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Enter:
    """An answer for the match. ``rolls``: the press of this seat rolls his die, too.

    ``pressed``: somebody has pressed for it; else a computer player has answered, and this is
    ``why``.
    """

    entry: Entry
    ask: Ask
    rolls: int | None = None
    pressed: bool = True
    why: Text | None = None


@dataclass(frozen=True, slots=True)
class Refuse:
    """Say why something may not be done."""

    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Open:
    """Open a screen over this one: ``menu`` or ``result``."""

    what: str


@dataclass(frozen=True, slots=True)
class Sound:
    kind: str


@dataclass(frozen=True, slots=True)
class Ignored:
    """The press means nothing here."""


Effect = Enter | Refuse | Open | Sound | Ignored
Stepped = tuple[State, tuple[Effect, ...]]

_IGNORED: Final = (Ignored(),)


# -- what of it can be seen ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sight:
    """A state as it stands in its table: the ``turn`` that is shown, and for whose eyes.

    ``left_to_box``: a computer player answers next, and people only watch. ``covered``: a secret's
    cover is shown; one person alone needs none. ``viewer``: whose eyes the screen is for; None:
    everybody's. ``unheard``: somebody has the panel for himself, and wants nothing of it said
    aloud.
    """

    state: State
    table: Table
    turn: Turn
    left_to_box: bool
    covered: bool
    viewer: int | None
    unheard: bool

    @classmethod
    def of(cls, state: State, table: Table) -> Sight:
        seats = state.seats
        turn = next((turn for turn in table.turns if turn.seats == seats), NOBODY)
        boxed, secret = seats in table.boxed, bool(seats) and turn.secret
        # nobody else is there who must not see it: one person plays against the box
        unshared = secret and not boxed and table.session.people == 1
        seen = state.open or unshared
        return cls(
            state, table, turn, boxed, secret and not seen, seats[0] if seen else None,
            state.open and not state.aloud,
        )  # fmt: skip

    @property
    def scene(self) -> Scene:
        """The scene for those eyes."""
        return self.table.session.scene(self.viewer)

    def tappable(self, seat: int) -> bool:
        """Whether this seat's secret is a number that he can tap on his own button."""
        ask = _secret(self.table, seat)
        return ask is not None and _one_number(ask)

    def taps(self, seat: int) -> bool:
        """Whether this seat's own button counts for such a number now. Once it has begun, each
        press does, whatever is shown."""
        begun = any(tap.seat == seat for tap in self.state.taps)
        another = self.state.open and seat not in self.turn.seats
        covered = self.covered and not self.left_to_box
        return (begun or another or covered) and self.tappable(seat)


def _widgets(scene: Scene, seats: tuple[int, ...]) -> tuple[Widget, ...]:
    """The scene's widgets; those of the asked seat where it has some of its own."""
    own = scene.sheets.get(seats[0], ()) if len(seats) == 1 else ()
    return own or scene.body


# -- the step ------------------------------------------------------------------------------


def step(state: State, table: Table, event: Event) -> Stepped:
    """What an event makes of the screen. After effects the match may have changed."""
    if isinstance(event, Changed):
        return _look_anew(state, table)
    if isinstance(event, Tick):
        return _let_pass(state, table)
    asked = replace(asking(state, table), touched=table.now, notice=Notice())
    after, effects = _press(Sight.of(asked, table), event)
    if after.taps != state.taps:  # the cover stays as it is: who watches it counts nothing
        after = replace(after, notice=state.notice)
    return after, effects


def asking(state: State, table: Table) -> State:
    """With the question of the shown turn begun: nobody needs it while dice fall over it."""
    turn = next((turn for turn in table.turns if turn.seats == state.seats), None)
    if state.form is not None or turn is None:
        return state
    session = table.session
    scene = session.scene(turn.seats[0] if turn.secret else None)
    widgets = _widgets(scene, turn.seats)
    form = Form.begin(session.catalogue, session.match.state, turn.asks, widgets, scene.badges)
    return replace(state, form=form)


def due(state: State) -> float | None:
    """When something changes by itself next."""
    dues = [tap.last + PAUSE for tap in state.taps]
    dues += [state.touched + COVER_AFTER] if state.open else []
    return min(dues, default=None)


def _press(sight: Sight, press: Press) -> Stepped:
    state, form, tap, seat = sight.state, sight.state.form, press.tap, press.seat
    if form is None:
        return state, _IGNORED
    if seat is not None and sight.taps(seat):
        return replace(state, taps=_one_more(state.taps, seat, sight.table)), ()
    if sight.left_to_box and not (tap == "back" and sight.covered):
        back = tap == "back"
        return _menu(state, sight.table, sight.turn) if back else to_person(sight, seat)
    if sight.covered:
        return _press_cover(sight, tap, seat)
    if seat is not None:
        return _press_seat(sight, seat, form)
    if tap == "back":
        return _back(replace(state, pointed=False), sight, form)
    if tap in ("up", "down", "ok", "roll"):
        return _press_key(replace(state, pointed=False), sight.table, tap, form)
    return replace(state, pointed=False), _IGNORED


def _press_cover(sight: Sight, tap: str, seat: int | None) -> Stepped:
    state, table = sight.state, sight.table
    if tap == "back":
        return state, (Open("menu"),)
    aloud = tap == "roll" and table.speaks
    if tap == "ok" or aloud or seat == state.seats[0]:
        return replace(state, open=True, aloud=aloud), ()
    return _switch(sight, seat) if seat is not None else (state, _IGNORED)


def _press_key(
    state: State, table: Table, key: str, form: Form, seat: int | None = None
) -> Stepped:
    words, control = table.session.catalogue, form.control
    pressed = form.press(key)
    if pressed is None:
        return state, _IGNORED
    form, outcome = pressed
    state = replace(state, form=form)
    if isinstance(outcome, Refusal) and isinstance(control, ButtonsControl) and control.cursor:
        # beside a map there is room to say so at once
        notice = Notice(words.text(outcome.reason), outcome.clause)
        return replace(state, notice=notice), (Sound("refusal"),)
    if isinstance(outcome, Beside):
        return _menu(state, table, Sight.of(state, table).turn)
    if isinstance(form.control, Keypad) and form.control.askew:
        state = replace(state, notice=Notice(words("pad.askew")))
    return state, _came(outcome, seat)


def _came(outcome: Outcome, seat: int | None, *, named: bool = False) -> tuple[Effect, ...]:
    """What came of a press by ``seat`` (None: nobody's own button), as one of those asked.

    ``named``: the press says who is meant, and rolls his die as well.
    """
    if isinstance(outcome, Refusal):
        return (Refuse(outcome),)
    if not isinstance(outcome, Draft):
        return ()
    seats = outcome.ask.seats
    entry = outcome.entry(seat if seat in seats else seats[0])
    rolls = seat if named else entry.seat if outcome.options[0].rolls else None
    return (Enter(entry, outcome.ask, rolls),)


def _back(state: State, sight: Sight, form: Form) -> Stepped:
    if (before := form.back()) is not None:
        return replace(state, form=before), ()
    if state.open:
        return replace(state, open=False), ()
    return _menu(state, sight.table, sight.turn)


def _menu(state: State, table: Table, turn: Turn) -> Stepped:
    """The menu; closing it leads back to the question."""
    return _show(state, table, turn), (Open("menu"),)


def _press_seat(sight: Sight, seat: int, form: Form) -> Stepped:
    """A seat's own button: it names him, answers for him, points at him, or shows his turn."""
    seats, state = sight.turn.seats, sight.state
    if state.open and sight.tappable(seat):
        return state, _IGNORED
    state = replace(state, pointed=state.pointed and seat not in seats)
    if seat in form.seats and not state.pointed:
        after, outcome = form.name(seat)
        return replace(state, form=after), _came(outcome, seat, named=form.chosen)
    if seats != (seat,) and (stepped := _by_name(state, sight, seat, form)) is not None:
        return stepped
    if seat not in seats:
        return _switch(replace(sight, state=state), seat)
    if isinstance(form.control, Keypad):
        return state, _IGNORED
    return _press_key(state, sight.table, "roll" if form.rolls else "ok", form, seat)


def _by_name(state: State, sight: Sight, seat: int, form: Form) -> Stepped | None:
    """The one line that is about this seat, if there is one: taken or pointed at."""
    turn, words = sight.turn, sight.table.session.catalogue
    asked = state.pointed or not form.chosen
    found = named_seat(turn.asks, seat) if asked else None
    if found is None:
        return None
    ask, entry = found
    there = form.verb == entry.verb and not state.pointed
    if there or seat in turn.seats:
        return state, (Enter(entry, ask),)
    form = form.point(Choice.of(ask, entry.verb), seat)
    notice = Notice(words("named.confirm", who=words.players(turn.seats)))
    return replace(state, form=form, pointed=True, notice=notice), ()


def _switch(sight: Sight, seat: int) -> Stepped:
    """Another seat with an open ask: show it; a die that only waits for a press is rolled.

    Never a computer player's: it may wait for people, who would wait for it then.
    """
    state, table = sight.state, sight.table
    turn = table.turn_of(seat)
    if turn is None or turn.seats in table.boxed:
        session = table.session
        text = session.catalogue("refused.seat", seats=session.waited_for)
        clause = sight.turn.asks[0].clause
        return replace(state, notice=Notice(text, clause, spare=True)), _IGNORED
    state = asking(_show(state, table, turn), table)
    form = state.form
    if form is not None and form.rolls and not turn.secret:
        return _press_key(state, table, "roll", form, seat)
    return state, ()


def to_person(sight: Sight, seat: int | None) -> Stepped:
    """While the box's turn is shown: a person's own button shows that person's turn."""
    table = sight.table
    if seat is None or table.turn_of(seat) is None or (seat,) in table.boxed:
        return sight.state, _IGNORED
    return _switch(sight, seat)


def _let_pass(state: State, table: Table) -> Stepped:
    """Enter what is finished, one number at a time; cover what nobody cares for any more."""
    words, effects = table.session.catalogue, list[Effect]()
    for tap in [tap for tap in state.taps if table.now >= tap.last + PAUSE]:
        state = replace(state, taps=tuple(other for other in state.taps if other is not tap))
        ask = _secret(table, tap.seat)
        if ask is None or tap.answers != _answers(table, tap.seat):
            continue  # somebody has answered elsewhere than on the panel
        (name,) = ask.options[0].fields
        args: dict[str, Plain] = {name: tap.count - MORE}
        if ask.options == tap.options and ask.accepts(ask.verb, args):
            return state, (*effects, Enter(Entry(tap.seat, ask.verb, args), ask))
        state = replace(state, notice=Notice(words("secret.wrong")))
        effects.append(Sound("refusal"))
    if state.open and table.now >= state.touched + COVER_AFTER:
        return replace(state, open=False, notice=Notice()), tuple(effects)
    return state, tuple(effects)


# -- following the match -------------------------------------------------------------------


def _look_anew(state: State, table: Table) -> Stepped:
    """Look at the match anew if something has changed; else a half-made answer goes on."""
    begun, session = state.begun, table.session
    now: Moment = (session.catalogue, session.match, session.match.written)
    over = False
    if now != state.moment:
        state, others = _follow(state, table, now)
        over = not table.turns
        taps = _still_asked(state.taps, table) if state.taps else ()
        state = replace(
            state, notice=Notice(), taps=taps, called=not others,
            pointed=state.pointed and state.begun == begun, carded=False,
            told=min(state.told, session.match.length),
        )  # fmt: skip
    if over:
        return state, (Open("result"),)
    if state.called or not table.alone:
        return state, ()
    return replace(state, called=True), (Sound("turn"),)


def _follow(state: State, table: Table, now: Moment) -> tuple[State, bool]:
    """Whether others are asked now than were before, too.

    A half-made answer goes on as long as its question stays; in another language it begins anew.
    """
    earlier = state.moment or now
    played = earlier[1:] != now[1:]
    state = replace(state, moment=now)
    if (form := _gone_on(state, table, earlier)) is not None:
        held = state.open and not _all_looked(table.session, earlier)
        return replace(state, form=form, open=held), False
    before, held = state.seats, state.open and played and not _all_looked(table.session, earlier)
    same = None if played else next((t for t in table.turns if t.seats == before), None)
    state = _show(state, table, same)
    held = held and state.seats == before and Sight.of(state, table).covered
    return replace(state, open=held), played and state.seats != before


def _show(state: State, table: Table, turn: Turn | None) -> State:
    """Show this turn, covered if it is secret; None: the first one that is open, of a person if
    there is one."""
    if turn is None:
        people = (turn for turn in table.turns if turn.seats not in table.boxed)
        turn = next(people, table.turns[0] if table.turns else None)
    if turn is None:  # nobody's: the match is over
        return replace(state, seats=(), form=None, open=False)
    return replace(state, seats=turn.seats, open=False, begun=state.begun + 1, form=None)


def _gone_on(state: State, table: Table, earlier: Moment) -> Form | None:
    """What has been begun, if nobody but others has answered and these seats are asked the same as
    before: it is theirs, and only what they see is new."""
    (words, match, count), session, form = earlier, table.session, state.form
    turn = next((turn for turn in table.turns if turn.seats == state.seats), None)
    same = (words, match) == (session.catalogue, session.match)
    if form is None or turn is None or not same or form.asks != turn.asks:
        return None
    fresh = session.match.since(count)
    others = all(
        line.mark is Mark.ENTRY and line.entry is not None and line.entry.seat not in state.seats
        for line in fresh
    )
    state_now = session.match.state
    if not fresh or not others or form.state != state_now or Sight.of(state, table).covered:
        return None
    scene = session.scene(turn.seats[0] if turn.secret else None)
    return form.beside(_widgets(scene, turn.seats), scene.badges)


def _all_looked(session: Session, earlier: Moment) -> bool:
    """Whether the panel has left the hands of the one player who had it for himself.

    It has if something was told to all since then, or taken back, or in another match.
    """
    _, match, count = earlier
    fresh = session.match.since(count)
    if match is not session.match or any(line.mark is not Mark.ENTRY for line in fresh):
        return True
    last = match.log[len(match.log) - len(fresh) :]
    return any(r.stop and r.shown_to(None) for logged in last for r in logged.rulings)


# -- secret numbers ------------------------------------------------------------------------


def _one_more(taps: tuple[Tapped, ...], seat: int, table: Table) -> tuple[Tapped, ...]:
    """The taps with one more of this seat. What lies over the screen, or just did, may have been
    meant: then the number will be refused, and nobody wonders which one was entered."""
    own = next((tap for tap in taps if tap.seat == seat), None)
    if own is None:
        asked = _asked(table, seat) if table.alone else None
        return (*taps, Tapped(seat, 1, table.now, asked, _answers(table, seat)))
    options = own.options if table.alone else None
    more = replace(own, count=own.count + 1, last=table.now, options=options)
    return tuple(more if tap is own else tap for tap in taps)


def _still_asked(taps: tuple[Tapped, ...], table: Table) -> tuple[Tapped, ...]:
    """A number goes on as long as it is asked; if it was not for a moment, for somebody has undone
    what led to it, it will be refused: silently begun anew, it would be too small."""
    return tuple(
        tap if tap.options == _asked(table, tap.seat) else replace(tap, options=None)
        for tap in taps
    )


def _secret(table: Table, seat: int) -> Ask | None:
    """What is asked of this seat in secret, if it is one thing, and no computer player's."""
    people = (turn for turn in table.turns if turn.seats not in table.boxed)
    turns = [turn for turn in people if seat in turn.seats and turn.secret]
    return turns[0].asks[0] if turns and len(turns[0].asks) == 1 else None


def _one_number(ask: Ask) -> bool:
    """Whether this ask wants one number that may be tapped, and nothing else."""
    if not ask.secret or len(ask.options) != 1 or len(ask.options[0].fields) != 1:
        return False
    (wanted,) = ask.options[0].fields.values()
    return isinstance(wanted, OneOf) and wanted.taps


def _asked(table: Table, seat: int) -> object:
    """What this seat may answer in secret now; None: nothing."""
    ask = _secret(table, seat)
    return ask.options if ask is not None else None


def _answers(table: Table, seat: int) -> int:
    """How often this seat has answered: the same question later, after an answer, is another."""
    lines = table.session.match.lines
    return sum(line.entry is not None and line.entry.seat == seat for line in lines)


# -- what is shown -------------------------------------------------------------------------


def look(state: State, table: Table, *, alarm: bool = False) -> Screen:
    """What there is to see, as data. ``alarm``: a part of the panel is missing."""
    state = asking(state, table)
    sight, session = Sight.of(state, table), table.session
    if state.form is None:  # the match is over, and its result lies over this
        return Screen(session.catalogue, Look.REST)
    title = session.title(state.seats, alarm=alarm)
    if sight.left_to_box:
        return _waiting(sight, title)
    return _cover(sight, title) if sight.covered else _turn(sight, title, state.form)


def _turn(sight: Sight, title: Title, form: Form) -> Screen:
    """The shown turn, for the eyes of its viewer."""
    session, scene, about = sight.table.session, sight.scene, about_choice(sight)
    words = session.catalogue
    strip, spare = _strip(sight, form, about)
    return Screen(
        words, Look.PLAY, title, form.prompt, form.chosen, scene.big,
        words.text(scene.unit) if scene.unit is not None else "",
        tuple(map(words.text, scene.lines)), _widgets(scene, sight.state.seats),
        control=form.control, strip=tuple(strip), spare=spare, about=about, private=sight.unheard,
    )  # fmt: skip


def _strip(sight: Sight, form: Form, about: str) -> tuple[Sequence[str], bool]:
    """One thing at a time: why not, a notice, what a choice brings, what happened last. And whether
    it may be left out: what happened has stood there whole, or on a card."""
    notice, control = sight.state.notice, form.control
    if about:
        return [about], False
    if notice.text:
        return [notice.text], notice.spare
    crowded = isinstance(control, Keypad) and control.crowded  # its rows first
    if crowded or form.chosen:  # what happened has nothing to do with the question
        return [], False
    return _happened(sight), True


def _happened(sight: Sight) -> Sequence[str]:
    return [sight.table.session.catalogue.ruling(ruling) for ruling in happened(sight)]


def happened(sight: Sight) -> list[Ruling]:
    """What the last answer of those who are asked brought about, and what only the viewer may know
    of another's: that stays on the screen until something else happens."""
    if sight.state.carded:
        return []
    latest = sight.table.session.latest
    own = latest.doer is None or latest.doer in sight.state.seats
    found = latest.strip(None if sight.left_to_box else sight.viewer)
    return [ruling for ruling in found if own or ruling.only is not None]


def news(sight: Sight, *, goes_on: bool) -> list[Chapter] | None:
    """What a card has to tell now of what happened since the last one; None: not yet.

    Of people's deeds those count of which something came that has not been called out: everybody
    has seen them choose. A half-made answer that ``goes_on`` is not interrupted, and what a
    computer player does in a row is one story, as are several players' answers to one question:
    unless something stops everybody. What people did last who are asked now stays on their screen,
    and who plays alone with computers knows what was written.
    """
    state, session = sight.state, sight.table.session
    levels, speaks = session.match.header.players, sight.table.speaks
    events = [
        event for event in session.since(state.told)
        if speaks or (levels and levels[event.seat - 1])
        or any(ruling.call is None for ruling in event.shown())
    ]  # fmt: skip
    if levels and session.people == 1 and not speaks:
        events = [event for event in events if levels[event.seat - 1] or not wrote(event)]
    stops = any(ruling.stop for event in events for ruling in event.shown())
    if stops or not sight.table.turns:
        return chapters(events, () if sight.left_to_box else state.seats)
    if goes_on or (events and sight.left_to_box and _in_a_run(session, events, state.seats)):
        return None
    foreign = len(events)
    while foreign and not sight.left_to_box and events[foreign - 1].seat in state.seats:
        foreign -= 1
    return chapters(events[:foreign])


def wrote(event: Happening) -> bool:
    """Whether a number was written on a sheet: while its cell was chosen, the screen said what that
    brings."""
    return any(spot.number for spot in event.places.values())


def _in_a_run(session: Session, events: Sequence[Happening], seats: tuple[int, ...]) -> bool:
    """Whether a computer player goes on, or the next one gives its first answer to the same
    question, as the others did: what took longer, or concerned a person, is told before somebody
    else does anything."""
    levels, done = session.match.header.players, [one for one in events if not one.followed]
    doers = [event.seat for event in done]
    if not done or not all(levels[event.seat - 1] for event in events):
        return False
    once = done[-1].state == session.match.state and len(doers) == len({*doers})
    return {*doers} == {*seats} or (once and not {*seats} & {*doers})


def _cover(sight: Sight, title: Title) -> Screen:
    state, table = sight.state, sight.table
    words = table.session.catalogue
    who = words.player(state.seats[0])
    text = state.notice.text
    if state.seats[0] in table.phones:  # before whatever else is to be said
        text = words("secret.phone", who=who)
    elif not text:
        text = words("secret.tap" if sight.tappable(state.seats[0]) else "secret.pass", who=who)
    button = ButtonControl(words("secret.open", who=who), "ok")
    unseen = (Key("roll", words("speech.aloud")),) if table.speaks else ()
    return Screen(words, Look.COVER, title, text, control=button, unseen=unseen)


def _waiting(sight: Sight, title: Title) -> Screen:
    """The box plays for somebody: what there is to see, and nothing that asks for a press."""
    session, notice, seats = sight.table.session, sight.state.notice, sight.state.seats
    words, secret = session.catalogue, sight.turn.secret
    strip = [notice.text] if notice.text else _happened(sight)
    who = words.players(seats)
    prompt = words("computer.secret", who=who) if secret else _watched(sight, who)
    bare = replace(title, dice=())  # they have been seen, and are tiny there
    return Screen(
        words, Look.PLAY, bare, prompt, control=ListControl(), strip=tuple(strip), spare=True,
        widgets=() if secret else _widgets(session.scene(), seats), about=about_choice(sight),
    )  # fmt: skip


def _watched(sight: Sight, who: str) -> str:
    """What others read while the box plays for somebody; of a roll what it is for, if the game
    says so."""
    words, asks = sight.table.session.catalogue, sight.turn.asks
    if not all(ask.kind is Kind.CHANCE and ask.source == "dice" for ask in asks):
        return words("computer.plays")
    prompt = asks[0].prompt
    key = f"watched.{prompt.key}"
    return words(key, **{**prompt.args, "who": who}) if words.has(key) else words("computer.rolls")


def about_choice(sight: Sight) -> str:
    """What the strip says of the choice under the cursor: why not, or what it brings."""
    form = sight.state.form
    if form is None or sight.covered:
        return ""
    if (refusal := form.refusal) is not None:
        return sight.table.session.catalogue.text(refusal.reason)
    return "" if sight.state.notice.text else form.preview


def topics(sight: Sight) -> list[Topic]:
    """What HELP explains: what to do now and what it brings, why not, the notice, the question,
    what happened last, and why the box has done what it did."""
    form, session = sight.state.form, sight.table.session
    assert form is not None
    covered = sight.covered
    hidden = covered or (sight.turn.secret and sight.state.open)  # HELP has no cover
    refusal = None if covered else form.refusal
    clauses = [refusal.clause] if refusal is not None else []
    clauses += [sight.state.notice.clause, *(() if hidden else form.clauses)]
    clauses.append((sight.turn.asks[0] if covered else form.ask).clause)
    cell = isinstance(form.control, CellControl) and not covered
    now = _now_in_secret(sight) if hidden else _now(sight, form)
    found = [now, *(Topic(clause) for clause in clauses if clause)]
    found += [Topic(key="help.cells")] if cell else []
    if not covered and (behind := form.behind):
        what = session.catalogue("help.behind", what=", ".join(behind))
        found.append(Topic(key="help.behind", said=what))
    told = [ruling.clause for ruling in happened(sight)]
    found += [Topic(clause) for clause in told if clause]
    if told_all := _told_all(sight):
        found.append(Topic(key="told", said=told_all))
    reason = session.reason
    return found + ([Topic(key="why", said=session.catalogue.ruling(reason))] if reason else [])


def _told_all(sight: Sight) -> str:
    """What a card has told everybody alike since those who are asked answered last: it may have
    gone before it was read."""
    match, seats, words = (
        sight.table.session.match,
        sight.state.seats,
        sight.table.session.catalogue,
    )
    told = list[str]()
    for logged in reversed(match.log):
        told[:0] = [
            words.ruling(ruling) for ruling in logged.rulings
            if ruling.key in match.game.about_all and ruling.shown_to(None)
        ]  # fmt: skip
        if told or (logged.line.entry is not None and logged.line.entry.seat in seats):
            break
    return " ".join(map(ended, told))


def _now_in_secret(sight: Sight) -> Topic:
    """Who is asked in secret, and how it is answered; nothing of what is asked."""
    words = sight.table.session.catalogue
    key = "help.covered" if sight.covered else "help.uncovered"
    return Topic(key="now", said=words(key, who=words.player(sight.state.seats[0])))


def _now(sight: Sight, form: Form) -> Topic:
    """What is asked, what OK or other buttons do, and what each brings, or why it may not be."""
    words, offers = sight.table.session.catalogue, form.control.offers
    shown = [offer for offer in offers if offer.selected] or offers
    takes = [
        said
        for offer in shown
        if len(offer.presses) == 1 and offer.presses[0] in KEYS and not offer.refused
        for said in (
            words("speech.button", key=offer.presses[0].upper(), what=offer.label),
            words.said(offer.about),
        )
    ]
    about = "" if isinstance(form.control, ButtonsControl) else about_choice(sight)
    said = dict.fromkeys(filter(None, (form.prompt, *takes, about, *form.meant)))
    return Topic(key="now", said=" ".join(map(ended, said)))
