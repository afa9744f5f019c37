"""Before a match: which game, who plays, with which options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from string import ascii_uppercase
from typing import Any, Final

from hal.interfaces import Lamp
from referee.kernel.errors import RefereeError, Refused
from referee.kernel.game import Game, OptionSpec
from referee.kernel.match import Match
from referee.kernel.players import RANDOM, find_player, levels
from referee.kernel.text import Plain, Value
from referee.table.catalogue import Catalogue, game_title, shortened
from referee.table.desk import Desk, LastRound
from referee.table.lamps import ROLLS
from referee.table.modes import opening
from referee.table.modes.listing import Line, Listing
from referee.table.modes.loading import with_game
from referee.table.modes.messages import Message
from referee.table.modes.options import Choices, OptionsScreen
from referee.table.modes.spelling import Spelling
from referee.table.screen import Topic

#: Groups of options with a screen of their own; those of other groups stand on the first.
GROUPS: Final = ("variant", "rule")


def choose_game(desk: Desk) -> None:
    """The first step; skipped where there is one game only. Loads none before it is chosen."""
    desk.begun_options.clear()
    if len(desk.games) == 1:
        choose_players(desk, desk.games[0])
        return

    def lines() -> list[Line]:
        return [game_line(desk, name, partial(choose_players, desk, name)) for name in desk.games]

    desk.open(Listing(desk, desk.words("setup.game"), lines))


def game_line(desk: Desk, name: str, choose: Callable[[], None]) -> Line:
    """A game by its title, a broken one by its bare name if it can't even say that; choosing it
    says what is wrong."""
    try:
        title, usable = game_title(name, desk.settings.language), name not in desk.unusable
    except RefereeError:
        title, usable = name, False
    if usable:
        return Line(title, choose)
    return Line(title, choose, desk.words("setup.broken"), right="!")


def choose_players(desk: Desk, name: str) -> None:
    """The same players as last time in one press, or a number of players."""

    def open_it(game: Game[Any]) -> None:
        last, seated = (desk.last.names, desk.last.players) if desk.last is not None else ([], [])
        plays = set(filter(None, seated)) <= set(levels(name))  # what the box played, it can here
        same = last if plays and len(last) in game.seats and any(last) else []

        def lines() -> list[Line]:
            words = desk.words
            found = []
            if same:
                listed = named(words, same, seated)
                go_on = partial(confirm, desk, game, same, players=seated)
                again = Line(words("setup.same"), go_on, listed)
                found.append(again)
            for count in game.seats:
                label = words("setup.players", n=count)
                naming = Naming(desk, game, count)
                detail = words("setup.with-robots") if naming.levels else ""
                found.append(Line(label, naming.open_next, detail))
            return found

        desk.open(Listing(desk, desk.words("setup.who"), lines))

    with_game(desk, name, open_it)


def named(
    words: Catalogue, names: Sequence[str], players: Sequence[str] = (), first: int = 1
) -> str:
    """The players in one line, from seat ``first`` on; empty names are shown by their seat, and
    computer players with their level."""
    shown = [name or words("seat.name", seat=n) for n, name in enumerate(names, first)]
    for at, level in enumerate(players):
        if level:
            shown[at] = words("computer.at", who=shown[at], level=level_name(words, level))
    return shortened(shown)


def _people(last: LastRound | None) -> list[str]:
    """The names by seat; none where the box has played."""
    if last is None:
        return []
    return [name * (not level) for name, level in zip_longest(last.names, last.players)]


class Naming:
    """Names for the seats, one after the other; seats without a name are called by number."""

    def __init__(self, desk: Desk, game: Game[Any], count: int) -> None:
        self._desk = desk
        self._game = game
        self._count = count
        self._last = _people(desk.last)
        self._known = [str(name) for name in desk.recall("names", [])]

    def open_next(self, names: Sequence[str] = (), players: Sequence[str] = ()) -> None:
        """Ask for the name of the seat after these; ``players``: levels of those the box plays."""
        if len(names) == self._count:
            confirm(self._desk, self._game, list(names), players=players)
        else:
            spell = partial(self._spell, names, players)
            lines = partial(self._lines, names, players)
            self._desk.open(SeatName(self._desk, len(names) + 1, lines, spell))

    def _lines(self, names: Sequence[str], players: Sequence[str]) -> list[Line]:
        words, seat = self._desk.words, len(names) + 1
        usual = self._last[seat - 1 : seat]
        offered = dict.fromkeys(name for name in (*usual, *self._known) if name)

        def people(*more: str) -> None:
            self.open_next([*names, *more], [*players, *[""] * len(more)])

        lines = [Line(name, partial(people, name)) for name in offered if name not in names]
        blank = words("seat.name", seat=seat)

        def spell() -> None:
            self._spell(names, players)

        lines.append(Line(blank, lambda: people("")))
        lines.append(Line(words("setup.new-name"), spell))
        lines += [self._box(level, names, players) for level in self.levels]
        if self._count - len(names) > 1:  # the last one: the others stand the same at every seat
            rest = [""] * (self._count - len(names))
            detail = named(words, rest, first=seat)
            lines.append(Line(words("setup.no-names"), lambda: people(*rest), detail))
        return lines

    @property
    def levels(self) -> list[str]:
        """The levels at which the box itself can play this game."""
        return [level for level in levels(self._game.name) if level != RANDOM]

    def _box(self, level: str, names: Sequence[str], players: Sequence[str]) -> Line:
        """The box plays this seat."""
        words = self._desk.words
        name = box_name(words, names)
        return Line(
            words("computer.seat", level=level_name(words, level)),
            lambda: self.open_next([*names, name], [*players, level]),
        )

    def _spell(self, names: Sequence[str], players: Sequence[str]) -> Spelling:
        """Have the next seat's name spelled."""

        def done(name: str) -> None:
            self.open_next([*names, name], [*players, ""])

        seat = len(names) + 1
        title = self._desk.words("setup.seat", seat=seat)
        mode = Spelling(self._desk, title, {f"seat{seat}": ROLLS}, done)
        self._desk.open(mode)
        return mode


