"""Computer players: what one is, how it is found, and when it answers in a match.

A player sees what its seat may see (`Game.view`) and an ask, and answers with an entry. It never
sees the match's chance: its own is a pure function of (seed, number of entries, seat), apart from
the dice. So an answer that was taken back comes again as it was.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, Final, Protocol

from referee.kernel.ask import Ask, Entry, Kind, RandBelow
from referee.kernel.chance import Stream
from referee.kernel.contained import contained
from referee.kernel.errors import BadEntry, RefereeError
from referee.kernel.game import Game, Quick, Setup
from referee.kernel.journal import shown_player
from referee.kernel.match import Match
from referee.kernel.ruling import Ruling
from referee.kernel.text import Plain, Shaped, Text

#: Players announce themselves here, by the name ``<game>.<level>``: an object of `Player`.
ENTRY_POINTS: Final = "referee.players"

#: Answers after which a quick match should have begun.
SET_UP: Final = 500

#: The level that every game has: any legal answer.
RANDOM: Final = "random"


@dataclass(frozen=True, slots=True)
class Chosen:
    """An answer with its reason, which is told to the table: to everybody, and at once. So it names
    nothing that the others may not know, and what stays hidden has none."""

    entry: Entry
    why: Text | None = None


class Bot(Protocol):
    """A computer player at work. ``view`` is the position as its seat may see it, as plain data;
    the answer must be one of the ask's."""

    def __call__(self, view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry | Chosen: ...


def chosen(answer: Entry | Chosen) -> Chosen:
    """What a `Bot` has answered, with a reason or without one."""
    return answer if isinstance(answer, Chosen) else Chosen(answer)


@dataclass(frozen=True, slots=True)
class Player:
    """A level of computer player. ``make`` makes one for a seat of a match.

    ``needs``: values that options must have, so that it knows what is going on: the board, the
    cards in the device. Decisions that the table would have to report it can't take. ``blind``:
    its bots answer by the ask alone; where nobody looks on they get None for a view.
    """

    make: Callable[[Setup], Bot]
    needs: Mapping[str, Plain] = field(default_factory=dict)
    blind: bool = False

    def knows(self, options: Mapping[str, Plain]) -> bool:
        """Whether it can play a match with these options."""
        return all(options.get(key) == value for key, value in self.needs.items())


def random_bot(view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry:
    """Any option, each as likely as the others, with arguments drawn evenly."""
    option = ask.options[below(len(ask.options))]
    return Entry(seat, option.verb, option.sample(below))


_RANDOM: Final = Player(lambda setup: random_bot, blind=True)


# -- finding ---------------------------------------------------------------------------------


@cache
def _found() -> Mapping[str, importlib.metadata.EntryPoint]:
    points = importlib.metadata.entry_points(group=ENTRY_POINTS)
    return {point.name: point for point in points}


def look_again() -> None:
    """Packages were installed since: find players anew."""
    _found.cache_clear()


def levels(game: str) -> list[str]:
    """The names of a game's players, `RANDOM` last. Loads none of them."""
    own = (name.removeprefix(f"{game}.") for name in _found() if name.startswith(f"{game}."))
    return [*sorted(own), RANDOM]


def find_player(game: Game[Any], level: str) -> Player:
    """The player of this name; raises `BadEntry` that lists the known ones if there is none."""
    if level == RANDOM:
        return _RANDOM
    point = _found().get(f"{game.name}.{level}")
    if point is None:
        known = ", ".join(levels(game.name))
        raise BadEntry("error.player.unknown", name=shown_player(level)[:40], known=known)
    with contained(partial(_broken, level)):
        player = point.load()
    if not isinstance(player, Player):
        raise RefereeError("error.player.broken", name=level, found=type(player).__name__)
    return player


def _broken(level: str, error: BaseException) -> RefereeError:
    found = f"{type(error).__name__}: {error}"[:80]
    return RefereeError("error.player.broken", name=level, found=found)


#: How the name of a player becomes one: `find_player`, or one that knows more names.
Find = Callable[[Game[Any], str], Player]


def check_players(
    game: Game[Any], names: Sequence[str], options: Mapping[str, Plain], find: Find = find_player
) -> None:
    """Raises `BadEntry` for a player that there is not, or that would not know enough."""
    for name in filter(None, names):
        player = find(game, name)
        if not player.knows(options):
            needs = ", ".join(f"{key}={value}" for key, value in player.needs.items())
            raise BadEntry("error.player.needs", name=name[:40], needs=needs)


# -- playing ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Task:
    """One decision, ready to be thought about anywhere: it shares nothing with the match."""

    bot: Bot
    view: Shaped
    ask: Ask
    seat: int
    below: RandBelow

    def __call__(self) -> Chosen:
        """Think. Takes as long as the player takes; raises what it raises."""
        return chosen(self.bot(self.view, self.ask, self.seat, self.below))


class Players:
    """The computer players of a match, by seat; the other seats are people's."""

    def __init__(self, match: Match, find: Find = find_player) -> None:
        """``missing``: why a player could not be found or made; people answer for its seat."""
        self._match = match
        self._bots: dict[int, Bot] = {}
        self.missing: list[RefereeError] = []
        for seat, name in enumerate(match.header.players, 1):
            if name:
                self._seat(seat, name, find)

    def _seat(self, seat: int, name: str, find: Find) -> None:
        try:
            self._bots[seat] = find(self._match.game, name).make(self._match.setup)
        except RefereeError as error:
            self.missing.append(error)

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(self._bots)

    def leave(self, seat: int) -> None:
        """A player has failed: people answer for its seat from now on."""
        self._bots.pop(seat, None)

    def due(self) -> Ask | None:
        """The open ask that a computer player answers now, if there is one.

        People answer for all where one of them is asked, and tell what only the table knows.
        """
        return next((ask for ask in self._match.asks if self.answers(ask)), None)

    def answers(self, ask: Ask) -> bool:
        """Whether computer players have to answer this open ask."""
        if not all(seat in self._bots for seat in ask.seats):
            return False
        return ask.kind is Kind.DECISION or self._match.supplies(ask)

    def task(self, ask: Ask) -> Task | None:
        """The decision to be taken; None where only the device's own button is pressed."""
        if self._match.supplies(ask):
            return None
        match, seat = self._match, ask.seats[0]
        below = chance(match.header.seed, seat).at(match.length)
        return Task(self._bots[seat], match.view(seat), ask, seat, below)

    def answer(self, ask: Ask, decided: Chosen | None) -> tuple[Ruling, ...]:
        """Enter what was decided; raises what `Match.answer` raises."""
        if decided is None:
            return self._match.play(Entry(ask.seats[0], ask.verb))
        return self._match.play(decided.entry, decided.why)


def set_up(match: Match, quick: Quick) -> None:
    """Answer for everybody, by what is offered first, until there is something to play.

    Raises `RefereeError` where it never comes to that, and gives the match up: the game's `Quick`
    is wrong then.
    """
    for _ in range(SET_UP):
        if match.state in quick.play or not match.asks:
            break
        ask = match.asks[0]
        if match.supplies(ask):
            entry = Entry(ask.seats[0], ask.verb)
        else:
            entry = Entry(ask.seats[0], ask.verb, ask.options[0].sample(lambda n: 0))
        match.play(entry)
    if match.state not in quick.play or not match.asks:
        match.abandon()
        wanted = ", ".join(quick.play)
        raise RefereeError("error.quick", game=match.game.name, wanted=wanted, found=match.state)


def introduce(match: Match) -> None:
    """Answer what is asked about the people at the table, where there is but one: that one."""
    people = [seat for seat, level in enumerate(match.header.players, 1) if not level]
    while len(people) == 1 and match.state in match.game.about_people:
        (person,), option = people, match.asks[0].options[0]
        args = option.sample(lambda n: 0)
        args |= {name: person for name, field in option.fields.items() if field.accepts(person)}
        match.play(Entry(person, option.verb, args))


def was_quick(match: Match) -> bool:
    """Whether the box has set this match up as its game's quick match."""
    quick, header, log = match.game.quick, match.header, match.log
    if quick is None or not log or not log[0].line.auto:
        return False
    chosen = match.game.complete(header.seats, quick.options)
    return chosen == header.options and list(header.players) == quick.players


def chance(seed: str, seat: int) -> Stream:
    """A computer player's own chance in a match: it tells nothing about the match's dice."""
    return Stream(f"player {seat}: {seed}")
