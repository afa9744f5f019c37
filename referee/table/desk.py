"""What a mode is - one screen, and what presses mean on it - and what all of them share: the stack
they stand in, the store, the settings, the open match.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from hal.interfaces import Gesture, Lamp, Note, Press
from referee.kernel.components import Components
from referee.kernel.errors import BadEntry, RefereeError, StoreError
from referee.kernel.game import Game, Quick, game_names
from referee.kernel.match import Match
from referee.kernel.players import introduce, set_up, was_quick
from referee.kernel.series import left_over
from referee.kernel.store import Store
from referee.kernel.text import Plain, Shaped, Value
from referee.table.answer.controls import Keypad
from referee.table.appliance import Appliance
from referee.table.aside import Aside, at_once
from referee.table.catalogue import Catalogue
from referee.table.screen import Screen, Topic
from referee.table.session import Session
from referee.table.settings import Settings
from referee.table.sounds import TUNES, call_notes, dice_notes
from referee.table.speaking import Level

# -- a mode ------------------------------------------------------------------------------------


class Mode(ABC):
    """What the desk knows of a screen; the screens themselves are in `modes`.

    ``press`` gets only gestures that mean something (`meant`); it returns False for a press that
    means nothing here.
    """

    #: Whether holding BACK takes the last answer back here.
    undoes = False
    #: Whether it is often left open: a match under it does not wait for it for ever.
    left_open = False
    #: The button that this screen asks to hold down, if it does.
    holds = ""

    @abstractmethod
    def screen(self) -> Screen:
        """What there is to see now, as data."""

    @abstractmethod
    def press(self, press: Press) -> bool: ...

    def shown(self) -> None:  # noqa: B027
        """It has become the top mode, for the first time or again."""

    def tick(self, now: float) -> float | None:
        """Let time pass; returns when it wants to be called again."""
        return None

    def lamps(self) -> Mapping[str, Lamp]:
        """Lamps besides those of the match."""
        return {}

    @property
    def keypad(self) -> Keypad | None:
        """The keypad that is shown, if one is."""
        control = self.screen().control
        return control if isinstance(control, Keypad) else None

    @property
    def private(self) -> bool:
        """Whether it is for one player's eyes, and its player has not asked to hear it."""
        return False

    @property
    def apart(self) -> str:
        """Why it is for those at the box alone, as the key of what pages elsewhere are shown
        instead; empty: it is not."""
        return ""

    @property
    def passing(self) -> bool:
        """Whether it goes by itself, and the next screen tells what it showed."""
        return False

    def counts(self, press: Press) -> bool:
        """Whether a player has tapped one more of a secret number: no press is then swallowed by
        what lies over this screen, for the number would be another one."""
        return False

    def own_button(self, seat: int) -> bool:
        """A player has pressed his own button while something was told over this, or just has
        been; returns whether it means something here."""
        return False

    def hint(self, text: str) -> None:  # noqa: B027
        """Say until the next press why that one did nothing, if there is room."""

    def topics(self) -> Sequence[Topic]:
        """What HELP explains here, the most fitting first."""
        return ()


#: Gestures that mean something on a button; on all others, a player's own: TAP.
_GESTURES: Final = {
    "up": (Gesture.TAP, Gesture.REPEAT),
    "down": (Gesture.TAP, Gesture.REPEAT),
    "ok": (Gesture.TAP, Gesture.HOLD),
    "back": (Gesture.TAP, Gesture.HOLD),
    "roll": (Gesture.TAP,),
}


def meant(press: Press) -> bool:
    """Whether a press can mean anything at all."""
    known = _GESTURES.get(press.button)
    if known is None:
        return press.seat is not None and press.gesture is Gesture.TAP
    return press.gesture in known


# -- the desk ----------------------------------------------------------------------------------

#: The printed numbers of a game, with what the owner of the box has corrected.
Numbers = Callable[[Game[Any]], Components]

#: Seconds in which a press means nothing after a screen has gone by itself: it was meant for that.
SETTLES: Final = 0.7

#: So many names are offered again.
KNOWN: Final = 24


@dataclass(frozen=True, slots=True)
class LastRound:
    """Who played what the last time."""

    game: str
    names: list[str]
    options: dict[str, Plain]
    players: list[str] = field(default_factory=list)


#: Does something once more.
Again = Callable[[], object] | None