def box_name(words: Catalogue, taken: Sequence[str]) -> str:
    """What the box is called at one more seat: no number, which would seem a seat's or a car's."""
    more = (words("computer.more", letter=letter) for letter in ascii_uppercase[1:])
    free = (name for name in (words("computer.name"), *more) if name not in taken)
    return next(free, words("computer.more", letter=len(taken) + 1))


def level_name(words: Catalogue, level: str) -> str:
    """``easy`` and ``good`` in words; levels of other packages by their names."""
    return words.spare(f"computer.{level}") or level


class SeatName(Listing):
    """Who sits here? The seat's lamp blinks meanwhile. A keyboard may just begin to type."""

    def __init__(
        self, desk: Desk, seat: int, lines: Callable[[], Sequence[Line]],
        spell: Callable[[], Spelling],
    ) -> None:  # fmt: skip
        self._seat = seat
        self._spell = spell
        super().__init__(desk, desk.words("setup.seat", seat=seat), lines)

    def type(self, letter: str) -> None:
        """The first letter of a new name."""
        if letter.isalpha():
            self._spell().type(letter)

    def lamps(self) -> Mapping[str, Lamp]:
        return {f"seat{self._seat}": ROLLS}


def confirm(
    desk: Desk, game: Game[Any], names: Sequence[str],
    given: Mapping[str, Plain] | None = None, players: Sequence[str] = (),
) -> None:  # fmt: skip
    """The last step: begin at once, or change options first."""
    desk.attempt(lambda: desk.open(Start(desk, game, names, given, players)))


def change_options(desk: Desk, match: Match) -> None:
    """A match that nobody has played yet gives way to one with other options."""
    header = match.header
    names = header.names or [""] * header.seats
    given: dict[str, Plain] = {**header.options}
    desk.open(Start(desk, match.game, names, given, header.players, instead_of=match))


