"""A match on the table: what it says, to whom, and what can be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.kernel.ask import Ask
from referee.kernel.entry import Entry
from referee.kernel.game import DEVICE
from referee.kernel.journal import Line
from referee.kernel.match import Match
from referee.kernel.ruling import Ruling
from referee.kernel.scene import Grid, Map, Scene, Streets
from referee.kernel.text import Plain, Text
from referee.table.catalogue import Catalogue
from referee.table.screen import Title

#: What was made for a place in a match: in these words, of this match, after so many lines.
Moment = tuple[Catalogue, Match, int]

#: Seats that are waited for and named: so many fit on the screen beside a sheet.
TOLD: Final = 6


@dataclass(frozen=True, slots=True)
class Turn:
    """The open asks of the same seats: what one screen shows."""

    seats: tuple[int, ...]
    asks: tuple[Ask, ...]

    @property
    def secret(self) -> bool:
        return any(ask.secret for ask in self.asks)


@dataclass(frozen=True, slots=True)
class PastEntry:
    """A line of the journal with the ask that it answered, and the flow's state then."""

    index: int
    line: Line
    ask: Ask | None
    state: str


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a sheet or a map: what players call it, and the number that stands on it."""

    name: str
    number: str


def given(line: Line, players: Sequence[str]) -> bool:
    """Whether somebody gave this answer; ``players`` are those of the match's header."""
    box = line.entry is not None and any(players) and players[line.entry.seat - 1] != ""
    return not line.auto or box


def spot(scene: Scene, words: Catalogue, seat: int, value: Plain) -> Spot | None:
    """A place of an answer of this seat, as this scene shows it; None if it shows it nowhere."""
    if not isinstance(value, list) or [type(part) for part in value] != [int, int]:
        return None
    at, pages = (value[0], value[1]), [*scene.player_pages.values()]
    own = (
        *scene.sheets.get(seat, ()),
        *(item for page in pages for item in page.get(seat, ())),
    )
    open_ = (*scene.body, *(item for page in scene.pages.values() for item in page))
    found = (item for item in (*own, *open_) if isinstance(item, Grid | Map | Streets))
    if (widget := next(found, None)) is None:
        return None
    number = ""
    if isinstance(widget, Grid) and at in widget.filled:
        number = widget.cells[at[0] - 1][at[1] - 1]
    return Spot(words.place(widget, at), number)


