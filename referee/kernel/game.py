"""What a game is to the kernel: one record of functions and data, found by its name."""

from __future__ import annotations

import importlib.metadata
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Generic

from referee.kernel.ask import Ask, Entry
from referee.kernel.components import Components, load
from referee.kernel.contained import contained
from referee.kernel.errors import BadEntry, FlowError, RefereeError
from referee.kernel.flow import Flow
from referee.kernel.position import P, plain
from referee.kernel.scene import Scene
from referee.kernel.text import Plain, Shaped, Text, Value, plain_args
from referee.kernel.toml import Broken

ENTRY_POINTS = "referee.games"

#: The number of `referee.game`, the games' door; it changes when games have to change.
API: Final = 1

#: The languages in which every game speaks; the first is the default.
LANGUAGES: Final = ("de", "en")

#: The value of the options ``dice``, ``cards``, ``board`` with which the box supplies these facts.
DEVICE: Final = "device"

#: Options of a match by key. Complete: every key of the game.
Options = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One switch of a match. ``values``: all that are allowed, the default first.

    The texts are ``option.<key>`` and ``option.<key>.<value>`` in the game's catalogues.
    ``clause`` is the rule or interpretation it belongs to. ``group`` orders the set-up menu:
    ``facts`` (what is on the table), ``variant``, ``rule`` (interpretations). ``under``: the option
    and its value without which this one means nothing; then nobody is asked about it. ``was``: its
    value in kept matches that were begun before there was this option, if not the default.
    """

    key: str
    values: tuple[Value, ...]
    clause: str
    group: str = "rule"
    under: tuple[str, Value] | None = None
    was: Value | None = None

    @property
    def default(self) -> Value:
        return self.values[0]

    def matters(self, chosen: Options) -> bool:
        """Whether this option means anything beside these."""
        return self.under is None or chosen.get(self.under[0]) == self.under[1]

    def checked(self, value: Plain) -> Value:
        """The value if it is one of the allowed ones, as JSON (true is not 1), or `BadEntry`."""
        for allowed in self.values:
            if type(allowed) is type(value) and allowed == value:
                return allowed
        known = ", ".join(spoken(allowed) for allowed in self.values)
        raise BadEntry("error.option.value", key=self.key, found=spoken(value)[:40], allowed=known)


def switch(
    key: str, clause: str, *, on: bool = False, group: str = "rule",
    under: tuple[str, Value] | None = None, was: bool | None = None,
) -> OptionSpec:  # fmt: skip
    """A yes/no option."""
    return OptionSpec(key, (on, not on), clause, group, under, was)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a match starts from; constant for its whole life and kept in its header.

    ``carried``: what `Game.carry` left of the match before, of the same players; else None.
    """

    seats: int
    options: Options
    components: Components
    carried: Plain = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. ``winners`` is empty when nobody won.

    ``ranking``: groups of equally placed seats, best first; seats without a place are left out.
    ``together``: several winners are a team, not a tie.
    """

    winners: tuple[int, ...]
    reason: Text
    clause: str
    ranking: tuple[tuple[int, ...], ...] = ()
    scores: Mapping[str, Plain] = field(default_factory=dict)
    together: bool = False

    def plain(self) -> dict[str, Plain]:
        return {
            "winners": list(self.winners),
            "ranking": [list(place) for place in self.ranking],
            "reason": self.reason.key,
            "args": plain_args(self.reason.args),
            "clause": self.clause,
            "scores": plain(self.scores),
        }


@dataclass(frozen=True, slots=True)
class Quick:
    """A match to try a game by, without a question before the first decision.

    One person plays, computer players of ``level`` have the other ``seats``; ``options`` are those
    that are not the defaults. The box answers what comes before a state of ``play``.
    """

    seats: int
    play: tuple[str, ...]
    options: Mapping[str, Plain] = field(default_factory=dict)
    level: str = "easy"

    @property
    def players(self) -> list[str]:
        """Who plays, by seat: the person has no level."""
        return ["", *[self.level] * (self.seats - 1)]


def _nothing_wrong(seats: int, options: Options) -> None:
    """Every combination of options is allowed."""


def _open_view(position: Any, seat: int | None) -> Shaped:
    """Nothing is hidden: everybody sees the whole position."""
    return plain(position)


def _no_carry(position: Any) -> Plain:
    """Matches know nothing of each other."""
    return None


def only_answer(position: Any, ask: Ask) -> Entry:
    """What an ask offers, where that is one answer: all that is true of a modelled board."""
    if ask.size() != 1:
        raise FlowError(f"{ask.prompt} offers {ask.size()} answers, and the game has no report")
    return Entry(ask.seats[0], *next(ask.listed()))


def _no_invariants(position: Any) -> list[str]:
    return []


@dataclass(frozen=True, slots=True)
class Game(Generic[P]):
    """A rule set. Everything but the required fields has a sensible default.

    - ``seats``: numbers of players, e.g. ``range(2, 6)``.
    - ``setup``: a fresh position; the flow then starts it.
    - ``flow``: the flow under these options (may depend on them: variants edit the rows).
    - ``result``: None while nobody has won; called in final states only.
    - ``scene``: what a panel shows of the position; seat None is the screen all can see.
    - ``view``: the position as this seat may see it (None: what everybody may see).
    - ``check``: raises `Refused` for options that may not go together, naming the clause.
    - ``conceals``: whether a match of so many seats under these options may keep anything from one
      of its players; without it, every match does whose game has a ``view``.
    - ``report``: answers an ask whose source the device models (a board in the device), which
      offers what is true there and nothing else; without it, the ask's only answer.
    - ``changes``: by version, the oldest first: in a sentence, what its rules do otherwise than
      those before; told when a match of an earlier version goes on.
    - ``carry``: what a finished match leaves to the next one of the same players (standings of a
      series, the last winner), as plain data; `setup` must bear that of another version.
    - ``invariants``: sentences about what is wrong with a position; for tests and simulation.
    - ``quick``: a match to try the game by; without one it is not offered for that.
    - ``about_people``: states that only ask who of the people is what, such as the youngest; not
      asked where one person plays against the box.
    - ``abandoned``: the clause that speaks of a match without an end.
    - ``signs``: by the key of a ruling, the drawing beside it (`referee.table.pixels.signs`).
    - ``about_all``: keys of rulings that are everybody's, such as where all cars stand: a card with
      one of them is nobody's.
    - ``opening``: three such drawings, a turn from left to right, for whoever plays the first time;
      its sentences and captions are the texts ``opening.aim``, ``.turn``, ``.first``, ``.second``,
      ``.third``.
    - ``resources``: the package folder with ``components.toml`` and ``texts/<lang>.toml``.
    - ``api``: the number of `referee.game` that it was made for.
    """

    name: str
    version: str
    seats: range
    setup: Callable[[Setup], P]
    flow: Callable[[Options], Flow[P]]
    result: Callable[[P], Result]
    scene: Callable[[P, int | None], Scene]
    resources: Traversable
    options: tuple[OptionSpec, ...] = ()
    check: Callable[[int, Options], None] = _nothing_wrong
    view: Callable[[P, int | None], Shaped] = _open_view
    conceals: Callable[[int, Options], bool] | None = None
    report: Callable[[P, Ask], Entry] = only_answer
    changes: Mapping[str, Text] = field(default_factory=dict)
    carry: Callable[[P], Plain] = _no_carry
    invariants: Callable[[P], Sequence[str]] = _no_invariants
    quick: Quick | None = None
    about_people: tuple[str, ...] = ()
    abandoned: str = ""
    signs: Mapping[str, str] = field(default_factory=dict)
    opening: tuple[str, ...] = ()
    about_all: tuple[str, ...] = ()
    api: int = API

    @property
    def hides(self) -> bool:
        """Whether anything of its positions is not for everybody."""
        return self.view is not _open_view

    def secretive(self, seats: int, options: Options) -> bool:
        """Whether a match of so many seats under these options may keep anything from a player."""
        return self.conceals(seats, options) if self.conceals is not None else self.hides

    def components(self, override: str = "", file: str = "components.toml") -> Components:
        """The printed numbers, with an owner's corrections; raises `ComponentsError`."""
        return load(_numbers(self.resources), override, file)

    def rules_version(self, options: Options) -> str:
        """Names the rules of a match: the game's version and its flow under these options."""
        return f"{self.version}-{self.flow(options).fingerprint}"

    def changes_since(self, rules: str) -> tuple[Text, ...]:
        """What has changed in the rules since a match of this `rules_version` was begun."""
        version, known = rules.rpartition("-")[0], list(self.changes)
        if version == self.version:
            return ()
        first = known.index(version) + 1 if version in known else 0
        return tuple(self.changes[later] for later in known[first:])

    def complete(self, seats: int, given: Mapping[str, Plain]) -> dict[str, Value]:
        """All options with their values; raises `BadEntry` or `Refused` for wrong ones."""
        if seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            raise BadEntry("error.seats", found=seats, low=low, high=high)
        specs = {spec.key: spec for spec in self.options}
        options = {key: spec.default for key, spec in specs.items()}
        for key, value in given.items():
            if key not in specs:
                known = ", ".join(sorted(specs))
                raise BadEntry("error.option.unknown", key=str(key)[:40], known=known)
            options[key] = specs[key].checked(value)
        try:
            self.check(seats, options)
        except RefereeError as error:
            error.game = self.name
            raise
        return options

    def restored(self, seats: int, kept: Mapping[str, Plain]) -> dict[str, Value]:
        """The options of a kept match, which may be older than some of them; raises as `complete`
        does."""
        later = {spec.key: spec.was for spec in self.options if spec.was is not None}
        return self.complete(seats, {**later, **kept})

    def parse_option(self, key: str, word: str) -> Plain:
        """The value of an option from a typed word (``on``, ``3``, ``table``)."""
        spec = next((spec for spec in self.options if spec.key == key), None)
        for value in spec.values if spec is not None else ():
            if spoken(value) == word.lower():
                return value
        return word


