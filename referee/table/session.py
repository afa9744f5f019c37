"""A match on the table: what it says, to whom, and what can be taken back."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.kernel.ask import Ask, Entry
from referee.kernel.game import DEVICE
from referee.kernel.journal import Line
from referee.kernel.match import Match
from referee.kernel.players import Players
from referee.kernel.ruling import Ruling
from referee.kernel.scene import Scene
from referee.kernel.text import Plain, Text
from referee.table.catalogue import Catalogue
from referee.table.screen import Title
from referee.table.story import Event, Story, event, given, lines, looks, recorded, sentence

#: What was made for a place in a match: in these words, of this match, after so many lines.
Moment = tuple[Catalogue, Match, int]

#: What pages elsewhere are shown instead of the question whether a match goes on after all.
REOPENS: Final = "web.reopens"

#: Seats that are waited for and named: so many fit on the screen beside a sheet.
TOLD: Final = 6


@dataclass(frozen=True, slots=True)
class Turn:
    """The open asks of the same seats: what one screen shows; ``secret``: one of them is."""

    seats: tuple[int, ...]
    asks: tuple[Ask, ...]
    secret: bool


@dataclass(frozen=True, slots=True)
class Latest:
    """What stays on the screen: the last answer that somebody gave, a computer player included,
    and what followed from it.

    ``index``: its place in the log, 0 where nobody has answered yet. ``doer``: who has brought it
    about; None: the beginning of the match. ``rulings``: with those of what the device added
    unasked.
    """

    index: int
    doer: int | None
    rulings: tuple[Ruling, ...]

    def strip(self, seat: int | None) -> tuple[Ruling, ...]:
        """What of it stays on the screen of this seat; what stops everybody is told by itself."""
        found = (ruling for ruling in self.rulings if ruling.shown_to(seat))
        return tuple(r for r in found if not (r.stop and r.shown_to(None)))


@dataclass(frozen=True, slots=True)
class PastEntry:
    """A line of the journal with the ask that it answered, and the flow's state then."""

    index: int
    line: Line
    ask: Ask | None
    state: str


