"""The program that runs on the panel: presses in, frames out.

One thread, no clock of its own: the time is what presses and ticks bring.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from hal.interfaces import PANEL_BUTTONS, SIZE, WIDE, Frame, Gesture, Lamp, Pattern, Press
from referee.kernel.ask import Entry
from referee.kernel.game import Game
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.kernel.text import Text
from referee.table import errands
from referee.table.appliance import Appliance
from referee.table.aside import Aside, at_once
from referee.table.catalogue import Catalogue
from referee.table.desk import Desk, Mode, Numbers, Screens, meant
from referee.table.lamps import lamps_of
from referee.table.modes.faults import Fault, Mark
from referee.table.modes.helping import explain
from referee.table.modes.home import open_home
from referee.table.modes.messages import Message, tell_trouble
from referee.table.modes.play import Play, open_play
from referee.table.modes.power import last_words
from referee.table.modes.selftest import SelfTest
from referee.table.modes.setup import SeatName
from referee.table.modes.spelling import Spelling
from referee.table.modes.telling import Told
from referee.table.modes.undoing import take_back
from referee.table.modes.welcome import ask_language
from referee.table.pixels import panel, wide
from referee.table.pixels.bitmap import turned
from referee.table.pixels.canvas import Canvas
from referee.table.pixels.pointing import Trail, presses_at
from referee.table.play import happened
from referee.table.screen import Look, Screen
from referee.table.session import Session
from referee.table.settings import CONTRASTS, Settings
from referee.table.speaking import Level, ScreenContent

if TYPE_CHECKING:
    from PIL import Image

_log: Final = logging.getLogger(__name__)

#: How a screen is drawn, by the size of the display.
DRAWN: Final[Mapping[tuple[int, int], Callable[[Canvas, Screen], None]]] = {
    SIZE: panel.draw,
    WIDE: wide.draw,
}

A = TypeVar("A")
T = TypeVar("T")


class TableProgram:
    """A `hal.interfaces.Program`.

    ``store``: where matches and settings are kept; None: nowhere. ``seeds`` gives a new secret
    seed for every match. ``defaults`` are settings for as long as the players choose no others.
    ``games``: names of the games to offer (default: all that are installed). ``notices`` are
    told first, for example why there is no store. ``numbers`` gives a game's printed numbers, by
    default without an owner's corrections. ``appliance``: the box, ``idle``: when the display is
    spared. ``aside``: where computer players think and games are loaded. ``welcome``: nobody has
    used this box yet. ``size``: of the pictures, the display's.
    """

    def __init__(
        self, store: Store | None, seeds: Callable[[], str], *,
        defaults: Settings | None = None, games: Sequence[str] | None = None,
        notices: Sequence[Text] = (), numbers: Numbers = Game.components,
        appliance: Appliance | None = None, idle: Idle | None = None,
        aside: Aside = at_once, welcome: bool = False, size: tuple[int, int] = SIZE,
    ) -> None:  # fmt: skip
        settings, trouble = Settings.attempt(store, defaults)
        screens = Screens(open_home, open_play, tell_trouble)
        box = appliance or Appliance()
        self._desk = desk = Desk(screens, store, seeds, settings, box, games, numbers, aside)
        self._idle = idle or Idle()
        self._quiet = False
        self._frame: Frame | None = None
        self._renderer = Renderer(desk, self._idle, size)
        self._trail = Trail()
        self._stale = True
        self._due = 0.0  # the next tick
        self._presses = 0
        desk.home()
        if welcome:
            ask_language(desk)
        stored = store.notice if store is not None else None
        all_told = [*notices, *([stored] if stored is not None else []), *trouble]
        for notice in reversed(all_told):
            # what happened to the file is told until somebody has read it
            read = store.notice_read if store is not None and notice is stored else None
            actions = [(desk.words("button.on"), read)] if read is not None else []
            told = desk.words.text(notice)
            desk.open(Message(desk, desk.words("notice.title"), told, actions))

    # -- the panel's side ------------------------------------------------------------------

    def press(self, press: Press) -> None:
        """Never raises: a fault of the program is logged and told, and a way out is shown."""
        desk, means = self._desk, meant(press)
        desk.now = desk.pressed = max(desk.now, press.at)
        self._presses += means
        own = means and press.button not in PANEL_BUTTONS
        written = desk.written if own else None
        if own and self._guarded("tap", desk.modes[0].counts, press):
            self._idle.wake(press.at)
            desk.sound("press")
        elif not self._idle.press(press) and means:
            done = self._guarded(press.button, self._handle, press)
            if done is not None and not desk.notes:
                desk.sound("press" if done else "refusal")
        if own:
            desk.own[press.button] = press.at if desk.written == written else None
        self._changed()
        self._wait()

    def tick(self, now: float) -> float | None:
        """Nothing happens, and nothing is drawn, before the time that was wanted last."""
        self._desk.now = max(self._desk.now, now)
        if self._desk.now < self._due:
            return self._due
        self._changed()
        return self._wait()

    def _wait(self) -> float:
        """Let the modes do what is due; returns when something changes by itself next."""
        desk = self._desk
        top = desk.modes[-1]
        dues = self._guarded("tick", self._tick_modes, desk.now)
        if desk.modes[-1] is not top:  # it went by itself: what lay under it was told to wait
            return self._wait()
        (quiet, due), before = self._idle.until(desk.now), self._quiet
        self._quiet = quiet
        if quiet and not before:
            self._rest()
        wanted = [due for due in dues or () if due is not None]
        self._due = min([*wanted, due])
        return self._due

    def _tick_modes(self, now: float) -> list[float | None]:
        return [mode.tick(now) for mode in tuple(self._desk.modes)]

    def _rest(self) -> None:
        """Once after some quiet: what would make a press wait."""
        if self._desk.store is not None:
            self._desk.store.rest()
        self._desk.appliance.rest()

    def _changed(self) -> None:
        """Something may look different now, and be due at another time."""
        self._stale = True
        self._due = 0.0

    def device(self, name: str, present: bool) -> None:
        self._changed()
        if present:
            self._desk.lost.discard(name)
        else:
            self._desk.lost.add(name)

    def frame(self) -> Frame:
        """Draws only if something has happened; see `hal.interfaces.Program.frame`."""
        if self._stale or self._frame is None:
            before = self._frame
            shown = self._guarded("drawing", self._renderer.frame, before)
            self._frame = shown or self._renderer.frame(before)  # the fault's own screen then
            self._stale = False
        return self._frame

    def last_words(self) -> Image.Image:
        """What stays on the screen when the program has ended; see `hal.interfaces.SaysGoodbye`."""
        self.frame()
        return self._renderer.last_words()

    def screen_text(self) -> str:
        self.frame()
        return self._renderer.text

    @property
    def scrolled(self) -> int:
        """See `hal.interfaces.Scrolls`."""
        return self._renderer.canvas.scrolled

    @property
    def screen(self) -> Screen:
        """What is shown, as data."""
        self.frame()
        return self._renderer.screen

    @property
    def at_the_box(self) -> str:
        """See `errands.at_the_box`. A code that has been drawn may not be what would be now."""
        return errands.at_the_box(self._desk.modes) or self._renderer.apart

    def wake(self, now: float) -> None:
        """See `hal.interfaces.Wakes`. A screen that rests hides what a press would mean."""
        if self._renderer.screen.look is not Look.REST:
            self._idle.wake(now)

    @property
    def steady(self) -> Image.Image:
        """The picture where it stands as long as the display need not be spared."""
        self.frame()
        return self._renderer.canvas.picture

    @property
    def contrast(self) -> int:
        """The contrast of a display that is not dimmed."""
        return CONTRASTS[self._desk.settings.contrast]

    def choose(self, number: int, now: float) -> None:
        """Choose what the screen offers under this number, as if by its presses."""
        offer, held = self.screen.control.offers[number], self.holds
        self.wake(now)
        for button in offer.presses:
            gesture = Gesture.HOLD if button == held else Gesture.TAP
            self.press(Press(now, button, gesture))

    def type_die(self, value: int | str) -> tuple[str, ...]:
        """The buttons that enter a die; see `hal.interfaces.TypesDice`."""
        keypad = self._desk.top.keypad
        if keypad is None:
            raise ValueError("no die is asked for on this screen")
        return keypad.buttons(value)

    @property
    def telling(self) -> bool:
        """Whether the screen only tells something; see `hal.interfaces.ReadsOn`."""
        top = self._desk.top
        return isinstance(top, Message) and not top.asks

    @property
    def passing(self) -> bool:
        top = self._desk.top
        return top.passing or self._desk.settling or (isinstance(top, Play) and top.unanswerable)

    @property
    def holds(self) -> str:
        """See `hal.interfaces.WantsHold`."""
        return self._desk.top.holds

    @property
    def spelling(self) -> bool:
        """Whether a keyboard's letters are wanted; see `hal.interfaces.TakesText`."""
        return isinstance(self._desk.top, Spelling | SeatName)

    def type_letter(self, letter: str) -> None:
        mode = self._desk.top
        if isinstance(mode, Spelling | SeatName):
            mode.type(letter)
            self._changed()

    def touched(self, x: int, y: int) -> tuple[str, ...]:
        """The presses that mean this pixel; see `hal.interfaces.TakesPointer`."""
        self.frame()
        return presses_at(self._renderer.canvas.spots, x, y)

    def steered(self, direction: str) -> tuple[str, ...] | None:
        """The presses that move a raster's cursor; see `hal.interfaces.TakesPointer`."""
        self.frame()
        return self._trail.presses(self.screen.control, self._renderer.canvas.spots, direction)

    @property
    def language(self) -> str:
        """What the players have chosen."""
        return self._desk.settings.language

    def show(self, match: Match) -> None:
        """Put a match on the table, whatever was there before."""
        self._changed()
        self._desk.play(Session(match, self._desk.settings.language), again=False)

    def answer(self, entry: Entry) -> None:
        """See `errands.answer`."""
        self.errand(lambda desk: errands.answer(desk, entry))

    def undo(self, seat: int | None = None) -> None:
        """See `errands.undo`."""
        self.errand(lambda desk: errands.undo(desk, seat))

    @property
    def appliance(self) -> Appliance:
        return self._desk.appliance

    def errand(self, action: Callable[[Desk], T]) -> T:
        """Have something done at the desk that is no press; raises what it raises."""
        self._changed()
        return action(self._desk)

    def tell(self, notice: Text) -> None:
        """Show a notice over whatever is shown, on pages too; the next press closes it."""
        self._stale = True
        desk = self._desk

        def said(words: Catalogue) -> str:
            return words.text(notice)

        desk.open(Told(desk, desk.words("notice.title"), said, passes=False))

    def self_test(self) -> None:
        """Open the self-test over whatever is shown."""
        self._changed()
        self._desk.open(SelfTest(self._desk))

    # -- for those who watch ---------------------------------------------------------------

    def names(self) -> list[str]:
        """The players of the match that is played, in the order of the seats."""
        session = self._desk.session
        if session is None:
            return []
        return [session.catalogue.player(seat + 1) for seat in range(session.match.header.seats)]

    def chronicle(self) -> Sequence[str]:
        """What everybody has seen happen in it, oldest first."""
        session = self._desk.session
        return session.chronicle if session is not None else ()

    @property
    def top(self) -> Mode:
        """The mode that is shown."""
        return self._desk.top

    @property
    def catalogue(self) -> Catalogue:
        """The words that the screen speaks."""
        return self._desk.words

    @property
    def content(self) -> ScreenContent:
        """The screen, for who says it aloud."""
        self.frame()
        return self._renderer.content(self._presses)

    @property
    def store(self) -> Store | None:
        """Where matches are kept."""
        return self._desk.store

    @property
    def modes(self) -> Sequence[Mode]:
        """All that lie one over the other, the shown one last."""
        return tuple(self._desk.modes)

    @property
    def session(self) -> Session | None:
        """The match that is played."""
        return self._desk.session

    @property
    def clipped(self) -> list[str]:
        """Texts of the screen that did not fit; there should be none."""
        self.frame()
        return list(self._renderer.canvas.clipped)

    @property
    def missing(self) -> set[str]:
        """Keys that were to be shown and are in no catalogue; there should be none."""
        return self._desk.words.missing | self._desk.catalogue.missing

    # -- inside ----------------------------------------------------------------------------

    def _handle(self, press: Press) -> bool:
        """Let the top mode have the press; holding OK and BACK means the same in all modes."""
        desk, held = self._desk, press.held
        mode = desk.modes[-1]
        if held == "back" and mode.undoes and desk.session is not None:
            take_back(desk, desk.session)
            return True
        if desk.settling and press.tap != "back":
            if press.seat is not None and desk.modes[0].own_button(press.seat):
                return True
            desk.sound("refusal")
            mode.hint(desk.words("notice.early"))
        elif mode.press(press):
            return True
        if held == "ok":
            explain(desk, mode.topics())
            return True
        return held == "back" and mode.press(Press(press.at, "back", Gesture.TAP))

    def _guarded(self, what: str, action: Callable[[A], T], about: A) -> T | None:
        """Do something of a mode's; should it fail, None, and the ways out are what is shown."""
        desk = self._desk
        mode, match = desk.modes[-1], desk.session.match if desk.session is not None else None
        before = Mark(match, match.written if match is not None else 0)
        try:
            return action(about)
        except Exception as error:
            _log.exception("fault at %s in %s", what, type(mode).__name__)
            session = desk.session

            def go_on() -> None:
                if session is not None:
                    desk.play(session, again=False)

            desk.restart(Fault(desk, error, before, go_on, desk.home))
            return None