@dataclass(frozen=True, slots=True)
class Screens:
    """Opens the screens that the desk itself leads to; it knows none of them.

    ``play`` is told whether a match goes on: what the table had to do last is said once more
    then. ``trouble`` is told how to try again, and how to go on without the store.
    """

    home: Callable[[Desk], None]
    play: Callable[[Desk, Session, bool], Mode]
    trouble: Callable[[Desk, RefereeError, Again, Again], None]


class Desk:
    """The table's common things."""

    def __init__(
        self, screens: Screens, store: Store | None, seeds: Callable[[], str],
        settings: Settings, appliance: Appliance,
        games: Sequence[str] | None = None, numbers: Numbers = Game.components,
        aside: Aside = at_once,
    ) -> None:  # fmt: skip
        self._screens = screens
        self.store = store
        self.numbers = numbers
        self.seeds = seeds
        self.aside = aside  # where computer players think and games are loaded
        self.settings = settings
        self.games = tuple(game_names() if games is None else games)
        self.unusable: set[str] = set()  # games that could not be loaded when they were chosen
        self.catalogue = Catalogue(settings.language)
        self.session: Session | None = None
        self.lost: set[str] = set()  # parts of the panel that are missing
        self.appliance = appliance
        #: What has been chosen so far for a match that is set up, by game: BACK loses none of it.
        self.begun_options: dict[str, dict[str, Value]] = {}
        self.now = 0.0
        self.pressed = 0.0  # when somebody pressed something that means anything, last
        self.own: dict[str, float | None] = {}  # and each own button; None: it answered something
        self.modes: list[Mode] = []
        self.tellings: Counter[bool] = Counter()  # what was told: in secret, to all
        self._settled = 0.0  # when presses mean what they say again
        self.notes: tuple[Note, ...] = ()  # what is played with the next frame

    # -- modes -----------------------------------------------------------------------------

    @property
    def top(self) -> Mode:
        return self.modes[-1]

    def open(self, mode: Mode) -> None:
        """Show this mode over all others."""
        self.modes.append(mode)
        mode.shown()

    def close(self, mode: Mode) -> None:
        """Take a mode and all above it away; the last one stays."""
        if mode in self.modes[1:]:
            del self.modes[self.modes.index(mode) :]
            self.top.shown()

    def leave(self, mode: Mode) -> None:
        """Take a mode away that goes by itself, and nothing that has come to lie over it."""
        if mode in self.modes[1:]:
            was_top = self.top is mode
            self.modes.remove(mode)
            if was_top:
                self.top.shown()

    def settle(self) -> None:
        """What was shown has gone by itself, and a press just now was meant for it."""
        self._settled = self.now + SETTLES

    @property
    def settling(self) -> bool:
        return self.now < self._settled

    def restart(self, mode: Mode) -> None:
        """Leave all modes for this one."""
        self.modes = [mode]
        mode.shown()

    def home(self) -> None:
        """Leave everything for the first screen."""
        self.session = None
        self._screens.home(self)

    def play(self, session: Session, again: bool) -> Mode:
        """Put a match on the table, whatever was there before."""
        self.session = session
        return self._screens.play(self, session, again)

    @property
    def speaks(self) -> bool:
        """Whether the box says aloud what the screen shows."""
        return self.appliance.speaks and self.settings.speech is not Level.OFF

    # -- sound -----------------------------------------------------------------------------

    def sound(self, kind: str, dice: Iterable[Plain] = ()) -> None:
        """Have a sound played with the next frame; a later one replaces it."""
        self._play(kind, dice_notes(dice) if kind == "dice" else TUNES[kind])

    def call(self, number: int) -> None:
        """Have a number called out, with the next frame; as loud as dice."""
        self._play("dice", call_notes(number))

    def _play(self, kind: str, notes: tuple[Note, ...]) -> None:
        if self.settings.sound and kind not in self.settings.muted:
            self.notes = notes

    def play_notes(self, notes: tuple[Note, ...]) -> None:
        """Have these played with the next frame, also while the sound is off."""
        self.notes = notes

    # -- language and settings -------------------------------------------------------------

    @property
    def words(self) -> Catalogue:
        """The catalogue to speak through: the match's if there is one."""
        return self.session.catalogue if self.session is not None else self.catalogue

    def speak(self, language: str) -> None:
        """Change the language of everything, at once."""
        self.settings.language = language
        self.catalogue = Catalogue(language)
        if (session := self.session) is not None:
            self.attempt(lambda: session.speak(language))

    def keep_settings(self) -> RefereeError | None:
        """Returns what went wrong, as `attempt`."""
        return self.attempt(lambda: self.settings.save(self.store))

    def recall(self, key: str, default: Plain) -> Shaped:
        """A thing the store remembers; the default where it cannot be read."""
        try:
            return default if self.store is None else self.store.setting(key, default)
        except StoreError:
            return default

    # -- matches ---------------------------------------------------------------------------

    def attempt(
        self, action: Callable[[], object], unsaved: Callable[[], object] | None = None
    ) -> RefereeError | None:
        """Do something that may fail; what went wrong is told, and can be tried again as long as
        the match stands where it stood.

        ``unsaved`` does the same without keeping it, where that makes sense. Returns what went
        wrong: who has asked for it from elsewhere has to hear of it, too.
        """
        try:
            action()
        except StoreError as error:
            written = self.written

            def again(what: Callable[[], object]) -> None:
                if self.written == written:
                    what()
                else:  # on a phone
                    self.tell(BadEntry("web.late"))

            repeated = partial(again, lambda: self.attempt(action, unsaved))
            without_store = partial(again, unsaved) if unsaved is not None else None
            self._screens.trouble(self, error, repeated, without_store)
            return error
        except RefereeError as error:
            self.tell(error)
            return error
        return None

    @property
    def written(self) -> int | None:
        """How long the journal of the match on the table is."""
        return self.session.match.written if self.session is not None else None

    def tell(self, error: RefereeError) -> None:
        """Say what went wrong, where nothing can be tried again."""
        self._screens.trouble(self, error, None, None)

    def begin(
        self, game: Game[Any], names: Sequence[str], options: dict[str, Plain],
        carried: Plain = None, players: Sequence[str] = (), quick: Quick | None = None,
    ) -> RefereeError | None:  # fmt: skip
        """Start a match and play it. ``players``: the computer players by seat. Returns what went
        wrong, as `attempt`.

        ``carried``: what the match before left to it; else the store is asked. ``quick``: the
        box sets it up, and what is usual at this table stays as it was.
        """

        self.begun_options.clear()

        def start(store: Store | None) -> None:
            left = carried
            if store is not None and quick is None:
                self._remember(store, game.name, list(names), options, list(players))
                left = carried or left_over(store, game.name, names)
            match = Match.new(
                game, names, options, self.seeds(),
                components=self.numbers(game), store=store, carried=left, players=players,
            )  # fmt: skip
            if quick is not None:
                set_up(match, quick)
            else:
                introduce(match)
            self.play(Session(match, self.settings.language, fresh=True), False)

        return self.attempt(lambda: start(self.store), lambda: start(None))

    def _remember(
        self, store: Store, game: str, names: list[str], options: dict[str, Plain],
        players: list[str],
    ) -> None:  # fmt: skip
        """Keep who plays what, to be offered again. Raises `StoreError`."""
        store.set_setting(
            "last", {"game": game, "names": names, "options": options, "players": players}
        )
        store.set_setting(f"options.{game}", options)
        people = [name for seat, name in enumerate(names) if not (players and players[seat])]
        known = dict.fromkeys([*people, *self.recall("names", [])])
        store.set_setting("names", [name for name in known if name][:KNOWN])

    @property
    def last(self) -> LastRound | None:
        """The round that was played last, if there is one that makes sense here."""
        stored = self.recall("last", None)
        try:
            last = LastRound(
                str(stored["game"]),
                list(map(str, stored["names"])),
                stored["options"],
                list(map(str, stored.get("players", []))),
            )
        except (TypeError, KeyError):
            return None
        return last if last.game in self.games and isinstance(last.options, dict) else None

    def rematch(self, match: Match) -> RefereeError | None:
        """The same players, options and game once more; a quick match is set up again. Returns what
        went wrong, as `attempt`."""
        header, quick = match.header, match.game.quick if was_quick(match) else None
        names = header.names or [""] * header.seats
        options: dict[str, Plain] = {**header.options}
        return self.begin(match.game, names, options, match.carry, header.players, quick)

    def resume(self, match_id: int) -> RefereeError | None:
        """Go on with a kept match. Returns what went wrong, as `attempt`."""

        def go_on() -> None:
            assert self.store is not None
            match = Match.resume(self.store, match_id)
            self.play(Session(match, self.settings.language), True)

        return self.attempt(go_on)


class DeskMode(Mode):
    """A screen on the desk. BACK goes one screen back; everything else does nothing."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def press(self, press: Press) -> bool:
        if press.tap == "back":
            self.desk.close(self)
            return True
        return False