def spoken(value: Plain) -> str:
    """An option's value as a word to type: true is ``on``."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value).lower()


#: Texts of ``components.toml`` that have been read, by package folder: they do not change.
_texts: Final[dict[Traversable, str]] = {}


def _numbers(resources: Traversable) -> str:
    if resources not in _texts:
        file = resources.joinpath("components.toml")
        _texts[resources] = file.read_text(encoding="utf-8")
    return _texts[resources]


@cache
def _found() -> dict[str, importlib.metadata.EntryPoint]:
    points = importlib.metadata.entry_points(group=ENTRY_POINTS)
    return {point.name: point for point in points}


def look_again() -> None:
    """Packages were installed since: find games anew. Those that have been loaded stay loaded."""
    _found.cache_clear()
    find_game.cache_clear()


def game_names() -> list[str]:
    """The names of all installed games, sorted. Loads none of them."""
    return sorted(_found())


def _point(name: str) -> importlib.metadata.EntryPoint:
    point = _found().get(name)
    if point is None:
        known = ", ".join(game_names())
        raise RefereeError("error.game.unknown", name=name[:40], known=known)
    return point


def find_texts(name: str) -> Traversable:
    """The folder with the ``texts`` of the game of this name; raises `RefereeError`.

    Loads nothing of the game, where its entry point is in the package that they lie in.
    """
    module, spec = _point(name).module, None
    with suppress(RefereeError), contained(partial(broken, name)):
        spec = find_spec(module)  # a package around it that fails is told when the game is loaded
    for folder in map(Path, (spec and spec.submodule_search_locations) or ()):
        if folder.joinpath("texts").is_dir():
            return folder
    return find_game(name).resources


@cache
def find_game(name: str) -> Game[Any]:
    """The game of this name; raises `RefereeError`.

    It lists the installed ones if there is none, and says why if its package can't be used.
    """
    point = _point(name)
    with contained(partial(broken, name)):  # whatever is wrong with a package, others play
        game = point.load()
        if isinstance(game, Game) and game.api == API:
            _try_out(game, name)
    if not isinstance(game, Game):
        raise RefereeError("error.game.broken", name=name, found=type(game).__name__)
    if game.api != API:
        raise RefereeError("error.game.api", name=name, found=game.api, wanted=API)
    return game


def _try_out(game: Game[Any], name: str) -> None:
    """Ask a game for all that is needed before a match; raises anything if it fails."""
    if game.name != name:
        raise ValueError(f"the entry point says {name}, Game(name=...) says {game.name}")
    if not isinstance(game.seats, range) or not game.seats:
        raise ValueError(f"seats is a range of numbers of players, not {game.seats!r}")
    game.flow({spec.key: spec.default for spec in game.options})
    game.components()
    for language in LANGUAGES:
        if not game.resources.joinpath("texts", f"{language}.toml").is_file():
            raise FileNotFoundError(f"texts/{language}.toml is missing")


def broken(name: str, error: BaseException) -> RefereeError:
    """The error that says why a game can't be used: what was raised, and where in the game."""
    if isinstance(error, RefereeError):
        return RefereeError("error.game.broken", name=name, found=error.text)
    if isinstance(error, Broken):
        return RefereeError("error.game.broken", name=name, found=error.fault)
    what = f"{type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    inside = [f for f in frames if not f.filename.startswith("<") and f.filename != __file__]
    where = f", {Path(inside[-1].filename).name} line {inside[-1].lineno}" if inside else ""
    return RefereeError("error.game.broken", name=name, found=f"{what[:200]}{where}")