class Session:
    """A match and the words for it. ``match`` is replaced when it goes on without being kept.

    ``fresh``: it has just been set up.
    """

    def __init__(self, match: Match, language: str, *, fresh: bool = False) -> None:
        self.match = match
        self._set_up = match.written if fresh else None
        self.players: Players | None = None  # the computer players that are here
        self.speak(language)
        self._seen: tuple[Match, int] | None = None  # what the scenes were made of
        self._scenes: dict[int | None, Scene] = {}
        self._asked: tuple[Match, int] | None = None  # what the turns were made of
        self._turns: tuple[Turn, ...] = ()
        self._story = Story()
        self._latest: tuple[tuple[Match, int], Latest] | None = None
        self._before: Scene | None = None  # what there was to see before the last answer
        self._told: tuple[Moment, list[str]] | None = None  # the log as it was asked for last
        self.dice: tuple[Plain, ...] = ()  # the last ones that were rolled openly
        self.roller = 0  # whose they are
        self.rolled = False  # whether the box has rolled them
        self.told = False  # whether what they led to has been told
        self.past = False  # whether they have led to something, or much has followed

    def speak(self, language: str) -> None:
        self.catalogue = Catalogue.of(self.match, language)

    # -- what is open ----------------------------------------------------------------------

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The open asks, those of the same seats together; the first is shown first."""
        moment = (self.match, self.match.written)
        if moment != self._asked:
            self._asked = moment
            groups: dict[tuple[int, ...], list[Ask]] = {}
            for ask in self.match.asks:
                groups.setdefault(ask.seats, []).append(ask)
            self._turns = tuple(
                Turn(seats, tuple(asks), any(ask.secret for ask in asks))
                for seats, asks in groups.items()
            )
        return self._turns

    @property
    def waited_for(self) -> str:
        """The one who is asked by name, several by their seats, of many the first `TOLD`."""
        seats = dict.fromkeys(seat for turn in self.turns for seat in turn.seats)
        if len(seats) == 1:
            return self.catalogue.players(list(seats))
        told = ", ".join(map(str, [*seats][:TOLD]))
        return told if len(seats) <= TOLD else f"{told} …"

    def scene(self, seat: int | None = None) -> Scene:
        """What there is to see for this seat; made once as long as nothing changes."""
        moment = (self.match, self.match.written)
        if moment != self._seen:
            self._seen = moment
            self._scenes.clear()
        if seat not in self._scenes:
            self._scenes[seat] = self.match.game.scene(self.match.position, seat)
        return self._scenes[seat]

    @property
    def checkable(self) -> bool:
        """Whether the device supplies facts, so that the seed's hash means something; at the end,
        whether it has rolled or drawn anything."""
        match = self.match
        supplies = DEVICE in match.header.options.values()
        return supplies and (not match.over or any(x.chance and x.device for x in match.lines))

    @property
    def apart(self) -> str:
        """What was hidden in a match that is over is in its file, so who reopens it does so before
        the eyes of all: see `Mode.apart`."""
        return REOPENS if self.match.over and self.match.secretive else ""

    @property
    def unplayed(self) -> bool:
        """Whether nobody has answered since it was set up."""
        levels, begun = self.match.header.players, self._set_up
        return begun is not None and all(
            line.auto or (line.entry is not None and levels and levels[line.entry.seat - 1])
            for line in self.match.lines[begun:]
        )

    def title(self, seats: Sequence[int], *, alarm: bool) -> Title:
        """The title bar of these seats: the sign of the piece, the name, and the last dice if one
        of them has rolled those, until they have led to something that is told, or beside a new
        roll look like its own."""
        words, dice = self.catalogue, self.dice if self.roller in seats else ()
        if self.past and (self.told or {ask.source for ask in self.match.asks} == {"dice"}):
            dice = ()
        if len(seats) == 1:
            badge = words.sign(seats[0], self.scene().badges)
            return Title(words.player(seats[0]), badge, dice, alarm=alarm)
        if len(seats) in (0, self.match.header.seats):
            text = words("title.everybody")
        else:
            text = words.players(seats) if len(seats) == 2 else words("setup.players", n=len(seats))
        return Title(text, dice=dice, alarm=alarm)

    # -- answering -------------------------------------------------------------------------

    def answer(
        self, entry: Entry, ask: Ask, *, pressed: bool = True, why: Text | None = None
    ) -> tuple[Ruling, ...]:
        """Enter an answer; raises what `Match.answer` raises and then nothing has changed.

        ``pressed``: somebody gave it; else a computer player did, for this reason.
        """
        before, self._before = self.match.length, self.scene()
        rulings = self.match.answer(entry) if pressed else self.match.play(entry, why)
        self.dice, self.rolled = (), False
        if ask.source == "dice" and not ask.secret:
            line = self.match.log[before].line
            if line.entry is not None:
                lists = [value for value in line.entry.args.values() if isinstance(value, list)]
                self.dice, self.rolled = tuple(itertools.chain(*lists)), line.device
                self.roller = line.entry.seat
                self.told = bool(rulings)
                suffered = any(ruling.seat == self.roller for ruling in rulings)
                self.past = suffered or self.match.length > before + 1
        return rulings

    def undo(self, seat: int | None = None) -> None:
        self.match.undo(seat=seat)
        self.dice = ()

    def correct(self, index: int, args: Mapping[str, Plain]) -> None:
        self.match.correct(index, args)
        self.dice = ()

    def forget_store(self) -> None:
        """Go on without keeping anything; what is kept so far stays in the store."""
        self.match = self.match.copy()

    # -- what was said ---------------------------------------------------------------------

    @property
    def reason(self) -> Ruling | None:
        """Why a computer player has given the last answer that one of them had a reason for; None
        where a person has answered since."""
        for logged in reversed(self.match.log):
            if logged.reason is not None:
                return logged.reason
            if not logged.line.auto:
                return None
        return None

    @property
    def latest(self) -> Latest:
        """What stays on the screen."""
        moment = (self.match, self.match.written)
        if self._latest is None or self._latest[0] != moment:
            self._latest = moment, self._found_latest()
        return self._latest[1]

    def _found_latest(self) -> Latest:
        """What a computer player's seat has got by itself belongs to the decision before it."""
        log, players = self.match.log, self.match.header.players
        numbers = range(len(log) - 1, -1, -1)
        last = next((n for n in numbers if given(log[n].line, players)), None)
        if last is None:
            opening = (*self.match.opening, *(r for logged in log for r in logged.rulings))
            return Latest(0, None, opening)
        before = last
        while (
            before
            and log[before].line.auto
            and log[before].line.device
            and _seat(log[before - 1].line) == _seat(log[before].line)
        ):
            before -= 1
        last = before if log[before].line.auto else last
        line = log[last].line
        rulings = tuple(ruling for logged in log[last:] for ruling in logged.rulings)
        return Latest(last, _seat(line), rulings)

    def since(self, start: int) -> Sequence[Event]:
        """What has happened from line ``start`` of the log on, oldest first."""
        return self._story.of(self.match, self._around, start)

    @property
    def events(self) -> Sequence[Event]:
        """What has happened, oldest first."""
        return self._story.of(self.match, self._around)

    @property
    def chronicle(self) -> Sequence[str]:
        """What everybody has seen happen, line by line, oldest first."""
        match = self.match
        moment = (self.catalogue, match, match.written)
        if self._told is None or self._told[0] != moment:
            told = lines(self.catalogue, match.header.seats, match.opening, self.events)
            self._told = moment, told
        return self._told[1]

    def recorded(self, ruling: Ruling) -> str:
        """A ruling with the player it is about, where it names nobody."""
        return recorded(self.catalogue, self.match.header.seats, ruling)

    # -- what was entered ------------------------------------------------------------------

    def placed(self) -> str:
        """Which number the last answer put into a cell of a sheet; empty if it did nothing such."""
        last = self.latest
        made = self._event(last.index) if last.doer is not None else None
        if made is None or made.secret:
            return ""
        wrote = any(place.number for place in made.places.values())
        return sentence(self.catalogue, made) if wrote else ""

    def _around(self) -> Sequence[Scene]:
        """What everybody sees now, and saw before the last answer."""
        return (self.scene(), *([self._before] if self._before is not None else []))

    def _event(self, index: int) -> Event | None:
        """What effective line ``index`` (from 0) tells."""
        return event(self.match.log[index], self.match.header.players, self._around)

    def last_answer(self) -> PastEntry | None:
        """What the next undo takes back."""
        undo = self.match.next_undo()
        return self.recall(len(self.match.log) - undo.count) if undo is not None else None

    def recall(self, index: int) -> PastEntry:
        """Effective line ``index`` (from 0) as it was asked for."""
        state, ask = self.match.asked(index)
        return PastEntry(index, self.match.log[index].line, ask, state)

    def mistakable(self) -> list[int]:
        """Lines whose dice or cards were entered by hand and can be corrected, newest first. What
        is hidden from others can only be taken back: whoever corrects it could try what it is."""
        log, alone = [logged.line for logged in self.match.log], self.people == 1
        numbers = range(len(log) - 1, -1, -1)
        return [n for n in numbers if _by_hand(log[n]) and (alone or not log[n].secret)]

    @property
    def people(self) -> int:
        """How many of the seats are people's."""
        return self.match.header.seats - len(self._computers)

    @property
    def _computers(self) -> Collection[int]:
        """The seats that the box plays: those of computer players that are missing, or have failed,
        are people's."""
        if self.players is not None:
            return self.players.seats
        return [seat for seat, level in enumerate(self.match.header.players, 1) if level]

    def describe(self, recalled: PastEntry) -> str:
        """Who answered what, in one line; a secret answer is told to nobody but a person who plays
        alone with computers, and has given it."""
        if (made := self._event(recalled.index)) is None:
            return self.catalogue("undo.abandoned")
        own = self.people == 1 and made.seat not in self._computers
        known = looks(recalled.ask, made.verb, made.args)
        return sentence(self.catalogue, made, reveal=own, looks=known)

    def dropped(self, index: int, args: Mapping[str, Plain]) -> int:
        """How many later answers would fall away if line ``index`` were corrected so."""
        return len(self.match.copy().correct(index, args))


def _seat(line: Line) -> int | None:
    return line.entry.seat if line.entry is not None else None


def _by_hand(line: Line) -> bool:
    """Whether players entered dice or cards with this line."""
    if not line.chance or line.device or line.entry is None:
        return False
    return bool(line.entry.args)