class Renderer:
    """What the desk shows: as frames, and as what is said aloud of it.

    ``screen``: what was drawn last; ``canvas``: its picture, with the texts on it; ``apart``: see
    `Mode.apart`, of what was drawn.
    """

    def __init__(self, desk: Desk, idle: Idle, size: tuple[int, int]) -> None:
        self.screen = Screen(desk.words)
        self.apart = ""
        self.canvas = Canvas(*size)
        self._size = size
        self._desk = desk
        self._idle = idle

    def frame(self, before: Frame | None) -> Frame:
        """Draw; the frame ``before`` where nothing is different, and nothing to be heard."""
        desk, now = self._desk, self._desk.now
        bare = len(desk.modes) == 1 and desk.session is None
        resting = bare and self._idle.resting(now)
        top = desk.modes[-1]
        screen = self._idle.rest(desk.words, now) if resting else top.screen()
        picture, dimmed = self._idle.shown(self._draw(screen), now)
        self.apart = top.apart
        lamps = self._lamps(top)
        contrast = DIMMED if dimmed else CONTRASTS[desk.settings.contrast]
        notes, desk.notes = desk.notes, ()
        if before is not None and not notes:
            same = before.picture.tobytes() == picture.tobytes()
            if same and (before.lamps, before.contrast) == (lamps, contrast):
                return before
        return Frame(picture, lamps, notes, contrast)

    def _lamps(self, mode: Mode) -> dict[str, Lamp]:
        desk = self._desk
        faulty = isinstance(desk.modes[0], Fault)  # the match's lamps may be what failed
        session = None if faulty else desk.session
        lamps = {**(lamps_of(session) if session is not None else {}), **mode.lamps()}
        if "screen" in desk.lost:  # nothing but the lamps can say so
            lamps.setdefault("roll", Lamp(Pattern.DOUBLE))
        return lamps

    @property
    def text(self) -> str:
        """The words of what was drawn last, line by line."""
        return "\n".join(self.canvas.texts)

    def content(self, presses: int) -> ScreenContent:
        """What was drawn last, for who says it aloud; so many presses had a meaning so far."""
        desk, session = self._desk, self._desk.session
        play = desk.top if isinstance(desk.top, Play) else None
        sight = play.sight if play else None
        begun = session.match.written if session is not None else 0
        if sight is not None:
            begun = sight.state.begun
        news = [r for r in happened(sight) if r.shown_to(None)] if sight is not None else []
        deed = session.placed() if session and news else ""
        level = desk.settings.speech if desk.appliance.speaks else Level.OFF
        if level is Level.TURNS and play is None:
            level = Level.EVERYTHING  # without the cursor, nobody finds his way through lists
        return ScreenContent(
            tuple(self.canvas.lines), desk.words, level,
            private=any(mode.private for mode in desk.modes), passing=desk.top.passing,
            moment=(desk.top, begun, desk.words.language),
            presses=presses, about=self.screen.about,
            news=(*filter(None, [deed]), *map(desk.words.ruling, news)),
            dice=session.dice if session and play else (), grid=self.canvas.grid,
            left_to_box=sight is not None and sight.left_to_box,
        )  # fmt: skip

    def last_words(self) -> Image.Image:
        """What stays on the screen when the program has ended."""
        return self._draw(last_words(self._desk))

    def _draw(self, screen: Screen) -> Image.Image:
        self.screen, self.canvas = screen, Canvas(*self._size)
        DRAWN[self._size](self.canvas, screen)
        return self.canvas.picture