class Start(Listing):
    """Everything is chosen; the first line begins. What lies on the table is remembered.

    ``instead_of``: a match that is given up then.
    """

    def __init__(
        self, desk: Desk, game: Game[Any], names: Sequence[str],
        given: Mapping[str, Plain] | None, players: Sequence[str], instead_of: Match | None = None,
    ) -> None:  # fmt: skip
        self._instead_of = instead_of
        self._game = game
        self._players = list(players) if any(players) else []
        self._names = list(names)
        begun = given if given is not None else desk.begun_options.get(game.name)
        remembered = desk.recall(f"options.{game.name}", {}) if begun is None else begun
        chosen = {
            spec.key: _kept(spec, remembered.get(spec.key))
            if begun is not None or spec.group not in GROUPS
            else spec.default
            for spec in game.options
        }
        desk.begun_options[game.name] = chosen
        for level in filter(None, self._players):  # what the box plays it has to know
            needs = find_player(game, level).needs
            chosen |= {o.key: _kept(o, needs[o.key]) for o in game.options if o.key in needs}
        self._choices = Choices(desk, game, chosen)
        super().__init__(desk, "", self._items)

    def refresh(self) -> None:
        self._title = self._choices.words("name")
        super().refresh()

    def _items(self) -> list[Line]:
        choices, words = self._choices, self._choices.words
        groups = {spec.group for spec in self._game.options if spec.matters(choices.values)}
        lines = [Line(words("setup.begin"), self._begin, named(words, self._names, self._players))]
        lines += choices.lines(groups - set(GROUPS))
        for group in GROUPS:
            if group in groups:
                changed = choices.changed(group)
                opened = partial(self._open_options, group)
                right = str(changed) if changed else ""
                about = words(f"group.{group}.{'what' if changed else 'none'}")
                lines.append(Line(words(f"group.{group}"), opened, about, right=right))
        return lines

    def topics(self) -> Sequence[Topic]:
        """What HELP says of the game besides: its aim, and what a turn is."""
        return [*super().topics(), *opening.topics(self._choices.words)]

    def _open_options(self, group: str) -> None:
        self.desk.open(OptionsScreen(self.desk, self._choices, group))

    def _begin(self) -> None:
        words, desk = self._choices.words, self.desk
        if needs := self._needs():
            desk.sound("refusal")
            desk.open(Message(desk, words("refused.title"), words("setup.needs", needs=needs)))
            return
        try:
            self._game.complete(len(self._names), self._choices.values)
        except Refused as refused:
            desk.sound("refusal")
            title, text = words("refused.title"), words.text(refused.reason)
            topics = [Topic(refused.clause, words=words)]
            note = words("help.number", clause=refused.clause)
            desk.open(Message(desk, title, text, topics=topics, note=note))
            return
        desk.attempt(self._start)

    def _needs(self) -> str:
        """What has been chosen so that the box could not play along, as it would have to be."""
        words, chosen = self._choices.words, self._choices.values
        wanted: dict[str, Plain] = {}
        for level in filter(None, self._players):
            wanted |= find_player(self._game, level).needs
        return ", ".join(
            f"{words.option(spec.key)}: {words.option_value(spec.key, _kept(spec, value))}"
            for spec in self._game.options
            if (value := wanted.get(spec.key, chosen[spec.key])) != chosen[spec.key]
        )

    def _start(self) -> None:
        chosen: dict[str, Plain] = {**self._choices.values}
        if self.desk.begin(self._game, self._names, chosen, players=self._players) is None:
            if self._instead_of is not None:
                self.desk.attempt(self._instead_of.abandon)
            opening.open_first(self.desk)


def _kept(spec: OptionSpec, value: Plain) -> Value:
    """What was chosen before, or the default if there is no such value any more."""
    same = (v for v in spec.values if type(v) is type(value) and v == value)
    return next(same, spec.default)
