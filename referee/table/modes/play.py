"""The play mode: the open asks of a match, one screen after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hal.interfaces import Lamp, Press
from referee.kernel.ask import Ask, Kind, Refusal
from referee.kernel.entry import Entry
from referee.kernel.journal import Mark
from referee.kernel.match import Match
from referee.kernel.ruling import Ruling
from referee.kernel.scene import Scene, Widget
from referee.table.answer.answering import Answering
from referee.table.answer.draft import Draft, Named, named_seat
from referee.table.answer.keypad import Keypad
from referee.table.answer.parts import ButtonPart, CellPart
from referee.table.answer.taps import Taps
from referee.table.catalogue import Catalogue
from referee.table.desk import Desk
from referee.table.lamps import NAMED, ROLLS
from referee.table.mode import Topic
from referee.table.modes.base import DeskMode
from referee.table.modes.menu import Menu
from referee.table.modes.result import ResultScreen
from referee.table.modes.telling import seat_title, tell_refusal, tell_rulings
from referee.table.pixels.canvas import Canvas
from referee.table.pixels.layout import Look, draw_play
from referee.table.pixels.screens import Title, draw_message
from referee.table.session import Session, Turn

#: An open secret is covered again when nobody has pressed anything for so long (seconds).
COVER_AFTER = 45.0


class Play(DeskMode):
    """Shows the first open turn, or the one whose seat button was pressed, and takes answers.

    A secret turn is covered until its player has the panel; what is shown to everybody else is
    whose turn it is, and no more.
    """

    takes_back = True

    def __init__(self, desk: Desk, session: Session) -> None:
        super().__init__(desk)
        self.session = session
        self._state: tuple[Catalogue, Match, int] | None = None  # what `_answering` is made for
        self._seats: tuple[int, ...] = ()  # the turn that is shown
        self._others = False  # it is others' turn now, and they have not been called yet
        self._answering: Answering | None = None
        self._open = False  # a secret turn is uncovered
        self._touched = 0.0
        self._note: tuple[str, str] = ("", "")  # text and clause, until the next press
        self._taps = Taps()

    # -- what is shown ---------------------------------------------------------------------

    def shown(self) -> None:
        """Look at the match anew if something has changed; else a half-made answer goes on."""
        self._look_again()
        if self._others and self.desk.top is self:
            self._others = False
            self.desk.sound("turn")

    def _look_again(self) -> None:
        session = self.session
        match = session.match
        state = (session.catalogue, match, len(match.lines))
        if state == self._state:
            return
        earlier = self._state or state
        changed = earlier[1:] != state[1:]
        self._state = state
        self._note = ("", "")
        self._taps.keep([seat for turn in session.turns if turn.secret for seat in turn.seats])
        before, held = self._seats, self._open and changed and not self._all_looked(earlier)
        same = (turn for turn in session.turns if turn.seats == before and not changed)
        self._show(next(same, None))
        self._open = held and self._seats == before and self._covered
        if match.over:
            self.desk.open(ResultScreen(self.desk, session))
        self._others = changed and self._seats != before

    def _all_looked(self, earlier: tuple[Catalogue, Match, int]) -> bool:
        """Whether the panel has left the hands of the one player who had it for himself.

        It has if something was told to all since then, or taken back, or in another match.
        """
        _, match, count = earlier
        fresh = self.session.match.lines[count:]
        if match is not self.session.match or any(line.mark is not Mark.ENTRY for line in fresh):
            return True
        last = match.log[len(match.log) - len(fresh) :]
        return any(r.stop and r.shown_to(None) for logged in last for r in logged.rulings)

    def _show(self, turn: Turn | None) -> None:
        turns = self.session.turns
        turn = turn or (turns[0] if turns else None)
        self._open = False
        self._seats = turn.seats if turn is not None else ()  # nobody's: the match is over
        self._answering = self._begin(turn) if turn is not None else None

    def _begin(self, turn: Turn) -> Answering:
        session = self.session
        scene = session.scene(turn.seats[0] if turn.secret else None)
        words, state, widgets = session.catalogue, session.match.state, self._widgets(scene)
        return Answering(words, state, turn.asks, widgets, scene.badges)

    @property
    def _turn(self) -> Turn:
        return next(turn for turn in self.session.turns if turn.seats == self._seats)

    @property
    def _covered(self) -> bool:
        return bool(self._seats) and self._turn.secret and not self._open

    @property
    def _viewer(self) -> int | None:
        """Whose eyes the screen is for; None: everybody's."""
        return self._seats[0] if self._open else None

    def draw(self, canvas: Canvas) -> None:
        if self._answering is None:
            return
        if self._covered:
            self._draw_cover(canvas)
            return
        words, scene = self.session.catalogue, self.session.scene(self._viewer)
        look = Look(
            title=self._title(),
            prompt=self._answering.prompt,
            big=scene.big,
            unit=words.text(scene.unit) if scene.unit is not None else "",
            lines=tuple(map(words.text, scene.lines)),
            strip=tuple(self._strip()),
            widgets=self._widgets(scene),
        )
        draw_play(canvas, look, self._answering.part, words)

    def _widgets(self, scene: Scene) -> tuple[Widget, ...]:
        """The scene's widgets; those of the asked seat where it has some of its own."""
        own = scene.sheets.get(self._seats[0], ()) if len(self._seats) == 1 else ()
        return own or scene.body

    def _title(self) -> Title:
        return seat_title(self.desk, self.session, self._seats)

    def _draw_cover(self, canvas: Canvas) -> None:
        words = self.session.catalogue
        who = words.player(self._seats[0])
        key = "secret.tap" if self._tappable(self._seats[0]) else "secret.pass"
        button = ButtonPart(words("secret.open", who=who), "ok")
        text = self._note[0] or words(key, who=who)
        draw_message(canvas, self._title(), text, button)

    def _strip(self) -> list[str]:
        words = self.session.catalogue
        refusal = self._answering.refusal if self._answering is not None else None
        if refusal is not None:
            return [words.text(refusal.reason)]
        if self._note[0]:
            return [self._note[0]]
        if self._answering is not None and self._answering.preview:
            return [self._answering.preview]
        if self.keypad is not None and self.keypad.crowded:
            return []
        told = [words.ruling(ruling) for ruling in self._rulings()]
        if self.session.untouched and self.session.checkable:
            told.append(words("match.begins", hash=self.session.match.commitment[:8]))
        return told

    def _rulings(self) -> tuple[Ruling, ...]:
        return self.session.strip(self._viewer)

    @property
    def keypad(self) -> Keypad | None:
        """The keypad that is shown, if one is."""
        part = None if self._answering is None or self._covered else self._answering.part
        return part if isinstance(part, Keypad) else None

    def topics(self) -> Sequence[Topic]:
        if self._answering is None:
            return ()
        refusal = None if self._covered else self._answering.refusal
        clauses = [refusal.clause] if refusal is not None else []
        clauses += [self._note[1], self._answering.ask.clause]
        clauses += [ruling.clause for ruling in self._rulings()]
        return [Topic(clause) for clause in clauses if clause]

    def lamps(self) -> Mapping[str, Lamp]:
        """Besides the seats that must act: who may be named now, and the ROLL button."""
        answering = self._answering
        if answering is None or self._covered:
            return self._taps.lamps()
        lamps = {f"seat{seat}": NAMED for seat in answering.seats}
        return {**lamps, "roll": ROLLS} if answering.rolls else lamps

    # -- presses ---------------------------------------------------------------------------

    def press(self, press: Press) -> bool:
        self._touched = self.desk.now
        self._note = ("", "")
        if self._answering is None:
            return False
        if self._covered:
            return self._press_cover(press)
        if press.seat is not None:
            return self._press_seat(press.seat)
        if press.tap == "back":
            return self._back()
        if press.tap in ("up", "down", "ok", "roll"):
            return self._press_button(press.tap)
        return False

    def _press_button(self, button: str, seat: int | None = None) -> bool:
        assert self._answering is not None
        part = self._answering.part
        if button == "roll" and not (self._answering.rolls or isinstance(part, Keypad | CellPart)):
            return False
        self._take(self._answering.key(button), seat)
        if isinstance(part, Keypad) and part.askew:
            self._note = (self.session.catalogue("pad.askew"), "")
        return True

    def _back(self) -> bool:
        assert self._answering is not None
        if self._answering.back():
            return True
        if self._open:
            self._open = False
            return True
        self.desk.open(Menu(self.desk, self.session))
        return True

    def _press_seat(self, seat: int) -> bool:
        """A seat's own button: it names him, answers for him, or shows his turn."""
        answering, turn = self._answering, self._turn
        assert answering is not None
        if seat in answering.seats:
            self._take(answering.name(seat), seat, named=answering.chosen)
            return True
        quick = None if answering.chosen else self._quick(seat, turn)
        if quick is not None:
            self.enter(quick.entry, quick.ask)
            return True
        if seat in turn.seats:
            button = "roll" if answering.rolls else "ok"
            pad = isinstance(answering.part, Keypad)
            return False if pad else self._press_button(button, seat)
        return self._switch(seat)

    def _quick(self, seat: int, turn: Turn) -> Named | None:
        """What this seat's button answers by itself: the one option that asks for a seat.

        For the player on turn it is that only if the option is for him alone; else his button
        is OK, as everywhere.
        """
        found = named_seat(turn.asks, seat)
        return found if found is not None and (found.alone or turn.seats != (seat,)) else None

    def _switch(self, seat: int) -> bool:
        """Another seat with an open ask: show it; a die that only waits for a press is rolled."""
        turn = next((turn for turn in self.session.turns if seat in turn.seats), None)
        if turn is None:
            self._refuse_seat()
            return False
        self._show(turn)
        assert self._answering is not None
        if self._answering.rolls and not turn.secret:
            self._press_button("roll", seat)
        return True

    def _refuse_seat(self) -> None:
        seats = dict.fromkeys(seat for turn in self.session.turns for seat in turn.seats)
        words = self.session.catalogue
        names = words.players(list(seats)) if len(seats) == 1 else ", ".join(map(str, seats))
        text = words("refused.seat", seats=names)
        self._note = (text, self._turn.asks[0].clause)

    # -- secrets ---------------------------------------------------------------------------

    def _press_cover(self, press: Press) -> bool:
        seat = press.seat
        if seat is not None and self._tappable(seat):
            self._taps.tap(seat, self.desk.now)
            return True
        if press.tap == "back":
            self.desk.open(Menu(self.desk, self.session))
            return True
        if press.tap == "ok" or seat == self._seats[0]:
            self._open = True
            return True
        if seat is not None:
            return self._switch(seat)
        return False

    def _tappable(self, seat: int) -> bool:
        """Whether this seat's secret is a number that he can tap on his own button, unseen."""
        turns = [turn for turn in self.session.turns if seat in turn.seats and turn.secret]
        return bool(turns) and Taps.suits(turns[0].asks)

    def tick(self, now: float) -> float | None:
        for seat, count in self._taps.finished(now):
            self._enter_taps(seat, count)
        dues = [self._taps.due()]
        if self._open:
            dues.append(self._touched + COVER_AFTER)
            if now >= self._touched + COVER_AFTER:
                self._open = False
                dues.pop()
        return min((due for due in dues if due is not None), default=None)

    def _enter_taps(self, seat: int, count: int) -> None:
        turn = next(turn for turn in self.session.turns if seat in turn.seats and turn.secret)
        ask = turn.asks[0]
        draft = Draft.begin(ask, ask.verb)
        question = draft.question
        if question is None or not ask.accepts(ask.verb, {question.name: count}):
            self._note = (self.session.catalogue("secret.wrong"), "")
            self.desk.sound("refusal")
            return
        self.enter(Entry(seat, ask.verb, {question.name: count}), ask)

    # -- answers ---------------------------------------------------------------------------

    def _take(
        self, outcome: Draft | Refusal | None, seat: int | None, *, named: bool = False
    ) -> None:
        if isinstance(outcome, Refusal):
            tell_refusal(self.desk, self.session, outcome)
        elif outcome is not None:
            seats = outcome.ask.seats
            entry = outcome.entry(seat if seat in seats else seats[0])
            rolls = seat if named else entry.seat if outcome.options[0].rolls else None
            self.enter(entry, outcome.ask, rolls=rolls)

    def enter(self, entry: Entry, ask: Ask, rolls: int | None = None) -> None:
        """Give an answer to the match. ``rolls``: the press of this seat rolls his die, too."""

        def answer() -> None:
            rolled, viewer = self.session.match.supplies(ask), self._viewer
            rulings = self.session.answer(entry, ask)
            self.shown()
            roller = entry.seat if rolled else None
            tell_rulings(self.desk, self.session, rulings, roller=roller, viewer=viewer)
            if rolls is not None and not any(ruling.stop for ruling in rulings):
                self._roll_at_once(rolls)

        def unsaved() -> None:
            self.session.forget_store()
            self.desk.attempt(answer)

        self.desk.attempt(answer, unsaved)

    def _roll_at_once(self, seat: int) -> None:
        """Roll the device's die that waits for nothing but this seat's press, if one does."""
        turns = self.session.turns
        asks = turns[0].asks if turns and turns[0].seats == (seat,) else ()
        if len(asks) == 1 and asks[0].kind is Kind.CHANCE and self.session.match.supplies(asks[0]):
            self.enter(Entry(seat, asks[0].verb), asks[0])


def open_play(desk: Desk, session: Session, again: bool) -> Play:
    """Show the match and nothing else; ``again``: with what the table had to do last."""
    play = Play(desk, session)
    desk.restart(play)
    if again:
        tell_rulings(desk, session, session.last_rulings())
    return play