# -- care for the display -----------------------------------------------------------------------

#: Seconds between two shifts, and where the picture stands then. It is turned round the edges:
#: nothing is lost.
EVERY: Final = 60.0
PLACES: Final = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))

DIMMED: Final = 8


class Idle:
    """Counts from the last press. The press that wakes a dimmed panel does nothing else.

    Seconds without a press until the picture begins to shift, dims, and (at home only) rests.
    """

    def __init__(self, shift: float = 60.0, dim: float = 180.0, rest: float = 900.0) -> None:
        self._shift, self._dim, self._rest = shift, dim, rest
        self._since: float | None = None
        self._waking = ""  # the button that woke, until it is pressed anew

    def press(self, press: Press) -> bool:
        """Note a press; returns whether it only wakes the panel."""
        asleep = self._idle(press.at) >= self._dim
        self._since = press.at
        if asleep:
            self._waking = press.button
            return True
        if press.button == self._waking and press.gesture is Gesture.REPEAT:
            return True
        self._waking = ""
        return False

    def wake(self, now: float) -> None:
        """Somebody is here, and sees the screen already."""
        self._since = now
        self._waking = ""

    def resting(self, now: float) -> bool:
        return self._idle(now) >= self._rest

    def until(self, now: float) -> tuple[bool, float]:
        """Whether nobody has pressed for so long that work may be done that a press would feel; and
        when the picture changes next."""
        idle = self._idle(now)
        later = [mark for mark in (self._dim, self._rest) if mark > idle]
        marks = [self._shift + self._steps(idle) * EVERY, *later]
        return idle >= min(self._shift, self._dim), now - idle + 1e-6 + min(marks)

    def shown(self, picture: Image.Image, now: float) -> tuple[Image.Image, bool]:
        """The picture where it stands now, and whether it is dimmed."""
        idle = self._idle(now)
        place = PLACES[self._steps(idle) % len(PLACES)]
        return turned(picture, *place) if any(place) else picture, idle >= self._dim

    def _idle(self, now: float) -> float:
        if self._since is None:  # the panel's clock need not begin at nought
            self._since = now
        return now - self._since + 1e-6  # a tick at the very moment counts as after it

    def _steps(self, idle: float) -> int:
        """How often the picture has been shifted after so many seconds."""
        return max(int((idle - self._shift) // EVERY) + 1, 0)

    def rest(self, words: Catalogue, now: float) -> Screen:
        """Nearly dark: a word that wanders. Only where nothing is asked."""
        return Screen(words, Look.REST, text=words("home.resting"), step=int(now // EVERY))