class Session:
    """A match and the words for it. ``match`` is replaced when it goes on without being kept."""

    def __init__(self, match: Match, language: str) -> None:
        self.match = match
        self.speak(language)
        self._seen: tuple[Match, int] | None = None  # what the scenes were made of
        self._scenes: dict[int | None, Scene] = {}
        self._asked: tuple[Ask, ...] | None = None  # what the turns were made of
        self._turns: tuple[Turn, ...] = ()
        self.dice: tuple[Plain, ...] = ()  # the last ones that were rolled openly

    def speak(self, language: str) -> None:
        header = self.match.header
        self.catalogue = Catalogue(language, self.match.game, header.names, header.options)

    # -- what is open ----------------------------------------------------------------------

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The open asks, those of the same seats together; the first is shown first."""
        asked = self.match.asks
        if asked is not self._asked:
            self._asked = asked
            groups: dict[tuple[int, ...], list[Ask]] = {}
            for ask in asked:
                groups.setdefault(ask.seats, []).append(ask)
            self._turns = tuple(Turn(seats, tuple(asks)) for seats, asks in groups.items())
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
        moment = (self.match, len(self.match.lines))
        if moment != self._seen:
            self._seen = moment
            self._scenes.clear()
        if seat not in self._scenes:
            self._scenes[seat] = self.match.game.scene(self.match.position, seat)
        return self._scenes[seat]

    @property
    def checkable(self) -> bool:
        """Whether the device supplies facts, so that the seed's hash means something."""
        return DEVICE in self.match.header.options.values()

    def title(self, seats: Sequence[int], *, alarm: bool) -> Title:
        """The title bar of these seats: the sign of the piece, the name, the last dice."""
        words = self.catalogue
        if len(seats) == 1:
            badge = words.sign(seats[0], self.scene().badges)
            return Title(words.player(seats[0]), badge, self.dice, alarm=alarm)
        if len(seats) in (0, self.match.header.seats):
            text = words("title.everybody")
        else:
            text = words.players(seats) if len(seats) == 2 else words("setup.players", n=len(seats))
        return Title(text, dice=self.dice, alarm=alarm)

    # -- answering -------------------------------------------------------------------------

    def answer(
        self, entry: Entry, ask: Ask, *, pressed: bool = True, why: Text | None = None
    ) -> tuple[Ruling, ...]:
        """Enter an answer; raises what `Match.answer` raises and then nothing has changed.

        ``pressed``: somebody gave it; else a computer player did, for this reason.
        """
        before = len(self.match.log)
        rulings = self.match.answer(entry) if pressed else self.match.play(entry, why)
        self.dice = ()
        if ask.source == "dice" and not ask.secret:
            given = self.match.log[before].line.entry
            self.dice = tuple(_faces(given.args)) if given is not None else ()
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

    def last_rulings(self) -> tuple[Ruling, ...]:
        """The rulings of the last answer, with what the device added to it unasked; and why a
        computer player gave it."""
        last = self._last()
        found = self.match.opening if last is None else ()
        since = self.match.log[last or 0 :]
        rulings = [ruling for logged in since for ruling in logged.rulings]
        reason = since[0].reason if since else None
        return (*found, *rulings, *([reason] if reason is not None else []))

    def _last(self) -> int | None:
        """Number of the last line that somebody gave, a computer player included; what a computer
        player's seat has got by itself belongs to the decision before it."""
        lines = [logged.line for logged in self.match.log]
        numbers = range(len(lines) - 1, -1, -1)
        last = next((n for n in numbers if self.given(lines[n])), None)
        before = last
        while (
            before
            and _by_itself(lines[before])
            and _seat(lines[before - 1]) == _seat(lines[before])
        ):
            before -= 1
        return before if before is not None and lines[before].auto else last

    def given(self, line: Line) -> bool:
        """Whether somebody gave this answer, a computer player included."""
        return given(line, self.match.header.players)

    def strip(self, seat: int | None = None) -> tuple[Ruling, ...]:
        """What of it stays on the screen of this seat; what stops is told by itself.

        That is also so for a seat's secrets, if it had the panel when it gave that answer.
        """
        last = self._last()
        line = self.match.log[last].line if last is not None else None
        had = (
            line is not None and line.secret and line.entry is not None and line.entry.seat == seat
        )
        found = (ruling for ruling in self.last_rulings() if ruling.shown_to(seat))
        return tuple(r for r in found if not (r.stop and (r.shown_to(None) or had)))

    def recorded(self, ruling: Ruling) -> str:
        """A ruling with the player it is about, where it names nobody."""
        told = self.catalogue.ruling(ruling)
        people = [self.catalogue.player(seat) for seat in range(1, self.match.header.seats + 1)]
        if ruling.seat is None or any(name in told for name in people):
            return told
        return self.catalogue("record.of", who=people[ruling.seat - 1], what=told)

    # -- what was entered ------------------------------------------------------------------

    def placed(self) -> str:
        """Which number the last answer put into a cell of a sheet; empty if it did nothing such."""
        last = self._last()
        line = self.match.log[last].line if last is not None else None
        if line is None or line.entry is None or line.secret:
            return ""
        for value in line.entry.args.values():
            spot = self.place(line.entry.seat, value)
            if spot is not None and spot.number:
                who = self.catalogue.player(line.entry.seat)
                return self.catalogue("speech.placed", who=who, number=spot.number, cell=spot.name)
        return ""

    def place(self, seat: int, value: Plain) -> Spot | None:
        """A place of an answer of this seat, as it looks now; None if nothing shows it."""
        return spot(self.scene(), self.catalogue, seat, value)

    def last_answer(self) -> PastEntry | None:
        """What the next undo takes back."""
        undo = self.match.next_undo()
        return self.recall(len(self.match.log) - undo.count) if undo is not None else None

    def recall(self, index: int) -> PastEntry:
        """Effective line ``index`` (from 0) as it was asked for."""
        state, ask = self.match.asked(index)
        return PastEntry(index, self.match.log[index].line, ask, state)

    def mistakable(self) -> list[int]:
        """Lines whose dice or cards were entered by hand and can be corrected, newest first."""
        log = [logged.line for logged in self.match.log]
        return [n for n in range(len(log) - 1, -1, -1) if _by_hand(log[n])]

    @property
    def people(self) -> int:
        """How many of the players are no computer players."""
        header = self.match.header
        return header.seats - sum(map(bool, header.players))

    def describe(self, recalled: PastEntry) -> str:
        """Who answered what, in one line; a secret answer is not told."""
        entry = recalled.line.entry
        if entry is None:
            return self.catalogue("undo.abandoned")
        who = self.catalogue.player(entry.seat)
        if recalled.line.secret:
            return self.catalogue("undo.secret", who=who)
        verb = self.catalogue.verb(entry.verb, recalled.state)
        given = [self._argument(recalled.ask, entry, name) for name in entry.args]
        return self.catalogue("undo.entry", who=who, what=" ".join([verb, *given]))

    def dropped(self, index: int, args: Mapping[str, Plain]) -> int:
        """How many later answers would fall away if line ``index`` were corrected so."""
        return len(self.match.copy().correct(index, args))

    # -- inside ----------------------------------------------------------------------------

    def _argument(self, ask: Ask | None, entry: Entry, name: str) -> str:
        options = ask.options if ask is not None else ()
        fields = [o.fields[name] for o in options if o.verb == entry.verb and name in o.fields]
        look = fields[0].look if fields else "list"
        spot = self.place(entry.seat, entry.args[name]) if look == "cell" else None
        if spot is not None:
            return spot.name
        return self.catalogue.value(name, entry.args[name], look)


def _by_itself(line: Line) -> bool:
    """Whether the device gave it, and nobody pressed."""
    return line.auto and line.device


def _seat(line: Line) -> int | None:
    return line.entry.seat if line.entry is not None else None


def _by_hand(line: Line) -> bool:
    """Whether players entered dice or cards with this line."""
    if not line.chance or line.device or line.entry is None:
        return False
    return bool(line.entry.args)


def _faces(args: Mapping[str, Plain]) -> Iterable[Plain]:
    """The dice of an entry: the values of its lists."""
    for value in args.values():
        if isinstance(value, list):
            yield from value
